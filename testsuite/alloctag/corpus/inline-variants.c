/* Every kind of inline, with its external definition where one is needed. */
extern void abort(void);

static inline int static_inline(int n) { return n + 1; }
static inline __attribute__((always_inline)) int always(int n) { return n + 2; }
extern inline __attribute__((gnu_inline)) int gnu_extern(int n) { return n + 3; }
int gnu_extern(int n) { return n + 3; }
inline __attribute__((gnu_inline)) int gnu_plain(int n) { return n + 4; }
inline int c99(int n) { return n + 5; }
extern inline int c99(int n);
extern inline int c99_extern(int n) { return n + 6; }
static __attribute__((noinline, noclone)) int no_inline(int n) { return n + 7; }
static __attribute__((flatten)) int flat(int n) { return static_inline(no_inline(n)); }
static inline __attribute__((artificial, always_inline)) int hidden(int n) { return n + 8; }
extern inline __attribute__((gnu_inline, always_inline)) int only_inline(int n) { return n + 9; }

int main(void)
{
	int (*p[])(int) = {
		static_inline, always, gnu_extern, gnu_plain, c99, c99_extern, no_inline
	};
	int i, sum = 0;

	for (i = 0; i < 7; i++)
		sum += p[i](0);
	sum += static_inline(0) + always(0) + gnu_extern(0) + gnu_plain(0) + c99(0) +
	       c99_extern(0) + no_inline(0) + flat(0) + hidden(0) + only_inline(0);
	if (sum != 28 * 2 + 8 + 8 + 9)
		abort();
	return 0;
}
