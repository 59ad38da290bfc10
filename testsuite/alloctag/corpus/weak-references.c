/* Undefined weak functions and weakrefs: NULL, and not called. */
extern void abort(void);

__attribute__((weak)) int missing(int n);
static int reference(int n) __attribute__((weakref("also_missing")));
static int to_defined(int n) __attribute__((weakref("defined")));
int defined(int n) { return n + 1; }

int main(void)
{
	if (missing && missing(1))
		abort();
	if (reference && reference(1))
		abort();
	if (!to_defined || to_defined(1) != 2 || defined(1) != 2)
		abort();
	return 0;
}
