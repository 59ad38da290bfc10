# SPDX-License-Identifier: GPL-2.0
#
# Writes sites.h for alloc_sites.c: 320 functions with 50 allocations each.
# The functions are small because compile time grows faster than function size.

BEGIN {
	for (f = 0; f < 320; f++) {
		printf "static noinline void sites_%d(void)\n{\n", f
		for (l = 0; l < 50; l++)
			print "\tkfree(kmalloc(64, GFP_KERNEL));"
		print "}"
	}
	print "static void (*const sites[])(void) = {"
	for (f = 0; f < 320; f++)
		printf "\tsites_%d,\n", f
	print "};"
}
