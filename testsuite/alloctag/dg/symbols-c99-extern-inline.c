/* C99 extern inline emits both symbols. */
/* { dg-do compile } */
/* { dg-options "-O2 -std=gnu11" } */
#include "mark.h"

inline void *get(int n) __allocator;
inline void *get(int n) /* { dg-untagged-tag "get" } */
{
	return grab(n);
}
extern inline void *get(int n);
/* { dg-final { scan-symbol " T get$" } } */
/* { dg-final { scan-symbol " T get\\.alloctag$" } } */
