/* A function with the name of the section of tags. */
extern void abort(void);

int alloc_tags(int n) { return n + 1; }

int main(void)
{
	if (alloc_tags(1) != 2)
		abort();
	return 0;
}
