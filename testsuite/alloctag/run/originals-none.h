/* SPDX-License-Identifier: GPL-2.0 */
/* Functions of originals-none-2.c. */
void *get(size_t n) __allocator;
void *take(size_t n) __allocator;

typedef void *fn(size_t);
fn *address_of_get(void);
fn *address_of_take(void);
