/* SPDX-License-Identifier: GPL-2.0 */
/*
 * names.h - interned names
 */
#ifndef NAMES_H
#define NAMES_H

#include <stddef.h>
#include <stdint.h>

/* Name 0 is the empty string. The same text always has the same number. */
typedef uint32_t name_t;

/* names_add() returns this for a text that is no name. */
#define NAME_BAD UINT32_MAX

name_t names_add(const char *text, size_t length);
const char *name_text(name_t name);
size_t name_length(name_t name);
name_t names_count(void);
void names_free(void);
name_t name_directory(name_t file, unsigned int depth);

#endif
