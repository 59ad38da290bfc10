/* For unmarked-library.c. */
int plain_get(int n)
{
	return n + 1;
}
