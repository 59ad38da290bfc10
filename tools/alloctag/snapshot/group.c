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

#include "snapshot/group.h"
#include "snapshot/kernel.h"
#include "snapshot/place.h"
#include "util/buffer.h"
#include "util/error.h"
#include "util/sort.h"

const char * const grouping_names[NR_GROUPINGS + 1] = {
	[BY_LINE] = "line",
	[BY_FUNCTION] = "function",
	[BY_FILE] = "file",
	[BY_DIRECTORY] = "directory",
	[BY_MODULE] = "module",
	[BY_TYPE] = "type",
	[BY_NODE] = "node",
};

const char * const sort_names[NR_SORT_KEYS] = {
	[SORT_BYTES] = "bytes",
	[SORT_LIVE] = "live",
	[SORT_ALLOCS] = "allocs",
	[SORT_FREES] = "frees",
	[SORT_AGE] = "age",
	[SORT_CALLS] = "calls",
	[SORT_FREED] = "freed",
	[SORT_GROWTH] = "growth",
	[SORT_LONGEST] = "longest",
	[SORT_MEAN] = "mean",
	[SORT_MOVES] = "moves",
	[SORT_OLD] = "old",
	[SORT_PERCENT] = "percent",
	[SORT_RATE] = "rate",
	[SORT_REMOTE] = "remote",
	[SORT_RETURNED] = "returned",
	[SORT_SLACK] = "slack",
	[SORT_SLEPT] = "slept",
	[SORT_TIME] = "time",
	[SORT_WAITS] = "waits",
	[SORT_WAKEUPS] = "wakeups",
};

static bool matches(const char *pattern, name_t name)
{
	bool exclude = pattern && *pattern == '!';

	return !pattern || !fnmatch(pattern + exclude, name_text(name), 0) != exclude;
}

bool filter_matches(const struct filter *filter, const struct entry *entry)
{
	if (!filter->all_lines && holds_objects(owner_of(entry)))
		return false;
	if (filter->kernel && owner_of(entry) == OWNER_USER)
		return false;
	if (filter->directory &&
	    name_directory(entry->file, filter->depth) != filter->directory)
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
		 unsigned int depth, const struct measures *measures)
{
	memset(groups, 0, sizeof(*groups));
	groups->measures = measures;
	groups->grouping = grouping;
	groups->depth = depth;
}

/* The key of the group of ENTRY. */
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
	return same_place(&a->entry, &b->entry);
}

static uint32_t hash_group(const struct groups *groups, const struct group *key)
{
	uint32_t hash = hash_add(key->line, (uint64_t)key->file << 32 | key->function);

	hash = hash_add(hash, key->module);
	if (groups->grouping == BY_TYPE)
		hash = hash_add(hash, (uint64_t)key->type << 1 |
				!!(key->flags & ENTRY_UNTAGGED));
	return hash;
}

/* The group of ENTRY, made if there is none. Its numbers are not added. */
struct group *groups_find(struct groups *groups, const struct entry *entry)
{
	struct group key;
	uint32_t hash, number;
	size_t at = 0;

	make_key(groups, entry, &key);
	/* Reports have the same lines in the same order. */
	if (groups->next < groups->nr &&
	    same_group(groups, &groups->array[groups->next], &key))
		return &groups->array[groups->next++];
	hash = hash_group(groups, &key);
	while ((number = index_next(&groups->index, hash, &at)) != INDEX_NONE) {
		if (same_group(groups, &groups->array[number], &key)) {
			groups->next = number + 1;
			return &groups->array[number];
		}
	}
	groups->array = grow(groups->array, groups->nr, &groups->room, sizeof(key));
	groups->array[groups->nr] = key;
	groups->array[groups->nr].most = INT64_MIN;
	index_add(&groups->index, hash, groups->nr++);
	return &groups->array[groups->nr - 1];
}

/* The flags of ENTRY, and its type if it is the largest so far. */
static void add_names(const struct groups *groups, struct group *group,
		      const struct entry *entry, int64_t size)
{
	group->nr++;
	if (groups->grouping == BY_TYPE) {
		group->flags |= entry->flags & ENTRY_INACCURATE;
		return;
	}
	group->flags |= entry->flags;
	if (group->nr > 1 && group->type != entry->type)
		group->types = true;
	if (size > group->most) {
		group->most = size;
		group->type = entry->type;
	}
}

void groups_add(struct groups *groups, const struct entry *entry)
{
	struct group *group = groups_find(groups, entry);

	group->now += entry->size;
	add_values(groups->measures, &group->values, &entry->values);
	add_names(groups, group, entry, entry->size);
}

/*
 * Subtract the numbers of ENTRY, except from the size now. Variances are added,
 * which is right if no sample is in both snapshots.
 */
void groups_subtract(struct groups *groups, const struct entry *entry)
{
	struct group *group = groups_find(groups, entry);

	subtract_values(groups->measures, &group->values, &entry->values);
	add_names(groups, group, entry, -entry->size);
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
static int compare_names(const void *x, const void *y)
{
	const struct group *a = x, *b = y;
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

/* The number that groups are sorted by; of other keys, the size. */
int64_t group_key(const struct group *group, enum sort_key key)
{
	switch (key) {
	case SORT_LIVE:
	case SORT_WAITS:
		return group->count;
	case SORT_ALLOCS:
	case SORT_WAKEUPS:
		return group->calls;
	case SORT_FREES:
		return frees_of(&group->values);
	case SORT_MEAN:
		return group->slept / (group->waits > 0 ? group->waits : 1);
	case SORT_LONGEST:
		return group->longest;
	default:
		return group->size;
	}
}

/* Groups are sorted by it. */
static enum sort_key sorted_by;

static int compare_groups(const void *x, const void *y)
{
	const struct group *a = x, *b = y;
	int64_t key_a = group_key(a, sorted_by), key_b = group_key(b, sorted_by);

	if (key_a != key_b)
		return key_a < key_b ? 1 : -1;
	if (a->size != b->size)
		return a->size < b->size ? 1 : -1;
	return compare_names(a, b);
}

/* Ends the program if reports of this format can't be sorted by KEY. */
void check_sort(enum sort_key key, enum format format)
{
	if (key < SORT_ALLOCS || has_allocs(format))
		return;
	die(EXIT_WRONG, "--sort=%s: %s has no such column%s", sort_names[key],
	    format_text(format), is_estimate(format) ?
	    "; the kernel counts with sysctl vm.mem_profiling=1" : "");
}

/*
 * Largest first. Only the first ROWS groups need to be in order, 0: all of
 * them. groups_find() must not be called after that.
 */
void groups_sort(struct groups *groups, enum sort_key key, size_t rows)
{
	sorted_by = key;
	sort_first(groups->array, groups->nr, sizeof(*groups->array), rows,
		   compare_groups);
}

/* The same by name alone. */
void groups_sort_names(struct groups *groups)
{
	sort_first(groups->array, groups->nr, sizeof(*groups->array), 0, compare_names);
}

/*
 * Remove groups of less than LEAST bytes, in either direction if they are
 * differences. Entries can't be added any more. Returns how many were removed.
 */
size_t groups_drop_small(struct groups *groups, int64_t least)
{
	size_t i, nr = groups->nr, left = 0;

	if (!least)
		return 0;
	for (i = 0; i < nr; i++)
		if (llabs(groups->array[i].size) >= least)
			groups->array[left++] = groups->array[i];
	groups->nr = left;
	return nr - left;
}

void groups_free(struct groups *groups)
{
	free(groups->array);
	index_free(&groups->index);
	memset(groups, 0, sizeof(*groups));
}

/* The name of a row; to be freed. */
char *group_label(const struct groups *groups, const struct group *group)
{
	switch (groups->grouping) {
	case BY_LINE:
		return place_text(group->file, group->line);
	case BY_FUNCTION:
		return xstrdup(name_text(group->function));
	case BY_FILE:
	case BY_DIRECTORY:
		return xstrdup(name_text(group->file));
	case BY_MODULE:
		return xstrdup(group->module ? name_text(group->module) :
				 "(built in)");
	default:
		return xstrdup(group->type ? name_text(group->type) :
				 group->flags & ENTRY_UNTAGGED ? "(untagged)" :
				 "(unknown)");
	}
}
