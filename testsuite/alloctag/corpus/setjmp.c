/* setjmp and longjmp, with live variables, through several frames. */
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf env;

static __attribute__((noinline, noreturn)) void leave(int n) { longjmp(env, n); }
static __attribute__((noinline)) void middle(int n) { if (n) leave(n); }

static __attribute__((noinline)) int catch(int n)
{
	volatile int before = n;
	int result = setjmp(env);

	if (result)
		return result + before;
	before += 100;
	middle(n);
	return before;
}

int main(void)
{
	if (catch(0) != 100 || catch(5) != 110)
		abort();
	return 0;
}
