# SPDX-License-Identifier: GPL-2.0
#
# Write the functions of alloc_sites.c: 1,000 of them, with 50 allocations each.
# They are small because compile time grows faster than the size of a function.

BEGIN {
	for (f = 0; f < 1000; f++) {
		printf "static noinline void sites_%d(void)\n{\n", f
		for (l = 0; l < 50; l++)
			print "\tkfree(kmalloc(64, GFP_KERNEL));"
		print "}"
	}
	print "static void (*const sites[])(void) = {"
	for (f = 0; f < 1000; f++)
		printf "\tsites_%d,\n", f
	print "};"
}
