/*
 * With originals=none, a function that only marked pointers point to has no
 * thunk. One that another pointer has, too, has one.
 */
/* { dg-do compile } */
/* { dg-additional-options "-fplugin-arg-alloctag_plugin-originals=none" } */
#include "mark.h"

struct ops { void *(*get)(int n) __allocator; };

static __allocator void *only_marked(int n) { return grab(n); }
static __allocator void *also_plain(int n) { return grab(n); } /* { dg-untagged-tag "also_plain" } */
__allocator void *compared(int n) { return grab(n); }
__allocator void *elsewhere(int n);

struct ops one = { only_marked }, two = { also_plain }, three = { elsewhere };
void *(*plain)(int n) = also_plain;

void *user(struct ops *o)
{
	if (o->get == compared)
		return 0;
	return o->get(3); /* { dg-tag "user" "" } */
}
/* { dg-final { scan-symbol-not "only_marked\\.untagged" } } */
/* { dg-final { scan-symbol-not "compared\\.untagged" } } */
/* { dg-final { scan-symbol "also_plain\\.untagged" } } */
/* { dg-final { scan-symbol "elsewhere\\.alloctag" } } */
/* { dg-final { scan-symbol-not "elsewhere\\.untagged" } } */
