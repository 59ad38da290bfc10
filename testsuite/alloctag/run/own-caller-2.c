/* The other unit of own-caller.c. */
const char *alloc_tag_here(void)
{
	return "mine";
}

int alloc_tag_caller(int n)
{
	return n + 1;
}
