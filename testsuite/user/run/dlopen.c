// SPDX-License-Identifier: GPL-2.0
/*
 * The lines of a library that is loaded later are counted, from its constructor
 * on, and name the library.
 *
 * libraries: module-lib
 */
#include <dlfcn.h>

#include "check.h"

int main(void)
{
	void *library = dlopen("./module-lib.so", RTLD_NOW);
	void *(*alloc)(size_t) = (void *(*)(size_t))dlsym(library, "module_alloc");
	void *p = alloc(100);

	expect("on_load", 17, 1, 1);
	expect("module_alloc", 100, 1, 1);
	expect_true(!strcmp(counts_of("module_alloc").module, "module-lib.so"));
	free(p);
	expect("module_alloc", 0, 0, 1);
	finish();
}
