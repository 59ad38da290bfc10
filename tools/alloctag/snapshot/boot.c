// SPDX-License-Identifier: GPL-2.0
/*
 * boot.c - which machine, kernel and boot a snapshot is of
 *
 * A recording has the kernel's boot_id and release, and the host's name.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "snapshot/boot.h"
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
