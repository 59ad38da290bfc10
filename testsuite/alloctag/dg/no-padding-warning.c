/* -Wpadded does not warn about struct alloc_tag as the plugin declares it. */
/* { dg-do compile } */
/* { dg-require-options "-m32" } */
/* { dg-options "-O2 -m32 -Wpadded" } */
__attribute__((allocator)) void *grab(int n);

void *user(int n)
{
	return grab(n);
}
/* { dg-final { scan-symbol "grab.alloctag" } } */
