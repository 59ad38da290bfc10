/*
 * A function with a symbol version, marked by a list: the version belongs to
 * the original name, and GCC's node for it isn't a marked function.
 */
/* { dg-do compile } */
/* { dg-options "-O2 -fPIC" } */
/* { dg-allocators symbols-symver.list } */

__attribute__((symver("pool_get@@V2"))) void *get(void *pool)
{
	return pool;
}
/* { dg-final { scan-symbol " T get$" } } */
/* { dg-final { scan-symbol " T get\\.alloctag$" } } */
/* { dg-final { scan-symbol " T pool_get@@V2$" } } */
