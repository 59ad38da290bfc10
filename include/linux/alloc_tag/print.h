/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Allocation tags: how a line is written, in files, messages and trace events:
 *
 *	FILE:LINE [MODULE] func:FUNCTION
 *
 * As in mainline's /proc/allocinfo. The brackets are left out for vmlinux.
 */
#ifndef _LINUX_ALLOC_TAG_PRINT_H
#define _LINUX_ALLOC_TAG_PRINT_H

#define ALLOC_TAG_FMT	"%s:%u%s%s%s func:%s"

/* The arguments for ALLOC_TAG_FMT. @module is NULL or "" for vmlinux. */
#define ALLOC_TAG_ARGS(file, line, module, function)			\
	(file), (line), ALLOC_TAG_IN(module, " ["), (module) ?: "",	\
	ALLOC_TAG_IN(module, "]"), (function)
#define ALLOC_TAG_IN(module, bracket)					\
	((module) && *(module) ? (bracket) : "")

#endif /* _LINUX_ALLOC_TAG_PRINT_H */
