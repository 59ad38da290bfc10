/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Shared by the programs here: they read their own report, and compare the
 * line of a function with what must be there. None of this calls malloc().
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <alloctag.h>

#define NOINLINE __attribute__((noinline, noclone))

/* The sum of all lines of a function, with the type of the last line. */
struct counts {
	long bytes, live, allocs, frees;
	int lines;
	char module[64], type[64];
};

static int failures;

static char *read_report(void)
{
	static char text[4 << 20];
	int fd = memfd_create("report", 0);
	ssize_t n;

	if (fd < 0 || alloc_tag_report_alloctag(fd) || lseek(fd, 0, SEEK_SET)) {
		perror("report");
		exit(1);
	}
	n = read(fd, text, sizeof(text) - 1);
	text[n < 0 ? 0 : n] = '\0';
	close(fd);
	return text;
}

static struct counts counts_of(const char *function)
{
	struct counts sum = { .lines = 0 };
	char *line, *rest = read_report();

	while ((line = strsep(&rest, "\n"))) {
		long bytes, live, allocs, frees;
		char place[256], module[64], in[128], type[64];

		if (sscanf(line, "%ld %ld %ld %ld %255s %63s %127s %63[^\n]", &bytes, &live,
			   &allocs, &frees, place, module, in, type) != 8 ||
		    strcmp(in, function))
			continue;
		sum.bytes += bytes;
		sum.live += live;
		sum.allocs += allocs;
		sum.frees += frees;
		sum.lines++;
		strcpy(sum.module, module);
		strcpy(sum.type, type);
	}
	return sum;
}

/* FUNCTION has this much, and has allocated this often. */
static inline void expect(const char *function, long bytes, long live, long allocs)
{
	struct counts got = counts_of(function);

	if (got.bytes == bytes && got.live == live && got.allocs == allocs)
		return;
	printf("%s: %ld bytes in %ld, %ld allocations; expected %ld in %ld, %ld\n", function,
	       got.bytes, got.live, got.allocs, bytes, live, allocs);
	failures++;
}

#define expect_true(condition)							\
	do {									\
		if (!(condition)) {						\
			printf("line %d: not so: %s\n", __LINE__, #condition);	\
			failures++;						\
		}								\
	} while (0)

#define finish()	return !!failures
