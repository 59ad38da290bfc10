// SPDX-License-Identifier: GPL-2.0
/*
 * state.c - the snapshot that the last call of alloctag has left
 *
 * It is a recording with one snapshot. It says nothing after a reboot, so that
 * of root is in /run. It is never in the way: if it can't be read, there was
 * no last call, and if it can't be written, the next one has none. Only a file
 * that the user has named is worth a message.
 */
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report/state.h"
#include "snapshot/recorder.h"
#include "snapshot/recording.h"
#include "snapshot/reboot.h"
#include "util/buffer.h"
#include "util/error.h"
#include "util/file.h"

static const char root_state[] = "/run/alloctag.last";

/* Make the folder of a user's state, and its parents. Returns its name. */
static char *make_folder(void)
{
	const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
	char *folder, *parent;

	if (state && *state == '/') {
		mkdir(state, 0700);
		folder = xasprintf("%s/alloctag", state);
	} else if (home && *home == '/') {
		parent = xasprintf("%s/.local", home);
		mkdir(parent, 0700);
		free(parent);
		parent = xasprintf("%s/.local/state", home);
		mkdir(parent, 0700);
		folder = xasprintf("%s/alloctag", parent);
		free(parent);
	} else {
		return NULL;
	}
	mkdir(folder, 0700);
	return folder;
}

/* Where the state is; to be freed. NULL: nowhere. */
char *state_name(const struct options *options)
{
	char *folder, *name;

	if (options->state)
		return xstrdup(options->state);
	/* In an initramfs there may be no /run. */
	if (!geteuid())
		return access("/run", W_OK) ? NULL : xstrdup(root_state);
	folder = make_folder();
	if (!folder)
		return NULL;
	name = xasprintf("%s/last", folder);
	free(folder);
	return name;
}

/* Can BEFORE be compared with NOW? */
static bool fits(const struct recording *before, const struct snapshot *now)
{
	return before->format == now->format &&
	       before->sampling.rate == now->sampling.rate &&
	       before->time < now->time;
}

/* What the last call has left in NAME. BEFORE is set if it can be compared. */
enum last_call state_read(struct snapshot *before, const char *name,
			  const struct snapshot *now)
{
	enum last_call result = LAST_CALL_NONE;
	struct recording recording;
	struct error error;
	struct stat file;
	int64_t changed;
	char *text = NULL;
	size_t size;

	/* Reading anything else, a FIFO, say, could wait for ever. */
	if (!name || stat(name, &file) || !S_ISREG(file.st_mode) ||
	    access(name, R_OK) || read_all(name, &text, &size, &changed, &error) ||
	    recording_open(&recording, name, text, size, &error)) {
		free(text);
		return LAST_CALL_NONE;
	}
	if (recording_next(&recording, &error) == 1) {
		if (recording.boot.id && now->boot.id && recording.boot.id != now->boot.id) {
			result = LAST_CALL_OTHER_BOOT;
		} else if (fits(&recording, now)) {
			recording_get(&recording, before);
			if (boot_change(before, now))
				snapshot_free(before);
			else
				result = LAST_CALL_READ;
		}
	}
	recording_free(&recording);
	free(text);
	return result;
}

/* Leave NOW for the next call. */
void state_write(const struct snapshot *now, const char *name,
		 const struct options *options)
{
	struct error error;

	if (name && !options->no_save &&
	    try_write_snapshot(now, name, true, &error) && options->state)
		warn("%s", error.text);
}
