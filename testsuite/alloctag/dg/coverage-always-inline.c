/* With --coverage, an always_inline function is still inlined into its thunk. */
/* { dg-do compile } */
/* { dg-options "-O2 -ftest-coverage -fprofile-arcs" } */
/* { dg-allocators coverage-always-inline.list } */

static inline __attribute__((always_inline)) int get(int n)
{
	return n + 2;
}

int main(void)
{
	int (*pointers[])(int) = { get, get };
	int i, sum = 0;

	for (i = 0; i < 2; i++)
		sum += pointers[i](0);
	return sum + get(0);
}
