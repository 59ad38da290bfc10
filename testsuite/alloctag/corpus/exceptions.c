/* With -fexceptions, calls have landing pads for cleanups; nothing throws. */
/* { dg-options "-fexceptions -fnon-call-exceptions" } */
extern void abort(void);

static int cleaned;
static void clean(int *n) { cleaned += *n; }
int may_throw(int n);

static int work(int n)
{
	__attribute__((cleanup(clean))) int k = n;

	return may_throw(n) + k;
}

__attribute__((noinline)) int may_throw(int n) { return n * 2; }

int main(void)
{
	if (work(3) != 9 || cleaned != 3)
		abort();
	return 0;
}
