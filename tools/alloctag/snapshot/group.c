// SPDX-License-Identifier: GPL-2.0
/*
 * group.c - adding up entries: by line, function, file, directory, module, type
 *
 * The same place can occur several times in a report, because a static inline
 * function of a header has a tag in each unit that calls it. So even "by line"
 * adds up.
 */
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "alloctag.h"

const char * const grouping_names[NR_GROUPINGS] = {
	[BY_LINE] = "line",
	[BY_FUNCTION] = "function",
	[BY_FILE] = "file",
	[BY_DIRECTORY] = "directory",
	[BY_MODULE] = "module",
	[BY_TYPE] = "type",
};

const char * const sort_names[NR_SORT_KEYS] = {
	[SORT_BYTES] = "bytes",
	[SORT_LIVE] = "live",
	[SORT_ALLOCS] = "allocs",
	[SORT_FREES] = "frees",
};

static bool matches(const char *pattern, name_t name)
{
	return !pattern || !fnmatch(pattern, name_text(name), 0);
}

bool filter_matches(const struct filter *filter, const struct entry *entry)
{
	if (!filter->all_lines && holds_objects(owner_of(entry)))
		return false;
	if (filter->word && !strcasestr(name_text(entry->file), filter->word) &&
	    !strcasestr(name_text(entry->function), filter->word) &&
	    !strcasestr(name_text(entry->module), filter->word) &&
	    !strcasestr(name_text(entry->type), filter->word))
		return false;
	return matches(filter->file, entry->file) &&
	       matches(filter->function, entry->function) &&
	       matches(filter->module, entry->module) &&
	       matches(filter->type, entry->type);
}

void groups_init(struct groups *groups, enum grouping grouping,
		 unsigned int depth)
{
	memset(groups, 0, sizeof(*groups));
	groups->grouping = grouping;
	groups->depth = depth;
}

/* The group that ENTRY alone would be in, without its numbers. */
static void make_key(const struct groups *groups, const struct entry *entry,
		     struct group *key)
{
	memset(key, 0, sizeof(*key));
	switch (groups->grouping) {
	case BY_LINE:
		key->line = entry->line;
		/* fallthrough */
	case BY_FUNCTION:
		key->function = entry->function;
		/* fallthrough */
	case BY_FILE:
		key->file = entry->file;
		key->module = entry->module;
		break;
	case BY_DIRECTORY:
		key->file = name_directory(entry->file, groups->depth);
		break;
	case BY_MODULE:
		key->module = entry->module;
		break;
	case BY_TYPE:
	case NR_GROUPINGS:
		key->type = entry->type;
		key->flags = entry->flags & ENTRY_UNTAGGED;
		break;
	}
}

static bool same_group(const struct groups *groups, const struct group *a,
		       const struct group *b)
{
	if (groups->grouping == BY_TYPE)
		return a->type == b->type &&
		       (a->flags & ENTRY_UNTAGGED) == (b->flags & ENTRY_UNTAGGED);
	return a->file == b->file && a->line == b->line &&
	       a->function == b->function && a->module == b->module;
}

static size_t hash_group(const struct groups *groups, const struct group *key)
{
	uint64_t hash = key->file;

	hash = hash * 0x9e3779b97f4a7c15u + key->line;
	hash = (hash ^ hash >> 32) * 0x9e3779b97f4a7c15u + key->function;
	hash = (hash ^ hash >> 32) * 0x9e3779b97f4a7c15u + key->module;
	if (groups->grouping == BY_TYPE)
		hash += key->type * 2 + !!(key->flags & ENTRY_UNTAGGED);
	hash *= 0xff51afd7ed558ccdu;
	return hash ^ hash >> 31;
}

static void put_in_table(struct groups *groups, size_t index)
{
	size_t mask = groups->table_size - 1;
	size_t at = hash_group(groups, &groups->array[index]) & mask;

	while (groups->table[at])
		at = (at + 1) & mask;
	groups->table[at] = index + 1;
}

/* The group of ENTRY, made if there is none. Its numbers are not added. */
struct group *groups_find(struct groups *groups, const struct entry *entry)
{
	struct group key;
	size_t at, i;

	if ((groups->nr + 1) * 2 > groups->table_size) {
		groups->table_size = groups->table_size ? groups->table_size * 2 : 1024;
		free(groups->table);
		groups->table = xcalloc(groups->table_size, sizeof(*groups->table));
		for (i = 0; i < groups->nr; i++)
			put_in_table(groups, i);
	}
	make_key(groups, entry, &key);
	/* Reports have the same lines in the same order. */
	if (groups->next < groups->nr &&
	    same_group(groups, &groups->array[groups->next], &key))
		return &groups->array[groups->next++];
	for (at = hash_group(groups, &key) & (groups->table_size - 1);
	     groups->table[at]; at = (at + 1) & (groups->table_size - 1)) {
		struct group *group = &groups->array[groups->table[at] - 1];

		if (same_group(groups, group, &key)) {
			groups->next = groups->table[at];
			return group;
		}
	}
	groups->array = grow(groups->array, groups->nr, &groups->room, sizeof(key));
	groups->array[groups->nr] = key;
	groups->array[groups->nr].most = INT64_MIN;
	groups->table[at] = ++groups->nr;
	return &groups->array[groups->nr - 1];
}

static void add_numbers(const struct groups *groups, struct group *group,
			const struct entry *entry)
{
	group->nr++;
	group->bytes += entry->bytes;
	group->live += entry->live;
	group->allocs += entry->allocs;
	group->frees += entry->frees;
	if (groups->grouping == BY_TYPE) {
		group->flags |= entry->flags & ENTRY_INACCURATE;
		return;
	}
	group->flags |= entry->flags;
	if (group->nr > 1 && group->type != entry->type)
		group->types = true;
	if (entry->bytes > group->most) {
		group->most = entry->bytes;
		group->type = entry->type;
	}
}

void groups_add(struct groups *groups, const struct entry *entry)
{
	struct group *group = groups_find(groups, entry);

	group->now_bytes += entry->bytes;
	group->now_live += entry->live;
	add_numbers(groups, group, entry);
}

/* Make numbers, apart from those of now, differences to ENTRY's. */
void groups_subtract(struct groups *groups, const struct entry *entry)
{
	struct entry negative = *entry;

	negative.bytes = -entry->bytes;
	negative.live = -entry->live;
	negative.allocs = -entry->allocs;
	negative.frees = -entry->frees;
	add_numbers(groups, groups_find(groups, entry), &negative);
}

void groups_add_all(struct groups *groups, const struct snapshot *snapshot,
		    const struct filter *filter)
{
	size_t i;

	for (i = 0; i < snapshot->nr; i++)
		if (filter_matches(filter, &snapshot->entries[i]))
			groups_add(groups, &snapshot->entries[i]);
}

/* Values first, then names, so that the order never depends on a hash. */
static int compare_names(const struct group *a, const struct group *b)
{
	int result = strcmp(name_text(a->file), name_text(b->file));

	if (!result)
		result = a->line < b->line ? -1 : a->line > b->line;
	if (!result)
		result = strcmp(name_text(a->function), name_text(b->function));
	if (!result)
		result = strcmp(name_text(a->module), name_text(b->module));
	if (!result)
		result = strcmp(name_text(a->type), name_text(b->type));
	if (!result)
		result = a->flags < b->flags ? -1 : a->flags > b->flags;
	return result;
}

static int compare_bytes(const void *x, const void *y)
{
	const struct group *a = x, *b = y;

	if (a->bytes != b->bytes)
		return a->bytes < b->bytes ? 1 : -1;
	return compare_names(a, b);
}

static int compare_live(const void *x, const void *y)
{
	const struct group *a = x, *b = y;

	if (a->live != b->live)
		return a->live < b->live ? 1 : -1;
	return compare_bytes(a, b);
}

static int compare_allocs(const void *x, const void *y)
{
	const struct group *a = x, *b = y;

	if (a->allocs != b->allocs)
		return a->allocs < b->allocs ? 1 : -1;
	return compare_bytes(a, b);
}

static int compare_frees(const void *x, const void *y)
{
	const struct group *a = x, *b = y;

	if (a->frees != b->frees)
		return a->frees < b->frees ? 1 : -1;
	return compare_bytes(a, b);
}

typedef int (*compare_t)(const void *, const void *);

/* A heap: the last of the first NR groups in order is at its top. */
static void sift_down(struct group *array, size_t nr, size_t at,
		      compare_t compare)
{
	struct group moving = array[at];

	for (;;) {
		size_t child = at * 2 + 1;

		if (child >= nr)
			break;
		if (child + 1 < nr && compare(&array[child + 1], &array[child]) > 0)
			child++;
		if (compare(&array[child], &moving) <= 0)
			break;
		array[at] = array[child];
		at = child;
	}
	array[at] = moving;
}

/*
 * Largest first. Only the first ROWS groups need to be in order, 0: all of
 * them. groups_find() must not be called after that.
 */
void groups_sort(struct groups *groups, enum sort_key key, size_t rows)
{
	static const compare_t by_key[NR_SORT_KEYS] = {
		[SORT_BYTES] = compare_bytes,
		[SORT_LIVE] = compare_live,
		[SORT_ALLOCS] = compare_allocs,
		[SORT_FREES] = compare_frees,
	};
	struct group *array = groups->array, swap;
	compare_t compare = by_key[key];
	size_t i;

	if (!groups->nr)
		return;
	if (!rows || rows > groups->nr / 4)
		rows = groups->nr;
	for (i = rows / 2; rows < groups->nr && i-- > 0;)
		sift_down(array, rows, i, compare);
	for (i = rows; i < groups->nr; i++) {
		if (compare(&array[i], &array[0]) >= 0)
			continue;
		swap = array[i];
		array[i] = array[0];
		array[0] = swap;
		sift_down(array, rows, 0, compare);
	}
	qsort(array, rows, sizeof(*array), compare);
}

void groups_free(struct groups *groups)
{
	free(groups->array);
	free(groups->table);
	memset(groups, 0, sizeof(*groups));
}

/* What a row is called; to be freed. */
char *group_label(const struct groups *groups, const struct group *group)
{
	switch (groups->grouping) {
	case BY_LINE:
		return xasprintf("%s:%u", name_text(group->file), group->line);
	case BY_FUNCTION:
		return xasprintf("%s", name_text(group->function));
	case BY_FILE:
	case BY_DIRECTORY:
		return xasprintf("%s", name_text(group->file));
	case BY_MODULE:
		return xasprintf("%s", group->module ? name_text(group->module) :
				 "(built in)");
	default:
		return xasprintf("%s", group->type ? name_text(group->type) :
				 group->flags & ENTRY_UNTAGGED ? "(untagged)" :
				 "(unknown)");
	}
}
