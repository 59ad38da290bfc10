/*
 * The tags of a class whose fields are all filled by the plugin are constant.
 * With pointers in them, that needs code that isn't moved when it is loaded. If
 * the program has fields of its own in them, they can be written to. A section of
 * its own for each function does not change that.
 */
/* { dg-do compile } */
/* { dg-options "-O2 -fno-pie -ffunction-sections" } */
#include "class.h"

struct place {
	const char *file;
	unsigned int line;
} __attribute__((code_tag_class("place")));

void wait_for(int n) __wait;
int fault(int n, const char *class) __fault;
void visit(void) __attribute__((code_tag("place")));

void user(void)
{
	wait_for(1);
	fault(1, "x");
	visit();
}
/* { dg-final { scan-section "code_tags_wait +PROGBITS .* WA " } } */
/* { dg-final { scan-section "code_tags_fault +PROGBITS .* A " } } */
/* { dg-final { scan-section "code_tags_place +PROGBITS .* A " } } */
