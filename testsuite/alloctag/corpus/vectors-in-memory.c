/*
 * Vectors that are too large for a register: results of a register's type, in
 * memory of the caller.
 */
/* { dg-options "-Wno-psabi" } */
extern void abort(void);

typedef int large __attribute__((vector_size(64)));

large twice(large a) { return a + a; }
large same(int n, large a) { return n ? a : twice(a); }

int main(void)
{
	large (*p)(int, large) = same;
	large a = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16 };

	if (twice(a)[15] != 32 || p(1, a)[14] != 15 || p(0, a)[0] != 2)
		abort();
	return 0;
}
