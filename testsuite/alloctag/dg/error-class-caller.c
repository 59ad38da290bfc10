/* The tag of the caller can be read in functions of its class only. */
/* { dg-do compile } */
#include "mark.h"
#include "class.h"

__allocator struct wait_tag *allocate(int n) /* { dg-note "30: mark 'allocate' with '__attribute__\\(\\(code_tag\\(\"wait\"\\)\\)\\)', or use" } */
{
	return wait_caller(); /* { dg-error "16: 'wait_caller\\(\\)' outside a function marked 'code_tag\\(\"wait\"\\)'" } */
}
