/* SPDX-License-Identifier: GPL-2.0 */
/* For pointer-other-unit.c and the other unit. */
#include <stddef.h>
#include "mark.h"

struct operations {
	void *(*get)(size_t size) __allocator;
};

extern struct operations operations;
__allocator void *there(size_t size);
