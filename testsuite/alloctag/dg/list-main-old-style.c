/* main() in a list gives no warning: nothing calls it, prototype or not. */
/* { dg-do compile } */
/* { dg-options "-std=gnu11" } */
/* { dg-allocators "list-main-old-style.list" } */
#include "mark.h"

int main()
{
	return grab(1) != 0; /* { dg-tag "main" "" } */
}
/* { dg-final { scan-symbol-not "main\\.alloctag" } } */
