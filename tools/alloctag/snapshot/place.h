/* SPDX-License-Identifier: GPL-2.0 */
/*
 * place.h - how lines are named in output
 */
#ifndef PLACE_H
#define PLACE_H

#include <stdbool.h>

#include "snapshot/snapshot.h"

char *place_text(name_t file, uint32_t line);
const char *module_text(name_t module);
const char *type_text(name_t type, uint32_t flags);
char *line_text(const struct entry *entry, bool function_first);

#endif
