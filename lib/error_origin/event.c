// SPDX-License-Identifier: GPL-2.0
/*
 * Error origins: the trace event codetag:error.
 */

#include "internal.h"

#define CREATE_TRACE_POINTS
#include <trace/events/codetag_error.h>

/*
 * Write the trace event for an origin, in the module @module, "" for vmlinux;
 * @call is the number of the system call or -1. In any context in which RCU
 * watches.
 */
void error_origin_event(const struct error_origin_entry *entry, int call, const char *module)
{
	trace_error(error_origin_error(entry), call, error_origin_file(entry),
		    error_origin_line(entry), error_origin_function(entry), module);
}
