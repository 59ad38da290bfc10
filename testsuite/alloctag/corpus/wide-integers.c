/* __int128, long double, _Bool, enum and bit-field results and arguments. */
extern void abort(void);

#ifdef __SIZEOF_INT128__
typedef __int128 wide;
#else
typedef long long wide;
#endif

static __attribute__((noinline)) wide mul(wide a, wide b) { return a * b; }
static __attribute__((noinline)) wide late(int a, int b, int c, int d, int e, wide f)
{
	return a + b + c + d + e + f;
}

static __attribute__((noinline)) long double half(long double l) { return l / 2; }
static __attribute__((noinline)) _Bool not(_Bool b) { return !b; }
enum e { A = -1, B = 5 };
static __attribute__((noinline)) enum e flip(enum e e) { return e == A ? B : A; }
struct bits { int a : 3; unsigned b : 5; long long c : 33; };
static __attribute__((noinline)) struct bits bits(int a, unsigned b, long long c)
{
	return (struct bits) { a, b, c };
}

int main(void)
{
	struct bits s = bits(-2, 17, 0xfffffffffLL);

	if (mul(1LL << 40, 1 << 20) >> 50 != (wide)1 << 10)
		abort();
	if (late(1, 2, 3, 4, 5, 6) != 21 || half(3.0L) != 1.5L || not(1) || !not(0))
		abort();
	if (flip(A) != B || flip(B) != A || s.a != -2 || s.b != 17 || s.c != -1)
		abort();
	return 0;
}
