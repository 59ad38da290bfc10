/* The kernel's struct_size(), with its checks of constants. */
/* { dg-do compile } */
#include "mark.h"

struct foo { int a; short data[]; };
void *keep;

#define __is_constexpr(x) \
	(sizeof(int) == sizeof(*(8 ? ((void *)((long)(x) * 0l)) : (int *)8)))
#define __must_be_array(a) \
	((int)sizeof(struct { \
		int:(-!!(__builtin_types_compatible_p(typeof(a), typeof(&(a)[0])))); \
	}))
static inline __SIZE_TYPE__ size_mul(__SIZE_TYPE__ a, __SIZE_TYPE__ b)
{
	return a * b;
}
static inline __SIZE_TYPE__ size_add(__SIZE_TYPE__ a, __SIZE_TYPE__ b)
{
	return a + b;
}
#define flex_array_size(p, member, count) \
	__builtin_choose_expr(__is_constexpr(count), \
		(count) * sizeof(*(p)->member) + __must_be_array((p)->member), \
		size_mul(count, sizeof(*(p)->member) + __must_be_array((p)->member)))
#define struct_size(p, member, count) \
	__builtin_choose_expr(__is_constexpr(count), \
		sizeof(*(p)) + flex_array_size(p, member, count), \
		size_add(sizeof(*(p)), flex_array_size(p, member, count)))

void user(struct foo *old, int n)
{
	struct foo *p;

	keep = grab(struct_size(p, data, n)); /* { dg-tag "user" "struct foo" } */
	keep = grab(struct_size(old, data, 5)); /* { dg-tag "user" "struct foo" } */
	keep = grab(flex_array_size(p, data, n)); /* { dg-tag "user" "short int" } */
}
