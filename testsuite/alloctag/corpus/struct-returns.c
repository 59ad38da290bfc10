/* Structures of every size class as results and arguments. */
extern void abort(void);

#define SIZE(n)								\
	struct s##n { unsigned char c[n]; };				\
	struct s##n make##n(int seed)					\
	{								\
		struct s##n s;						\
		int i;							\
									\
		for (i = 0; i < n; i++)					\
			s.c[i] = seed + i;				\
		return s;						\
	}								\
	static __attribute__((noinline)) int last##n(int a, struct s##n s, int b) \
	{								\
		return a + b + s.c[n - 1];				\
	}								\
	static void test##n(void)					\
	{								\
		struct s##n (*volatile p)(int) = make##n;		\
									\
		if (last##n(1, make##n(5), 2) != 8 + n - 1)		\
			abort();					\
		if (last##n(1, p(6), 2) != 9 + n - 1)			\
			abort();					\
	}

SIZE(1) SIZE(2) SIZE(3) SIZE(4) SIZE(7) SIZE(8) SIZE(9) SIZE(15) SIZE(16)
SIZE(17) SIZE(24) SIZE(32) SIZE(33) SIZE(100)

struct mixed { double d; int i; };
struct floats { float f[4]; };
union either { double d; long l; };
struct empty { };

struct mixed mixed(int i) { return (struct mixed) { i / 2.0, i }; }
struct floats floats(float f) { return (struct floats) { { f, f + 1, f + 2, f + 3 } }; }
union either either(long l) { return (union either) { .l = l }; }
struct empty empty(struct empty e) { return e; }

int main(void)
{
	struct empty e = empty((struct empty) { });

	(void)e;
	test1(); test2(); test3(); test4(); test7(); test8(); test9(); test15();
	test16(); test17(); test24(); test32(); test33(); test100();
	if (mixed(5).d != 2.5 || floats(1).f[3] != 4 || either(9).l != 9)
		abort();
	return 0;
}
