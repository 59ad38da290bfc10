/* SPDX-License-Identifier: GPL-2.0 */
/*
 * boot.h - which machine, kernel and boot a snapshot is of
 */
#ifndef BOOT_H
#define BOOT_H

#include <stdbool.h>
#include <stddef.h>

#include "util/names.h"

/* 0: not known. A copy of a report has none; a recording has. */
struct boot {
	name_t host, release, id;
};

void read_boot(struct boot *boot);
char *boot_info(const struct boot *boot);
bool boot_parse(struct boot *boot, const char *line, size_t length);

#endif
