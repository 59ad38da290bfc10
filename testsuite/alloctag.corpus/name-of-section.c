/* A function that is called what the section of the tags is. */
extern void abort(void);

int alloc_tags(int n) { return n + 1; }

int main(void)
{
	if (alloc_tags(1) != 2)
		abort();
	return 0;
}
