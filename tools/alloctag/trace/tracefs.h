/* SPDX-License-Identifier: GPL-2.0 */
/*
 * tracefs.h - reading the events of the running kernel
 */
#ifndef TRACEFS_H
#define TRACEFS_H

#include "options.h"
#include "trace/events.h"

void trace_live(struct tracing *tracing, const char *terms,
		const struct options *options);

#endif
