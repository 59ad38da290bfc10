/* With -ffreestanding, as in kernels, malloc() is an ordinary function. */
/* { dg-do compile } */
/* { dg-options "-O2 -ffreestanding" } */

void *malloc(__SIZE_TYPE__ n) __attribute__((allocator));

char *user(void)
{
	return malloc(10); /* { dg-tag "user" "char" } */
}
/* { dg-final { scan-symbol " U malloc\\.alloctag$" } } */
