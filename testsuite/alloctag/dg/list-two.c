/* Two lists: both are used, and a name may be in both. */
/* { dg-do compile } */
/* { dg-allocators "list-names.list" } */
/* { dg-additional-options "-fplugin-arg-alloctag_plugin-allocators=@D@/list-two.list" } */

void *far(int n);
void *farther(int n);

char *user(int n)
{
	return n ? far(n) : /* { dg-tag "user" "char" } */
	       farther(n); /* { dg-tag "user" "char" } */
}
