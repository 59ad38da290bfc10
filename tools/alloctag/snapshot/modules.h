/* SPDX-License-Identifier: GPL-2.0 */
/*
 * modules.h - which modules are loaded
 */
#ifndef MODULES_H
#define MODULES_H

#include <stdbool.h>

#include "util/names.h"

bool module_is_unloaded(name_t module);

#endif
