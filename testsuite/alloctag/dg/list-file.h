/* SPDX-License-Identifier: GPL-2.0 */
/* Functions that list-file.list marks by file, for list-file.c. */
void *in_header(int n);
void *in_header_defined(int n);
void *in_header_wrong_file(int n);
static inline void *in_header_inline(int n)
{
	return in_header(n);
}
