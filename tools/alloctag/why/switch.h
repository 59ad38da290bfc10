/* SPDX-License-Identifier: GPL-2.0 */
/*
 * switch.h - have the kernel keep origins while this program runs
 */
#ifndef SWITCH_H
#define SWITCH_H

void switch_on(void);

#endif
