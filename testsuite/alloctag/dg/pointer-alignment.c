/* The mark does not change the layout of a struct. */
/* { dg-do compile } */
#include "mark.h"

typedef int (*aligned_fn)(int n) __attribute__((aligned(64)));

struct plain { char c; aligned_fn fn; };
struct marked { char c; aligned_fn fn __allocator; };

_Static_assert(sizeof(struct plain) == sizeof(struct marked), "size");
_Static_assert(__builtin_offsetof(struct plain, fn) ==
	       __builtin_offsetof(struct marked, fn), "offset");
_Static_assert(_Alignof(struct plain) == _Alignof(struct marked), "alignment");
