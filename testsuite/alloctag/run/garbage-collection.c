/*
 * GCC may collect garbage before and after each pass, but not within stages of
 * the plugin, whose thunks only its own tables refer to.
 */
/* { dg-do run } */
/* { dg-additional-options "--param ggc-min-expand=0 --param ggc-min-heapsize=0" } */
#include "counter.h"

#define FUNCTION(n) __allocator void *get_##n(size_t size);	\
	void *get_##n(size_t size) { return test_alloc(size); }
#define TEN(n) FUNCTION(n##0) FUNCTION(n##1) FUNCTION(n##2) FUNCTION(n##3)	\
	FUNCTION(n##4) FUNCTION(n##5) FUNCTION(n##6) FUNCTION(n##7)		\
	FUNCTION(n##8) FUNCTION(n##9)
TEN(0) TEN(1) TEN(2) TEN(3) TEN(4) TEN(5) TEN(6) TEN(7) TEN(8) TEN(9)

static void *(*volatile pointer)(size_t size) = get_99;

int main(void)
{
	HERE(direct); char *p = get_00(10);
	char *q = pointer(40);

	check_site("main", direct, NULL, 1, 10);
	check_untagged("get_99", 1, 40);
	check(p && q);
	return 0;
}
