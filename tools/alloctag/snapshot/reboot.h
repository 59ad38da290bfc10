/* SPDX-License-Identifier: GPL-2.0 */
/*
 * reboot.h - whether the lines of two snapshots began at the same time
 */
#ifndef REBOOT_H
#define REBOOT_H

#include "snapshot/snapshot.h"

/* Why snapshots can't be compared. */
enum boot_change {
	BOOT_SAME,		/* or not known */
	BOOT_OTHER_HOST,
	BOOT_OTHER,
	BOOT_COUNTED_ANEW,	/* of one boot, but lines began at 0 again */
};

enum boot_change boot_change(const struct snapshot *before,
			     const struct snapshot *after);

#endif
