#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Figures of make bench: extract them, combine them, show them.

Results are CSV with the header "kernel,variant,loop,metric,value". The commands
console, sizes, uml and build-cpu each print rows of it without the header; derive
adds rows that follow from others; table, plot and ceilings show results. All write
to standard output. bench/variants lists the variants.

Exits 0, or 1 if a file can't be read or lacks figures, 2 for a wrong command line.
"""

import argparse
import collections
import html
import os
import re
import subprocess
import sys

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

# Loops that allocate and free; all others of insns_per_op are user space.
ALLOCATOR_LOOPS = r"kmalloc|kmem_cache|bulk|page"

# Variants in separate tables: titles, and the names of the columns. bench.sh
# measures little more than the loops of these. Some are compared with variants
# of the main table.
MAIN = ("none", "mainline-off", "mainline-on", "alloctag-off", "alloctag-on")
SEPARATE = {
    "Off, by what is enabled: allocation tags alone; then each in addition": {
        "none": "none", "allocations-off": "allocations", "watch-off": "+ watching",
        "waits-off": "+ waits", "faults-off": "+ faults", "alloctag-off": "all"},
    "On, by what is enabled": {
        "none": "none", "allocations-on": "allocations", "watch-on": "+ watching",
        "waits-on": "+ waits", "faults-on": "+ faults", "alloctag-on": "all"},
    "Memory that nobody clears: init_on_alloc=0": {
        "none-uncleared": "none", "mainline-off-uncleared": "mainline-off",
        "mainline-on-uncleared": "mainline-on", "alloctag-off-uncleared": "off",
        "alloctag-was-on-uncleared": "off after on", "alloctag-on-uncleared": "on"},
    "While KFENCE is on: kfence.sample_interval=100": {
        "none-kfence": "none", "alloctag-off-kfence": "off", "alloctag-on-kfence": "on"},
    "With the loops in a module, and linked into the kernel": {
        "alloctag-off": "off, module", "alloctag-on": "on, module",
        "alloctag-linked-off": "off, linked", "alloctag-linked-on": "on, linked"},
    "With counting on; nothing watched, another line watched, samples taken": {
        "alloctag-on": "none", "alloctag-line": "another line",
        "alloctag-sample": "sample=512K", "alloctag-samples-512K": "alone, 512K"},
    "With counting on; nothing watched, the line watched with each flag; e with tracing on": {
        "alloctag-on": "none", "alloctag-r": "r", "alloctag-l": "l", "alloctag-p": "p",
        "alloctag-s": "s", "alloctag-c": "c", "alloctag-e": "e",
        "alloctag-f": "f", "alloctag-e-traced": "e, traced"},
}

# The column that a column is compared with, if that isn't "none".
BASE = {"off, linked": "off, module", "on, linked": "on, module"}

Variant = collections.namedtuple("Variant", "name kernel")
Row = collections.namedtuple("Row", "kernel variant loop metric value")


def read_variants():
    """The lines of bench/variants, less what only the scripts need."""
    variants = []
    with open(os.path.join(TOP, "bench", "variants")) as f:
        for line in f:
            words = line.split()
            if words and not line.startswith("#"):
                variants.append(Variant(words[0], words[1]))
    return variants


def read_rows(path):
    with open(path) as f:
        return [Row(*line.rstrip("\n").split(",")) for line in f][1:]


def kernel_of(variant):
    """The kernel that a variant runs on; a variant not in the list has its own."""
    for v in read_variants():
        if v.name == variant:
            return v.kernel
    return variant


def median(values):
    """The lower one of two: nothing is interpolated."""
    return sorted(values)[(len(values) + 1) // 2 - 1]


#
# Rows from measurements
#

def console(args):
    """Print the figures on a VM's console.

    Each loop with __GFP_ACCOUNT ("LOOP-account") becomes LOOP of another variant,
    "memcg". percpu_bytes is the static per-CPU area, for each possible CPU: as
    linked, it may have room that a boot does not use.
    """
    # Debian's kernels print the time.
    time = r"(?:\[ *[0-9.]+\] )?"
    cycles = re.compile(time + r"(?:alloc_bench|load): (\S+) cycles per (op|read): "
                        r"median ([0-9.]+)")
    live = re.compile(time + r"alloc_bench: (\S+) on (\d+) CPUs: ([0-9.]+) bytes per object")
    tags = re.compile(r"load: (\S+) tags: (\d+)")
    memory = re.compile(r"bench: (available|unused|cache|dentries) KiB: (-?\d+)")
    static = re.compile(time + r"percpu: Embedded .* s(\d+) ")
    boot = "boot-%s" % args.mib
    percpu = None
    with open(args.console, errors="replace") as f:
        for line in f:
            variant, row = args.variant, None
            if m := cycles.match(line):
                loop, metric = m[1], "insns_per_" + m[2]
                if loop.endswith("-account"):
                    loop, variant = loop[:-len("-account")], "memcg"
                row = (loop, metric, m[3])
            elif m := live.match(line):
                row = (m[1], "object_bytes_%scpu" % m[2], m[3])
            elif m := tags.match(line):
                row = (m[1], "tags", m[2])
            elif m := memory.match(line):
                row = {"available": (boot, "mem_kib", m[2]),
                       "unused": (boot, "unused_kib", m[2])}.get(m[1], (m[1], "mem_kib", m[2]))
                # Of one boot of each variant.
                if percpu and row[:2] == ("boot-512", "mem_kib"):
                    print(args.kernel, variant, "image", "percpu_bytes", percpu, sep=",")
            elif m := static.match(line):
                percpu = m[1]
            if row:
                print(args.kernel, variant, *row, sep=",")


# Sections of tags. Linker scripts put __start_NAME and __stop_NAME around each.
TAG_SECTIONS = r"alloc_tags|code_tags_\w+|error_origins"


def covered(intervals):
    """How many bytes lie in at least one of these intervals (start, size)."""
    total = end = 0
    for start, size in sorted(intervals):
        total += max(0, start + size - max(start, end))
        end = max(end, start + size)
    return total


def sizes(args):
    """Print the sizes of a kernel: its code and static data.

    text_bytes    all functions: the bytes in symbols of type FUNC. The section is
                  rounded up to 2 MiB, which hides the difference.
    rodata_bytes  all sections before .data that are loaded, not run and not written
                  to: tags and tables of addresses, too
    data_bytes    all variables in .data and .bss: the bytes in symbols, which the
                  sections' alignment would hide, and all sections of tags there,
                  whose tags have no symbols
    tag_bytes     tags of vmlinux; the null tag and the padding of the page included
    CLASS_tag_bytes, error_origins_bytes
                  tags of another class, and the table of error origins

    A byte with several symbols counts once. The number of tags is the number of
    lines in /proc/allocinfo.
    """
    def readelf(option):
        return subprocess.run(["readelf", option, args.vmlinux], check=True,
                              stdout=subprocess.PIPE, text=True).stdout.splitlines()

    rodata = 0
    writable = {}
    for line in readelf("-SW"):
        #  [Nr] Name  Type  Address  Off  Size  ES  Flg ...
        m = re.match(r" *\[ *(\d+)\] (\S+) +(\S+) +([0-9a-f]+) +[0-9a-f]+ +([0-9a-f]+) "
                     r"[0-9a-f]+ +([A-Zop]*) ", line)
        if not m:
            continue
        number, name, kind, size, flags = m[1], m[2], m[3], int(m[5], 16), m[6]
        if name in (".data", ".bss"):
            writable[number] = (int(m[4], 16), size)
        # The kernel's .rodata has the flag W, and so have tags that are written
        # to before init has run.
        elif not writable and kind != "NOBITS" and "A" in flags and "X" not in flags and (
                "W" not in flags or name.startswith((".rodata", "code_tags"))):
            rodata += size

    functions, variables, limits = [], [], {}
    for line in readelf("-sW"):
        #  Num: Value Size Type Bind Vis Ndx Name
        words = line.split()
        if len(words) < 7 or not re.fullmatch(r"\d+:", words[0]):
            continue
        value, size, kind, section = int(words[1], 16), int(words[2], 0), words[3], words[6]
        if kind == "FUNC":
            functions.append((value, size))
        elif kind == "OBJECT" and section in writable:
            variables.append((value, size))
        if len(words) > 7 and (m := re.fullmatch("__(start|stop)_(%s)" % TAG_SECTIONS, words[7])):
            limits[m[2], m[1]] = value

    found = []
    for (name, which), start in sorted(limits.items()):
        if which == "start" and (name, "stop") in limits:
            size = limits[name, "stop"] - start
            metric = {"alloc_tags": "tag_bytes", "error_origins": "error_origins_bytes"}.get(
                name, name.replace("code_tags_", "") + "_tag_bytes")
            found.append((metric, size))
            if any(address <= start < address + length for address, length in writable.values()):
                variables.append((start, size))
    found = [("text_bytes", covered(functions)), ("rodata_bytes", rodata),
             ("data_bytes", covered(variables))] + found
    for metric, value in found:
        print(args.kernel, args.variant, "image", metric, value, sep=",")


def uml(args):
    """Print nanoseconds of loops, from samples "VARIANT TURN LOOP NANOSECONDS".

    For each variant and loop the median and the quartiles, and ratio_to_none: the
    median of the ratios of this variant and "none" in the same turn.
    """
    samples = {}
    with open(args.samples) as f:
        for line in f:
            variant, turn, loop, ns = line.split()
            samples.setdefault((variant, loop), {})[turn] = ns
    for (variant, loop), turns in sorted(samples.items()):
        values = sorted(turns.values(), key=float)
        n = len(values)
        for metric, rank in (("ns_per_op", (n + 1) // 2), ("ns_q1", (n + 3) // 4),
                             ("ns_q3", (3 * n + 1) // 4)):
            print(args.kernel, variant, loop, metric, values[rank - 1], sep=",")
    for (variant, loop), turns in sorted(samples.items()):
        none = samples.get(("none", loop), {})
        ratios = [float(ns) / float(none[turn]) for turn, ns in turns.items() if turn in none]
        if variant != "none" and ratios:
            print(args.kernel, variant, loop, "ratio_to_none", "%.3f" % median(ratios), sep=",")


def build_cpu(args):
    """Print CPU time of the compiler, from samples "KERNEL TURN.GROUP SECONDS".

    build_cpu_s is the sum of the shortest turn of each group of objects,
    ratio_to_none the median of the ratios of this kernel and "none" in one turn.
    """
    samples = {}
    with open(args.samples) as f:
        for line in f:
            kernel, turn, seconds = line.split()
            samples.setdefault(kernel, {})[turn] = float(seconds)
    totals, ratios = {}, {}
    for kernel, turns in samples.items():
        least = {}
        for turn, seconds in turns.items():
            group = turn.split(".", 1)[1]
            least[group] = min(seconds, least.get(group, seconds))
        totals[kernel] = sum(least.values())
        ratios[kernel] = median([s / samples["none"][turn] for turn, s in turns.items()])
    for metric, form, values in (("build_cpu_s", "%.2f", totals),
                                 ("ratio_to_none", "%.4f", ratios)):
        for v in read_variants():
            if v.kernel in values:
                print(args.kernel, v.name, "mm-and-ext4", metric, form % values[v.kernel],
                      sep=",")


#
# Rows from rows
#

def derive(args):
    """Print the results, and then the figures that are derived from them.

    image,text_per_site            bytes of functions over none, for each tag. The
                                   runtime's own functions are among them.
    live-SIZE,extra_bytes_Ncpu     memory of an object: of none over SIZE, of the
    fallback-SIZE,...              others over none

    Tags are counted in /proc/allocinfo. A variant without that file has the tags of
    another variant of the same kernel.
    """
    with open(args.csv) as f:
        sys.stdout.write(f.read())
    tags, text, objects = {}, {}, {}
    for row in read_rows(args.csv):
        if (row.loop, row.metric) == ("allocinfo", "tags"):
            tags[kernel_of(row.variant)] = int(row.value)
        elif (row.loop, row.metric) == ("image", "text_bytes"):
            text[row.variant] = row
        elif row.metric.startswith("object_bytes_"):
            objects[row.variant, row.loop, row.metric] = row
    for variant, row in text.items():
        sites = tags.get(kernel_of(variant))
        if variant != "none" and sites and "none" in text:
            print(row.kernel, variant, "image", "text_per_site",
                  "%.1f" % ((int(row.value) - int(text["none"].value)) / sites), sep=",")
    for (variant, loop, metric), row in objects.items():
        none = objects.get(("none", loop, metric))
        if variant == "none":
            base = loop.rpartition("-")[2]
        elif none:
            base = none.value
        else:
            continue
        print(row.kernel, variant, loop, metric.replace("object", "extra"),
              "%.2f" % (float(row.value) - float(base)), sep=",")


#
# For people
#

def number(value):
    """A value as it is shown: five digits or so, millions as M."""
    v = float(value)
    if v >= 1e7:
        return "%.1fM" % (v / 1e6)
    return ("%.0f" if "." not in value or v >= 10000 else "%.1f") % v


class Table:
    """The table of results. A row is a loop and a metric, a column a variant."""

    def __init__(self, rows, order=()):
        self.value = {}
        self.rows = []
        self.columns = []
        self.shown = set()
        for row in rows:
            key = (row.loop, row.metric)
            if key not in self.rows:
                self.rows.append(key)
            if row.variant not in self.columns:
                self.columns.append(row.variant)
            self.value[key, row.variant] = row.value
        self.columns = ([c for c in order if c in self.columns] +
                        [c for c in self.columns if c not in order])
        # This is the cost of memory cgroups, not of profiling: it goes last.
        if "memcg" in self.columns:
            self.columns.remove("memcg")
            self.columns.append("memcg")

    def head(self):
        text = "%-23s" % ""
        for column in self.columns:
            text += (" %8s" if column == "none" else "   %-14s") % column
        print("\n" + text.rstrip(" "))

    def difference(self, row, column, how):
        """How a figure is compared with BASE, or none: "%", "-", "ratio" or not ("")."""
        base = BASE.get(column, "none")
        if (column == base or not how or (row, base) not in self.value or
                (row, column) not in self.value):
            return ""
        if how == "ratio":
            # Compared turn by turn, not from the two medians. It has no line.
            row = (row[0], "ratio_to_none")
            self.shown.add(row)
            if (row, column) not in self.value:
                return ""
            return "%+.1f%%" % ((float(self.value[row, column]) - 1) * 100)
        v, none = float(self.value[row, column]), float(self.value[row, base])
        if how == "-":
            return "%+d" % (v - none)
        return "%+.1f%%" % ((v / none - 1) * 100) if none else ""

    def line(self, row, label, how):
        self.shown.add(row)
        text = "  %-21s" % label
        for column in self.columns:
            v = number(self.value[row, column]) if (row, column) in self.value else "-"
            text += " %8s" % v
            if column != "none":
                text += " %-7s" % self.difference(row, column, how)
        print(text.rstrip(" "))

    def quartiles(self, loop):
        q1, q3 = (loop, "ns_q1"), (loop, "ns_q3")
        self.shown |= {q1, q3}
        text = "  %-20s" % "  quartiles"
        for column in self.columns:
            v = ""
            if (q1, column) in self.value:
                v = number(self.value[q1, column]) + "-" + number(self.value[q3, column])
            text += (" %9s" if column == "none" else "  %-15s") % v
        print(text.rstrip(" "))

    def section(self, title, metric, loops, how):
        """A title, and the rows of this metric that match and weren't shown yet."""
        titled = False
        for row in self.rows:
            if row[1] != metric or row in self.shown or not re.match(loops, row[0]):
                continue
            if not titled:
                print("\n" + title)
                titled = True
            self.line(row, row[0], how)
            if metric == "ns_per_op":
                self.quartiles(row[0])

    def bytes_of_the_kernel(self):
        labels = [("text_bytes", "functions", "-"), ("text_per_site", "  for each tag", ""),
                  ("rodata_bytes", "constants", "-"), ("data_bytes", "data", "-"),
                  ("percpu_bytes", "data of each CPU", "-"),
                  ("tag_bytes", "tags, of the above", "")]
        labels += [(metric, metric[:-len("_tag_bytes")] + " tags", "") for loop, metric in self.rows
                   if metric.endswith("_tag_bytes")]
        labels.append(("error_origins_bytes", "error origins", ""))
        print("\nBytes of the kernel")
        for metric, label, how in labels:
            if ("image", metric) in self.rows:
                self.line(("image", metric), label, how)

    def others(self):
        """Results that no section has shown, so that none is left out."""
        titled = False
        for row in self.rows:
            extra = (row[0], row[1].replace("object_bytes_", "extra_bytes_"))
            if row in self.shown or extra in self.shown:
                continue
            if not titled:
                print("\nOthers")
                titled = True
            self.line(row, "%s %s" % row, "%")


def is_separate(row):
    """Is this only in a separate table?"""
    return (row.variant not in MAIN and
            any(row.variant in names for names in SEPARATE.values()))


def table_separate(rows):
    """Print the separate tables, each if it was measured."""
    for title, names in SEPARATE.items():
        figures = {row[2:4] for row in rows if row.variant in names and is_separate(row)}
        if not figures:
            continue
        t = Table([row._replace(variant=names[row.variant]) for row in rows
                   if row.variant in names and row[2:4] in figures], names.values())
        print("\n" + title)
        t.head()
        t.section("Instructions: an allocation and its free", "insns_per_op",
                  ALLOCATOR_LOOPS + "|remote", "%")
        if "allocations" in t.columns:
            t.section("Instructions: an operation of user space", "insns_per_op", "", "%")
            t.bytes_of_the_kernel()
            t.section("CPU seconds of the compiler", "build_cpu_s", "", "ratio")


def table(args):
    """Print the results as a table, a column for each variant.

    Figures of other variants than none are followed by their difference to it: per
    cent, or as many bytes or KiB. Nanoseconds: the median, its ratio to none turn by
    turn, and below it the quartiles. Loops linked into the kernel have a table of
    their own, and so have watched lines and samples, where none is alloctag-on.
    """
    rows = read_rows(args.csv)
    t = Table(row for row in rows if not is_separate(row))
    if args.caption:
        print(args.caption)
    t.head()
    t.section("Instructions: an allocation and its free", "insns_per_op",
              ALLOCATOR_LOOPS + "|remote", "%")
    t.section("Instructions: an operation of user space", "insns_per_op", "", "%")
    t.section("Instructions: reading /proc/allocinfo once", "insns_per_read", "", "")
    t.section("Lines of /proc/allocinfo", "tags", "", "")
    t.section("Nanoseconds: an allocation and its free", "ns_per_op", "", "ratio")
    t.bytes_of_the_kernel()
    t.section("KiB available after boot (MemAvailable)", "mem_kib", "boot", "-")
    t.section("KiB free after boot, with what CPUs hold for themselves", "unused_kib", "", "-")
    t.section("KiB taken by 64 MiB of page cache, 200,000 names", "mem_kib", "", "-")
    for cpus in (1, 4):
        title = "Bytes for each live object, over its size (none) or over none, CPUs: %d" % cpus
        metric = "extra_bytes_%dcpu" % cpus
        t.section(title, metric, "live", "")
        t.section(title + "; slabs of the smallest order", metric, "fallback", "")
    t.section("CPU seconds of the compiler", "build_cpu_s", "", "ratio")
    t.others()
    table_separate(rows)


def classes(args):
    """Print the results of make bench-classes: tables by what is enabled."""
    if args.caption:
        print(args.caption)
    table_separate(read_rows(args.csv))


def plot(args):
    """Print an SVG picture of the instructions that each variant adds to an allocation.

    In per cent of the kernel without profiling, for each loop.
    """
    colour = {"mainline-off": "#9ecae1", "mainline-on": "#3182bd",
              "alloctag-never": "#c7e9c0", "alloctag-off": "#74c476",
              "alloctag-was-on": "#41ab5d", "alloctag-samples": "#fdae6b",
              "alloctag-on": "#238b45"}
    value, loops, variants, version = {}, [], [], ""
    for row in read_rows(args.csv):
        if row.metric != "insns_per_op" or row.variant == "memcg" or is_separate(row):
            continue
        value[row.loop, row.variant] = float(row.value)
        if row.variant == "none" or not re.match(ALLOCATOR_LOOPS + "|remote", row.loop):
            continue
        version = row.kernel
        if row.loop not in loops:
            loops.append(row.loop)
        if row.variant not in variants:
            variants.append(row.variant)
    if not loops:
        sys.exit("error: %s: nothing to plot" % args.csv)
    percent = {(loop, v): (value[loop, v] / value[loop, "none"] - 1) * 100
               for loop in loops for v in variants
               if (loop, v) in value and (loop, "none") in value}

    top = max([10, *percent.values()])
    step = 20 if top > 60 else 10
    top = int(top / step + 0.999) * step
    bar, gap, left, height = 13, 20, 48, 260
    group = bar * len(variants) + gap
    width = left + group * len(loops) + 10
    base = height + 50
    scale = height / top

    print('<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" '
          'font-family="sans-serif" font-size="11">' % (width, height + 90))
    print('<rect width="100%" height="100%" fill="white"/>')
    print('<text x="%d" y="16" font-size="13">Linux %s: instructions added to an allocation '
          'and its free, %% of no profiling</text>' % (left, version))
    for i, v in enumerate(variants):
        x = left + i * 105
        print('<rect x="%d" y="24" width="10" height="10" fill="%s"/>'
              '<text x="%d" y="33">%s</text>' % (x, colour.get(v, "#999"), x + 14, v))
    for p in range(0, top + 1, step):
        y = base - p * scale
        print('<line x1="%d" x2="%d" y1="%.1f" y2="%.1f" stroke="#ddd"/>'
              '<text x="%d" y="%.1f" text-anchor="end">%d %%</text>' %
              (left, width - 10, y, y, left - 4, y + 4, p))
    for i, loop in enumerate(loops):
        x = left + i * group + gap / 2
        for j, v in enumerate(variants):
            if (loop, v) not in percent:
                continue
            h = max(0, percent[loop, v] * scale)
            print('<rect x="%.1f" y="%.1f" width="%d" height="%.1f" fill="%s">'
                  '<title>%s, %s: %+.1f %%</title></rect>' %
                  (x + j * bar, base - h, bar - 1, h, colour.get(v, "#999"), loop, v,
                   percent[loop, v]))
        print('<text x="%.1f" y="%d" text-anchor="middle">%s</text>' %
              (x + bar * len(variants) / 2, base + 16, loop))
    print('<text x="%d" y="%d" fill="#555">%s</text>' %
          (left, base + 38, html.escape(args.caption, quote=False)))
    print('</svg>')


CEILINGS = """\
# What make check allows an allocation and its free to cost: instructions in
# the loops of bench/kernel/alloc_bench.c, reference configuration, one CPU.
# Made from results of make bench by "bench/report.py ceilings". Lower them
# whenever the code gets better; raise them only with a reason in the commit
# message. Batches of objects and blocks of pages vary by some instructions with
# the state of the slabs and free lists after boot: 12 and 8 are added for that.
# Sizes of the kernel are in bytes: "bench/report.py sizes --help".
#
# kernel	variant	loop, size	instructions, bytes"""


def ceilings(args):
    """Print bench/ceilings: what make check allows, from these results.

    Sizes are of alloctag-on: with never, there are no counters.
    """
    slack = {"kmalloc-batch": 12, "page-order3": 8}
    image = ("text_bytes", "rodata_bytes", "data_bytes", "percpu_bytes")
    print(CEILINGS)
    for path in args.csv:
        for row in read_rows(path):
            if (kernel_of(row.variant) in ("alloctag", "alloctag-linked") and
                    row.metric == "insns_per_op" and
                    re.match(ALLOCATOR_LOOPS, row.loop)):
                print(row.kernel, row.variant, row.loop,
                      "%.6g" % (float(row.value) + slack.get(row.loop, 0)), sep="\t")
            elif row.variant == "alloctag-on" and row.loop == "image" and row.metric in image:
                print(row.kernel, row.variant, row.metric, row.value, sep="\t")


def main():
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    arguments = {
        "kernel": "version of the kernel, the first column",
        "variant": "as in bench/variants",
        "mib": "memory of the VM",
        "console": "what the VM printed",
        "vmlinux": "the kernel, as an ELF file",
        "samples": "measurements, one a line",
        "csv": "results",
        "caption": "a line that says what was measured",
    }
    for function, names in ((console, "kernel variant mib console"),
                            (sizes, "kernel variant vmlinux"),
                            (uml, "kernel samples"),
                            (build_cpu, "kernel samples"),
                            (derive, "csv"),
                            (table, "csv caption"),
                            (classes, "csv caption"),
                            (plot, "csv caption"),
                            (ceilings, "csv...")):
        command = commands.add_parser(function.__name__.replace("_", "-"), formatter_class=raw,
                                      description=function.__doc__,
                                      help=function.__doc__.splitlines()[0])
        for name in names.split():
            if name == "caption":
                command.add_argument(name, nargs="?", default="", help=arguments[name])
            elif name.endswith("..."):
                command.add_argument(name[:-3], nargs="+", help=arguments[name[:-3]])
            else:
                command.add_argument(name, help=arguments[name])
        command.set_defaults(function=function)
    args = parser.parse_args()
    try:
        args.function(args)
    except (OSError, subprocess.CalledProcessError) as error:
        sys.exit("error: %s" % error)


if __name__ == "__main__":
    main()
