/* SPDX-License-Identifier: GPL-2.0 */
/* A system header, for list-library.c. */
#pragma GCC system_header
void *library_get(int n);
void *library_wildcard(int n);
void *library_marked(int n);
void *library_defined(int n);
void *malloc(__SIZE_TYPE__ n);
void *calloc(__SIZE_TYPE__ n, __SIZE_TYPE__ size);
char *strdup(const char *text);
