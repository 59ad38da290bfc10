/* A leading ./ of FILE has no meaning: file names in tags have none. */
/* { dg-do compile } */
/* { dg-options "-O2 -fmacro-prefix-map=@D@/=src/" } */
/* { dg-allocators "list-dot-slash.list" } */
void *once(int n);
void *twice(int n);
void *never(int n);

char *user(int n)
{
	char *p = once(n); /* { dg-tag "user" "char" file src/list-dot-slash.c } */
	p = twice(n); /* { dg-tag "user" "char" file src/list-dot-slash.c } */
	return p + *(char *)never(n);
}
