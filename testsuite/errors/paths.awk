# SPDX-License-Identifier: GPL-2.0
#
# usage: objdump -d --no-show-raw-insn vmlinux |
#		awk [-v left=1] -f paths.awk notes -
#
# Look at the code after and before each note of error origins. The file notes
# has lines "ADDRESS ERROR", in hexadecimal without 0x and as a positive number.
# Prints a line for each note:
#
#	set ADDRESS	the instructions after the note, up to the next branch,
#			set something to the error
#	was ADDRESS	they don't, but an instruction before the note did, on
#			each way from the start of the function
#	own ADDRESS	neither, but the note begins a basic block: the error of
#			an inline function, which its caller only tests
#	left ADDRESS TARGET
#			none of this, but the way on is to TARGET, in the other
#			part of the function: hot or cold
#	not ADDRESS SYMBOL
#			none of this; the function that it is in
#
# With left=1, the addresses are such targets, each with one error or more, and
# a line is printed for each of these: "set TARGET ERROR" or "not TARGET ERROR
# SYMBOL".
#
# and at the end "no-ops COUNT", how many of them are what the plugin emits.
#
# Where the error is set, it is certain. A path is followed through
# unconditional jumps, calls included.

# sets(I, ERROR): does instruction I have the constant -ERROR?
function sets(i, error,    low) {
	low = sprintf("%x", 4294967296 - error)
	return code[i] ~ ("\\$0x(ffffffff)?" low "([^0-9a-f]|$)") ||
	       (error == 1 && code[i] ~ /^(or|orl|orq) .*\$0xffffffff/)
}

function is_jump(i) { return code[i] ~ /^(bnd )?jmp / }
function ends(i) { return code[i] ~ /^(ret|jmp +\*|ud2|int3|cs jmp|jmp +[0-9a-f]+ <__x86_return)/ }
function target(i) {
	match(code[i], /[0-9a-f]+ </)
	return substr(code[i], RSTART, RLENGTH - 2)
}

# Symbols of the parts of a function differ in what follows a dot.
function function_of(symbol) {
	sub(/\..*/, "", symbol)
	return symbol
}
function target_function(i,    name) {
	name = code[i]
	gsub(/^[^<]*<|[+>].*/, "", name)
	return function_of(name)
}

# after(I, ERROR): is the constant set on the only way on from I?
function after(i, error,    steps, to) {
	outside = ""
	for (steps = 0; steps < 60 && i <= n; steps++) {
		if (sets(i, error))
			return 1
		if (ends(i))
			return 0
		if (is_jump(i)) {
			to = target(i)
			if (!(to in place)) {
				if (target_function(i) == function_of(symbol))
					outside = to
				return 0
			}
			i = place[to]
			continue
		}
		if (code[i] ~ /^j/)
			return 0
		i++
	}
	return 0
}

# before(I, ERROR): was the constant set on each way from the function's start
# to I?
function before(first, error,    from, i, k, last, pending, waiting, ways, found) {
	delete visited
	pending = 1
	waiting[1] = first
	visited[first] = 1
	while (pending) {
		i = waiting[pending--]
		ways = 0
		last = address[i] in jumps ? jumps[address[i]] : 0
		for (k = 0; k <= last; k++) {
			from = k ? jump[address[i], k] : i - 1
			if (!k && (i == 1 || is_jump(from) || ends(from)))
				continue
			ways++
			if (sets(from, error)) {
				found = 1
				continue
			}
			if (from in visited)
				continue
			visited[from] = 1
			waiting[++pending] = from
		}
		if (!ways)
			return 0
	}
	# A loop that a jump table leads to has no way in that is seen.
	return found
}

# begins(I): does instruction I begin a basic block?
function begins(i) {
	return i == 1 || (address[i] in jumps) || code[i - 1] ~ /^(bnd )?j/ || ends(i - 1)
}

# finish(): look at the function that was read.
function finish(    i, to, errors, wanted) {
	for (i = 1; has_notes && i <= n; i++)
		if (code[i] ~ /^(bnd )?j/ && !ends(i)) {
			to = target(i)
			jump[to, ++jumps[to]] = i
		}
	for (i = 1; has_notes && i <= n; i++) {
		if (!(address[i] in note))
			continue
		no_ops += code[i] ~ /^nopl +0x0\(%rax,%rax,1\)/
		if (left) {
			errors = split(note[address[i]], wanted, " ")
			for (to = 1; to <= errors; to++)
				print (after(i, wanted[to]) ? "set " : "not ") address[i], \
				      wanted[to], symbol
			continue
		}
		if (after(i + 1, note[address[i]]))
			print "set " address[i]
		else if (before(i, note[address[i]]))
			print "was " address[i]
		else if (outside)
			print "left " address[i] " " outside
		else if (begins(i))
			print "own " address[i]
		else
			print "not " address[i] " " symbol
	}
	n = has_notes = 0
	delete place
	delete jumps
	delete jump
}

FNR == NR {
	note[$1] = left && $1 in note ? note[$1] " " $2 : $2
	next
}
/^[0-9a-f]+ <.*>:$/ {
	finish()
	symbol = $2
	gsub(/[<>:]/, "", symbol)
	next
}
/^ *[0-9a-f]+:\t/ {
	n++
	address[n] = substr($1, 1, length($1) - 1)
	code[n] = substr($0, index($0, "\t") + 1)
	place[address[n]] = n
	if (address[n] in note)
		has_notes = 1
}
END {
	finish()
	print "no-ops " no_ops + 0
}
