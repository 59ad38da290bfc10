/*
 * The format of a list: comments on lines of their own and after names, blank
 * lines, blanks around names, carriage returns, no newline at the end.
 */
/* { dg-do compile } */
/* { dg-allocators "list-format.list" } */

void *one(int n);
void *two(int n);
void *three(int n);
void *four(int n);
void *five(int n);

char *user(int n)
{
	char *p = one(n); /* { dg-tag "user" "char" } */
	p += two(n) != 0; /* { dg-tag "user" "" } */
	p += three(n) != 0; /* { dg-tag "user" "" } */
	p += four(n) != 0; /* { dg-tag "user" "" } */
	p += five(n) != 0;
	return p;
}
