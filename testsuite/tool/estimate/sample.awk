# SPDX-License-Identifier: GPL-2.0
#
# usage: awk -v mean=BYTES -v lines=N -v seed=N -v heap="SIZE*COUNT/STACK ..."
#	[-v grown=PERCENT] -f sample.awk
#
# Print what alloctag/samples has for N lines, each with the same live objects:
# COUNT of SIZE bytes, allocated with the call stack number STACK. Each line is
# sampled by itself, as the kernel does it: an exponential distance is counted
# down, and the allocation in which it ends is a sample; then a new distance is
# drawn. With "grown", the file of a later time follows, after a line "----":
# the samples are still there, and PERCENT as many objects more.
#
# Weights and errors are as Documentation/interface.rst says; nothing is taken
# from the kernel's code.

# Lehmer's generator with the multiplier of Park and Miller: awk's own differs
# from one awk to the next. Larger than 0, less than 1.
function draw()
{
	state = (state * 48271) % 2147483647
	return state / 2147483647
}

# Sample COUNT objects of SIZE bytes with a call stack.
function take(line, stack, size, count,		at, number, weight)
{
	weight = 1 / (1 - exp(-size / mean))
	for (at = 0;; at = (number + 1) * size) {
		at -= mean * log(draw())
		number = int(at / size)
		if (number >= count)
			break
		bytes[line, stack] += size * weight
		calls[line, stack] += weight
		samples[line, stack]++
		bytes_variance[line, stack] += size * size * weight * (weight - 1)
		calls_variance[line, stack] += weight * (weight - 1)
	}
}

function round_up(value)
{
	return value > int(value) ? int(value) + 1 : value
}

function print_file(	line, stack, key)
{
	print "alloctag samples - version: 1.1"
	print "# sample:" mean " samples:0 missed:0"
	print "#     <size>  <calls> <samples> <size error> <calls error> <tag info>, " \
		"then the call stack"
	for (line = 1; line <= lines; line++)
		for (stack = 1; stack <= stacks; stack++) {
			if (!((line, stack) in samples))
				continue
			printf "%12.0f %8.0f %9d %12.0f %13.0f ", bytes[line, stack],
				calls[line, stack], samples[line, stack],
				round_up(sqrt(bytes_variance[line, stack])),
				round_up(sqrt(calls_variance[line, stack]))
			printf "a.c:%d func:f\n\tcaller%d+0x1/0x2\n\n", line, stack
		}
}

BEGIN {
	state = seed
	groups = split(heap, group, " ")
	for (line = 1; line <= lines; line++)
		for (i = 1; i <= groups; i++) {
			split(group[i], part, /[*\/]/)
			if (part[3] > stacks)
				stacks = part[3]
			take(line, part[3], part[1], part[2])
		}
	print_file()
	if (!grown)
		exit
	print "----"
	for (line = 1; line <= lines; line++)
		for (i = 1; i <= groups; i++) {
			split(group[i], part, /[*\/]/)
			take(line, part[3], part[1], int(part[2] * grown / 100))
		}
	print_file()
}
