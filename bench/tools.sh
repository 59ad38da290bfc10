# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh disable=SC2034
#
# tools.sh: what the scripts compare.sh share, which compare tools. To be
# sourced first, with the arguments of the script:
#
#	[-r] [-o FILE] [-f FRAGMENTS] KERNEL [TOOL...]
#
#	-o FILE		write the tables to FILE, too
#	-f FRAGMENTS	of the configuration of the kernels, for dev/results.sh
#	-r		run nothing: print the tables of the last run again
#
# The script has the functions folder TOOL, which prints the folder of the
# kernel that this tool is measured in, and append TOOL, what is added to the
# kernel's command line. The console of a VM is in that folder, in
# bench-TOOL.console.

top=$(cd "$(dirname "$0")/../.." && pwd)
output=
run=yes
fragments=
while getopts f:o:r opt; do
	case $opt in
	f) fragments=$OPTARG ;;
	o) output=$OPTARG ;;
	r) run= ;;
	*) exit 2 ;;
	esac
done
shift $((OPTIND - 1))
kernel=$1
shift
# shellcheck disable=SC2086 # a list of names
state=$("$top/dev/results.sh" head $fragments)

# run_one TOOL: boot a VM with it, and keep the console.
run_one()
{
	folder=$(folder "$1")
	console=$folder/bench-$1.console
	"$top/dev/vm/run-vm.sh" -n -k "$folder/arch/x86/boot/bzImage" \
		-i "$folder/initramfs.gz" -c 1 -m 1024 -t 2400 -a "$(append "$1")" "$1" \
		</dev/null >"$console.part" 2>&1 || :
	tr -d '\r' <"$console.part" >"$console"
	rm "$console.part"
	if ! grep -q '^bench: all done' "$console"; then
		tail -n 20 "$console" >&2
		echo "error: the loads did not end in $folder with $1" >&2
		exit 1
	fi
}

# run_all TOOL...: all at once: what the host does has no influence on a VM.
run_all()
{
	[ -n "$run" ] || return 0
	vms=
	for tool; do
		run_one "$tool" &
		vms="$vms $!"
	done
	failed=
	for vm in $vms; do
		wait "$vm" || failed=yes
	done
	[ -z "$failed" ] || exit 1
}

# consoles TOOL...: print all their lines, with the tool before each.
consoles()
{
	for tool; do
		sed "s/^/$tool /" "$(folder "$tool")/bench-$tool.console"
	done
}

# versions KERNEL: print what the figures depend on.
versions()
{
	echo "Linux $(cat "$1/include/config/kernel.release")"
	sed -n 's/^CONFIG_CC_VERSION_TEXT="\(.*\)"$/\1/p' "$1/.config"
}
