/*
 * Lists of classes: mark=CLASS:FILE. An exclusion holds for the class of its
 * list, and a wildcard for what no other class has.
 */
/* { dg-do compile } */
/* { dg-additional-options "-fplugin-arg-alloctag_plugin-mark=wait:@D@/class-list.list" } */
#include "mark.h"
#include "class.h"

void wait_for(int n);
void excluded(int n) __wait;
void *allocate(int n) __allocator;
void *waiting_allocator(int n) __allocator;

void *user(int n)
{
	wait_for(n);
	excluded(n);
	return n ? allocate(n) : /* { dg-tag "user" "" } */
	       waiting_allocator(n); /* { dg-tag "user" "" } */
}
/* { dg-final { scan-symbol "wait_for\\.codetag\\.wait" } } */
/* { dg-final { scan-symbol "excluded" } } */
/* { dg-final { scan-symbol-not "excluded\\.codetag\\.wait" } } */
/* { dg-final { scan-symbol "allocate\\.alloctag" } } */
/* { dg-final { scan-symbol "waiting_allocator\\.alloctag" } } */
