// SPDX-License-Identifier: GPL-2.0
/* Functions that list.exp expects alloctag-list to list, or not to. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct item {
	int n;
	struct item *next;
};

/* In other.c. */
void *checked(void *p);
char *copy_twice(const char *s);

/* Called from several places. */
void *xmalloc(size_t n);
void *xmalloc(size_t n)
{
	void *p = malloc(n);

	if (!p)
		abort();
	return p;
}

/* May return its argument. */
void *grow(void *p, size_t used, size_t *size);
void *grow(void *p, size_t used, size_t *size)
{
	if (used < *size)
		return p;
	*size *= 2;
	return realloc(p, *size);
}

/* A wrapper of a wrapper, a header in front. */
static struct item *new_item(int n)
{
	struct item *i = xmalloc(2 * sizeof(*i));

	i->n = n;
	return i + 1;
}

static struct item *twins(void)
{
	struct item *a = new_item(1);

	a->next = new_item(2);
	return a;
}

/* Not always new. */
static struct item *last;

struct item *find(int n);
struct item *find(int n)
{
	if (last && last->n == n)
		return last;
	return xmalloc(sizeof(*last));
}

/* Only reads. */
const char *skip(const char *s);
const char *skip(const char *s)
{
	return s + strspn(s, " malloc (");
}

static char *by_pointer(size_t n)
{
	return calloc(n, 2);
}

char *(*const method)(size_t) = by_pointer;

int main(int argc, char **argv)
{
	char *(*call)(size_t) = by_pointer;
	size_t size = 1;
	char *p = NULL;

	last = twins();
	p = grow(p, 0, &size);
	p = grow(p, 100, &size);
	find(argc);
	find(argc);
	puts(skip(argv[0]));
	free(xmalloc(3));
	puts(copy_twice(p));
	return checked(call(by_pointer(3)[0])) == NULL;
}
