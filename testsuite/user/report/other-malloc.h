/* SPDX-License-Identifier: GPL-2.0 */
/*
 * calloc() and realloc() of another malloc(), which has block_size(): the size
 * that was asked for.
 */
void *calloc(size_t n, size_t size)
{
	void *p = malloc(n * size);

	return memset(p, 0, n * size);
}

void *realloc(void *p, size_t size)
{
	void *new = malloc(size);
	size_t old = p ? block_size(p) : 0;

	if (p)
		memcpy(new, p, old < size ? old : size);
	free(p);
	return new;
}
