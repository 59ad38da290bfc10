// SPDX-License-Identifier: GPL-2.0
/*
 * A program that loads and unloads a library again and again needs no more
 * memory for each time, also if the library is each time at another address.
 *
 * libraries: lines-lib
 */
#include <dlfcn.h>

#include "check.h"

/* The pages that the process has mapped. */
static long mapped(void)
{
	long pages = 0;
	FILE *in = fopen("/proc/self/statm", "r");

	expect_true(in && fscanf(in, "%ld", &pages) == 1);
	fclose(in);
	return pages;
}

/* Load it N times, with so many pages in its way, more or less. */
static void load(int n, size_t in_its_way)
{
	size_t size = in_its_way * sysconf(_SC_PAGESIZE);
	int i;

	for (i = 0; i < n; i++) {
		void *library, *there = MAP_FAILED;

		if (in_its_way)
			there = mmap(NULL, size * (1 + i % 64), PROT_NONE,
				     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		library = dlopen("./lines-lib.so", RTLD_NOW);
		((void (*)(void))dlsym(library, "lines_alloc"))();
		dlclose(library);
		if (there != MAP_FAILED)
			munmap(there, size * (1 + i % 64));
	}
}

int main(void)
{
	long before;

	load(64, 0);
	before = mapped();
	load(1000, 0);
	expect_true(mapped() == before);
	load(64, 16);
	before = mapped();
	load(2000, 16);
	expect_true(mapped() == before);
	expect("lines_alloc", 0, 0, 40 * (64 + 1000 + 64 + 2000));
	expect_true(counts_of("lines_alloc").lines == 40);
	finish();
}
