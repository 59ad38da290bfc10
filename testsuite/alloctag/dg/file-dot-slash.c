/* A leading ./, as from #include through -I./include, is removed. */
/* { dg-do compile } */
#include "mark.h"

#line 100 "./include/linux/fake.h"
static inline char *helper(void)
{
	return grab(1);
}
#line 200 ".//./mm/fake.c"
char *user(void)
{
	return helper() ?: grab(2);
}
/* { dg-tag "helper" "char" line 102 file "include/linux/fake.h" } */
/* { dg-tag "user" "char" line 202 file "mm/fake.c" } */
