/* Functions in sections where nothing may be called have no sites. */
/* { dg-do compile } */
/* { dg-plugin error } */
#include "errno.h"

__attribute__((section(".noinstr.text"), noinline)) int quiet(int n)
{
	return n ? -EINVAL : 0;
}

__attribute__((section(".entry.text"), noinline)) int entry(int n)
{
	return n ? -EINVAL : 0;
}

__attribute__((section(".init.text"), noinline)) int initial(int n)
{
	return n ? -EINVAL : 0;	/* { dg-origin EINVAL initial } */
}

/* In the kernel, every inline function has this attribute. */
__attribute__((no_instrument_function)) int untraced(int n)
{
	return n ? -EINVAL : 0;	/* { dg-origin EINVAL untraced } */
}
