// SPDX-License-Identifier: GPL-2.0
/* A program that allocates through pointers, which pointers.exp lists. */
#include <stddef.h>
#include <stdlib.h>

struct hooks {
	void *(*alloc)(size_t n);
	int calls;
};

typedef struct {
	void *(*alloc)(size_t n);
} suite;

typedef void *(*allocate)(size_t n);

static void *plain(size_t n)
{
	return malloc(n);
}

static struct hooks hooks = { .alloc = plain };
static suite methods = { plain };
static allocate function = plain;

void *set_hook(allocate other);
void *set_hook(allocate other)
{
	function = other;
	return NULL;
}

void *by_struct(size_t n);
void *by_struct(size_t n)
{
	hooks.calls++;
	return hooks.alloc(n);
}

void *by_suite(size_t n);
void *by_suite(size_t n)
{
	return methods.alloc(n);
}

void *by_type(size_t n);
void *by_type(size_t n)
{
	return function(n);
}

static void *kept[6];

__attribute__((noinline)) static void first(void)
{
	kept[0] = by_struct(10);
	kept[1] = by_suite(20);
	kept[2] = by_type(30);
}

__attribute__((noinline)) static void second(void)
{
	kept[3] = by_struct(100);
	kept[4] = by_suite(200);
	kept[5] = by_type(300);
}

int main(void)
{
	set_hook(plain);
	first();
	second();
	return 0;
}
