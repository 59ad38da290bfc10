/* The operand of a sizeof is a global variable: its type, not its name. */
/* { dg-do compile } */
#include "mark.h"

struct foo { int a[9]; };
static const struct foo template;
extern struct foo *elsewhere;
void *keep;

void user(void)
{
	keep = grab(sizeof(template)); /* { dg-tag "user" "struct foo" } */
	keep = grab(sizeof template); /* { dg-tag "user" "struct foo" } */
	keep = grab(sizeof(template.a)); /* { dg-tag "user" "int" } */
	keep = grab(sizeof(*elsewhere)); /* { dg-tag "user" "struct foo" } */
	keep = grab(sizeof(elsewhere->a[3])); /* { dg-tag "user" "int" } */
}
