/* SPDX-License-Identifier: GPL-2.0 */
/* For file-header.c: a call in a header. */
static inline char *header_helper(void)
{
	return grab(1);
}
