/*
 * Tags of functions that the linker removes are removed with them, if functions
 * have sections of their own. Without -z start-stop-gc, GNU ld keeps all tags
 * of a program that refers to __start_alloc_tags.
 */
/* { dg-do link } */
/* { dg-require-options "-Wl,--gc-sections,-z,start-stop-gc" } */
/* { dg-options "-O2 -fno-pie -no-pie -ffunction-sections -Wl,--gc-sections,-z,start-stop-gc" } */
#include "mark.h"

extern const struct alloc_tag __start_alloc_tags[] __attribute__((weak));
extern const struct alloc_tag __stop_alloc_tags[] __attribute__((weak));

static char buffer[100];

__attribute__((noipa)) __allocator void *get(int n)
{
	return buffer + n + (__stop_alloc_tags - __start_alloc_tags);
}

char *used(void)
{
	return get(1); /* { dg-tag "used" "char" } */
}

char *unused(void)
{
	return get(2);
}

void *unused_2(void)
{
	return get(3);
}

int main(void)
{
	return *used();
}
