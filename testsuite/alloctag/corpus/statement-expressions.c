/* Calls inside statement expressions, comma, &&, ||, ?: without middle, switch. */
extern void abort(void);

static int calls;
static int count(int n) { calls++; return n; }

#define max(a, b) ({ typeof(a) _a = (a); typeof(b) _b = (b); _a > _b ? _a : _b; })

int main(void)
{
	int x = max(count(3), max(count(1), count(2)));
	int y = count(0) ?: count(4);
	int z = (count(1), count(0) && count(9)) || count(5);

	switch (count(2)) {
	case 1: abort();
	case 2: x += count(10); /* fall through */
	default: x++;
	}
	if (x != 14 || y != 4 || z != 1 || calls != 10)
		abort();
	return 0;
}
