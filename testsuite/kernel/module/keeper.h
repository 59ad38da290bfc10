/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _KEEPER_H
#define _KEEPER_H

#include <linux/list.h>

/* An object of 128 bytes. */
struct kept {
	struct list_head list;
	char data[112];
};

void keeper_keep(struct kept *object);

#endif
