// SPDX-License-Identifier: GPL-2.0
/*
 * reboot.c - whether the lines of two snapshots began at the same time
 *
 * After a reboot, lines begin at 0 again: what seems to have been freed was
 * not, and the same lines grow again. So snapshots of two boots are not
 * compared. A recording has the kernel's boot_id; in a copy of /proc/alloctag,
 * fewer allocations than before show it. Copies of /proc/allocinfo have
 * neither. Lines also begin at 0 when vm.mem_profiling is set to 0 and to 1
 * again: in a recording, fewer allocations in one boot show that.
 */
#include "snapshot/reboot.h"

/* The next line from I on that is no module's: these stay until a reboot. */
static size_t next_built_in(const struct snapshot *snapshot, size_t i)
{
	while (i < snapshot->nr && snapshot->entries[i].module)
		i++;
	return i;
}

/* Has any line fewer allocations than before? */
static bool begins_again(const struct snapshot *before, const struct snapshot *after)
{
	size_t i, k;

	if (!has_allocs(before->format) || !has_allocs(after->format))
		return false;
	for (i = 0, k = 0;; i++, k++) {
		const struct entry *a, *b;

		i = next_built_in(before, i);
		k = next_built_in(after, k);
		if (i == before->nr || k == after->nr)
			return false;
		a = &before->entries[i];
		b = &after->entries[k];
		/* Of another kernel, whose lines can't be compared. */
		if (a->file != b->file || a->line != b->line || a->function != b->function)
			return false;
		if (b->allocs < a->allocs)
			return true;
	}
}

/*
 * Are two snapshots, one after the other, of one boot of one machine, in which
 * counting did not begin anew?
 */
enum boot_change boot_change(const struct snapshot *before,
				 const struct snapshot *after)
{
	const struct boot *a = &before->boot, *b = &after->boot;
	bool other_host = a->host && b->host && a->host != b->host;
	bool have_ids = a->id && b->id;

	/* A machine may get its name after it was booted. */
	if (have_ids && a->id != b->id)
		return other_host ? BOOT_OTHER_HOST : BOOT_OTHER;
	if (!have_ids && other_host)
		return BOOT_OTHER_HOST;
	/* Files that are in the wrong order prove nothing. */
	if (after->time < before->time || !begins_again(before, after))
		return BOOT_SAME;
	return have_ids ? BOOT_COUNTED_ANEW : BOOT_OTHER;
}
