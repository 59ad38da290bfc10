#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# usage: walk-faults.sh [-c] [-t SECONDS] [-k KNOWN] [-w COMMAND]
#	IMAGE PREFIX...
#
# Let each line of the kernel that allocates memory for ext4 fail once, and see
# what happens. To be run as root on a kernel with CONFIG_ALLOC_TAG_FAULT whose
# state doesn't matter: kernel/watch/walk.exp and errors/walk.exp do it in VMs.
# With -c, the same for each line that calls a listed function; that needs
# CONFIG_DYNAMIC_FAULT_CALLS, and kernel/class/walk-listed.exp does it.
#
# The workload mounts a copy of IMAGE, an ext4 file system, on a loop device,
# uses it and unmounts it. A first run finds the lines that it reaches in files
# whose names begin with a PREFIX. Then the workload runs once for each of
# these lines, with the query "+f times=1". With -w, COMMAND is executed in each
# workload, too. A system call may fail then. But there must be no
#
#	splat	a warning or an oops in the kernel log
#	leak	a line with a PREFIX that has more live bytes than after a run
#		without a fault, all file systems unmounted and caches dropped
#	hang	a workload that does not end within SECONDS (default: 200); then
#		the walk ends
#
# KNOWN is a file of lines "FUNCTION KIND REASON": known bugs of the kernel,
# which do not count as failed. Each must still be there.
#
# Prints for each line one of
#
#	ok: LINE
#	failed: LINE: KIND: details
#	known: LINE: KIND: REASON
#	none: LINE		no allocation failed, as all have __GFP_NOFAIL,
#				or the line was not reached again
#
# and, if the kernel knows where errors come from, each line of a PREFIX whose
# error was taken in a workload with a fault only, and their number:
#
#	taken: LINE FUNCTION ERROR
#	errors: N of M lines were taken, K of them only with a fault
#
# and "end" at the end.

set -u

control=/sys/kernel/debug/alloctag/control
seconds=200
known=/dev/null
command=:
while getopts ck:t:w: opt; do
	case $opt in
	c) control=/sys/kernel/debug/codetag/fault/control ;;
	k) known=$OPTARG ;;
	t) seconds=$OPTARG ;;
	w) command=$OPTARG ;;
	*) exit 2 ;;
	esac
done
shift $((OPTIND - 1))
[ $# -ge 2 ] || exit 2
image=$1
shift
# The prefixes as an expression of awk's and grep's.
prefixes=$(IFS='|'; echo "$*")
work=/tmp/walk
mnt=$work/mnt
mkdir -p $mnt

# use_files: use the mounted file system in many ways. Any of it may fail.
use_files()
{
	cd $mnt || return
	mkdir -p d.1/sub d.2
	i=0
	while [ $i -lt 60 ]; do
		echo "$i" >"d.1/a-file-with-a-rather-long-name-so-that-a-block-fills-up.$i"
		i=$((i + 1))
	done
	dd if=/dev/zero of=big bs=4k count=200
	# An extent tree of more than one level.
	i=0
	while [ $i -lt 12 ]; do
		dd if=/dev/zero of=holes bs=1k seek=$((i * 3)) count=1 conv=notrunc
		i=$((i + 1))
	done
	sync
	fallocate -l 100000 reserved
	echo more >>big
	truncate -s 5000 big
	ln -s "$(printf '%0100d' 0)" link
	ln d.2/none hard
	ln big hard
	mv big d.2/moved
	chmod 600 hard
	touch -d 2001-01-01 hard
	mknod fifo p
	cat holes hard >d.2/both
	readlink link
	ls -lR .
	df .
	rm -r d.1
	sync
	fsfreeze --freeze . && fsfreeze --unfreeze .
	mount -o remount,ro . && mount -o remount,rw .
	echo last >last
	cd /
}

# workload: from an image to an unmounted file system. Any of it may fail.
workload()
{
	cp $work/pristine $work/image
	if mount -o loop -t ext4 $work/image $mnt; then
		use_files
		fstrim $mnt
		umount $mnt
	fi
	eval "$command"
} >$work/output 2>&1 </dev/null

# run_workload: run it in the background. Returns 1 if it does not end in time.
run_workload()
{
	rm -f $work/done
	{ workload; : >$work/done; } &
	pid=$!
	waited=0
	while [ ! -e $work/done ]; do
		if [ $waited -ge $((seconds * 10)) ]; then
			cat /proc/$pid/stack 2>/dev/null
			return 1
		fi
		usleep 100000
		waited=$((waited + 1))
	done
	wait $pid
	# The fault may have ended the workload before.
	umount $mnt 2>/dev/null
	return 0
}

# live: print the live bytes of each line with a prefix, "LINE BYTES", if it has
# any.
live()
{
	awk -v prefixes="^($prefixes)" '
		/^ *[0-9-]/ && $3 ~ prefixes { bytes[$3] += $1 }
		END { for (line in bytes) if (bytes[line]) print line, bytes[line] }
	' /proc/allocinfo | sort
}

# drop: free the kernel's caches.
drop()
{
	sync
	echo 3 >/proc/sys/vm/drop_caches
}

# leaked: print lines that have more live bytes than $work/base says. Memory may
# be freed after a grace period, or by a worker.
leaked()
{
	tries=0
	while :; do
		drop
		live >$work/now
		awk 'NR == FNR { base[$1] = $2; next }
			$2 > base[$1] + 0 { print $1 ":", $2 - base[$1], "bytes" }
		' $work/base $work/now >$work/leaked
		[ -s $work/leaked ] || return
		tries=$((tries + 1))
		[ $tries -lt 60 ] || break
		usleep 250000
	done
	tr '\n' ' ' <$work/leaked
}

# splats: print the first line of the kernel log that is one.
splats()
{
	dmesg -c | grep -E 'BUG|WARNING|Call Trace|Oops|general protection|refcount_t|Object corrupted|Bad page|blocked for more' |
		head -n 1
}

# allocs: the number of allocations of each line with a prefix since boot,
# "FILE:LINE FUNCTION ALLOCS".
allocs()
{
	awk -v prefixes="^($prefixes)" '
		/^ *[0-9-]/ && $5 ~ prefixes {
			sub(/:[0-9]+$/, "", $5)
			n[$5] += $3
			function_of[$5] = $7
		}
		END { for (line in n) print line, function_of[line], n[line] }
	' /proc/alloctag | sort
}

# reached_allocations: run the workload and print the lines with a prefix that
# allocate memory in it, "LINE FUNCTION".
reached_allocations()
{
	allocs >$work/before
	run_workload
	allocs >$work/after
	awk 'NR == FNR { n[$1] = $3; next } $3 > n[$1] + 0 { print $1, $2 }' \
		$work/before $work/after
}

# reached_calls: the same for lines that call listed functions. They count calls
# while they are enabled, with an interval that no workload reaches.
reached_calls()
{
	for prefix; do
		echo "file $prefix* interval=2147483647" >$control
	done
	run_workload
	awk '/ =f .* calls:[1-9]/ && match($0, / func:[^ ]+/) {
		print $1, substr($0, RSTART + 6, RLENGTH - 6)
	}' $control | sort -u
	echo '=' >$control
}

# report LINE FUNCTION KIND DETAILS: as failed, or as known.
report()
{
	reason=$(awk -v f="$2" -v k="$3" '$1 == f && $2 == k { $1 = $2 = ""; print; exit }' "$known")
	if [ -n "$reason" ]; then
		echo "known: $1 func:$2: $3:$reason"
	else
		echo "failed: $1 func:$2: $3: $4"
	fi
}

# taken: print the lines with a prefix whose errors were taken since error
# origins were enabled, "LINE FUNCTION ERROR". Nothing if the kernel has none.
taken()
{
	[ ! -e $origins ] || alloctag errors -n 0 -f csv --taken |
		awk -F , -v prefixes="^($prefixes)" \
			'$2 ~ prefixes { print $2, $3, $5 }' | sort -u
}

# report_errors: say which of these lines were not in $work/taken.
report_errors()
{
	[ -e $origins ] || return
	taken >$work/taken-now
	grep -vxF -f $work/taken $work/taken-now | tee $work/with-fault | sed 's/^/taken: /'
	echo "errors: $(wc -l <$work/taken-now) of $(alloctag errors -n 0 -f csv --missing |
		awk -F , -v prefixes="^($prefixes)" -v taken="$(wc -l <$work/taken-now)" \
			'$1 ~ prefixes || $2 ~ prefixes { n++ } END { print n + taken }')" \
		"lines were taken, $(wc -l <$work/with-fault) of them only with a fault"
}

origins=/proc/sys/kernel/error_origin
[ ! -e $origins ] || echo 1 >$origins
gunzip <"$image" >$work/pristine || exit 1
dmesg -c >/dev/null
# The first run allocates memory that is kept, such as caches.
run_workload || { echo "failed: the workload hangs without a fault"; exit 1; }
drop
case $control in
*/alloctag/*) reached_allocations >$work/lines ;;
*) reached_calls "$@" >$work/lines ;;
esac
# Memory may be freed after a grace period, or by a worker.
tries=0
: >$work/now
while [ $tries -lt 60 ]; do
	drop
	live >$work/base
	cmp -s $work/base $work/now && break
	cp $work/base $work/now
	tries=$((tries + 1))
	usleep 500000
done
# awk takes an empty first file for the second one.
echo none 0 >>$work/base
splat=$(splats)
[ -z "$splat" ] || echo "failed: without a fault: $splat"
echo "walk: $(wc -l <$work/lines) lines"
taken >$work/taken
# grep takes an empty file for no pattern, and would print nothing.
echo none >>$work/taken

while read -r line function; do
	echo "file $line +f times=1" >$control || continue
	if ! run_workload; then
		report "$line" "$function" hang "$(dmesg -c | tail -n 3)"
		echo "failed: the walk ended before all lines were tried"
		break
	fi
	faults=$(sed -n "s,^$line .* faults:\([0-9]*\).*,\1,p" $control | sort -n | tail -n 1)
	echo "file $line -f" >$control
	splat=$(splats)
	leaks=$(leaked)
	if [ -n "$splat" ]; then
		report "$line" "$function" splat "$splat"
	fi
	if [ -n "$leaks" ]; then
		report "$line" "$function" leak "$leaks"
		# It is reported once.
		live >$work/base
		echo none 0 >>$work/base
	fi
	if [ -z "$splat$leaks" ]; then
		if [ "${faults:-0}" -gt 0 ]; then
			echo "ok: $line func:$function"
		else
			echo "none: $line func:$function"
		fi
	fi
done <$work/lines
report_errors
echo end
