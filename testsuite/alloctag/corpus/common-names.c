/* The program uses names that the plugin uses itself. */
extern void abort(void);

struct alloc_tag { int mine; };
static struct alloc_tag tag = { 1 };
static int alloctag(struct alloc_tag *alloc_tag) { return alloc_tag->mine; }
int alloc_tag_init(int tag) { return tag + 1; }
static int allocator(int allocator_tag) { return allocator_tag + 2; }

int main(void)
{
	if (alloctag(&tag) != 1 || alloc_tag_init(1) != 2 || allocator(1) != 3)
		abort();
	return 0;
}
