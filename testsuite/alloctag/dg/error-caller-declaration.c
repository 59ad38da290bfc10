/*
 * Functions that ask for a tag have no parameters, and return a pointer to the
 * tags of a class.
 */
/* { dg-do compile } */
/* { dg-additional-options "-std=gnu17" } */
#include "mark.h"

const struct alloc_tag *with_parameter(int n) __attribute__((code_tag_caller)); /* { dg-error "25: 'code_tag_caller' attribute applies to functions without parameters that return a pointer to a tag" } */
/* { dg-note "25: declare it as in" "" { target *-*-* } 9 } */
const struct alloc_tag *without_prototype() __attribute__((code_tag_here)); /* { dg-error "'code_tag_here' attribute applies to functions without" } */
/* { dg-note "declare it as in" "" { target *-*-* } 11 } */
const char *another_result(void) __attribute__((code_tag_here)); /* { dg-error "'code_tag_here' attribute applies to functions without" } */
/* { dg-note "declare it as in" "" { target *-*-* } 13 } */
int variable __attribute__((code_tag_caller)); /* { dg-error "'code_tag_caller' attribute applies to functions without" } */
/* { dg-note "declare it as in" "" { target *-*-* } 15 } */
