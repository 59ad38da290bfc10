// SPDX-License-Identifier: GPL-2.0
/*
 * Threads that load and unload libraries at the same time: each has its own
 * lines, and the sums are right.
 *
 * libraries: module-lib other-lib
 */
#include <dlfcn.h>
#include <pthread.h>

#include "check.h"

#define ROUNDS	300

static void *thread(void *arg)
{
	int which = arg != NULL;
	static const char *const files[] = { "./module-lib.so", "./other-lib.so" };
	static const char *const functions[] = { "module_alloc", "other_alloc" };
	int i;

	for (i = 0; i < ROUNDS; i++) {
		void *library = dlopen(files[which], RTLD_NOW);
		void *(*alloc)(size_t) = (void *(*)(size_t))dlsym(library, functions[which]);
		void *p = alloc(100 + which);

		dlclose(library);
		if (i % 2)
			free(p);
	}
	return NULL;
}

int main(void)
{
	pthread_t id[4];
	long i;

	for (i = 0; i < 4; i++)
		pthread_create(&id[i], NULL, thread, (void *)(i % 2));
	for (i = 0; i < 4; i++)
		pthread_join(id[i], NULL);
	expect("module_alloc", 100 * ROUNDS, ROUNDS, 2 * ROUNDS);
	expect("other_alloc", 101 * ROUNDS, ROUNDS, 2 * ROUNDS);
	expect_true(counts_of("on_load").live == 0 && counts_of("other_load").live == 0);
	finish();
}
