/*
 * GCC clones a thunk that a transaction may call, and has no early debug
 * information of it.
 */
/* { dg-do compile } */
/* { dg-require-options "-fgnu-tm" } */
/* { dg-options "-O2 -g -fgnu-tm" } */
long get(long n) __attribute__((allocator, transaction_safe));
long total;

__attribute__((noinline, transaction_safe)) long get(long n)
{
	return n + 1;
}

void add(void)
{
	__transaction_atomic { total += get(1); }
}
