/* A list with nothing but a comment marks nothing. */
/* { dg-do compile } */
/* { dg-allocators "list-empty.list" } */
void *far(int n);

char *user(int n)
{
	return far(n);
}
/* { dg-tags none } */
/* { dg-final { scan-symbol " U far$" } } */
