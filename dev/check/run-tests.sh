#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# usage: run-tests.sh [-t SECONDS] FOLDER TESTSUITE TOOL [FILE...]
#
# Run DejaGnu's tests of TOOL, of the folder TESTSUITE; all of them, or the
# named FILEs. Its results and its output go to FOLDER.
#
# A test file that runs longer than SECONDS, by default an hour, is a failure in
# FOLDER/time.sum, which names the file and the commands that ran. Those are
# killed, so that the file fails and the next one runs. If it has not ended
# after another tenth of that time, all is killed.
#
# Exits with the status of runtest; more than 1 is not a matter of tests.

set -u

limit=3600
while getopts t: opt; do
	case $opt in
	t) limit=$OPTARG ;;
	*) exit 2 ;;
	esac
done
shift $((OPTIND - 1))
folder=$1
testsuite=$2
tool=$3
shift 3

# Neither DejaGnu nor all tests take a path with a blank: they get another one.
link=
case ${ALLOCTAG_TOP-} in
*[[:space:]]*)
	link=$(mktemp -d)
	ln -s "$ALLOCTAG_TOP" "$link/alloctag"
	testsuite=$link/alloctag${testsuite#"$ALLOCTAG_TOP"}
	ALLOCTAG_BUILD=$link/alloctag${ALLOCTAG_BUILD#"$ALLOCTAG_TOP"}
	ALLOCTAG_TOP=$link/alloctag
	trap 'rm -rf "$link"' EXIT
	;;
esac

cd "$folder" || exit 2
rm -f "$tool.sum" time.sum

# In a session of its own: all that it starts and that has not left the session
# can be found. QEMU has: expect limits its time.
setsid runtest --tool "$tool" --srcdir "$testsuite" --outdir . "$@" </dev/null >output 2>&1 &
session=$!
watcher=
trap 'trap - TERM; pkill -s $session; kill $watcher; exit 130' HUP INT TERM

# running: print the test file that runs now.
running()
{
	sed -n 's/^Running \(.*\) \.\.\.$/\1/p' "$tool.sum" 2>/dev/null | tail -n 1
}

# others: print the processes of the session, without runtest.
others()
{
	pgrep -s $session | grep -vx $session
}

# commands: print them in one line, without the shells around commands, whose
# arguments are long.
commands()
{
	for other in $(others); do
		tr '\0\n' '  ' <"/proc/$other/cmdline" 2>/dev/null | cut -c 1-200
		echo
	done | sed 's/ *$//; /^$/d' | paste -s -d ';'
}

# watch: end what runs too long. The time before the first test file is that of
# DejaGnu, which looks what machine this is.
watch()
{
	interval=$((limit / 10 < 10 ? limit / 10 : 10))
	file=
	allowed=$((limit + 600))
	since=$(date +%s)
	killed=false
	while sleep "$interval"; do
		now=$(date +%s)
		file_now=$(running)
		if [ "$file_now" != "$file" ]; then
			file=$file_now
			allowed=$limit
			since=$now
			killed=false
		elif $killed && [ $((now - since)) -gt $((allowed + limit / 10)) ]; then
			echo "ERROR: killed in ${file#"$testsuite/"}, which went on" >>time.sum
			pkill -KILL -s $session
			return
		elif ! $killed && [ $((now - since)) -gt "$allowed" ]; then
			echo "FAIL: ${file#"$testsuite/"} ends within $limit seconds: $(commands)" |
				sed 's/: $//' >>time.sum
			# shellcheck disable=SC2046 # a list of numbers
			kill -KILL $(others)
			killed=true
		fi
	done
}

# Not with our output: its last sleep may be left behind.
watch >/dev/null 2>&1 &
watcher=$!
wait $session
status=$?
kill $watcher 2>/dev/null
exit $status
