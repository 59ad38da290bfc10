/* Emits the external definition for c99-inline.c. */
#include "counter.h"

inline void *get(size_t n) __allocator;
inline void *get(size_t n)
{
	return test_alloc(n);
}
extern inline void *get(size_t n);
