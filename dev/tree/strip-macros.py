#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Take mainline's allocation profiling out of a kernel tree that has alloctag.

strip-macros.py TREE

CONFIG_MEM_ALLOC_PROFILING makes a macro of each allocator, so that the line of the
caller is known:

	void *kmalloc_noprof(size_t size, gfp_t flags);
	#define kmalloc(...) alloc_hooks(kmalloc_noprof(__VA_ARGS__))

This isn't needed when the compiler passes tags. In every file of the tree, this
script

 1. resolves conditionals on CONFIG_MEM_ALLOC_PROFILING and CONFIG_CODE_TAGGING as off;
 2. removes the hooks that are empty then, their calls, their files;
 3. removes the macros, gives the functions their names back, and marks those
    that are not marked yet with __allocator.

Files are written at the end, if nothing of the profiling is left in them. Prints
the numbers of changed files and removed lines.
"""

import os
import re
import subprocess
import sys

GONE = [
    "Documentation/mm/allocation-profiling.rst",
    "include/asm-generic/codetag.lds.h",
    "include/linux/alloc_tag.h",
    "include/linux/alloc_tag/no_hooks.h",
    "include/linux/codetag.h",
    "include/linux/pgalloc_tag.h",
    "lib/alloc_tag.c",
    "lib/codetag.c",
]

# A file without any of these words has nothing to change.
INTERESTING = (r"_noprof|alloc_hooks|MEM_ALLOC_PROFILING|CODE_TAGGING|codetag|CODETAG_SECTIONS|"
               r"pgalloc_tag|clear_page_tag_ref|alloc_tagging_slab|pcpu_alloc_tag|"
               r"mem_alloc_profiling|linux/alloc_tag\.h|alloc_tag_record|allocation-profiling")

# Words that must not remain. The files of alloctag itself may talk about
# mainline.
FORBIDDEN = re.compile(r"\w*_noprof\b|\balloc_hooks(_tag)?\b|\bCONFIG_CODE_TAGGING\b|"
                       r"\bCONFIG_MEM_ALLOC_PROFILING|codetag_(un)?load_module|\bpgalloc_tag_|"
                       r"linux/(alloc_tag|alloc_tag/no_hooks|codetag|pgalloc_tag)\.h")
OURS = re.compile(r"(Documentation/alloctag/|include/linux/(alloc_tag[_/]|code_tag[./])|"
                  r"lib/(alloc|code)_tag[_/]|include/uapi/linux/allocinfo\.h|scripts/gcc-plugins/)")

# Hooks that do nothing without CONFIG_MEM_ALLOC_PROFILING.
EMPTY_HOOKS = [
    "pgalloc_tag_add", "pgalloc_tag_sub", "pgalloc_tag_sub_pages", "pgalloc_tag_split",
    "pgalloc_tag_copy", "clear_page_tag_ref", "alloc_tagging_slab_alloc_hook",
    "alloc_tagging_slab_free_hook", "pcpu_alloc_tag_alloc_hook", "pcpu_alloc_tag_free_hook",
    "codetag_load_module", "mark_objexts_empty", "handle_failed_objexts_alloc",
]

# Free pages that compaction isolates are not charged: no marks.
UNMARKED = {"mark_allocated", "compaction_alloc"}

# Replacements for single places. Each must match, in the tree that it was
# written for.
SPECIAL = [
    ("mm/slab.h", r" \* Memory allocation profiling requires obj_exts for all caches\.\n", ""),
    ("mm/slab.h", r"\tif \(!mem_alloc_profiling_permanently_disabled\(\)\)\n"
                  r"\t\treturn true;\n\n", ""),
    ("mm/slub.c", r"static inline bool mark_failed_objexts_alloc\(.*\n", ""),
    ("mm/slub.c", r"\t\t/\*\n\t\t \* Try to mark vectors which failed to allocate\.\n(?:\t\t \*.*\n)+"
                  r"\t\tif \(!mark_failed_objexts_alloc\(slab\) &&\n\t\t    slab_obj_exts\(slab\)\)\n",
     "\t\t/* A racing process may have succeeded. */\n\t\tif (slab_obj_exts(slab))\n"),
    ("mm/slub.c", r"(\t \* )whether mem_alloc_profiling_enabled\(\) or not because profiling\n",
     r"\1whether profiling is on or not because it\n"),
    ("mm/page_alloc.c", r"\n\t\t/\*\n\t\t \* The page is isolated and accounted for\.\n(?:\t\t \*.*\n)+", ""),
    ("mm/page_alloc.c", r"\tstruct alloc_tag \*tag = pgalloc_tag_get\(page\);\n", ""),
    ("mm/percpu-internal.h", r"#if defined\(CONFIG_MEMCG\) \|\| defined\(CONFIG_MEM_ALLOC_PROFILING\)\n",
     "#ifdef CONFIG_MEMCG\n"),
    ("mm/percpu-internal.h", r"\tif \(IS_ENABLED\(CONFIG_MEM_ALLOC_PROFILING\)\)\n\t\treturn true;\n", ""),
    ("kernel/module/main.c", r"(module_memory_free\(struct module \*mod, enum mod_mem_type type),\n"
                             r"\s+bool unload_codetags\)", r"\1)"),
    ("kernel/module/main.c", r"\tif \(!unload_codetags && .*\n\t\treturn;\n\n", ""),
    ("kernel/module/main.c", r"\tbool unload_codetags;\n\n", ""),
    ("kernel/module/main.c", r"\tunload_codetags = codetag_unload_module\(mod\);\n"
                             r"\tif \(!unload_codetags\)\n(?:\t\t.*\n)+\n", ""),
    ("kernel/module/main.c", r"\b(free_mod_mem|module_memory_free)\((.*), (?:bool unload_codetags|unload_codetags|true)\)",
     r"\1(\2)"),
    ("include/asm-generic/vmlinux.lds.h", r"\tCODETAG_SECTIONS\(\)\t.*\n", ""),
    ("scripts/module.lds.S", r"#else\n\t\.data : \{\n\t\tCODETAG_SECTIONS\(\)\n\t\}\n", ""),
    ("scripts/module.lds.S", r"\t\tCODETAG_SECTIONS\(\)\n", ""),
    # A comment of the macro that the function needs as well.
    ("include/linux/gfp.h", r"(#ifdef CONFIG_CONTIG_ALLOC\n__allocator\n"
                            r"static inline struct folio \*folio_alloc_gigantic_noprof(?:.*\n)+?#endif\n)"
                            r"(/\* This should be paired with folio_put.*\n)", r"\2\1"),
    ("include/linux/sched.h", r"#define alloc_tag_(save|restore)\(.*\n", ""),
    ("include/linux/rhashtable-types.h", r"#ifdef CONFIG_GCC_PLUGIN_ALLOC_TAG\n(.*alloc_tag;\n)#endif\n", r"\1"),
    ("lib/rhashtable.c", r"(#include <linux/mm\.h>\n)", r"\1#include <linux/alloc_tag_rt.h>\n"),
    ("lib/rhashtable.c", r"alloc_tag_record\((.*)\);", r"\1 = alloc_tag_caller();"),
    ("lib/Makefile", r"obj-\$\(CONFIG_(CODE_TAGGING|MEM_ALLOC_PROFILING)\).*\n", ""),
    ("lib/Kconfig.debug", r"config (?:CODE_TAGGING|MEM_ALLOC_PROFILING\w*)\n(?:[ \t].*\n|\n(?=[ \t]))*\n", ""),
    ("scripts/kernel-doc", r".*s/_noprof//;\n", ""),
    ("Documentation/mm/index.rst", r" +allocation-profiling\n", ""),
    ("Documentation/admin-guide/sysctl/vm.rst", r"CONFIG_MEM_ALLOC_PROFILING_ENABLED", "CONFIG_ALLOC_TAG_ENABLED"),
    ("Documentation/admin-guide/sysctl/vm.rst", r"CONFIG_MEM_ALLOC_PROFILING", "CONFIG_GCC_PLUGIN_ALLOC_TAG"),
    ("MAINTAINERS", r"(?:CODE TAGGING|MEMORY ALLOCATION PROFILING)\n(?:.+\n)+\n", ""),
]

OFF = re.compile(r"CONFIG_(?:MEM_ALLOC_PROFILING\w*|CODE_TAGGING)$")


def die(text):
    sys.exit("error: " + text)


def resolve_conditionals(text):
    """Drop text below #ifdef of a disabled symbol."""
    out = []
    # One entry for each open #if: [is one of ours, are its lines kept, what
    # follows an #else].
    stack = []
    for line in text.splitlines(keepends=True):
        word = re.match(r"[ \t]*#[ \t]*(ifdef|ifndef|if|elif|else|endif)\b[ \t]*(.*)", line)
        if not word:
            if all(entry["keep"] for entry in stack):
                out.append(line)
            continue
        kind, what = word.group(1), word.group(2).split("/*")[0].strip()
        what = re.sub(r"^defined\s*\(?\s*(\w+)\s*\)?$", r"\1", what) if kind in ("if", "elif") else what
        if kind in ("ifdef", "ifndef", "if"):
            ours = bool(OFF.match(what))
            stack.append({"ours": ours, "keep": not ours or kind == "ifndef"})
            if ours:
                continue
        elif kind == "endif":
            if stack.pop()["ours"]:
                continue
        elif stack[-1]["ours"]:
            entry = stack[-1]
            if kind == "elif":
                # From here on the conditional has nothing to do with ours.
                entry.update(ours=False, keep=True)
                name = re.fullmatch(r"\w+", what)
                line = "#ifdef %s\n" % what if name else "#if %s\n" % what
            else:
                entry["keep"] = not entry["keep"]
                continue
        if all(entry["keep"] for entry in stack):
            out.append(line)
    return "".join(out)


def remove_empty_hooks(text):
    for hook in EMPTY_HOOKS:
        if hook not in text:
            continue
        # The definition, an empty function, with its blank line ...
        text = re.sub(r"static (?:inline )?void\s+%s\([^{;]*\)\s*\{\s*\}\n\n?" % hook, "", text)
        # ... and each call, a statement.
        text = re.sub(r"^[ \t]+%s\([^;]*\);\n" % hook, "", text, flags=re.M)
    return text


DEFINE = re.compile(r"^#[ \t]*define[ \t]+(\w+)\(([^)\n]*)\)((?:[^\n]*\\\n)*[^\n]*)\n", re.M)
HOOKED = re.compile(r"alloc_hooks\((\w+)\(__VA_ARGS__(?:, (\w+))?\)\)$")


def body_of(define):
    return re.sub(r"[ \t]*\\\n[ \t]*", " ", define.group(3)).strip()


def collect(texts):
    """The plain name of each function, from the macros."""
    names, extra, marks = {}, {}, set()
    for path, text in texts.items():
        for define in DEFINE.finditer(text):
            hooked = HOOKED.match(body_of(define))
            if not hooked or define.group(2) != "...":
                continue
            function, argument = hooked.groups()
            names[function] = define.group(1)
            if argument:
                extra[function] = argument
            else:
                marks.add(function)
    return names, extra, marks


def unwrap(text):
    """alloc_hooks(x) -> x in the remaining places."""
    while True:
        start = re.search(r"(?<!define )\balloc_hooks\(", text)
        if not start:
            return text
        depth, end = 1, start.end()
        while depth:
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
        text = text[:start.start()] + text[start.end():end - 1] + text[end:]


def hold_tags(text):
    """x = alloc_hooks_tag(tag, call): the tag becomes a variable of the function."""
    while True:
        use = re.search(r"\balloc_hooks_tag\(([^,]+),\s*", text)
        if not use:
            return text
        depth, end = 1, use.end()
        while depth:
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
        call = re.sub(r"\n[ \t]+", " ", text[use.end():end - 1])
        text = text[:use.start()] + call + text[end:]
        top = text.rindex("\n{\n", 0, use.start()) + 3
        text = text[:top] + "\tconst struct alloc_tag *tag __allocator_tag = %s;\n" % \
            use.group(1) + text[top:]


def remove_macros(text, names, extra):
    for function, argument in extra.items():
        # Calls end in the argument that the macro supplies from now on.
        text = re.sub(r"^(?!#)(.*\b%s\(.*), %s\)" % (function, argument), r"\1)", text, flags=re.M)

    defined = {d.group(1) for d in DEFINE.finditer(text)}

    def judge(define):
        name, parameters, body = define.group(1), define.group(2), body_of(define)
        hooked = HOOKED.match(body)
        if hooked:
            return ""
        plain = names.get(name, re.sub(r"_noprof$", "", name))
        if name in extra:
            # The last parameter is always the same argument.
            first, last = parameters.rsplit(", ", 1)
            text = define.group(0).replace(parameters, first)
            return re.sub(r"\b%s\b" % last, extra[name], text)
        if name.endswith("_noprof") and plain in defined and name not in names:
            # It has its plain name already.
            return ""
        if body in ("%s(__VA_ARGS__)" % name, "%s_noprof(__VA_ARGS__)" % name):
            return ""
        return define.group(0)

    text = DEFINE.sub(judge, text)
    # A function around the macro of the same name.
    text = re.sub(r"^static [^;{}]*?\b(\w+)\([^;{}]*\)\n\{\n\treturn alloc_hooks\(\1_noprof\([^;]*\)\);\n\}\n\n",
                  "", text, flags=re.M)
    return hold_tags(unwrap(text))


def columns(line):
    """The column of each parenthesis that LINE leaves open."""
    column, opened = 0, []
    for char in line.rstrip("\n"):
        if char == "(":
            opened.append(column)
        elif char == ")" and opened:
            opened.pop()
        column = column + 8 - column % 8 if char == "\t" else column + 1
    return opened


def rename(text, names):
    """Plain names; keep lines aligned to parentheses."""
    out, moved = [], {}
    for line in text.splitlines(keepends=True):
        indent = re.match(r"[ \t]*", line).group(0)
        width = len(indent.expandtabs(8))
        if width in moved and line.strip():
            old_line = line
            line = "\t" * (moved[width] // 8) + " " * (moved[width] % 8) + line[len(indent):]
        else:
            old_line = line
            if not indent:
                moved = {}
        new = re.sub(r"\b(\w+_noprof)\b",
                     lambda m: names.get(m.group(1), m.group(1)[:-len("_noprof")]), line)
        if new != old_line:
            for old_column, new_column in zip(columns(old_line), columns(new)):
                moved[old_column + 1] = new_column + 1
        out.append(new)
        if new.rstrip().endswith((";", "{", "}")):
            moved = {}
    return "".join(out)


def mark(text, function):
    """__allocator for the declarations of FUNCTION in this file."""
    lines = text.split("\n")
    for i in range(len(lines) - 1, -1, -1):
        if not re.match(r"[A-Za-z_].*", lines[i]) or \
           not re.search(r"(?<!\w)%s\(" % function, lines[i]) or \
           re.match(r"(return|EXPORT_SYMBOL|typedef)", lines[i]):
            continue
        start, end = i, i
        while re.match(r"[A-Za-z_][^;{}()]*$", lines[start - 1]):
            start -= 1
        while not re.search(r"[;{]\s*$", lines[end]):
            end += 1
        if "__allocator" in "\n".join(lines[start - 1:end + 1]):
            continue
        if lines[end].endswith(";"):
            lines[end] = lines[end][:-1] + " __allocator;"
        else:
            lines.insert(start, "__allocator")
    return "\n".join(lines)


def blank_lines(old, new):
    """Remove double blank lines, and blank lines at the end, after removed text."""
    # Where the kernel has several, between which lines.
    kept = set(re.findall(r"([^\n]*)\n\n\n+(?=([^\n]*))", old.replace("_noprof", "")))
    new = re.sub(r"([^\n]*)\n\n\n+(?=([^\n]*))",
                 lambda m: m.group(0) if m.groups() in kept else m.group(1) + "\n\n", new)
    if not old.endswith("\n\n"):
        new = new.rstrip("\n") + "\n"
    return new


def interesting_files(tree):
    found = subprocess.run(["grep", "-rlIE", "--exclude-dir=.git", INTERESTING, "."],
                           cwd=tree, stdout=subprocess.PIPE, text=True, check=True).stdout
    return sorted(os.path.normpath(path) for path in found.split("\n") if path)


def main():
    if len(sys.argv) != 2 or not os.path.isdir(sys.argv[1]):
        die("usage: make strip-macros KERNEL=<kernel tree with alloctag installed>")
    tree = sys.argv[1]
    if not os.path.exists(os.path.join(tree, "include/linux/alloc_tag_rt.h")):
        die("%s: alloctag is not installed; nothing changed" % tree)
    if not os.path.exists(os.path.join(tree, "include/linux/alloc_tag.h")):
        print("%s: has no allocation profiling of mainline's; nothing changed" % tree)
        return

    old = {}
    for path in interesting_files(tree):
        if path in GONE or OURS.match(path):
            continue
        with open(os.path.join(tree, path), encoding="utf-8", errors="surrogateescape") as f:
            old[path] = f.read()

    new = dict(old)
    for path, pattern, replacement in SPECIAL:
        if "alloc_tag_record" in pattern or "GCC_PLUGIN" in pattern:
            continue
        if path not in new:
            die("%s: nothing of mainline's in %s; nothing changed" % (tree, path))
        new[path], count = re.subn(pattern, replacement, new[path])
        if not count:
            die("%s: %s is not as expected; nothing changed" % (tree, path))
    for path in new:
        if not path.startswith("Documentation/"):
            new[path] = remove_empty_hooks(resolve_conditionals(new[path]))
            new[path] = re.sub(r"^#include <(linux/(alloc_tag|codetag|pgalloc_tag)|asm-generic/codetag\.lds)\.h>\n",
                               "", new[path], flags=re.M)
    for path, pattern, replacement in SPECIAL:
        if "alloc_tag_record" in pattern or "GCC_PLUGIN" in pattern:
            new[path] = re.sub(pattern, replacement, new[path])

    names, extra, marks = collect(new)
    for path in new:
        new[path] = rename(remove_macros(new[path], names, extra), names)
        for function in marks:
            # User-mode Linux shares a header with user space, which knows no
            # marks.
            if names[function] not in UNMARKED and function in old[path] and \
               not path.startswith(("Documentation/", "arch/um/include/shared/")):
                if path.endswith(".h") or re.search(r"define[ \t]+%s\(" % names[function], old[path]):
                    new[path] = mark(new[path], names[function])
        if not path.startswith("Documentation/"):
            new[path] = blank_lines(old[path], new[path])

    left = ["%s: %s" % (path, m.group(0)) for path in new for m in FORBIDDEN.finditer(new[path])]
    if left:
        die("%s: this would be left, so nothing changed:\n  %s" % (tree, "\n  ".join(left)))

    changed = [path for path in new if new[path] != old[path]]
    for path in changed:
        with open(os.path.join(tree, path), "w", encoding="utf-8", errors="surrogateescape") as f:
            f.write(new[path])
    before = sum(old[path].count("\n") for path in changed)
    after = sum(new[path].count("\n") for path in changed)
    gone = 0
    for path in GONE:
        with open(os.path.join(tree, path), encoding="utf-8") as f:
            gone += f.read().count("\n")
        os.remove(os.path.join(tree, path))

    print("%s: %d macros removed, %d names have no _noprof any more" %
          (tree, len(names), len(set(re.findall(r"\b\w+_noprof\b", " ".join(old.values()))))))
    print("%d files removed, %d lines; %d files changed, %d lines less" %
          (len(GONE), gone, len(changed), before - after))


main()
