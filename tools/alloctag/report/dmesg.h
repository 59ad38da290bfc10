/* SPDX-License-Identifier: GPL-2.0 */
/*
 * dmesg.h - alloctag report --dmesg
 */
#ifndef DMESG_H
#define DMESG_H

#include "options.h"

void report_dmesg(const char *name, const struct options *options);

#endif
