/* Functions passed to the C library, which calls them. */
#include <search.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

static int ascending(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int descending(const void *a, const void *b) { return ascending(b, a); }
static volatile sig_atomic_t got;
static void handler(int n) { got = n; }

int main(void)
{
	int a[] = { 3, 1, 2 }, key = 2;

	qsort(a, 3, sizeof(a[0]), ascending);
	if (a[0] != 1 || *(int *)bsearch(&key, a, 3, sizeof(a[0]), ascending) != 2)
		abort();
	qsort(a, 3, sizeof(a[0]), descending);
	if (a[0] != 3)
		abort();
	signal(SIGUSR1, handler);
	raise(SIGUSR1);
	printf("%d %d %d\n", a[0], a[1], a[2]);
	return got != SIGUSR1;
}
