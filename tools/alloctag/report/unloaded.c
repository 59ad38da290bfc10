// SPDX-License-Identifier: GPL-2.0
/*
 * unloaded.c - lines of modules that were unloaded meanwhile
 *
 * A mainline kernel drops the lines of a module when it is unloaded, whether
 * their memory was freed or not. So the growth of such a line ends in nothing,
 * as if all had been freed. A kernel with alloctag keeps lines with live
 * memory, but only /proc/alloctag is surely of one.
 */
#include "out/line_columns.h"
#include "report/unloaded.h"

/* Does any line in SNAPSHOT belong to MODULE? */
bool has_module(const struct snapshot *snapshot, name_t module)
{
	size_t i;

	for (i = 0; i < snapshot->nr; i++)
		if (snapshot->entries[i].module == module)
			return true;
	return false;
}

/* Can a line with live memory be missing in a report in this format? */
bool forgets_modules(enum format format)
{
	return !has_allocs(format) && !is_estimate(format);
}

/*
 * The lines of BEFORE with memory whose modules are not in AFTER: as groups, to
 * be freed, that have not changed.
 */
void find_unloaded(struct groups *unloaded, const struct snapshot *before,
		   const struct snapshot *after, const struct filter *filter)
{
	name_t module = 0;
	bool gone = false;
	size_t i;

	groups_init(unloaded, BY_LINE, 0, measures_of(before->format));
	for (i = 0; forgets_modules(after->format) && i < before->nr; i++) {
		const struct entry *entry = &before->entries[i];

		/* The lines of a module are next to each other. */
		if (entry->module != module) {
			module = entry->module;
			gone = module && !has_module(after, module);
		}
		if (!gone || entry->bytes <= 0 || !filter_matches(filter, entry))
			continue;
		groups_add(unloaded, entry);
	}
	for (i = 0; i < unloaded->nr; i++)
		unloaded->array[i].bytes = 0;
}

static void print_table(const struct groups *unloaded, const struct options *options,
			FILE *out)
{
	struct table table = { 0 };
	size_t i;

	table_column(&table, "bytes", COLUMN_BYTES);
	table_column(&table, "live", COLUMN_COUNT);
	table_change_column(&table, "grown", COLUMN_BYTES);
	add_line_columns(&table, false);
	for (i = 0; i < unloaded->nr && (!options->top || i < options->top); i++) {
		const struct group *group = &unloaded->array[i];

		table_count(&table, group->now);
		table_count(&table, group->live);
		table_count(&table, group->bytes);
		add_line_cells(&table, &group->entry, false);
	}
	table_print(&table, out, options->format, options->exact);
}

/*
 * Print the lines, with what they had when they were last seen: in text and, as
 * a member of an object, in JSON. Other formats have one table only.
 */
void print_unloaded(struct groups *unloaded, const struct options *options,
		    FILE *out)
{
	groups_sort(unloaded, SORT_BYTES, 0);
	if (options->format == OUTPUT_JSON)
		fputs(", \"unloaded\": ", out);
	else if (options->format != OUTPUT_TEXT || !unloaded->nr)
		return;
	else
		fputs("\nTheir modules were unloaded meanwhile; what they had when last seen:\n\n",
		      out);
	print_table(unloaded, options, out);
	if (options->format == OUTPUT_TEXT)
		fputs("A mainline kernel does not say whether it was freed, but its log does:\n"
		      "dmesg | grep 'allocated at module unload'\n", out);
}
