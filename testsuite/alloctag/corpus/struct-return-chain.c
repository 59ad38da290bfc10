/* A structure result used in place: field of, address of, assigned to itself. */
extern void abort(void);

struct s { int a[30]; };

static __attribute__((noinline)) struct s next(struct s s)
{
	s.a[0]++;
	s.a[29] = s.a[0];
	return s;
}

static struct s global;

static struct s *at(struct s *s) { return s; }

int main(void)
{
	struct s s = { { 1 } };

	s = next(s);
	s = next(next(s));
	*at(&global) = next(s);
	if (s.a[0] != 4 || next(s).a[29] != 5 || global.a[29] != 5)
		abort();
	return 0;
}
