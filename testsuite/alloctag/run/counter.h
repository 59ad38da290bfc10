/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A runtime for tests on the host: marked allocators that count per tag, and
 * checks of the counts. A failed check prints what was there and aborts.
 *
 * The checks name a tag by function and line. So that no test holds line
 * numbers, a call is written with HERE(name), which makes the number of its own
 * line known as the constant "name":
 *
 *	HERE(site); p = test_alloc(10);
 *	check_site("main", site, "char", 1, 10);
 */
#ifndef COUNTER_H
#define COUNTER_H

#include <stddef.h>
#include <stdlib.h>
#include "mark.h"

#define HERE(name) enum { name = __LINE__ }

/* Allocate an object of this many bytes, charged to the tag of the caller. */
void *test_alloc(size_t size) __allocator;
/* Free a pointer that test_alloc() returned, or NULL. */
void test_free(void *object);

/* Charge "size" bytes to a tag that the test got itself. */
void test_charge(const struct alloc_tag *tag, size_t size);

/*
 * Check that exactly one tag has this function, line and (if not NULL) type in
 * the calling file, that "allocs" allocations were charged to it, and that
 * "bytes" of them are not freed yet.
 */
#define check_site(function, line, type, allocs, bytes) \
	check_site_in(__FILE__, function, line, type, 0, allocs, bytes)
void check_site_in(const char *file, const char *function, unsigned int line,
		   const char *type, unsigned int flags,
		   unsigned long allocs, long bytes);

/* The same for the untagged tag of an allocator. */
void check_untagged(const char *allocator, unsigned long allocs, long bytes);

/* Check that no tag has this function (a name as in the source). */
void check_no_site(const char *function);

/* The number of tags of this function, without untagged ones. */
unsigned int count_sites(const char *function);

/* All allocations of the program, whatever they are charged to. */
unsigned long total_allocs(void);

#define check(condition) \
	((condition) ? (void)0 : check_failed(__FILE__, __LINE__, #condition))
void check_failed(const char *file, unsigned int line, const char *what)
	__attribute__((noreturn));

#endif
