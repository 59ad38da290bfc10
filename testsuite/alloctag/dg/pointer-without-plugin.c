/*
 * A module that is built without the plugin can't use a marked pointer of a
 * kernel that has the plugin. Compilers before GCC 12 only warn.
 */
/* { dg-do compile } */
/* { dg-plugin none } */
/* { dg-prune-output "note: declared here|some warnings being treated" } */
/* { dg-additional-options "-DCONFIG_GCC_PLUGIN_ALLOC_TAG=1 -D__maybe_unused= -Werror=deprecated-declarations" } */
#include "../../../include/linux/alloc_tag/attributes.h"

struct pool {
	void *(*alloc)(int n) __allocator __tag_pointer;
};

void *user(struct pool *pool)
{
	return pool->alloc(1); /* { dg-error "9: 'alloc' is (unavailable|deprecated): build with the alloctag plugin" } */
}
