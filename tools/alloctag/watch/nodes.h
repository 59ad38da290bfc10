/* SPDX-License-Identifier: GPL-2.0 */
/*
 * nodes.h - alloctag report --by=node
 */
#ifndef NODES_H
#define NODES_H

#include "options.h"

int report_nodes(const struct options *options, const char *name);

#endif
