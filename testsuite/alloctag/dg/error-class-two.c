/* A function belongs to one class, whether attributes or lists mark it. */
/* { dg-do compile } */
/* { dg-additional-options "-fplugin-arg-alloctag_plugin-mark=wait:@D@/error-class-two.list" } */
#include "class.h"

void wait_or_fail(int n) __fault;
void wait_or_fail(int n) __wait; /* { dg-error "6: 'wait_or_fail' is marked for two classes, 'wait' and 'fault'" } */
/* { dg-note "6: a function belongs to one class" "" { target *-*-* } 7 } */
void *allocate(int n) __attribute__((allocator)); /* { dg-error "7: 'allocate' is marked for two classes, 'allocator' and 'wait'" } */
/* { dg-note "7: a function belongs to one class" "" { target *-*-* } 9 } */

void *user(int n)
{
	wait_or_fail(n);
	return allocate(n);
}
