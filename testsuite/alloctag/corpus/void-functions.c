/* Functions of type void that return calls of others; results ignored. */
extern void abort(void);

static int n;
static void one(void) { n++; }
static void two(int k) { return k ? one() : (void)0; }
static int ignored(void) { return n += 10; }
static void three(void) { ignored(); (void)ignored(); return two(1); }

int main(void)
{
	three();
	two(0);
	if (n != 21)
		abort();
	return 0;
}
