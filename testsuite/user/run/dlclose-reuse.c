// SPDX-License-Identifier: GPL-2.0
/*
 * A library is loaded where another one was, by another thread that is a little
 * faster than the end of dlclose(): its first call, after that, has a line of
 * its own. The thread is simulated: dlclose() looks which objects are loaded.
 *
 * libraries: module-lib other-lib
 */
#include <dlfcn.h>
#include <link.h>

#include "check.h"

typedef void *(*alloc_function)(size_t);

static void *other;
static int closing;

static void *is_loaded(void)
{
	void *library = dlopen("./module-lib.so", RTLD_NOW | RTLD_NOLOAD);

	if (library)
		dlclose(library);
	return library;
}

/* Replaces the C library's. */
int dl_iterate_phdr(int (*callback)(struct dl_phdr_info *info, size_t size, void *data),
		    void *data)
{
	static int busy;
	int (*next)(int (*)(struct dl_phdr_info *, size_t, void *), void *) =
		dlsym(RTLD_NEXT, "dl_iterate_phdr");

	if (closing && !busy && !other) {
		busy = 1;
		if (!is_loaded())
			other = dlopen("./other-lib.so", RTLD_NOW);
		busy = 0;
	}
	return next(callback, data);
}

int main(void)
{
	void *library = dlopen("./module-lib.so", RTLD_NOW);
	alloc_function alloc = (alloc_function)dlsym(library, "module_alloc"), other_alloc;

	free(alloc(100));
	closing = 1;
	dlclose(library);
	other_alloc = (alloc_function)dlsym(other, "other_alloc");
	expect_true(other_alloc == alloc);
	free(other_alloc(101));
	expect("module_alloc", 0, 0, 1);
	expect("other_alloc", 0, 0, 1);
	finish();
}
