/*
 * A program that has functions called alloc_tag_here() and alloc_tag_caller()
 * itself, in another unit: without the attributes, these are called.
 */
/* { dg-do run } */
/* { dg-additional-sources "own-caller-2.c" } */
extern void abort(void);

const struct alloc_tag *alloc_tag_here(void);
int alloc_tag_caller(int n);

int main(void)
{
	if (((const char *)alloc_tag_here())[0] != 'm' || alloc_tag_caller(2) != 3)
		abort();
	return 0;
}
