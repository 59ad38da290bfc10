// SPDX-License-Identifier: GPL-2.0
/*
 * What functions of the C library allocate for the program is charged to the
 * line that calls them.
 */
#include <limits.h>
#include <stdarg.h>
#include <wchar.h>

#include "check.h"

static const char text[] = "twenty characters...";

NOINLINE static char *by_strdup(void) { return strdup(text); }
NOINLINE static char *by_strndup(void) { return strndup(text, 7); }
NOINLINE static wchar_t *by_wcsdup(void) { return wcsdup(L"seven.."); }
NOINLINE static char *by_realpath(char *to) { return realpath("/", to); }
NOINLINE static char *by_getcwd(char *to) { return getcwd(to, to ? PATH_MAX : 0); }

NOINLINE static char *by_asprintf(const char *s, int n, double d)
{
	char *p;

	return asprintf(&p, "%s/%d/%.1f", s, n, d) < 0 ? NULL : p;
}

NOINLINE static char *vprint(const char *format, ...)
{
	char *p;
	va_list arguments;
	int n;

	va_start(arguments, format);
	n = vasprintf(&p, format, arguments);
	va_end(arguments);
	return n < 0 ? NULL : p;
}

NOINLINE static ssize_t by_getline(char **line, size_t *n, FILE *in)
{
	return getline(line, n, in);
}

int main(void)
{
	char buffer[PATH_MAX];
	char *p[6], *line = NULL;
	wchar_t *w;
	size_t n = 0;
	FILE *in, *failed = fopen("/dev/null", "w");
	char *not_set = (char *)1;
	long untagged = counts_of("malloc").allocs;

	p[0] = by_strdup();
	p[1] = by_strndup();
	w = by_wcsdup();
	/* They are not also counted as the C library's. */
	expect_true(counts_of("malloc").allocs == untagged);
	p[2] = by_asprintf("abc", 5, 2.5);
	p[3] = vprint("%s %d", text, 123);
	p[4] = by_realpath(NULL);
	p[5] = by_getcwd(NULL);
	expect_true(!strcmp(p[0], text) && !strcmp(p[1], "twenty ") && !wcscmp(w, L"seven.."));
	expect_true(!strcmp(p[2], "abc/5/2.5") && !strcmp(p[4], "/") && *p[5] == '/');
	expect_true(!strcmp(p[3], "twenty characters... 123"));
	expect("by_strdup", 21, 1, 1);
	expect("by_strndup", 8, 1, 1);
	expect("by_wcsdup", 8 * sizeof(wchar_t), 1, 1);
	expect_true(counts_of("by_asprintf").live == 1 && counts_of("by_asprintf").bytes >= 10);
	expect_true(counts_of("vprint").live == 1 && counts_of("vprint").bytes >= 25);
	expect_true(counts_of("by_realpath").live == 1);
	expect_true(counts_of("by_getcwd").live == 1);
	/* They allocate nothing if they are given memory. */
	expect_true(by_realpath(buffer) == buffer && by_getcwd(buffer) == buffer);
	expect_true(counts_of("by_realpath").allocs == 1 && counts_of("by_getcwd").allocs == 1);

	/* The buffer grows in the C library, and remains the line's. */
	in = tmpfile();
	fprintf(in, "short\n%01000d\n%02000d\n", 1, 2);
	rewind(in);
	expect_true(by_getline(&line, &n, in) == 6);
	expect_true(counts_of("by_getline").live == 1 && counts_of("by_getline").bytes == (long)n);
	expect_true(by_getline(&line, &n, in) == 1001 && by_getline(&line, &n, in) == 2001);
	expect_true(n > 2000);
	expect_true(counts_of("by_getline").live == 1 && counts_of("by_getline").bytes == (long)n);

	/* If the text fits, the buffer remains the other line's. */
	free(line);
	line = by_strdup();
	n = 21;
	rewind(in);
	expect_true(by_getline(&line, &n, in) == 6 && n == 21);
	expect_true(!counts_of("by_getline").live && counts_of("by_strdup").live == 2);

	/* Calls that fail before they set the line. */
	expect_true(getline(NULL, &n, in) < 0 && getline(&not_set, NULL, in) < 0);
	expect_true(fgetc(failed) == EOF && ferror(failed));
	n = 0;
	expect_true(getline(&not_set, &n, failed) < 0 && not_set == (char *)1);
	fclose(in);
	fclose(failed);

	free(line);
	free(w);
	for (n = 0; n < 6; n++)
		free(p[n]);
	expect_true(!counts_of("by_strdup").live && !counts_of("by_strndup").live);
	expect_true(!counts_of("by_wcsdup").live && !counts_of("by_asprintf").live);
	expect_true(!counts_of("vprint").live && !counts_of("by_realpath").live);
	expect_true(!counts_of("by_getcwd").live && !counts_of("by_getline").live);
	finish();
}
