/* Vector arguments and results, more of them than registers. */
extern void abort(void);

typedef int v4 __attribute__((vector_size(16)));
typedef float f4 __attribute__((vector_size(16)));

static __attribute__((noinline)) v4 add(v4 a, v4 b) { return a + b; }
static __attribute__((noinline)) f4 many(f4 a, f4 b, f4 c, f4 d, f4 e, f4 f, f4 g,
	f4 h, f4 i, int n)
{
	return a + b + c + d + e + f + g + h + i * (float)n;
}

int main(void)
{
	v4 one = { 1, 2, 3, 4 };
	f4 f = { 1, 2, 3, 4 };
	v4 (*volatile p)(v4, v4) = add;
	v4 r = p(one, one);
	f4 s = many(f, f, f, f, f, f, f, f, f, 2);

	if (r[3] != 8 || add(one, r)[0] != 3 || s[1] != 20)
		abort();
	return 0;
}
