/* Macros of the preprocessor near a sizeof, which ask for the source file. */
/* { dg-do compile } */
#include "mark.h"

struct foo { int a; };
void *named(__SIZE_TYPE__ size, const char *name, int line) __allocator;
void *keep;

#define PLACE __FILE__ __BASE_FILE__ __TIMESTAMP__ __DATE__, __LINE__ + __COUNTER__
#define QUIET(x) _Pragma("GCC diagnostic push") x _Pragma("GCC diagnostic pop")

void user(void)
{
	keep = named(sizeof(struct foo), PLACE); /* { dg-tag "user" "struct foo" } */
	QUIET(keep = named(sizeof(struct foo), PLACE);) /* { dg-tag "user" "struct foo" } */
}
