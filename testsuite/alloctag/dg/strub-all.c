/* Of -fstrub, thunks are ordinary functions, which have no stack to clear. */
/* { dg-do compile } */
/* { dg-require-options "-fstrub=all" } */
/* { dg-options "-O2 -fstrub=all" } */
__attribute__((allocator)) void *get(long n);

void *get(long n)
{
	return (void *)(n * 3);
}

void *(*pointer)(long) = get;

void *use(long n)
{
	return get(n);
}
