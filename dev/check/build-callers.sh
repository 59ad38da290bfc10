#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# usage: build-callers.sh CC TREE DIR
#
# Build programs whose system calls fail in many ways, for testsuite/errors: the
# kernel's own selftests of eight subsystems, from the kernel's source TREE, and
# the test programs of strace, from Debian's source package; and get trinity,
# which makes system calls at random, as Debian has built it. DIR/callers.gz is
# an archive of them and of the C library, to be added to an initramfs:
#
#	/callers/selftests/FOLDER.NAME
#	/callers/strace/NAME
#	/callers/fuzzer/trinity
#
# DIR/missing lists the programs that don't compile here. Exits 0 if there is an
# archive, with most of strace's programs.

set -eu

top=$(cd "$(dirname "$0")/../.." && pwd)
cc=$1
tree=$2
mkdir -p "$3"
dir=$(cd "$3" && pwd)
root=$dir/root
rm -rf "$root" "$dir/callers.gz" "$dir/selftests.log"
: >"$dir/missing"
mkdir -p "$root/callers/selftests" "$root/callers/strace" "$root/callers/fuzzer"

# Selftests that set the clock or suspend, that only measure, or that another
# program starts.
unwanted="timers/(adjtick|alarmtimer-suspend|change_skew|clocksource-switch|freq-step)
timers/(leap-a-day|leapcrash|set-2038|set-tai|set-tz|skew_consistency|valid-adjtimex)
timers/(inconsistency-check|nanosleep|nsleep-lat|raw_skew|set-timer-lat|threadtest)
seccomp/seccomp_benchmark"

# selftests: compile each file of the folders as a program; with the folder's
# helpers if there are any. Not by the selftests' make files, which need
# libraries for some programs of a folder.
selftests()
{
	make -s -C "$tree" O="$dir/headers" headers
	for source in $(cd "$tree/tools/testing/selftests" &&
			ls clone3/*.c memfd/*.c mount/*.c net/*.c openat2/*.c pidfd/*.c \
				seccomp/*.c timers/*.c); do
		name=${source%.c}
		source=$tree/tools/testing/selftests/$source
		folder=$(dirname "$source")
		case $name in */common | */helpers | *.bpf) continue ;; esac
		! echo "$name" | grep -qE "^($(echo "$unwanted" | paste -s -d '|'))\$" || continue
		helpers=
		for helper in "$folder/common.c" "$folder/helpers.c"; do
			[ ! -f "$helper" ] || helpers="$helpers $helper"
		done
		# shellcheck disable=SC2086 # names
		"$cc" -O2 -w -D_GNU_SOURCE -pthread -I"$folder/.." -isystem "$dir/headers/usr/include" \
			-o "$root/callers/selftests/$(echo "$name" | tr / .)" "$source" $helpers \
			-Wl,--as-needed -lcap -lm -lrt >>"$dir/selftests.log" 2>&1 || echo "$name" >>"$dir/missing"
	done
}

strace_tests()
{
	log=$dir/strace.fetch.log
	"$top/dev/check/fetch-source.sh" "$dir" strace || {
		echo "error: no source package strace; messages of apt-get are in $log" >&2
		exit 1
	}
	if [ ! -f "$dir/strace/config.status" ]; then
		rm -rf "$dir/strace"
		mkdir "$dir/strace"
		tar -C "$dir/strace" --strip-components=1 -xf "$dir"/strace_*.orig.tar.xz
		(cd "$dir/strace" && CC=$cc ./configure --enable-mpers=no --disable-gcc-Werror) \
			>"$dir/strace.log" 2>&1
	fi
	# Headers that automake makes before all else. Not all objects that
	# include them depend on them.
	make -C "$dir/strace/tests" scno.h ksysent.h >>"$dir/strace.log" 2>&1
	# Programs that strace's own tests run without strace, too.
	programs=$(sed "s,#.*,," "$dir/strace/tests/pure_executables.list")
	# shellcheck disable=SC2086 # names
	make -C "$dir/strace/tests" -k -j "$(nproc)" $programs >>"$dir/strace.log" 2>&1 || :
	for program in $programs; do
		if [ -x "$dir/strace/tests/$program" ]; then
			cp "$dir/strace/tests/$program" "$root/callers/strace/"
		else
			echo "strace/$program" >>"$dir/missing"
		fi
	done
	# A program may need what this system lacks, but most don't.
	if [ "$(grep -c ^strace/ "$dir/missing")" -gt \
	     "$(find "$root/callers/strace" -type f | wc -l)" ]; then
		log=$dir/strace.log
		echo "error: most programs of strace do not compile; see $log" >&2
		exit 1
	fi
}

fuzzer()
{
	rm -rf "$dir/trinity"
	mkdir "$dir/trinity"
	log=$dir/trinity.log
	(
		cd "$dir/trinity"
		apt-get -q -o APT::Sandbox::User=root download trinity && dpkg-deb -x trinity_*.deb .
	) >"$log" 2>&1 || {
		echo "error: no package trinity; messages of apt-get are in $log" >&2
		exit 1
	}
	cp "$dir/trinity/usr/bin/trinity" "$root/callers/fuzzer"
}

fuzzer
selftests
strace_tests
strip "$root"/callers/*/*

"$top/dev/vm/pack-programs.sh" "$root" "$dir/callers.gz"
echo "  CPIO    $dir/callers.gz: $(find "$root/callers" -type f | wc -l) programs," \
	"without $(wc -l <"$dir/missing") that don't compile"
