/* Wildcards in names. An entry with "!" wins over the others. */
/* { dg-do compile } */
/* { dg-allocators "list-wildcard.list" } */

void *pool_get(int n);
void *pool_free(int n);
void *pool_peek(int n);
void *get_a(int n);
void *get_c(int n);
void *get_c1(int n);
void *get_x1(int n);

void user(int n)
{
	pool_get(n); /* { dg-tag "user" "" } */
	pool_free(n);
	pool_peek(n);
	get_a(n); /* { dg-tag "user" "" } */
	get_c(n);
	get_c1(n); /* { dg-tag "user" "" } */
	get_x1(n);
}
/* { dg-final { scan-symbol " U pool_free$" } } */
/* { dg-final { scan-symbol " U pool_peek$" } } */
