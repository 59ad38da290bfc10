// SPDX-License-Identifier: GPL-2.0
/*
 * The line of a library that was unloaded remains, with its names, and is
 * uncharged when its memory is freed. Another library at the same address has
 * lines of its own. A library that is loaded again continues with its old ones.
 *
 * libraries: module-lib other-lib
 */
#include <dlfcn.h>

#include "check.h"

static void *call(const char *file, const char *function, size_t size)
{
	void *library = dlopen(file, RTLD_NOW);
	void *(*alloc)(size_t) = (void *(*)(size_t))dlsym(library, function);
	void *p = alloc(size);

	dlclose(library);
	expect_true(!dlopen(file, RTLD_NOW | RTLD_NOLOAD));
	return p;
}

int main(void)
{
	void *p[100];
	int i;

	for (i = 0; i < 100; i += 2) {
		p[i] = call("./module-lib.so", "module_alloc", 100);
		p[i + 1] = call("./other-lib.so", "other_alloc", 10);
		expect("on_load", 0, 0, i / 2 + 1);
		expect("other_load", 0, 0, i / 2 + 1);
	}
	expect("module_alloc", 5000, 50, 50);
	expect("other_alloc", 500, 50, 50);
	expect_true(counts_of("module_alloc").lines == 1);
	expect_true(counts_of("other_alloc").lines == 1);
	expect_true(!strcmp(counts_of("module_alloc").module, "module-lib.so"));
	for (i = 0; i < 100; i++)
		free(p[i]);
	expect("module_alloc", 0, 0, 50);
	expect("other_alloc", 0, 0, 50);
	finish();
}
