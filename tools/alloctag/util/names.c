// SPDX-License-Identifier: GPL-2.0
/*
 * names.c - interned names: of files, functions, modules and types
 *
 * A report of 50,000 lines has some thousand different names. Each is stored
 * once and has a number, which entries refer to. There is one set of names,
 * which lives as long as the program.
 *
 * Names are printed on terminals and written to other formats, so a text with
 * control characters is no name.
 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "util/buffer.h"
#include "util/index.h"
#include "util/names.h"

/* Texts are stored one after the other, in blocks that are never moved. */
#define BLOCK_SIZE 65536

struct block {
	struct block *next;
	char text[];
};

struct name {
	const char *text;
	uint32_t length;
};

static struct {
	struct name *array;	/* by number */
	size_t nr, room;
	struct index index;
	struct block *blocks;
	size_t block_left;
	char *block_at;
	/* name_directory(): by number of the file */
	name_t *directory;
	size_t nr_directories;
	unsigned int depth;
} names;

static uint32_t hash_text(const char *text, size_t length)
{
	uint64_t hash = length * 0x9e3779b97f4a7c15u;
	const char *end = text + length;
	uint64_t word = 0;

	for (; end - text > 8; text += 8) {
		memcpy(&word, text, 8);
		hash = (hash ^ word) * 0xff51afd7ed558ccdu;
		hash ^= hash >> 32;
	}
	/* Of a longer text, the last 8 bytes, even if some were hashed. */
	if (length < 8)
		memcpy(&word, text, length);
	else
		memcpy(&word, end - 8, 8);
	hash = (hash ^ word) * 0xff51afd7ed558ccdu;
	return hash ^ (hash >> 29);
}

static char *store(const char *text, size_t length)
{
	char *at;

	if (names.block_left < length + 1) {
		size_t size = length + 1 > BLOCK_SIZE ? length + 1 : BLOCK_SIZE;
		struct block *block = xmalloc(sizeof(*block) + size);

		block->next = names.blocks;
		names.blocks = block;
		names.block_at = block->text;
		names.block_left = size;
	}
	at = names.block_at;
	memcpy(at, text, length);
	at[length] = '\0';
	names.block_at += length + 1;
	names.block_left -= length + 1;
	return at;
}

static bool is_name(const char *text, size_t length)
{
	size_t i;

	for (i = 0; i < length; i++)
		if ((unsigned char)text[i] < ' ' || text[i] == 0x7f)
			return false;
	return true;
}

static name_t add_new(const char *text, size_t length, uint32_t hash)
{
	struct name *name;

	names.array = grow(names.array, names.nr, &names.room,
			   sizeof(*names.array));
	name = &names.array[names.nr++];
	name->text = store(text, length);
	name->length = length;
	index_add(&names.index, hash, names.nr - 1);
	return names.nr - 1;
}

/*
 * The number of TEXT; new text is copied. Returns NAME_BAD if TEXT
 * has control characters or there are too many names.
 */
name_t names_add(const char *text, size_t length)
{
	uint32_t hash = hash_text(text, length), number;
	size_t at = 0;

	if (!names.nr)
		add_new("", 0, hash_text("", 0));
	while ((number = index_next(&names.index, hash, &at)) != INDEX_NONE)
		if (names.array[number].length == length &&
		    !memcmp(names.array[number].text, text, length))
			return number;
	if (!is_name(text, length) || length > INT32_MAX || names.nr >= INT32_MAX)
		return NAME_BAD;
	return add_new(text, length, hash);
}

const char *name_text(name_t name)
{
	return name < names.nr ? names.array[name].text : "";
}

size_t name_length(name_t name)
{
	return name < names.nr ? names.array[name].length : 0;
}

name_t names_count(void)
{
	return names.nr;
}

/*
 * The directory of a file, at most DEPTH components of it if DEPTH isn't 0. "."
 * for a file without one.
 */
name_t name_directory(name_t file, unsigned int depth)
{
	const char *text, *end, *p;
	unsigned int components = 0;

	if (depth != names.depth || file >= names.nr_directories) {
		size_t nr = names.nr;

		if (depth != names.depth)
			names.nr_directories = 0;
		names.directory = xrealloc(names.directory,
					   nr * sizeof(*names.directory));
		while (names.nr_directories < nr)
			names.directory[names.nr_directories++] = NAME_BAD;
		names.depth = depth;
	}
	if (names.directory[file] != NAME_BAD)
		return names.directory[file];
	text = name_text(file);
	end = strrchr(text, '/');
	if (!end) {
		names.directory[file] = names_add(".", 1);
		return names.directory[file];
	}
	for (p = text + 1; depth && p < end; p++) {
		if (*p == '/' && ++components == depth) {
			end = p;
			break;
		}
	}
	names.directory[file] = names_add(text, end == text ? 1 : end - text);
	return names.directory[file];
}

void names_free(void)
{
	while (names.blocks) {
		struct block *next = names.blocks->next;

		free(names.blocks);
		names.blocks = next;
	}
	free(names.array);
	index_free(&names.index);
	free(names.directory);
	memset(&names, 0, sizeof(names));
}
