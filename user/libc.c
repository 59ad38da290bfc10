// SPDX-License-Identifier: GPL-2.0
/*
 * libc.c - functions of the C library that return allocated memory
 *
 * What they allocate belongs to the program, which frees it with free(). So it
 * is charged to the line that calls them: the C library's function is called,
 * which calls our malloc() without a tag, and then the block is moved to that
 * line. Only the variants are defined here; all but the program calls the C
 * library's functions directly.
 *
 * <stdio.h> and <stdlib.h> replace some of them by others with __ in front.
 */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

#include "internal.h"

typedef const struct alloc_tag *tag_t;

/* Weak: a program may define a function of that name. */
#define VARIANT(name)	__asm__(#name ".alloctag") __attribute__((weak)) EXPORTED

extern char *__realpath_chk(const char *path, char *resolved, size_t size);
extern char *__getcwd_chk(char *buffer, size_t size, size_t buffer_size);
extern int __vasprintf_chk(char **string, int flag, const char *format, va_list arguments);

char *tagged_strdup(const char *string, tag_t tag) VARIANT(strdup);
char *tagged_strdup(const char *string, tag_t tag)
{
	return alloc_tag_recharge(strdup(string), tag);
}

char *tagged___strdup(const char *string, tag_t tag) VARIANT(__strdup);
char *tagged___strdup(const char *string, tag_t tag)
{
	return alloc_tag_recharge(strdup(string), tag);
}

char *tagged_strndup(const char *string, size_t n, tag_t tag) VARIANT(strndup);
char *tagged_strndup(const char *string, size_t n, tag_t tag)
{
	return alloc_tag_recharge(strndup(string, n), tag);
}

char *tagged___strndup(const char *string, size_t n, tag_t tag) VARIANT(__strndup);
char *tagged___strndup(const char *string, size_t n, tag_t tag)
{
	return alloc_tag_recharge(strndup(string, n), tag);
}

wchar_t *tagged_wcsdup(const wchar_t *string, tag_t tag) VARIANT(wcsdup);
wchar_t *tagged_wcsdup(const wchar_t *string, tag_t tag)
{
	return alloc_tag_recharge(wcsdup(string), tag);
}

/* The results of asprintf() and the like, which set *STRING if they succeed. */
static int printed(int result, char **string, tag_t tag)
{
	if (result >= 0)
		alloc_tag_recharge(*string, tag);
	return result;
}

int tagged_vasprintf(char **string, const char *format, va_list arguments, tag_t tag)
	VARIANT(vasprintf);
int tagged_vasprintf(char **string, const char *format, va_list arguments, tag_t tag)
{
	return printed(vasprintf(string, format, arguments), string, tag);
}

int tagged___vasprintf_chk(char **string, int flag, const char *format, va_list arguments,
			   tag_t tag) VARIANT(__vasprintf_chk);
int tagged___vasprintf_chk(char **string, int flag, const char *format, va_list arguments,
			   tag_t tag)
{
	return printed(__vasprintf_chk(string, flag, format, arguments), string, tag);
}

/* The tag comes before the variable arguments. */
int tagged_asprintf(char **string, const char *format, tag_t tag, ...) VARIANT(asprintf);
int tagged_asprintf(char **string, const char *format, tag_t tag, ...)
{
	va_list arguments;
	int result;

	va_start(arguments, tag);
	result = printed(vasprintf(string, format, arguments), string, tag);
	va_end(arguments);
	return result;
}

int tagged___asprintf_chk(char **string, int flag, const char *format, tag_t tag, ...)
	VARIANT(__asprintf_chk);
int tagged___asprintf_chk(char **string, int flag, const char *format, tag_t tag, ...)
{
	va_list arguments;
	int result;

	va_start(arguments, tag);
	result = printed(__vasprintf_chk(string, flag, format, arguments), string, tag);
	va_end(arguments);
	return result;
}

/*
 * A line that is too long for the buffer makes it larger, in either case. If
 * there is no size, or it is 0, *LINE has not been set: a call can fail before.
 * If the size is the same, *LINE was not allocated here.
 */
ssize_t tagged_getdelim(char **line, size_t *n, int delimiter, FILE *stream, tag_t tag)
	VARIANT(getdelim);
ssize_t tagged_getdelim(char **line, size_t *n, int delimiter, FILE *stream, tag_t tag)
{
	size_t size = line && *line && n ? *n : 0;
	ssize_t result = getdelim(line, n, delimiter, stream);

	if (line && n && *n != size)
		alloc_tag_recharge(*line, tag);
	return result;
}

ssize_t tagged___getdelim(char **line, size_t *n, int delimiter, FILE *stream, tag_t tag)
	VARIANT(__getdelim);
ssize_t tagged___getdelim(char **line, size_t *n, int delimiter, FILE *stream, tag_t tag)
{
	return tagged_getdelim(line, n, delimiter, stream, tag);
}

ssize_t tagged_getline(char **line, size_t *n, FILE *stream, tag_t tag) VARIANT(getline);
ssize_t tagged_getline(char **line, size_t *n, FILE *stream, tag_t tag)
{
	return tagged_getdelim(line, n, '\n', stream, tag);
}

/* These only allocate if the program gives them no memory. */
char *tagged_realpath(const char *path, char *resolved, tag_t tag) VARIANT(realpath);
char *tagged_realpath(const char *path, char *resolved, tag_t tag)
{
	char *result = realpath(path, resolved);

	return resolved ? result : alloc_tag_recharge(result, tag);
}

char *tagged___realpath_chk(const char *path, char *resolved, size_t size, tag_t tag)
	VARIANT(__realpath_chk);
char *tagged___realpath_chk(const char *path, char *resolved, size_t size, tag_t tag)
{
	char *result = __realpath_chk(path, resolved, size);

	return resolved ? result : alloc_tag_recharge(result, tag);
}

char *tagged_canonicalize_file_name(const char *path, tag_t tag)
	VARIANT(canonicalize_file_name);
char *tagged_canonicalize_file_name(const char *path, tag_t tag)
{
	return alloc_tag_recharge(canonicalize_file_name(path), tag);
}

char *tagged_getcwd(char *buffer, size_t size, tag_t tag) VARIANT(getcwd);
char *tagged_getcwd(char *buffer, size_t size, tag_t tag)
{
	char *result = getcwd(buffer, size);

	return buffer ? result : alloc_tag_recharge(result, tag);
}

char *tagged___getcwd_chk(char *buffer, size_t size, size_t buffer_size, tag_t tag)
	VARIANT(__getcwd_chk);
char *tagged___getcwd_chk(char *buffer, size_t size, size_t buffer_size, tag_t tag)
{
	char *result = __getcwd_chk(buffer, size, buffer_size);

	return buffer ? result : alloc_tag_recharge(result, tag);
}

char *tagged_get_current_dir_name(tag_t tag) VARIANT(get_current_dir_name);
char *tagged_get_current_dir_name(tag_t tag)
{
	return alloc_tag_recharge(get_current_dir_name(), tag);
}
