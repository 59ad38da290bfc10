// SPDX-License-Identifier: GPL-2.0
/*
 * output.c - writing files, as root and in folders of others
 *
 * The name that a user gives may be that of anything:
 *
 *	a regular file, or none	The new one is written under a temporary name,
 *				and gets its own when it is complete. So nobody
 *				sees half of it, and what was there before stays
 *				if the disk is full.
 *	/dev/null, a FIFO, ...	is written to. It must not be replaced.
 *	/dev/stdout, /dev/fd/N	is the descriptor that the program was given.
 *	a symbolic link		What it points to is treated as if it had been
 *				named. But the link must not be of another user,
 *				who could let root overwrite any file.
 *
 * Temporary names can't be guessed, and nothing that exists is opened under
 * them. They are removed if the program fails or a signal ends it that can be
 * caught. A file in a folder where no other one can be made is written to, and
 * so is one that is mounted, and one with several names, but in a folder for
 * all.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/buffer.h"
#include "util/output.h"
#include "util/signals.h"

/* As the kernel's limit of links in a path. */
#define MAX_LINKS 40

/* What is to be removed when the program ends, or NULL. For signals, too. */
static char * volatile temporary;

static void remove_temporary(void)
{
	if (temporary)
		unlink(temporary);
	temporary = NULL;
}

static void set_temporary(char *name)
{
	temporary = name;
	call_at_end(remove_temporary);
}

/* The descriptor that NAME is a name of; -1 if it is not of that kind. */
static int named_descriptor(const char *name)
{
	static const char * const folders[] = { "/dev/fd/", "/proc/self/fd/" };
	size_t i;

	if (!strcmp(name, "/dev/stdout"))
		return STDOUT_FILENO;
	if (!strcmp(name, "/dev/stderr"))
		return STDERR_FILENO;
	for (i = 0; i < sizeof(folders) / sizeof(folders[0]); i++) {
		const char *number = name + strlen(folders[i]);

		if (!strncmp(name, folders[i], strlen(folders[i])) && *number &&
		    strlen(number) < 8 && !number[strspn(number, "0123456789")])
			return atoi(number);
	}
	return -1;
}

/* The folder of NAME, with the slash at its end: the number of characters. */
static int folder_length(const char *name)
{
	const char *slash = strrchr(name, '/');

	return slash ? slash - name + 1 : 0;
}

/*
 * Follow the symbolic link that FD has open, which is named NAME. Returns the
 * name that it points to, to be freed, or NULL and an error.
 */
static char *follow_link(int fd, const char *name, const struct stat *info,
			 struct error *error)
{
	char target[PATH_MAX];
	ssize_t length;

	if (info->st_uid && info->st_uid != geteuid()) {
		set_error(error, "%s is a symbolic link of another user; name the file that it points to",
			  name);
		return NULL;
	}
	length = readlinkat(fd, "", target, sizeof(target) - 1);
	if (length <= 0) {
		set_error(error, "cannot read %s: %s", name,
			  strerror(errno));
		return NULL;
	}
	target[length] = '\0';
	return *target == '/' ? xstrdup(target) :
	       xasprintf("%.*s%s", folder_length(name), name, target);
}

/*
 * Find what NAME is. Returns the name without symbolic links at its end, to be
 * freed, and *INFO; its st_mode is 0 if it doesn't exist. If it is one of the
 * program's descriptors, *DESCRIPTOR is set, otherwise -1. NULL and an error if
 * it must not be written to.
 */
static char *resolve(const char *name, struct stat *info, int *descriptor,
		     struct error *error)
{
	char *path = xstrdup(name), *next;
	unsigned int links;
	int fd;

	for (links = 0; links < MAX_LINKS; links++) {
		*descriptor = named_descriptor(path);
		if (*descriptor >= 0)
			return path;
		fd = open(path, O_PATH | O_NOFOLLOW | O_CLOEXEC);
		if (fd < 0 && errno == ENOENT) {
			memset(info, 0, sizeof(*info));
			return path;
		}
		if (fd < 0 || fstat(fd, info)) {
			set_error(error, "cannot create %s: %s", name, strerror(errno));
			break;
		}
		if (!S_ISLNK(info->st_mode)) {
			close(fd);
			return path;
		}
		next = follow_link(fd, path, info, error);
		close(fd);
		free(path);
		path = next;
		if (!path)
			return NULL;
	}
	if (links == MAX_LINKS)
		set_error(error, "cannot create %s: %s", name, strerror(ELOOP));
	free(path);
	return NULL;
}

/* Is PATH in a folder where anybody can make files and links? */
static bool in_public_folder(const char *path)
{
	char *folder = xasprintf("%.*s.", folder_length(path), path);
	struct stat info;
	bool result = stat(folder, &info) || info.st_mode & S_IWOTH;

	free(folder);
	return result;
}

/*
 * Is PATH where something is mounted? A file can be, alone, as in containers:
 * nothing can get its name then. Kernels before 5.8 don't say.
 */
static bool is_mounted(const char *path)
{
	struct statx info;

	return !statx(AT_FDCWD, path, AT_SYMLINK_NOFOLLOW, 0, &info) &&
	       info.stx_attributes & STATX_ATTR_MOUNT_ROOT;
}

/*
 * Could anybody have made the file that INFO describes, to be given what is
 * written to it?
 */
static bool is_strange(const char *path, const struct stat *info)
{
	return info->st_uid && info->st_uid != geteuid() && in_public_folder(path);
}

/*
 * Create a file with a temporary name, beside output->target. If it replaces
 * the file that OLD describes, which has a mode then, it has its mode, owner
 * and group.
 */
static int create_part(struct output *output, mode_t mode, const struct stat *old)
{
	bool keep = old->st_mode && !is_strange(output->target, old);
	mode_t mask = umask(0);

	umask(mask);
	output->part = xasprintf("%.*s.alloctag.XXXXXX", folder_length(output->target),
				 output->target);
	output->fd = mkostemp(output->part, O_CLOEXEC);
	if (output->fd < 0) {
		free(output->part);
		output->part = NULL;
		return -1;
	}
	set_temporary(output->part);
	/* Only root can give it to somebody else. */
	if (keep && fchown(output->fd, old->st_uid, old->st_gid) &&
	    fchown(output->fd, -1, old->st_gid))
		keep = old->st_uid == geteuid();
	fchmod(output->fd, keep ? old->st_mode & 0777 : mode & ~mask);
	return 0;
}

/*
 * Begin to write to NAME. A new file has MODE, less the umask; one that is
 * replaced keeps its own. Without REPLACE, a regular file that exists is an
 * error, with errno EEXIST. Returns 0, or -1 and an error.
 */
int output_open(struct output *output, const char *name, mode_t mode,
		bool replace, struct error *error)
{
	struct stat info = { 0 };
	int descriptor, saved;
	char *path;

	memset(output, 0, sizeof(*output));
	output->replace = replace;
	path = resolve(name, &info, &descriptor, error);
	if (!path) {
		errno = ELOOP;
		return -1;
	}
	if (descriptor >= 0) {
		output->fd = fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
	} else if (S_ISFIFO(info.st_mode) && is_strange(path, &info)) {
		free(path);
		errno = EACCES;
		return set_error(error, "%s is a FIFO of another user", name);
	} else if (info.st_mode && !S_ISREG(info.st_mode)) {
		output->fd = open(path, O_WRONLY | O_NOFOLLOW | O_NOCTTY | O_CLOEXEC);
	} else if (info.st_mode && !replace) {
		output->fd = -1;
		errno = EEXIST;
	} else {
		output->target = path;
		path = NULL;
		/* Another name of a file could be that of any file. */
		if ((info.st_nlink > 1 && !in_public_folder(output->target)) ||
		    (info.st_mode && is_mounted(output->target)) ||
		    (create_part(output, mode, &info) && info.st_mode &&
		     (errno == EACCES || errno == EPERM || errno == EROFS))) {
			output->fd = open(output->target, O_WRONLY | O_NOFOLLOW |
					  O_CLOEXEC);
			output->in_place = true;
			free(output->target);
			output->target = NULL;
		}
	}
	free(path);
	if (output->fd >= 0)
		return 0;
	saved = errno;
	free(output->target);
	output->target = NULL;
	set_error(error, "cannot create %s: %s", name, strerror(saved));
	errno = saved;
	return -1;
}

/* As rename(), but TO must not exist. */
static int rename_new(const char *from, const char *to)
{
	if (!renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE))
		return 0;
	if (errno != EINVAL && errno != ENOSYS)
		return -1;
	/* A file system that doesn't know that. */
	if (link(from, to))
		return -1;
	unlink(from);
	return 0;
}

/*
 * Give the file its name. What is written to output->fd afterwards is written
 * to it. Returns 0, or -1 and an error; the file is removed then.
 */
int output_publish(struct output *output, struct error *error)
{
	int result, saved;

	if (output->in_place && !output->part) {
		/* What was there before, and reaches further. */
		off_t end = lseek(output->fd, 0, SEEK_CUR);

		output->in_place = false;
		return end < 0 || !ftruncate(output->fd, end) ? 0 :
		       set_error(error, "cannot write: %s", strerror(errno));
	}
	if (!output->part)
		return 0;
	result = output->replace ? rename(output->part, output->target) :
		 rename_new(output->part, output->target);
	saved = errno;
	if (result) {
		set_error(error, "cannot create %s: %s%s", output->target, strerror(saved),
			  saved == EBUSY ? " (it is a mount point; name a file in its folder)" : "");
		remove_temporary();
	}
	set_temporary(NULL);
	free(output->part);
	free(output->target);
	output->part = NULL;
	output->target = NULL;
	errno = saved;
	return result;
}

/* Remove the file unless it was published. */
void output_abandon(struct output *output)
{
	if (output->part)
		remove_temporary();
	free(output->part);
	free(output->target);
	output->part = NULL;
	output->target = NULL;
}

/* What open_output() has opened. */
static struct output current;

/*
 * Open a file for output; NULL and "-" are standard output. It must be the only
 * one at a time. Ends the program if that fails.
 */
FILE *open_output(const char *name)
{
	struct error error;
	FILE *out;

	if (!name || !strcmp(name, "-"))
		return stdout;
	if (output_open(&current, name, 0666, true, &error))
		die(EXIT_CANNOT, "%s", error.text);
	out = fdopen(current.fd, "w");
	if (!out)
		die(EXIT_CANNOT, "cannot create %s: %s", name, strerror(errno));
	return out;
}

/* For output that is to be read while it is written: let it be seen now. */
void publish_output(const char *name)
{
	struct error error;

	if (name && strcmp(name, "-") && output_publish(&current, &error))
		die(EXIT_CANNOT, "%s", error.text);
}

/* Ends the program if anything could not be written. */
void close_output(FILE *out, const char *name)
{
	bool failed = ferror(out);
	struct error error;

	if (fflush(out))
		failed = true;
	/* What is left of an old file must go before it is closed. */
	if (!failed && out != stdout && current.in_place && output_publish(&current, &error))
		die(EXIT_CANNOT, "%s: %s", name, error.text);
	if (out != stdout && fclose(out))
		failed = true;
	if (failed)
		die(EXIT_CANNOT, "cannot write %s: %s",
		    out == stdout ? "standard output" : name, strerror(errno));
	if (out != stdout && output_publish(&current, &error))
		die(EXIT_CANNOT, "%s", error.text);
}
