/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A program that calls the marked function get() of the test with a tag, and
 * through a pointer, without one. The test defines get() first.
 */
void *(*volatile pointer)(size_t) = get;

int main(void)
{
	HERE(site); char *p = get(10);
	char *q = pointer(20);

	check_site("main", site, "char", 1, 10);
	check_untagged("get", 1, 20);
	check(p && q);
	return 0;
}
