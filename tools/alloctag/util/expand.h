/* SPDX-License-Identifier: GPL-2.0 */
/*
 * expand.h - the text of files that were compressed or edited elsewhere
 */
#ifndef EXPAND_H
#define EXPAND_H

#include <stddef.h>

#include "util/error.h"

int expand_text(const char *name, const char *keep, char **text, size_t *size,
		struct error *error);

#endif
