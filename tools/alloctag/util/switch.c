// SPDX-License-Identifier: GPL-2.0
/*
 * switch.c - enable what a sysctl enables, while this program runs
 *
 * If the sysctl is 0, it is 1 until the program ends. Several may run at once,
 * and the last one to end sets it to 0, whichever began. They find out from
 * locks on two bytes of a file that only root can open:
 *
 *	LOCK_CHANGE	exclusive, while one looks at the sysctl and sets it
 *	LOCK_USE	shared, by each that needs what one of them has set
 *
 * If it was 1 before, nobody holds LOCK_USE, and it remains 1. A user who can't
 * write the sysctl takes no part in this.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/error.h"
#include "util/file.h"
#include "util/signals.h"
#include "util/switch.h"

enum { LOCK_CHANGE, LOCK_USE };

static int sysctl_fd = -1;
/* -1 if there is no such file: then the first one to end sets it to 0. */
static int lock_fd = -1;

/* Returns whether COMMAND, of fcntl(), succeeds; TYPE gets what it finds. */
static bool lock(int command, short *type, int byte)
{
	struct flock range = {
		.l_type = *type, .l_whence = SEEK_SET, .l_start = byte, .l_len = 1,
	};
	bool good = !fcntl(lock_fd, command, &range);

	*type = range.l_type;
	return good;
}

/* Whether another program holds LOCK_USE. */
static bool is_in_use(void)
{
	short type = F_WRLCK;

	return lock(F_OFD_GETLK, &type, LOCK_USE) && type != F_UNLCK;
}

/* Waits until no other program changes the sysctl. */
static void begin_change(void)
{
	short type = F_WRLCK;

	while (!lock(F_OFD_SETLKW, &type, LOCK_CHANGE) && errno == EINTR)
		;
}

/* Returns false if VALUE, 1 or 0, can't be written. */
static bool set_value(char value)
{
	return pwrite(sysctl_fd, &value, 1, 0) == 1;
}

/* May be called by a signal handler. */
static void switch_off(void)
{
	begin_change();
	if (!is_in_use())
		set_value('0');
	/* Which gives up all locks. */
	close(lock_fd);
}

/* The value of the sysctl, 1 or 0. EOF if there is none. */
static int get_value(void)
{
	char c;

	return pread(sysctl_fd, &c, 1, 0) == 1 ? c : EOF;
}

static void open_lock(const char *file)
{
	bool real = !strcmp(proc_folder, "/proc");
	char *name = xasprintf("%s/%s", real ? "/run" : proc_folder, file);

	lock_fd = open(name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
	free(name);
}

/* Ends the program if the sysctl of WHICH is 0, and can't be set. */
void switch_on(const struct kernel_switch *which)
{
	char *name = xasprintf("%s/sys/kernel/%s", proc_folder, which->sysctl);
	short shared = F_RDLCK, unlocked = F_UNLCK;
	bool writable;

	sysctl_fd = open(name, O_RDWR | O_CLOEXEC);
	writable = sysctl_fd >= 0;
	if (!writable)
		sysctl_fd = open(name, O_RDONLY | O_CLOEXEC);
	free(name);
	if (get_value() == EOF)
		die(EXIT_CANNOT, "%s", which->missing);
	if (writable) {
		open_lock(which->lock);
		begin_change();
	}
	if (get_value() == '1' && (!writable || !is_in_use())) {
		close(sysctl_fd);
		close(lock_fd);
		return;
	}
	if (!writable || (get_value() != '1' && !set_value('1')))
		die(EXIT_CANNOT, "%s: as root, sysctl kernel.%s=1", which->off, which->sysctl);
	lock(F_OFD_SETLK, &shared, LOCK_USE);
	call_at_end(switch_off);
	lock(F_OFD_SETLK, &unlocked, LOCK_CHANGE);
}
