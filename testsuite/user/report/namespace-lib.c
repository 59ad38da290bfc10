// SPDX-License-Identifier: GPL-2.0
/* For namespace.c. */
#include <stdlib.h>

void *in_namespace(void);
void *in_namespace(void)
{
	return malloc(77);
}
