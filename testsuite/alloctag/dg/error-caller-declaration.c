/* alloc_tag_caller() declared with parameters. */
/* { dg-do compile } */

const struct alloc_tag *alloc_tag_caller(int n);

__attribute__((allocator)) const void *get(int n)
{
	return alloc_tag_caller(n); /* { dg-error "16: 'alloc_tag_caller' must be declared as 'const struct alloc_tag \\*alloc_tag_caller\\(void\\)'" } */
}
