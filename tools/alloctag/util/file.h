/* SPDX-License-Identifier: GPL-2.0 */
/*
 * file.h - reading whole files
 */
#ifndef FILE_H
#define FILE_H

#include <stddef.h>
#include <stdint.h>

#include "util/buffer.h"
#include "util/error.h"

/* Where /proc and /sys are: --proc, --sys. Set by parse_options(). */
extern const char *proc_folder, *sys_folder;

int read_into(struct buffer *buffer, const char *name, int64_t *time,
	      struct error *error);
int read_all(const char *name, char **text, size_t *size, int64_t *time,
	     struct error *error);

#endif
