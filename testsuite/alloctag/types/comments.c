/* Comments, strings and character constants near a sizeof are not code. */
/* { dg-do compile } */
#include "mark.h"

struct foo { int a; };
struct bar { int a; };
void *named(__SIZE_TYPE__ size, const char *name, int c) __allocator;
void *keep;

void user(int n)
{
	keep = grab(/* sizeof(struct bar) */ sizeof(struct foo)); /* { dg-tag "user" "struct foo" } */
	keep = grab(// sizeof(struct bar)
		    sizeof(struct foo)); /* { dg-tag "user" "struct foo" line 13 } */
	keep = named(n, "sizeof(struct bar)", 0); /* { dg-tag "user" "" } */
	keep = named(sizeof(struct foo), "a ) paren (", 0); /* { dg-tag "user" "struct foo" } */
	keep = named(sizeof(struct foo), "a \" quote )", ')'); /* { dg-tag "user" "struct foo" } */
	keep = named('(' + '\'' + '"' + sizeof(struct foo), "", 0); /* { dg-tag "user" "struct foo" } */
	keep = grab(sizeof /* ) */ (struct /* bar */ foo)); /* { dg-tag "user" "struct foo" } */
}
