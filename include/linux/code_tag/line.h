/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Code tags: how a line is written, in files, messages and trace events:
 *
 *	FILE:LINE [MODULE] func:FUNCTION
 *
 * As in mainline's /proc/allocinfo. The brackets are left out for vmlinux.
 */
#ifndef _LINUX_CODE_TAG_LINE_H
#define _LINUX_CODE_TAG_LINE_H

#define CODE_TAG_FMT	"%s:%u%s%s%s func:%s"

/* The arguments for CODE_TAG_FMT. @module is NULL or "" for vmlinux. */
#define CODE_TAG_ARGS(file, line, module, function)			\
	(file), (line), CODE_TAG_IN(module, " ["), (module) ?: "",	\
	CODE_TAG_IN(module, "]"), (function)
#define CODE_TAG_IN(module, bracket)					\
	((module) && *(module) ? (bracket) : "")

#endif /* _LINUX_CODE_TAG_LINE_H */
