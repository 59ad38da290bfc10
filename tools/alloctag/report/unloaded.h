/* SPDX-License-Identifier: GPL-2.0 */
/*
 * unloaded.h - lines of modules that were unloaded meanwhile
 */
#ifndef UNLOADED_H
#define UNLOADED_H

#include "options.h"

bool has_module(const struct snapshot *snapshot, name_t module);
bool forgets_modules(enum format format);
void find_unloaded(struct groups *unloaded, const struct snapshot *before,
		   const struct snapshot *after, const struct filter *filter);
void print_unloaded(struct groups *unloaded, const struct options *options,
		    FILE *out);

#endif
