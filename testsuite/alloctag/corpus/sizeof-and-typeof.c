/* Calls that are never made: in sizeof, typeof, _Alignof, _Generic, dead code. */
extern void abort(void);

static int never(int n);
int nowhere(int n);
static int made(int n) { return n; }

int main(void)
{
	typeof(nowhere(1)) x = sizeof(nowhere(2)) + _Alignof(typeof(nowhere(3)));

	if (0)
		nowhere(4);
	x += _Generic(made(1), int: made(2), default: nowhere(5));
	x += __builtin_choose_expr(1, made(3), nowhere(6));
	x += __builtin_constant_p(nowhere(7)) ? 100 : 0;
	return x == sizeof(int) * 2 + 5 ? 0 : 1;
}
