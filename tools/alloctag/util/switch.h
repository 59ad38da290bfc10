/* SPDX-License-Identifier: GPL-2.0 */
/*
 * switch.h - enable what a sysctl enables, while this program runs
 */
#ifndef SWITCH_H
#define SWITCH_H

struct kernel_switch {
	const char *sysctl;	/* its name, below kernel. */
	const char *lock;	/* a file in /run */
	const char *missing;	/* what to say if the kernel has no such sysctl */
	const char *off;	/* what to say if it is 0, before how to set it */
};

void switch_on(const struct kernel_switch *which);

#endif
