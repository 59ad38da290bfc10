/* Functions with asm labels; one is called by its assembler name only. */
extern void abort(void);

int labelled(int n) asm("another_name");
int labelled(int n) { return n + 1; }
extern int by_name(int n) asm("another_name");
static int local(int n) asm("local_name");
static __attribute__((used, noinline)) int local(int n) { return n + 2; }

int main(void)
{
	if (labelled(1) != 2 || by_name(2) != 3 || local(1) != 3)
		abort();
	return 0;
}
