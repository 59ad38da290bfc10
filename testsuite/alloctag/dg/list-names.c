/* Functions named in a list are marked, whether defined here or only called. */
/* { dg-do compile } */
/* { dg-allocators "list-names.list" } */

void *far(int n);
void *not_listed(int n);

void *near(int n) /* { dg-untagged-tag "near" } */
{
	return far(n);
}

char *user(int n)
{
	return n ? near(n) : /* { dg-tag "user" "char" } */
	       not_listed(n);
}
/* { dg-final { scan-symbol " T near\\.alloctag$" } } */
/* { dg-final { scan-symbol " U far\\.alloctag$" } } */
/* { dg-final { scan-symbol " U not_listed$" } } */
