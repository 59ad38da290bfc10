/*
 * A wildcard that matches the functions which GCC makes of OpenMP regions. They
 * are not in the source, so no list marks them: the call has its own line.
 */
/* { dg-do compile } */
/* { dg-additional-options "-fopenmp" } */
/* { dg-allocators "list-wildcard-openmp.list" } */

void *pool_get(int n);

int main(void)
{
#pragma omp parallel
	pool_get(1); /* { dg-tag "main" "" } */
	return 0;
}
/* { dg-final { scan-symbol-not "_omp_fn\.0\.alloctag" } } */
