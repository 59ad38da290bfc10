/* SPDX-License-Identifier: GPL-2.0 */
/* For unmarked-library.c. */
int plain_get(int n) __attribute__((allocator));
