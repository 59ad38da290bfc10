#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# usage: make-series.sh VERSION TREE PRISTINE OUT
#
# Write alloctag as patches: several series, each of which builds and boots on
# top of the ones before it.
#
# TREE is an unpacked Linux VERSION, of which only scripts/unifdef.c is used.
# PRISTINE has the original files of that kernel that alloctag changes, and the
# Makefile. OUT gets a folder for each series, with a cover letter and one patch
# for each concern, for git am. It is a new folder, or has earlier series, which
# are removed. The author is the author of patches/linux-VERSION; patches/marks
# has the marks, and patches/series the text of the cover letters.
#
# Which series a file of alloctag's or a patch of patches/linux-VERSION belongs
# to is decided below. A file of an earlier series is without what belongs to a
# later one:
#
#	C files		code for options that Kconfig does not have yet
#	Makefiles	lines for such options, objects whose source and folders
#			whose files are not there yet
#	Kconfig		"source" lines for files that are not there yet
#	index.rst	entries for documents that are not there yet
#
# and <linux/code_tag/compat.h> does not test the kernel's version.
#
# Exits with 1 if the result of all series is not what make install-tree makes,
# or if one of them leaves an option in the tree that Kconfig does not have.

set -eu

top=$(cd "$(dirname "$0")/../.." && pwd)
# shellcheck source=dev/tree/tree-lib.sh
. "$top/dev/tree/tree-lib.sh"

version=$1
unifdef_source=$2/scripts/unifdef.c
pristine=$3
out=$4
# It is removed below. All that it may have are folders that begin with a cover
# letter.
for entry in "$out"/* "$out"/.[!.]*; do
	[ ! -e "$entry" ] || [ -f "$entry/0000-cover-letter.patch" ] ||
		die "$out: has other files than series"
done
mkdir -p "$out"
out=$(cd "$out" && pwd)

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM
tree=$scratch/tree

first=$(patch_list "$version" | head -n 1)
author=$(sed -n '/^From: /,/^Subject: /p' "$first" | sed '$d; s/^From: *//' | tr -d '\n')
sign=$(grep '^Signed-off-by: ' "$first")
email=${author#*<}

# Ignore the user's settings: some make patches that can't be applied.
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null

${CC:-cc} -O1 -w -o "$scratch/unifdef" "$unifdef_source" || die "no unifdef"

# tree_git ARGUMENT...: run git in the tree. Shows its output if it fails.
tree_git()
{
	git -C "$tree" -c user.name="${author% <*}" -c user.email="${email%>}" \
		-c maintenance.auto=false "$@" >"$scratch/git.log" 2>&1 || {
		cat "$scratch/git.log" >&2
		exit 1
	}
}

# commit SUBJECT: commit all changes, with standard input as the message.
commit()
{
	{
		echo "$1"
		echo
		cat
		echo
		echo "$sign"
	} >"$scratch/message"
	tree_git add -A -f
	tree_git commit -q --author="$author" -F "$scratch/message"
}

#
# Files of alloctag's
#

copied_files | sort -k 2 >"$scratch/copies"
: >"$scratch/there"
missing=

# options FILE...: print the options that Kconfig files define.
options()
{
	sed -n 's/^config /CONFIG_/p' "$@"
}

# missing_options: print the options of files that are not in the tree yet. The
# main Kconfig file comes with the patch that enables everything; its options
# never count as missing.
missing_options()
{
	while read -r src dst; do
		case $dst in
		*/Kconfig) [ -f "$tree/$dst" ] || options "$top/$src" ;;
		esac
	done <"$scratch/copies"
}

# without_version: standard input without tests of the kernel's version.
without_version()
{
	awk '
		/include <linux\/version.h>/ { next }
		match($0, /KERNEL_VERSION\([0-9, ]*\)/) {
			split(substr($0, RSTART + 15, RLENGTH - 16), number, ", ")
			$0 = substr($0, 1, RSTART - 1) \
				number[1] * 65536 + number[2] * 256 + number[3] \
				substr($0, RSTART + RLENGTH)
		}
		{ print }' | unifdef "-DLINUX_VERSION_CODE=$((${version%.*} * 65536 + ${version#*.} * 256))"
}

# unifdef ARGUMENT...: it exits with 1 if it has changed something.
unifdef()
{
	"$scratch/unifdef" -B "$@" || [ $? -eq 1 ]
}

# reduced SRC DST: print a file without what is not in the tree yet.
reduced()
{
	case $2 in
	*/compat.h) without_version <"$top/$1" ;;
	*/Makefile* | */Kconfig*)
		awk -v top="$tree" -v folder="$tree/${2%/*}" \
			-v missing="$missing" '
			# No process for each: an empty file has line 0.
			function is_there(name, line, found) {
				found = (getline line <name) >= 0
				close(name)
				return found
			}
			# A comment belongs to the line below it.
			function keep(line) {
				printf "%s%s\n", comment, line
				comment = ""
			}
			/^#/ {
				comment = comment $0 "\n"
				next
			}
			/^source / {
				name = $2
				gsub(/"/, "", name)
				if (!is_there(top "/" name)) {
					comment = ""
					next
				}
			}
			missing != "" && $0 ~ "\\((" missing ")\\)" {
				# Also the lines that go on with this one.
				while (/\\$/)
					getline
				comment = ""
				next
			}
			/^[A-Za-z_-]+(\$\([A-Z_]+\))? [:+]?= .*\.o$/ {
				n = split($0, word, " ")
				line = word[1] " " word[2]
				objects = 0
				for (i = 3; i <= n; i++)
					if (word[i] !~ /\.o$/ || word[i] ~ /_kunit\.o$/ ||
					    is_there(folder "/" substr(word[i], 1,
							length(word[i]) - 2) ".c") ||
					    is_there(folder "/" substr(word[i], 1,
							length(word[i]) - 2) ".S")) {
						line = line " " word[i]
						objects++
					}
				if (objects)
					keep(line)
				comment = ""
				next
			}
			/^[A-Z_]+_[a-z]+\.o :?= / {
				name = $1
				gsub(/^[A-Z_]+_|\.o$/, "", name)
				if (!is_there(folder "/" name ".c")) {
					comment = ""
					next
				}
			}
			{ keep($0) }
			END { printf "%s", comment }' "$top/$1" | cat -s
		;;
	*.[ch])
		# shellcheck disable=SC2086 # a list
		unifdef -U__none__ $undefined "$top/$1"
		;;
	*/index.rst)
		while IFS= read -r line; do
			case $line in
			"   "[a-z]*)
				[ -f "$tree/${2%/*}/${line#   }.rst" ] || continue
				;;
			esac
			printf '%s\n' "$line"
		done <"$top/$1"
		;;
	*) cat "$top/$1" ;;
	esac
}

# add PATTERN: add the files whose path in the kernel matches, except for those
# that belong to a later series, and update what is there already.
add()
{
	awk -v pattern="$1" '$2 ~ pattern { print $2 }' "$scratch/copies" |
		if [ -n "$later" ]; then grep -vE "$later"; else cat; fi |
		grep -vxF -f "$scratch/there" >"$scratch/new" || :
	cat "$scratch/new" >>"$scratch/there"
	# First what decides about options and objects.
	sed 's,/[^/]*$,,' "$scratch/new" | sort -u | (cd "$tree" && xargs mkdir -p)
	while read -r dst; do
		: >"$tree/$dst"
	done <"$scratch/new"
	missing_before=$missing
	missing=$(missing_options | paste -s -d '|')
	undefined=$(echo "$missing" | tr '|' '\n' | sed -n 's/^./-U&/p')
	to_write >"$scratch/write"
	# Most files are copied as they are, at once.
	awk '{ print $1 }' "$scratch/write" |
		(cd "$top" && xargs grep -lE "${missing:-^$}") >"$scratch/reduce" || :
	awk -v as_is="$scratch/as_is" '
		FILENAME ~ /\/reduce$/ { reduce[$0]; next }
		$1 != $2 || $1 in reduce || $2 ~ /\/(Makefile|Kconfig|index\.rst|compat\.h)/ {
			print
			next
		}
		{ print $1 >as_is }' "$scratch/reduce" "$scratch/write" >"$scratch/single"
	if [ -f "$scratch/as_is" ]; then
		copy_files "$top" "$tree" <"$scratch/as_is"
		rm "$scratch/as_is"
	fi
	while read -r src dst; do
		[ ! -x "$top/$src" ] || chmod +x "$tree/$dst"
		reduced "$src" "$dst" >"$tree/$dst"
	done <"$scratch/single"
}

# to_write: print the lines of $scratch/copies whose files are in the tree and
# are to be written: new ones, those that name files, and those with an option
# that was missing before.
to_write()
{
	awk '{ print $1 }' "$scratch/copies" |
		(cd "$top" && xargs grep -lE "${missing_before:-^$}") >"$scratch/optional" || :
	awk '
		FILENAME ~ /\/there$/ { there[$0] }
		FILENAME ~ /\/new$/ { write[$0] }
		FILENAME ~ /\/optional$/ { optional[$0] }
		FILENAME ~ /\/copies$/ && $2 in there &&
			($2 in write || $1 in optional ||
			 $2 ~ /\/(Makefile|Kconfig|index\.rst)/)' \
		"$scratch/there" "$scratch/new" "$scratch/optional" "$scratch/copies"
}

#
# Patches and marks
#

# hooks NAME...: apply patches of patches/linux-VERSION as they are, and commit
# each with its message. A version may lack some of them.
hooks()
{
	for name in "$@"; do
		p=$(patch_list "$version" | grep -- "-$name.patch\$") || continue
		patch -d "$tree" -p1 -F0 -s -f --no-backup-if-mismatch -r - <"$p"
		sed '1,/^$/d; /^Signed-off-by: /,$d' "$p" | sed '$d' |
			commit "$(sed -n 's/^Subject: \[PATCH\] //p' "$p")"
	done
}

"$top/dev/tree/mark-allocators.py" --subjects "$pristine" "$top/patches/marks" >"$scratch/subjects"

# marks PATTERN: mark the functions of all groups whose subject matches.
marks()
{
	grep -E "$1" "$scratch/subjects" >"$scratch/wanted" || die "no group of marks matches $1"
	grep -vE "$1" "$scratch/subjects" >"$scratch/left" || :
	mv "$scratch/left" "$scratch/subjects"
	while read -r subject; do
		"$top/dev/tree/mark-allocators.py" --only "$subject" "$tree" \
			"$top/patches/marks" >"$scratch/text"
		commit "$subject" <"$scratch/text"
	done <"$scratch/wanted"
}

#
# The series
#

# series NAME: what follows is the series NAME.
series()
{
	end_series
	number=$((number + 1))
	name_of_series=$number-$1
	tree_git checkout -q -b "$name_of_series"
}

# end_series: check the tree, and write the patches.
end_series()
{
	[ "$number" -gt 0 ] || return 0
	check_options
	sed '/^#/d' "$top/patches/series/$name_of_series" >"$scratch/cover"
	tree_git config "branch.$name_of_series.description" "$(cat "$scratch/cover")"
	tree_git format-patch -q --zero-commit --abbrev=12 --no-signature --cover-letter \
		--cover-from-description=subject \
		-o "$scratch/out/$name_of_series" "$start..$name_of_series"
	count=$(find "$scratch/out/$name_of_series" -name '*.patch' ! -name '0000-*' | wc -l)
	[ "$count" -eq "$(git -C "$tree" rev-list --count "$start..HEAD")" ] ||
		die "git format-patch wrote $count patches only"
	echo "$count patches in $out/$name_of_series" >>"$scratch/counts"
	start=$name_of_series
}

# without_comments: print the files whose names are on standard input: C files
# without comments, with all code beside them; Makefiles as they are.
without_comments()
{
	# shellcheck disable=SC2016 # the variables are those of awk
	xargs awk '
		FNR == 1 {
			inside = 0
			c = FILENAME ~ /\.[ch]$/
		}
		!c {
			print
			next
		}
		{
			line = $0
			while (line != "") {
				if (inside) {
					end = index(line, "*/")
					if (!end)
						break
					line = substr(line, end + 2)
					inside = 0
				} else {
					# Not "file fs/*" in a string.
					start = match(line, /(^|[^A-Za-z"])\/\*/)
					if (start && substr(line, start, 2) != "/*")
						start++
					printf "%s ", start ? substr(line, 1, start - 1) : line
					if (!start)
						break
					line = substr(line, start + 2)
					inside = 1
				}
			}
			print ""
		}'
}

# check_options: is each option that alloctag's files name in a Kconfig file? A
# comment may name what a later series adds.
check_options()
{
	while read -r dst; do
		echo "$tree/$dst"
	done <"$scratch/there" >"$scratch/files"
	grep '/Kconfig' "$scratch/files" >"$scratch/kconfig"
	# Paths without spaces: below mktemp -d.
	# shellcheck disable=SC2046
	options $(cat "$scratch/kconfig") | sort -u >"$scratch/known"
	grep -E '\.[ch]$|/Makefile' "$scratch/files" | without_comments |
		grep -oE 'CONFIG_((GCC_PLUGIN_)?ALLOC_TAG|(GCC_PLUGIN_)?CODE_TAG|WAIT_TAG|DYNAMIC_FAULT|GCC_PLUGIN_ERROR)[A-Z0-9_]*' | sort -u >"$scratch/named"
	unknown=$(comm -13 "$scratch/known" "$scratch/named" | paste -s -d ' ')
	[ -z "$unknown" ] || die "series $name_of_series: no such option: $unknown"
}

number=0
start=base
cp -r "$pristine" "$tree"
tree_git init -q
tree_git add -A -f
tree_git commit -q --author="$author" -m "Linux $version"
tree_git tag base

# Files that do not belong to the first series, as regular expressions.
allocators='^mm/alloc_tag/percpu\.[ch]$|/kunit/(percpu|owner)\.c$'
allocators="$allocators|^Documentation/alloctag/coverage.*\.rst$"
debug='^mm/alloc_tag/(debug\.c|freed\.c|Kconfig)$|/kunit/debug\.c$'
samples='^lib/alloc_tag/sample/|^mm/alloc_tag/record\.c$|/kunit/sample\.c$'
watch='^lib/alloc_tag/watch/|^include/trace/events/alloctag\.h$|/kunit/(query|watch|nodes|fault)\.[ch]$'
watch="$watch|^lib/code_tag/((query|exec|control|test|fault|fault_query)\.c|Kconfig)$"
watch="$watch|^include/linux/code_tag/(query|test|fault)\.h$"
watch="$watch|/dynamic_fault[^/]*\.[ch]$|/dynamic_fault/|/code_tag\.fault$"
watch="$watch|/dynamic-faults\.rst$|/internals/faults\.rst$"

errors='^lib/error_origin/|/codetag_error\.h$|/error_origin[^/]*\.[ch]$|/error_origin/|/error-origins\.rst$'
waits='^lib/wait_tag/|^include/linux/wait_tag|/code_tag\.(wait|lock)$|/waits\.rst$'

# Core: tags, counters, pages and slab objects.
later="$allocators|$debug|$samples|$watch|$errors|$waits"
series core

add '^(arch|include|mm)/|^lib/alloc_tag(_rt\.c|/[A-Za-z_.]*)$|^lib/code_tag/'
commit 'alloc_tag: add the runtime of allocation tags' <<'TEXT'
A GCC plugin passes each call of an allocator a pointer to a static tag,
with the file, line and function of the call and the type of the object.
This is what counts by tags: per-CPU counters, a slot for the tag of each
page and object, /proc/allocinfo and /proc/alloctag, and the tags of
modules. What other classes of tags would share is apart, in
lib/code_tag/. Nothing is compiled before the option exists, with the
last patch.
TEXT

add '/kunit/'
commit 'alloc_tag: add KUnit tests' <<'TEXT'
They allocate and free in every way that the page and the slab allocator
have, and compare the counters of a tag with what was allocated.
TEXT

add '^scripts/.*/?(Makefile\.(alloctag|alone)|alloctag[^/]*\.(c|h|sh|modules))$'
commit 'gcc-plugins: add alloctag' <<'TEXT'
The plugin rewrites every call of a function that is marked with
__attribute__((allocator)) so that it passes a pointer to a static tag,
which the plugin creates in a separate section. A marked function that
calls another one forwards the tag of its caller. So no function becomes
a macro or gets another name, and one word on a prototype decides which
line memory is charged to.
TEXT

hooks compiler no-hooks lds percpu init page_alloc split-migrate slub-slots slab-charge \
	rhashtable module module-message kernel-doc symbol-versions symbol-names \
	kvfree-rcu-barrier show-mem boot-tables report-owners
marks '^(mm: mark the page|slab:|string:|rhashtable|mm: charge large tables)'

add '^Documentation/'
commit 'Documentation: alloctag' <<'TEXT'
How to find a leak, how to read /proc/allocinfo, how to mark an allocator,
what the options and files are, what it costs, and how the plugin and the
runtime work. The documents also describe what later series add.
TEXT

add '/Kconfig\.alloctag$'
hooks kbuild

# Other allocators. The plugin is in use from now on, and a hook needs the mark
# of its function: the marks come before the hooks.
later="$debug|$samples|$watch|$errors|$waits"
series allocators

marks '^(vmalloc|percpu|mempool|dma, cma|bpf)'
hooks percpu-slots
add '^mm/alloc_tag/'
commit 'alloc_tag: add slots for per-CPU objects' <<'TEXT'
Per-CPU objects have slots of their own, beside their chunk. The hooks
follow.
TEXT
hooks mempool percpu-objects pool-owners
marks '.'
hooks alloc-inode dma-map-ops removed-files
add '/kunit/'
commit 'alloc_tag: add KUnit tests of further allocators' <<'TEXT'
Of per-CPU objects, mempools, managed memory of devices, socket buffers,
and buffers and pools for DMA.
TEXT
add '^Documentation/'
commit 'Documentation: alloctag: the functions that are covered' <<'TEXT'
A table of all allocators, beside the ones that mainline's profiling
covers, and what is not charged to its caller.
TEXT

later="$samples|$watch|$errors|$waits"
series debug

add '^mm/alloc_tag/'
commit 'alloc_tag: check allocations and frees' <<'TEXT'
With CONFIG_ALLOC_TAG_DEBUG, a slot tells free memory from memory that is
in use and not charged. So a free of memory that is free, or was never
allocated, is reported, and an allocation of memory that is in use.
TEXT
hooks debug-pages
add '/kunit/'
commit 'alloc_tag: add KUnit tests of the checks' <<'TEXT'
They make each of the faults, and look for its report.
TEXT

later="$watch|$errors|$waits"
series samples

add '^(lib|mm)/alloc_tag/(sample|record)'
commit 'alloc_tag: take samples of the allocations of all lines' <<'TEXT'
A record is made of an allocation after a random number of bytes, with its
call stack, and dropped when the memory is freed. The file samples adds
them up, and estimates how many live bytes each call stack has allocated.
TEXT
hooks records samples-alone
add '/kunit/'
commit 'alloc_tag: add KUnit tests of samples' <<'TEXT'
That estimates are unbiased for each size, that the distances between
samples have the right distribution, and that limits hold.
TEXT

later="$errors|$waits"
series watch

add '^(lib|include/linux)/code_tag/|/dynamic_fault[^/]*\.[ch]$|/dynamic_fault/|/code_tag\.fault$'
commit 'code_tag: add queries and a file for each class of tags' <<'TEXT'
A query selects lines by file, function, line, module and type, and sets
flags of them; a class says which, and can add words. The file control of
a class lists its lines and takes queries, and so do parameters at boot
and of modules.

dynamic_fault() is the first class that uses that: lines fail when a query
says so. So do calls of the functions that a list names.
TEXT

add '^(lib|include)/.*(watch|events)'
commit 'alloc_tag: watch single lines' <<'TEXT'
A query selects lines, and what to record of their allocations: tasks,
call stacks, requested sizes, ages, peaks. It can let them make trace
events, or let them fail.
TEXT
hooks module-query dynamic-fault faults
add '/kunit/'
commit 'alloc_tag: add KUnit tests of watched lines' <<'TEXT'
Of the parser of queries, records, trace events and faults.
TEXT

later=$waits
series errors

add '^scripts/.*error_origin'
commit 'gcc-plugins: add error_origin' <<'TEXT'
The plugin finds the lines where a constant error enters what a function
returns, and puts a no-op and an entry of a table there.
TEXT
add '^(arch|include|lib)/.*error'
commit 'error_origin: add the runtime' <<'TEXT'
While somebody asks, the no-ops are calls, which count the line and keep
the last ones of each task. The hooks follow.
TEXT
hooks error-origins
add '^Documentation/'
commit 'Documentation: alloctag: error origins' <<'TEXT'
How to find out where an error comes from, which errors have no origin,
and what it costs.
TEXT

later=
series waits

add '^lib/wait_tag/|^include/.*/wait_tag|/code_tag\.(wait|lock)$'
commit 'wait_tag: add the class of tags of functions that wait' <<'TEXT'
A list marks the functions that wait on behalf of their callers. While
somebody asks, each line that sleeps has counters: how often, how long. The
hooks follow.
TEXT
hooks wait-tags
add '^Documentation/'
commit 'Documentation: alloctag: waits' <<'TEXT'
How to find out what a machine waits for, and what it costs.
TEXT
end_series

# The result must be the same tree as make install-tree makes, except for tests
# of the version.
cp -r "$pristine" "$scratch/expected"
apply_patches "$version" "$scratch/expected"
mark "$scratch/expected" >/dev/null
copy_ours "$scratch/expected"
compat=include/linux/code_tag/compat.h
without_version <"$top/$compat" >"$scratch/expected/$compat"
tree_git clean -d -f -x -q
diff -r --exclude=.git "$tree" "$scratch/expected" >&2 ||
	die "the series do not make what make install-tree makes"

rm -rf "$out"
mv "$scratch/out" "$out"
cat "$scratch/counts"
