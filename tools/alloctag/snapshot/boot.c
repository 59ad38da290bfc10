// SPDX-License-Identifier: GPL-2.0
/*
 * boot.c - which machine, kernel and boot a snapshot is of
 *
 * After a reboot, lines begin at 0 again: what seems to have been freed was
 * not, and the same lines grow again. So snapshots of two boots are not
 * compared. A recording has the kernel's boot_id; in a copy of /proc/alloctag,
 * fewer allocations since boot show it. Copies of /proc/allocinfo have neither.
 */
#include <stdlib.h>
#include <string.h>

#include "snapshot/boot.h"
#include "snapshot/snapshot.h"
#include "util/buffer.h"
#include "util/file.h"

static const struct {
	const char *key, *file;
	size_t field;
} parts[] = {
	{ "host=", "sys/kernel/hostname", offsetof(struct boot, host) },
	{ "release=", "sys/kernel/osrelease", offsetof(struct boot, release) },
	{ "boot_id=", "sys/kernel/random/boot_id", offsetof(struct boot, id) },
};

static name_t *part_of(struct boot *boot, size_t i)
{
	return (name_t *)((char *)boot + parts[i].field);
}

static void set_part(struct boot *boot, size_t i, const char *text, size_t length)
{
	name_t name = length ? names_add(text, length) : NAME_BAD;

	if (name != NAME_BAD && strcmp(name_text(name), "unknown"))
		*part_of(boot, i) = name;
}

/* Of the running kernel, or of the one whose files are in --proc. */
void read_boot(struct boot *boot)
{
	size_t i;

	memset(boot, 0, sizeof(*boot));
	for (i = 0; i < ARRAY_SIZE(parts); i++) {
		char *path = xasprintf("%s/%s", proc_folder, parts[i].file);
		struct error error;
		int64_t time;
		size_t size;
		char *text;

		if (!read_all(path, &text, &size, &time, &error))
			set_part(boot, i, text, strcspn(text, "\n"));
		free(text);
		free(path);
	}
}

/* As lines of a recording, to be freed. */
char *boot_info(const struct boot *boot)
{
	struct buffer text = { 0 };
	size_t i;

	buffer_puts(&text, "");
	for (i = 0; i < ARRAY_SIZE(parts); i++) {
		name_t name = *(const name_t *)((const char *)boot + parts[i].field);

		if (name)
			buffer_printf(&text, "%s%s\n", parts[i].key, name_text(name));
	}
	return text.text;
}

/* Parse such a line. Returns false if it is another one. */
bool boot_parse(struct boot *boot, const char *line, size_t length)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(parts); i++) {
		size_t key = strlen(parts[i].key);

		if (length <= key || memcmp(line, parts[i].key, key))
			continue;
		set_part(boot, i, line + key, length - key);
		return true;
	}
	return false;
}

/* The next line from I on that is no module's: these stay until a reboot. */
static size_t next_built_in(const struct snapshot *snapshot, size_t i)
{
	while (i < snapshot->nr && snapshot->entries[i].module)
		i++;
	return i;
}

/* Has any line fewer allocations since boot than before? */
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

/* Are two snapshots, one after the other, of one boot of one machine? */
enum boot_change boot_change(const struct snapshot *before,
				 const struct snapshot *after)
{
	const struct boot *a = &before->boot, *b = &after->boot;

	bool other_host = a->host && b->host && a->host != b->host;

	/* A machine may get its name after it was booted. */
	if (a->id && b->id)
		return a->id == b->id ? BOOT_SAME : other_host ? BOOT_OTHER_HOST : BOOT_OTHER;
	if (other_host)
		return BOOT_OTHER_HOST;
	/* Files that are in the wrong order prove nothing. */
	return after->time >= before->time && begins_again(before, after) ?
	       BOOT_OTHER : BOOT_SAME;
}
