// SPDX-License-Identifier: GPL-2.0
/*
 * origin.c - reading /proc/PID/task/TID/errors
 *
 * Documentation/error-origins.rst describes the file:
 *
 *	origins:11 call:48
 *	5 25 80 ENOENT fs/namei.c:1478 func:traverse_mounts
 *	10 41 1 EIO fs/proc/inode.c:332 [module] func:pde_write
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/buffer.h"
#include "util/file.h"
#include "why/origin.h"

/* Cut the next word off *TEXT. NULL at the end of the line. */
static char *next_word(char **text)
{
	char *word;

	do {
		word = strsep(text, " ");
	} while (word && !*word);
	return word;
}

/* Parse LINE, which is modified. Returns false if it is no origin. */
static bool parse_line(struct origin *origin, char *line)
{
	char *number = next_word(&line), *call = next_word(&line);
	char *syscall_nr = next_word(&line), *word;

	if (!number || !call || !syscall_nr)
		return false;
	origin->call = strtoul(call, NULL, 10);
	origin->error = next_word(&line);
	origin->place = next_word(&line);
	origin->module = NULL;
	word = next_word(&line);
	if (word && *word == '[') {
		word[strcspn(word, "]")] = 0;
		origin->module = word + 1;
		word = next_word(&line);
	}
	if (!word || strncmp(word, "func:", 5))
		return false;
	origin->function = word + 5;
	return true;
}

/*
 * Parse ORIGINS->text, which is modified. Returns false if it is no such file.
 */
static bool parse_origins(struct origins *origins)
{
	char *text = origins->text, *line = strsep(&text, "\n");
	unsigned int nr;

	origins->nr = 0;
	if (sscanf(line, "origins:%u call:%u", &nr, &origins->call) != 2)
		return false;
	while ((line = strsep(&text, "\n")) && *line && origins->nr < MAX_ORIGINS)
		if (parse_line(&origins->list[origins->nr], line))
			origins->nr++;
	return true;
}

/* Read the origins of the task TID. Returns false if the kernel has none. */
bool read_origins(struct origins *origins, pid_t tid)
{
	char *name = xasprintf("%s/%d/task/%d/errors", proc_folder, tid, tid);
	FILE *in = fopen(name, "r");
	size_t size;

	free(name);
	if (!in)
		return false;
	size = fread(origins->text, 1, sizeof(origins->text) - 1, in);
	fclose(in);
	origins->text[size] = 0;
	return parse_origins(origins);
}

/* The name of ERROR, as the file has it. NULL if the C library knows none. */
const char *error_name(int error)
{
	/* Numbers that only the kernel knows, and that a tracer sees. */
	static const struct {
		int error;
		const char *name;
	} internal[] = {
		{ 512, "ERESTARTSYS" }, { 513, "ERESTARTNOINTR" },
		{ 514, "ERESTARTNOHAND" }, { 515, "ENOIOCTLCMD" },
		{ 516, "ERESTART_RESTARTBLOCK" }, { 517, "EPROBE_DEFER" },
		{ 524, "ENOTSUPP" },
	};
	size_t i;

	for (i = 0; i < sizeof(internal) / sizeof(internal[0]); i++)
		if (internal[i].error == error)
			return internal[i].name;
	return strerrorname_np(error);
}

/*
 * The origin of ERROR in the system call that the task is in: the last one of
 * this call with this error. NULL if there is none. An error of another call is
 * no origin, and one that the kernel has handled is another error.
 */
const struct origin *find_origin(const struct origins *origins, int error)
{
	const char *name = error_name(error);
	unsigned int i;

	for (i = origins->nr; i-- > 0;) {
		const struct origin *origin = &origins->list[i];

		if (origin->call != origins->call)
			continue;
		if (name ? !strcmp(origin->error, name) : atoi(origin->error) == error)
			return origin;
	}
	return NULL;
}
