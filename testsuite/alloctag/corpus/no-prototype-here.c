/*
 * Functions that one unit defines without a prototype, as a built-in function,
 * or with an attribute that the plugin can't treat, and aliases of them. This
 * unit sees ordinary functions.
 */
/* { dg-options "-std=gnu11" } */
extern void abort(void);

struct big {
	long a[5];
};

int ordinary(void), weak_alias(void), alias_of_weak(void), hidden(void);
int in_section(void);
struct big large(struct big x, int more);
double promoted(int c, double f);
int twice(int n), twice_alias(int n);
long index(const char *s, int c);

int main(void)
{
	struct big b = { { 1, 2, 3, 4, 5 } };
	const char *s = "ab";

	if (ordinary() != 1 || weak_alias() != 1 || alias_of_weak() != 1)
		abort();
	if (hidden() != 2 || in_section() != 3)
		abort();
	if (large(b, 7).a[1] != 9 || large(b, 7).a[4] != 5)
		abort();
	if (promoted(3, 1.5) != 4.5 || twice(1) != 2 || twice_alias(2) != 3)
		abort();
	if (index(s, 'b') != (long)(s + 1))
		abort();
	return 0;
}
