// SPDX-License-Identifier: GPL-2.0
/* ring.c with the mark on its allocator. */
#define RING_MARK	__allocator
#include "ring.c"
