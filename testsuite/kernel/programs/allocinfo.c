// SPDX-License-Identifier: GPL-2.0
/*
 * A client of the ioctls of /proc/allocinfo, which checks each of them against
 * the lines that read() returns.
 *
 *	allocinfo
 *
 * Loads and unloads modules of the tests, from /lib/modules. Prints "ok: WHAT"
 * or "failed: WHAT" for each check and, if it gets that far, "end" at the end.
 * Exits with 0 if nothing failed.
 *
 * The test runs it as a 64-bit and as a 32-bit program.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <linux/allocinfo.h>

/* The layout, as numbers, because mainline's clients don't change. */
_Static_assert(ALLOCINFO_IOC_CONTENT_ID == 0x8008a600u, "number");
_Static_assert(ALLOCINFO_IOC_GET_AT == 0xc1d0a601u, "number");
_Static_assert(ALLOCINFO_IOC_GET_NEXT == 0x80e0a602u, "number");
_Static_assert(sizeof(struct allocinfo_content_id) == 8, "size");
_Static_assert(offsetof(struct allocinfo_tag_data, tag.modname) == 0, "offset");
_Static_assert(offsetof(struct allocinfo_tag_data, tag.function) == 64, "offset");
_Static_assert(offsetof(struct allocinfo_tag_data, tag.filename) == 128, "offset");
_Static_assert(offsetof(struct allocinfo_tag_data, tag.lineno) == 192, "offset");
_Static_assert(offsetof(struct allocinfo_tag_data, counter.bytes) == 200, "offset");
_Static_assert(offsetof(struct allocinfo_tag_data, counter.calls) == 208, "offset");
_Static_assert(offsetof(struct allocinfo_tag_data, counter.accurate) == 216, "offset");
_Static_assert(sizeof(struct allocinfo_tag_data) == 224, "size");
_Static_assert(offsetof(struct allocinfo_filter, fields) == 8, "offset");
_Static_assert(offsetof(struct allocinfo_filter, min_size) == 208, "offset");
_Static_assert(offsetof(struct allocinfo_filter, max_size) == 216, "offset");
_Static_assert(offsetof(struct allocinfo_filter, inaccurate) == 224, "offset");
_Static_assert(sizeof(struct allocinfo_filter) == 232, "size");
_Static_assert(offsetof(struct allocinfo_get_at, filter) == 8, "offset");
_Static_assert(offsetof(struct allocinfo_get_at, data) == 240, "offset");
_Static_assert(sizeof(struct allocinfo_get_at) == 464, "size");
_Static_assert(ALLOCINFO_FILTER_MASKS == 0x7f, "mask");

#define FILE_NAME	"/proc/allocinfo"
#define MAX_LINES	100000

/* Lines, from the text or from ioctls. */
struct list {
	struct allocinfo_tag_data *line;
	size_t nr;
};

static unsigned int failures;

static void check(bool good, const char *what)
{
	printf("%s: %s\n", good ? "ok" : "failed", what);
	fflush(stdout);
	failures += !good;
}

static void die(const char *what)
{
	printf("failed: %s: %s\n", what, strerror(errno));
	exit(1);
}

static void run(const char *command)
{
	fflush(stdout);
	errno = 0;
	if (system(command))
		die(command);
}

static int open_file(void)
{
	int fd = open(FILE_NAME, O_RDONLY);

	if (fd < 0)
		die(FILE_NAME);
	return fd;
}

static struct allocinfo_tag_data *add(struct list *list)
{
	if (!list->line) {
		list->line = calloc(MAX_LINES, sizeof(*list->line));
		if (!list->line)
			die("calloc");
	}
	if (list->nr == MAX_LINES)
		die("too many lines");
	return &list->line[list->nr++];
}

static void clear(struct list *list)
{
	free(list->line);
	list->line = NULL;
	list->nr = 0;
}

/*
 * The ioctls: each returns 0 or the error. What they are to fill in is all ones
 * before.
 */

static int get_id(int fd, __u64 *id)
{
	struct allocinfo_content_id content;

	memset(&content, 0xff, sizeof(content));
	if (ioctl(fd, ALLOCINFO_IOC_CONTENT_ID, &content))
		return errno;
	*id = content.id;
	return 0;
}

static int get_at(int fd, __u64 pos, const struct allocinfo_filter *filter,
		  struct allocinfo_tag_data *data)
{
	struct allocinfo_get_at at;

	memset(&at, 0xff, sizeof(at));
	at.pos = pos;
	memset(&at.filter, 0, sizeof(at.filter));
	if (filter)
		at.filter = *filter;
	if (ioctl(fd, ALLOCINFO_IOC_GET_AT, &at))
		return errno;
	if (at.pos != pos || (filter && memcmp(&at.filter, filter, sizeof(*filter))))
		die("GET_AT: position or filter changed");
	*data = at.data;
	return 0;
}

static int get_next(int fd, struct allocinfo_tag_data *data)
{
	memset(data, 0xff, sizeof(*data));
	return ioctl(fd, ALLOCINFO_IOC_GET_NEXT, data) ? errno : 0;
}

/* Store the end of @from, a string of @len bytes, as the ioctls do. */
static void store(char *to, const char *from, size_t len)
{
	if (len > ALLOCINFO_STR_SIZE - 1) {
		from += len - (ALLOCINFO_STR_SIZE - 1);
		len = ALLOCINFO_STR_SIZE - 1;
	}
	memset(to, 0, ALLOCINFO_STR_SIZE);
	memcpy(to, from, len);
}

/* Parse a line of the file into @data. */
static void parse(const char *line, struct allocinfo_tag_data *data)
{
	static const char no[] = " accurate:no";
	const char *file, *colon, *module, *function, *end;
	unsigned long long bytes, calls;
	int n = 0;

	memset(data, 0, sizeof(*data));
	if (sscanf(line, "%llu %llu %n", &bytes, &calls, &n) != 2 || !n)
		die(line);
	file = line + n;
	function = strstr(file, " func:");
	end = line + strlen(line) - 1;
	if (!function || *end != ' ')
		die(line);
	module = memchr(file, '[', function - file);
	if (module && module[-1] != ' ')
		module = NULL;
	colon = memrchr(file, ':', (module ?: function) - file);
	if (!colon)
		die(line);

	data->counter.bytes = bytes;
	data->counter.calls = calls;
	data->counter.accurate = 1;
	data->tag.lineno = strtoul(colon + 1, NULL, 10);
	store(data->tag.filename, file, colon - file);
	if (module)
		store(data->tag.modname, module + 1, function - module - 2);
	function += strlen(" func:");
	if ((size_t)(end - function) > strlen(no) &&
	    !memcmp(end - strlen(no), no, strlen(no))) {
		end -= strlen(no);
		data->counter.accurate = 0;
	}
	store(data->tag.function, function, end - function);
}

/*
 * Read all lines from @fd, in small pieces. With @next, call GET_NEXT after
 * each.
 */
static void read_lines(int fd, struct list *list, bool next)
{
	struct allocinfo_tag_data data;
	static char text[16 << 20];
	size_t len = 0;
	ssize_t got;
	char *line, *end;

	while ((got = read(fd, text + len, 1000)) > 0) {
		len += got;
		if (len + 1000 >= sizeof(text))
			die("too much text");
		if (next && get_next(fd, &data))
			next = false;
	}
	if (got < 0)
		die("read");
	text[len] = '\0';
	for (line = text; (end = strchr(line, '\n')); line = end + 1) {
		*end = '\0';
		if (*line != '#' && strncmp(line, "allocinfo - ", strlen("allocinfo - ")))
			parse(line, add(list));
	}
}

/* Walk all lines that match @filter, or all lines: GET_AT 0, then GET_NEXT. */
static void walk(int fd, const struct allocinfo_filter *filter, struct list *list)
{
	struct allocinfo_tag_data data;
	int err;

	for (err = get_at(fd, 0, filter, &data); !err; err = get_next(fd, &data))
		*add(list) = data;
	if (err != ENOENT) {
		errno = err;
		die("walk");
	}
}

/* All but the counters, which change all the time. */
static bool same_tag(const struct allocinfo_tag_data *a, const struct allocinfo_tag_data *b)
{
	return !memcmp(&a->tag, &b->tag, sizeof(a->tag)) &&
	       a->counter.accurate == b->counter.accurate;
}

static bool same_tags(const struct list *a, const struct list *b)
{
	size_t i;

	if (a->nr != b->nr) {
		printf("%zu and %zu lines\n", a->nr, b->nr);
		return false;
	}
	for (i = 0; i < a->nr; i++) {
		if (same_tag(&a->line[i], &b->line[i]))
			continue;
		printf("line %zu: %s:%llu %s and %s:%llu %s\n", i,
		       a->line[i].tag.filename, (unsigned long long)a->line[i].tag.lineno,
		       a->line[i].tag.function, b->line[i].tag.filename,
		       (unsigned long long)b->line[i].tag.lineno, b->line[i].tag.function);
		return false;
	}
	return true;
}

/* Is @text, and all that comes after it, without anything but zeros? */
static bool zero_after(const char *text)
{
	size_t i = strnlen(text, ALLOCINFO_STR_SIZE);

	if (i == ALLOCINFO_STR_SIZE)
		return false;
	for (; i < ALLOCINFO_STR_SIZE; i++)
		if (text[i])
			return false;
	return true;
}

static bool padding_is_zero(const struct allocinfo_tag_data *data)
{
	unsigned int i;

	for (i = 0; i < sizeof(data->counter.pad); i++)
		if (data->counter.pad[i])
			return false;
	return zero_after(data->tag.modname) && zero_after(data->tag.function) &&
	       zero_after(data->tag.filename) && data->counter.accurate <= 1;
}

/* The same as the kernel's, for what does not depend on counters. */
static bool matches(const struct allocinfo_tag_data *data, const struct allocinfo_filter *f)
{
	const struct allocinfo_tag *tag = &data->tag, *want = &f->fields;

	return (!(f->mask & ALLOCINFO_FILTER_MASK_MODNAME) ||
		!strcmp(tag->modname, want->modname)) &&
	       (!(f->mask & ALLOCINFO_FILTER_MASK_FUNCTION) ||
		!strcmp(tag->function, want->function)) &&
	       (!(f->mask & ALLOCINFO_FILTER_MASK_FILENAME) ||
		!strcmp(tag->filename, want->filename)) &&
	       (!(f->mask & ALLOCINFO_FILTER_MASK_LINENO) || tag->lineno == want->lineno) &&
	       (!(f->mask & ALLOCINFO_FILTER_MASK_INACCURATE) ||
		!data->counter.accurate == !!f->inaccurate);
}

/* A walk with @filter finds its lines of @all; at least one if @some. */
static void check_filter(int fd, const struct list *all, const struct allocinfo_filter *filter,
			 bool some, const char *what)
{
	struct list want = { 0 }, got = { 0 };
	size_t i;

	for (i = 0; i < all->nr; i++)
		if (matches(&all->line[i], filter))
			*add(&want) = all->line[i];
	walk(fd, filter, &got);
	check(same_tags(&want, &got) && (got.nr || !some), what);
	clear(&want);
	clear(&got);
}

static struct allocinfo_filter filter_of(__u64 mask, const char *modname, const char *function,
					 const char *filename, __u64 lineno)
{
	struct allocinfo_filter filter;

	memset(&filter, 0, sizeof(filter));
	filter.mask = mask;
	filter.fields.lineno = lineno;
	store(filter.fields.modname, modname, strlen(modname));
	store(filter.fields.function, function, strlen(function));
	store(filter.fields.filename, filename, strlen(filename));
	return filter;
}

static struct allocinfo_filter module_filter(const char *name)
{
	return filter_of(ALLOCINFO_FILTER_MASK_MODNAME, name, "", "", 0);
}

/* Positions: GET_AT and GET_NEXT against @all, the lines as read() has them. */
static void check_positions(const struct list *all)
{
	struct allocinfo_filter slub = filter_of(ALLOCINFO_FILTER_MASK_FILENAME, "", "",
						 "mm/slub.c", 0);
	struct allocinfo_filter bad = { .mask = 1 << 7 };
	struct allocinfo_tag_data data, first;
	struct list got = { 0 };
	bool good = true;
	int fd = open_file();
	size_t i;

	for (i = 0; !get_next(fd, &data); i++) {
		*add(&got) = data;
		good = good && padding_is_zero(&data);
	}
	check(same_tags(all, &got), "GET_NEXT alone: all lines, in the order of the file");
	check(good, "GET_NEXT: padding and the rest of strings are zero");
	check(!get_next(fd, &data) && same_tag(&data, &all->line[0]),
	      "GET_NEXT after the end: the first line again");
	clear(&got);

	good = true;
	for (i = 0; i + 1 < all->nr; i += all->nr / 7) {
		good = good && !get_at(fd, i, NULL, &data) &&
		       same_tag(&data, &all->line[i]) && padding_is_zero(&data);
		good = good && !get_next(fd, &data) && same_tag(&data, &all->line[i + 1]);
	}
	check(good, "GET_AT: the line at a position, and GET_NEXT the one after it");
	check(!get_at(fd, all->nr - 1, NULL, &data) && same_tag(&data, &all->line[all->nr - 1]) &&
	      get_next(fd, &data) == ENOENT, "GET_NEXT: ENOENT after the last line");
	check(get_at(fd, all->nr, NULL, &data) == ENOENT &&
	      get_at(fd, ~0ULL, NULL, &data) == ENOENT, "GET_AT: ENOENT after the last line");
	check(!get_next(fd, &data) && same_tag(&data, &all->line[0]),
	      "GET_NEXT after that: the first line");
	check(!get_at(fd, 5, NULL, &data) && get_at(fd, all->nr, &slub, &data) == ENOENT &&
	      get_at(fd, ~0ULL, &slub, &data) == ENOENT &&
	      !get_next(fd, &data) && same_tag(&data, &all->line[6]),
	      "GET_AT after the last line: position and filter are unchanged");
	check(!get_at(fd, 5, NULL, &data) && get_at(fd, all->nr - 1, &slub, &data) == ENOENT &&
	      !get_next(fd, &data) && matches(&data, &slub) && !get_at(fd, 0, &slub, &first) &&
	      same_tag(&data, &first),
	      "GET_AT after the last match: the filter is set, and GET_NEXT starts from the first");

	check(!get_at(fd, 5, NULL, &data) && get_at(fd, 9, &bad, &data) == EINVAL &&
	      !get_next(fd, &data) && same_tag(&data, &all->line[6]),
	      "GET_AT: the position is unchanged after EINVAL");
	close(fd);
}

static void check_errors(void)
{
	static const unsigned int unknown[] = {
		_IOR(ALLOCINFO_IOC_BASE, 3, struct allocinfo_tag_data),
		_IOR(ALLOCINFO_IOC_BASE, 0, __u32),
		_IOW(ALLOCINFO_IOC_BASE, 1, struct allocinfo_get_at),
		_IOR('A', 2, struct allocinfo_tag_data),
	};
	struct allocinfo_filter filter = { 0 };
	struct allocinfo_tag_data data;
	int fd = open_file();
	bool good = true;
	unsigned int i;

	filter.mask = 1 << 7;
	good = get_at(fd, 0, &filter, &data) == EINVAL;
	filter.mask = 1ULL << 63;
	good = good && get_at(fd, 0, &filter, &data) == EINVAL;
	filter.mask = ALLOCINFO_FILTER_MASKS | 1ULL << 32;
	good = good && get_at(fd, 0, &filter, &data) == EINVAL;
	check(good, "GET_AT: EINVAL for unknown bits of the mask");

	filter.mask = ALLOCINFO_FILTER_MASK_MIN_SIZE | ALLOCINFO_FILTER_MASK_MAX_SIZE;
	filter.min_size = 2;
	filter.max_size = 1;
	check(get_at(fd, 0, &filter, &data) == EINVAL, "GET_AT: EINVAL for min_size > max_size");
	filter.mask = ALLOCINFO_FILTER_MASK_MIN_SIZE;
	check(!get_at(fd, 0, &filter, &data), "GET_AT: not if only one of them is used");

	good = true;
	for (i = 0; i < sizeof(unknown) / sizeof(*unknown); i++)
		good = good && ioctl(fd, unknown[i], &data) == -1 && errno == ENOTTY;
	check(good, "ENOTTY for other ioctls");

	good = ioctl(fd, ALLOCINFO_IOC_CONTENT_ID, (void *)1) == -1 && errno == EFAULT;
	good = good && ioctl(fd, ALLOCINFO_IOC_GET_AT, (void *)1) == -1 && errno == EFAULT;
	good = good && ioctl(fd, ALLOCINFO_IOC_GET_NEXT, (void *)1) == -1 && errno == EFAULT;
	check(good, "EFAULT for a bad address");
	close(fd);
}

/* Filters that don't depend on counters. */
static void check_names(const struct list *all)
{
	const __u64 modname = ALLOCINFO_FILTER_MASK_MODNAME;
	const __u64 function = ALLOCINFO_FILTER_MASK_FUNCTION;
	const __u64 filename = ALLOCINFO_FILTER_MASK_FILENAME;
	const __u64 lineno = ALLOCINFO_FILTER_MASK_LINENO;
	const __u64 inaccurate = ALLOCINFO_FILTER_MASK_INACCURATE;
	const struct allocinfo_tag *some = &all->line[all->nr / 2].tag;
	struct allocinfo_filter filter;
	struct allocinfo_tag_data data;
	int fd = open_file();

	filter = filter_of(function, "", "alloc_slab_page", "", 0);
	check_filter(fd, all, &filter, true, "filter by function");
	filter = filter_of(filename, "", "", "mm/slub.c", 0);
	check_filter(fd, all, &filter, true, "filter by file");
	filter = filter_of(lineno, "", "", "", some->lineno);
	check_filter(fd, all, &filter, true, "filter by line");
	filter = filter_of(modname, "", "", "", 0);
	check_filter(fd, all, &filter, true, "filter by module: what is built in");
	filter = module_filter("alloc_tag_test");
	check_filter(fd, all, &filter, true, "filter by module");
	filter = filter_of(function | filename, "", "alloc_slab_page", "mm/slub.c", 0);
	check_filter(fd, all, &filter, true, "filter by function and file");
	filter = filter_of(modname | function | filename | lineno, some->modname, some->function,
			   some->filename, some->lineno);
	check_filter(fd, all, &filter, true, "filter by all names and the line");
	filter = filter_of(function | filename, "", "alloc_slab_page", "mm/shmem.c", 0);
	check_filter(fd, all, &filter, false, "filter: all fields must match");

	filter = filter_of(inaccurate, "", "", "", 0);
	check_filter(fd, all, &filter, true, "filter: accurate lines");
	filter.inaccurate = 2;
	check_filter(fd, all, &filter, false, "filter: inaccurate lines");

	filter = filter_of(0, "no", "such", "line", 0);
	check_filter(fd, all, &filter, true, "filter: fields without their bit are ignored");
	filter = filter_of(function, "", "alloc_slab_pag", "", 0);
	check(get_at(fd, 0, &filter, &data) == ENOENT, "filter: the beginning of a name is not it");
	filter = filter_of(filename, "", "", "slub.c", 0);
	check(get_at(fd, 0, &filter, &data) == ENOENT, "filter: the end of a name is not it");
	memset(filter.fields.filename, 'x', ALLOCINFO_STR_SIZE);
	check(get_at(fd, 0, &filter, &data) == ENOENT, "filter: a string without its end");

	/* GET_NEXT uses the filter of the last GET_AT. */
	filter = filter_of(filename, "", "", "mm/slub.c", 0);
	check(!get_at(fd, 0, &filter, &data) && !get_next(fd, &data) && matches(&data, &filter) &&
	      !get_at(fd, 0, NULL, &data) && same_tag(&data, &all->line[0]) &&
	      !get_next(fd, &data) && same_tag(&data, &all->line[1]),
	      "filter: it is kept for GET_NEXT, until the next GET_AT");
	close(fd);
}

/*
 * Counters, and filters by size: with lines of the test module, which do not
 * change.
 */
static void check_sizes(const struct list *all)
{
	const __u64 by_min = ALLOCINFO_FILTER_MASK_MIN_SIZE;
	const __u64 by_max = ALLOCINFO_FILTER_MASK_MAX_SIZE;
	struct allocinfo_filter filter = module_filter("alloc_tag_test");
	const struct allocinfo_tag_data *line = NULL;
	struct list got = { 0 };
	int fd = open_file();
	bool good = true;
	size_t i, n = 0;
	__u64 bytes;

	walk(fd, &filter, &got);
	for (i = 0; i < all->nr; i++) {
		if (strcmp(all->line[i].tag.modname, "alloc_tag_test"))
			continue;
		if (!strcmp(all->line[i].tag.function, "take_fixed"))
			line = &all->line[i];
		/* Other functions allocate what belongs to the slab cache. */
		good = good && n < got.nr && same_tag(&all->line[i], &got.line[n]) &&
		       (strncmp(got.line[n].tag.function, "take_", strlen("take_")) ||
			!memcmp(&all->line[i], &got.line[n], sizeof(*line)));
		n++;
	}
	check(good && n == got.nr, "counters are the same as in the file");
	clear(&got);
	if (!line || line->counter.calls != 10)
		die("take_fixed() has no line with ten calls");

	bytes = line->counter.bytes;
	for (i = 0; i < 6; i++) {
		static const struct {
			__u64 mask;
			int min, max;
			bool found;
			const char *what;
		} cases[] = {
			{ 1, 0, 0, true, "min_size = bytes: found" },
			{ 1, 1, 0, false, "min_size = bytes + 1: not found" },
			{ 2, 0, 0, true, "max_size = bytes: found" },
			{ 2, 0, -1, false, "max_size = bytes - 1: not found" },
			{ 3, 0, 0, true, "min_size = max_size = bytes: found" },
			{ 3, -1, -1, false, "min_size = max_size = bytes - 1: not found" },
		};
		struct allocinfo_tag_data data;
		int err;

		filter = filter_of(ALLOCINFO_FILTER_MASK_FUNCTION | ALLOCINFO_FILTER_MASK_MODNAME |
				   (cases[i].mask & 1 ? by_min : 0) |
				   (cases[i].mask & 2 ? by_max : 0),
				   "alloc_tag_test", "take_fixed", "", 0);
		filter.min_size = bytes + cases[i].min;
		filter.max_size = bytes + cases[i].max;
		err = get_at(fd, 0, &filter, &data);
		check(cases[i].found ? !err && !memcmp(&data, line, sizeof(data)) : err == ENOENT,
		      cases[i].what);
	}

	/* Of all lines: what is returned must be in the range. */
	filter = filter_of(by_min | by_max, "", "", "", 0);
	filter.min_size = 1;
	filter.max_size = 10000;
	walk(fd, &filter, &got);
	good = got.nr > 0;
	for (i = 0; i < got.nr; i++)
		good = good && got.line[i].counter.bytes >= 1 && got.line[i].counter.bytes <= 10000;
	check(good, "all lines from min_size to max_size are in that range");
	clear(&got);

	filter.min_size = 0;
	filter.max_size = ~0ULL;
	walk(fd, &filter, &got);
	check(same_tags(all, &got), "all lines from 0 to the largest number are all lines");
	clear(&got);
	close(fd);
}

/* Each open file has its own position and filter, besides the one of read(). */
static void check_files(const struct list *all)
{
	struct allocinfo_filter filter = filter_of(ALLOCINFO_FILTER_MASK_FILENAME, "", "",
						   "mm/slub.c", 0);
	int one = open_file(), two = open_file();
	struct allocinfo_tag_data a, b;
	struct list got = { 0 };
	bool good;

	good = !get_at(one, 10, NULL, &a) && !get_at(two, 0, &filter, &b) &&
	       matches(&b, &filter) &&
	       !get_next(one, &a) && same_tag(&a, &all->line[11]) &&
	       !get_next(two, &b) && matches(&b, &filter) &&
	       !get_next(one, &a) && same_tag(&a, &all->line[12]);
	check(good, "two open files: each has its own position and filter");

	good = !get_at(one, 20, NULL, &a);
	read_lines(one, &got, true);
	check(good && same_tags(all, &got), "read() is not affected by GET_NEXT");
	clear(&got);
	check(!get_at(one, 20, NULL, &a) && lseek(one, 0, SEEK_SET) == 0 &&
	      read(one, &b, 100) == 100 && !get_next(one, &a) && same_tag(&a, &all->line[21]),
	      "GET_NEXT is not affected by read() and lseek()");
	close(one);
	close(two);
}

/* Modules that are loaded and unloaded between two calls. */
static void check_modules(void)
{
	struct allocinfo_filter filter = module_filter("alloc_tag_test");
	struct allocinfo_filter leaky = module_filter("leaky");
	struct allocinfo_filter built_in = module_filter("");
	struct allocinfo_tag_data data;
	struct list all = { 0 };
	__u64 id[6] = { 0 };
	int fd = open_file();
	bool found = false;
	unsigned int n;
	int err;

	check(!get_id(fd, &id[0]) && !get_id(fd, &id[1]) && id[0] == id[1],
	      "CONTENT_ID: the same while nothing changes");

	/* The lines of modules follow those that are built in. */
	walk(fd, &built_in, &all);
	if (get_at(fd, all.nr - 1, NULL, &data))
		die("last line that is built in");
	clear(&all);
	run("insmod /lib/modules/alloc_tag_test.ko");
	check(!get_id(fd, &id[1]) && id[0] != id[1], "CONTENT_ID: another after insmod");
	while (!found && !get_next(fd, &data))
		found = !strcmp(data.tag.modname, "alloc_tag_test");
	check(found, "GET_NEXT finds the lines of a module loaded since the last call");

	check(!get_at(fd, 0, &filter, &data) && matches(&data, &filter), "GET_AT finds them, too");
	run("rmmod alloc_tag_test");
	check(get_next(fd, &data) == ENOENT, "ENOENT if it is unloaded before the next call");
	check(!get_id(fd, &id[2]) && id[2] != id[1], "CONTENT_ID: another after rmmod");

	/*
	 * A line that remains because the module left an object behind. It
	 * vanishes when another module, which has no lines, frees the object.
	 */
	run("insmod /lib/modules/keeper.ko && insmod /lib/modules/leaky.ko which=7");
	for (n = 0; !(err = get_at(fd, n, &leaky, &data)); n++)
		;
	check(n >= 400 && err == ENOENT, "400 lines of a module by position, then ENOENT");
	get_id(fd, &id[3]);
	run("rmmod leaky");
	check(!get_id(fd, &id[4]) && id[4] != id[3], "CONTENT_ID: another after a leak");
	check(!get_at(fd, 0, &leaky, &data) && !strcmp(data.tag.function, "take007") &&
	      data.counter.calls == 1 && get_next(fd, &data) == ENOENT,
	      "the line of the leak is the only one that is left");
	get_id(fd, &id[4]);
	run("rmmod keeper");
	check(!get_id(fd, &id[5]) && id[5] != id[4],
	      "CONTENT_ID: another after the last object has been freed");
	check(get_at(fd, 0, &leaky, &data) == ENOENT, "the line of the leak has gone");
	close(fd);
}

/* Names that are too long: their ends are kept, and compared. */
static void check_long_names(void)
{
	static const char end[] =
		"_with_a_name_longer_than_the_ioctls_of_this_file_have_got_room_for";
	struct allocinfo_filter filter = module_filter("names");
	struct list got = { 0 };
	int fd = open_file();

	run("insmod /lib/modules/names.ko");
	store(filter.fields.function, end, strlen(end));
	filter.mask |= ALLOCINFO_FILTER_MASK_FUNCTION;
	walk(fd, &filter, &got);
	check(got.nr == 2 && got.line[0].counter.calls + got.line[1].counter.calls == 3,
	      "two functions whose names end with the same 63 characters are both found");
	check(got.nr == 2 && strlen(got.line[0].tag.function) == 63 &&
	      !strcmp(got.line[0].tag.function, end + strlen(end) - 63) &&
	      padding_is_zero(&got.line[0]), "a long name is cut at its beginning");
	clear(&got);
	run("rmmod names");
	close(fd);
}

int main(void)
{
	struct list all = { 0 };
	int fd;

	/* A module whose counters don't change, and the lines with it. */
	check_modules();
	check_long_names();
	run("insmod /lib/modules/alloc_tag_test.ko");
	fd = open_file();
	read_lines(fd, &all, false);
	close(fd);
	if (all.nr < 500)
		die("too few lines");
	check_positions(&all);
	check_errors();
	check_names(&all);
	check_sizes(&all);
	check_files(&all);
	run("rmmod alloc_tag_test");
	puts("end");
	return failures != 0;
}
