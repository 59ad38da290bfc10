/* Calls, pointers and inline functions across two units. */
extern void abort(void);

int lib_add(int a, int b);
int lib_call(int (*f)(int), int n);
int (*lib_get(void))(int);
extern int (*const lib_table[])(int);
struct big { long l[9]; } lib_big(int n, ...);
static int local(int n) { return n + 1; }
int back(int n) { return n * 10; }

int main(void)
{
	if (lib_add(1, 2) != 3 || lib_call(local, 1) != 2 || lib_call(back, 2) != 20)
		abort();
	if (lib_get()(1) != lib_table[0](1) || lib_get() != lib_table[0] || lib_table[1] != back)
		abort();
	if (lib_big(2, 3, 4).l[8] != 9)
		abort();
	return 0;
}
