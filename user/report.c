// SPDX-License-Identifier: GPL-2.0
/*
 * report.c - writing the counters: at exit, on a signal, by a call
 *
 * Environment variables say what is written; a program that runs with the
 * rights of another user ignores them:
 *
 *	ALLOCINFO=FILE		the format of /proc/allocinfo
 *	ALLOCTAG=FILE		the format of /proc/alloctag
 *	ALLOCTAG_SIGNAL=USR1	write them on SIGUSR1 as well as at exit; or
 *				USR2, or a number
 *
 * "%p" in FILE is the process ID. Without it, a child process appends "." and
 * its own. "-" is standard error. A copy of this library that dlmopen() has
 * loaded into another namespace appends "+" and the number of that, and does
 * not write on a signal.
 *
 * Nothing here allocates memory or uses stdio, so that a signal handler can
 * report. If the signal interrupts a thread that has the lock, the report is
 * written when that is released.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "internal.h"

_Atomic bool alloc_tag_report_pending;

/* The names of the files, absolute; empty if there is none. */
static char allocinfo_file[PATH_MAX];
static char alloctag_file[PATH_MAX];
/* The process that the environment was meant for. */
static pid_t first_process;
/* The loader's namespace that this library is in. */
static Lmid_t namespace;

/*
 * Output
 */

/* Output for @fd. @error is the errno of the first failure. */
struct output {
	int fd;
	int error;
	size_t used;
	char text[4096];
};

static void flush(struct output *out)
{
	size_t done = 0;

	while (done < out->used && !out->error) {
		ssize_t n = write(out->fd, out->text + done, out->used - done);

		if (n >= 0)
			done += n;
		else if (errno != EINTR)
			out->error = errno;
	}
	out->used = 0;
}

static void put_char(struct output *out, char c)
{
	if (out->used == sizeof(out->text))
		flush(out);
	out->text[out->used++] = c;
}

static void put_string(struct output *out, const char *string)
{
	while (*string)
		put_char(out, *string++);
}

/* VALUE in decimal, at least WIDTH characters wide. */
static void put_number(struct output *out, int64_t value, int width)
{
	char digits[24];
	char *at = digits + sizeof(digits);
	uint64_t rest = value < 0 ? -(uint64_t)value : (uint64_t)value;

	*--at = '\0';
	do
		*--at = '0' + rest % 10;
	while (rest /= 10);
	if (value < 0)
		*--at = '-';
	for (width -= digits + sizeof(digits) - 1 - at; width > 0; width--)
		put_char(out, ' ');
	put_string(out, at);
}

/*
 * Formats: as in lib/alloc_tag/proc.c
 */

typedef void (*put_site_t)(struct output *out, const struct site *site,
			   const struct alloc_tag_totals *sum);

static const char allocinfo_header[] =
	"allocinfo - version: 2.0\n"
	"#     <size>  <calls> <tag info>\n";

static void put_allocinfo(struct output *out, const struct site *site,
			  const struct alloc_tag_totals *sum)
{
	put_number(out, sum->bytes, 12);
	put_char(out, ' ');
	put_number(out, sum->allocs - sum->frees, 8);
	put_char(out, ' ');
	put_string(out, site->file);
	put_char(out, ':');
	put_number(out, site->line, 0);
	if (*site->module) {
		put_string(out, " [");
		put_string(out, site->module);
		put_char(out, ']');
	}
	put_string(out, " func:");
	put_string(out, site->function);
	put_string(out, " \n");
}

static const char alloctag_header[] =
	"alloctag - version: 1.0\n"
	"#    <bytes>   <live>   <allocs>    <frees> <file>:<line>:<column> <module> <function> <type>\n";

static void put_alloctag(struct output *out, const struct site *site,
			 const struct alloc_tag_totals *sum)
{
	put_number(out, sum->bytes, 12);
	put_char(out, ' ');
	put_number(out, sum->allocs - sum->frees, 8);
	put_char(out, ' ');
	put_number(out, sum->allocs, 10);
	put_char(out, ' ');
	put_number(out, sum->frees, 10);
	put_char(out, ' ');
	put_string(out, site->file);
	put_char(out, ':');
	put_number(out, site->line, 0);
	put_char(out, ':');
	put_number(out, site->column, 0);
	put_char(out, ' ');
	put_string(out, *site->module ? site->module : "-");
	put_char(out, ' ');
	put_string(out, site->function);
	put_char(out, ' ');
	if (site->flags & CODE_TAG_UNTAGGED)
		put_string(out, "(untagged)");
	else
		put_string(out, *site->type ? site->type : "-");
	put_char(out, '\n');
}

/*
 * Write HEADER and all call sites that have allocated. alloc_tag_mutex must be
 * held. Returns 0 or an errno.
 */
static int put_sites(int fd, const char *header, put_site_t put_site)
{
	struct output out;
	struct alloc_tag_totals sum;
	alloc_tag_idx_t idx;

	out.fd = fd;
	out.error = 0;
	out.used = 0;
	put_string(&out, header);
	for (idx = 1; idx < alloc_tag_nr_sites && !out.error; idx++) {
		alloc_tag_read(idx, &sum);
		if (sum.allocs)
			put_site(&out, &alloc_tag_sites[idx], &sum);
	}
	flush(&out);
	return out.error;
}

static int report(int fd, const char *header, put_site_t put_site)
{
	int error;

	if (!alloc_tag_lock_in_handler()) {
		errno = EBUSY;
		return -1;
	}
	error = put_sites(fd, header, put_site);
	alloc_tag_unlock();
	if (!error)
		return 0;
	errno = error;
	return -1;
}

EXPORTED int alloc_tag_report_allocinfo(int fd)
{
	return report(fd, allocinfo_header, put_allocinfo);
}

EXPORTED int alloc_tag_report_alloctag(int fd)
{
	return report(fd, alloctag_header, put_alloctag);
}

/*
 * Files
 */

/* An error, on standard error: MESSAGE and NAME. */
static void complain(const char *message, const char *name)
{
	struct output out = { .fd = STDERR_FILENO };

	put_string(&out, "alloctag: ");
	put_string(&out, message);
	put_string(&out, name);
	put_char(&out, '\n');
	flush(&out);
}

/* Append the decimal digits of NUMBER to the string TO, of SIZE bytes. */
static void append_number(char *to, size_t size, unsigned int number)
{
	char digits[12];
	char *at = digits + sizeof(digits);
	size_t length = strlen(to);

	*--at = '\0';
	do
		*--at = '0' + number % 10;
	while (number /= 10);
	if (length + strlen(at) < size)
		strcpy(to + length, at);
}

/* Open the file that PATTERN names for this process. */
static int open_file(const char *pattern)
{
	char name[PATH_MAX + 16] = "";
	const char *percent = strstr(pattern, "%p");

	if (!strcmp(pattern, "-"))
		return dup(STDERR_FILENO);
	strcpy(name, pattern);
	if (percent) {
		name[percent - pattern] = '\0';
		append_number(name, sizeof(name), getpid());
		if (strlen(name) + strlen(percent + 2) < sizeof(name))
			strcat(name, percent + 2);
	} else if (getpid() != first_process) {
		strcat(name, ".");
		append_number(name, sizeof(name), getpid());
	}
	if (namespace != LM_ID_BASE && strlen(name) + 1 < sizeof(name)) {
		strcat(name, "+");
		append_number(name, sizeof(name), namespace);
	}
	return open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
}

static void write_file(const char *pattern, const char *header, put_site_t put_site)
{
	int fd;

	if (!*pattern)
		return;
	fd = open_file(pattern);
	if (fd < 0 || put_sites(fd, header, put_site))
		complain("cannot write ", pattern);
	if (fd >= 0)
		close(fd);
}

/* Write the files of the environment. alloc_tag_mutex must be held. */
void alloc_tag_report_locked(void)
{
	int saved_errno = errno;

	alloc_tag_report_pending = false;
	write_file(allocinfo_file, allocinfo_header, put_allocinfo);
	write_file(alloctag_file, alloctag_header, put_alloctag);
	errno = saved_errno;
}

static void handle_signal(int signal)
{
	(void)signal;
	alloc_tag_report_pending = true;
	alloc_tag_report_if_pending();
}

/* Store what the environment variable VARIABLE says in FILE. */
static void read_file_name(const char *variable, char *file)
{
	const char *value = secure_getenv(variable);
	size_t length = 0;

	if (!value || !*value)
		return;
	/* The program may change its directory. */
	if (*value != '/' && strcmp(value, "-")) {
		if (!getcwd(file, PATH_MAX - 1)) {
			*file = '\0';
			return;
		}
		strcat(file, "/");
		length = strlen(file);
	}
	if (length + strlen(value) < PATH_MAX)
		strcpy(file + length, value);
	else
		*file = '\0';
}

static int signal_number(const char *name)
{
	if (!strncmp(name, "SIG", 3))
		name += 3;
	if (!strcmp(name, "USR1"))
		return SIGUSR1;
	if (!strcmp(name, "USR2"))
		return SIGUSR2;
	return atoi(name);
}

static Lmid_t own_namespace(void)
{
	Lmid_t id = LM_ID_BASE;
#ifndef ALLOC_TAG_WRAP
	struct link_map *map;
	Dl_info info;

	if (!dladdr1(&namespace, &info, (void **)&map, RTLD_DL_LINKMAP) ||
	    dlinfo(map, RTLD_DI_LMID, &id))
		id = LM_ID_BASE;
#endif
	return id;
}

static __attribute__((constructor(102))) void read_environment(void)
{
	const char *name = secure_getenv("ALLOCTAG_SIGNAL");

	namespace = own_namespace();
	first_process = getpid();
	read_file_name("ALLOCINFO", allocinfo_file);
	read_file_name("ALLOCTAG", alloctag_file);
	if ((*allocinfo_file || *alloctag_file) && !alloc_tag_is_counting())
		complain("nothing is counted: another library replaces ", "malloc()");
	if (name && *name && namespace == LM_ID_BASE) {
		struct sigaction action = { .sa_handler = handle_signal, .sa_flags = SA_RESTART };

		if (sigaction(signal_number(name), &action, NULL))
			complain("ALLOCTAG_SIGNAL: no such signal: ", name);
	}
}

/*
 * After the destructors of the program and of the libraries that need this one.
 */
static __attribute__((destructor(101))) void report_at_exit(void)
{
	alloc_tag_lock();
	alloc_tag_report_locked();
	alloc_tag_unlock();
}
