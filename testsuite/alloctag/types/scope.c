/* A name in a sizeof means the innermost declaration before the call. */
/* { dg-do compile } */
#include "mark.h"

struct foo { int a[9]; };
struct bar { int b[5]; };
struct foo object;
void *keep;

void local(void)
{
	keep = grab(sizeof(object)); /* { dg-tag "local" "struct foo" } */
	struct bar object;
	keep = grab(sizeof(object)); /* { dg-tag "local" "struct bar" } */
	{
		long object;

		keep = grab(sizeof(object)); /* { dg-tag "local" "long int" } */
	}
	keep = grab(sizeof(object) + 1); /* { dg-tag "local" "struct bar" } */
}

void parameter(struct bar *object)
{
	keep = grab(sizeof(*object)); /* { dg-tag "parameter" "struct bar" } */
}

void loop(int n)
{
	for (struct bar *object = 0; n--; )
		keep = grab(sizeof(*object)); /* { dg-tag "loop" "struct bar" } */
}

void types(void)
{
	typedef struct foo local_t;

	keep = grab(sizeof(local_t)); /* { dg-tag "types" "local_t" } */
}
