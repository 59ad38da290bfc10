/* Functions in initialisers: nested aggregates, unions, compound literals. */
extern void abort(void);

typedef int fn(int);
static int f(int n) { return n + 1; }
int g(int n) { return n + 2; }

union u { fn *f; long l; };
struct s { int n; union u u; fn *a[3]; struct { const fn *const *p; } in; };

static fn *list[] = { f, g };
static struct s s = { 1, { f }, { g, [2] = f }, { (const fn *const *)list } };
static struct s *const compound = &(struct s) { .u.f = g, .a = { f, f, f } };
static const struct s constant[2] = { [1].a[1] = g };
static long difference = (char *)&list[1] - (char *)&list[0];

int main(void)
{
	struct s automatic = { .a = { f, g } };

	if (s.u.f(0) != 1 || s.a[0](0) != 2 || s.a[2] != f || (*s.in.p)(0) != 1)
		abort();
	if (compound->u.f != g || compound->a[1](1) != 2 || constant[1].a[1](0) != 2)
		abort();
	if (automatic.a[1] != g || automatic.a[0](0) != 1 || difference != sizeof(fn *))
		abort();
	return 0;
}
