// SPDX-License-Identifier: GPL-2.0
/* Loads namespace-lib.so into another namespace. */
#include <dlfcn.h>
#include <stdlib.h>

static void *in_program(void)
{
	return malloc(5);
}

int main(void)
{
	void *library = dlmopen(LM_ID_NEWLM, "./namespace-lib.so", RTLD_NOW);
	void *(*get)(void);

	if (!library)
		return 1;
	get = (void *(*)(void))dlsym(library, "in_namespace");
	return !get || !get() || !in_program();
}
