/*
 * originals=none: the thunk for another unit's function is in the section that
 * the prototype names.
 */
/* { dg-do compile } */
/* { dg-additional-options "-fplugin-arg-alloctag_plugin-originals=none" } */
#include "mark.h"

__attribute__((section(".init.text"))) void *early(int n) __allocator; /* { dg-untagged-tag "early" } */

void *(*table[])(int) = { early };
/* { dg-final { check-symbol-section early.untagged .init.text } } */
