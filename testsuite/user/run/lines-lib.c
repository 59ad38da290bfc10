// SPDX-License-Identifier: GPL-2.0
/* A library of forty lines, which dlclose-forever.c loads. */
#include <stdlib.h>

#define one(n)	free(malloc(n))

void lines_alloc(void);
void lines_alloc(void)
{
	one(0); one(1); one(2); one(3);
	one(4); one(5); one(6); one(7);
	one(8); one(9); one(10); one(11);
	one(12); one(13); one(14); one(15);
	one(16); one(17); one(18); one(19);
	one(20); one(21); one(22); one(23);
	one(24); one(25); one(26); one(27);
	one(28); one(29); one(30); one(31);
	one(32); one(33); one(34); one(35);
	one(36); one(37); one(38); one(39);
}
