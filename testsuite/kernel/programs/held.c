// SPDX-License-Identifier: GPL-2.0
/*
 * held.c - what files of the kernel have just before its memory is dumped
 *
 *	held SECONDS ONCE... -- SETTLED...
 *
 * Reads the files ONCE into memory, then the files SETTLED again and again
 * until they have the same text twice, at most 200 times. Then prints
 * "==== held" to standard error, and for SECONDS does nothing that allocates or
 * frees: the host dumps the memory. At the end writes each file to standard
 * output, after a line "==== file NAME".
 *
 * Reading a file of /proc allocates when it is opened and when read first.
 * So files stay open, and are read from their start again: then nothing is
 * allocated between the last reading and the dump, not even by this program.
 *
 * Exits with 0; 1 if a file can't be read, 3 if they don't settle.
 */
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define ROOM (2 << 20)
#define FILES 16

static struct {
	const char *name;
	char *text, *last;
	size_t size, last_size;
	int fd;
} files[FILES];

static void fail(const char *name)
{
	perror(name);
	exit(1);
}

static char *memory(void)
{
	char *at = mmap(NULL, ROOM, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);

	if (at == MAP_FAILED)
		fail("mmap");
	return at;
}

/* Read file number I from its start. */
static void read_file(int i)
{
	char *swap = files[i].last;
	ssize_t got;

	files[i].last = files[i].text;
	files[i].last_size = files[i].size;
	files[i].text = swap;
	files[i].size = 0;
	if (lseek(files[i].fd, 0, SEEK_SET))
		fail(files[i].name);
	do {
		got = read(files[i].fd, files[i].text + files[i].size, ROOM - files[i].size);
		if (got < 0)
			fail(files[i].name);
		files[i].size += got;
	} while (got);
}

static void put(int fd, const char *text, size_t size)
{
	ssize_t done;

	for (; size; text += done, size -= done) {
		done = write(fd, text, size);
		if (done <= 0)
			exit(1);
	}
}

int main(int argc, char **argv)
{
	int i, nr = 0, once = 0, try;
	bool same = false;

	for (i = 2; i < argc; i++) {
		if (!strcmp(argv[i], "--")) {
			once = nr;
			continue;
		}
		if (nr == FILES)
			return 2;
		files[nr].name = argv[i];
		files[nr].text = memory();
		files[nr].last = memory();
		files[nr].fd = open(argv[i], O_RDONLY);
		if (files[nr].fd < 0)
			fail(argv[i]);
		nr++;
	}
	if (argc < 3)
		return 2;
	/* The terminal allocates its buffer when it is written to first. */
	put(STDERR_FILENO, "==== reading\n", 13);
	for (i = 0; i < once; i++)
		read_file(i);
	for (try = 0; try < 200 && !same; try++) {
		usleep(100000);
		for (i = once; i < nr; i++)
			read_file(i);
		same = try > 0;
		for (i = once; i < nr; i++)
			same = same && files[i].size == files[i].last_size &&
			       !memcmp(files[i].text, files[i].last, files[i].size);
	}
	if (!same)
		return 3;
	put(STDERR_FILENO, "==== held\n", 10);
	sleep(atoi(argv[1]));
	for (i = 0; i < nr; i++) {
		put(STDOUT_FILENO, "==== file ", 10);
		put(STDOUT_FILENO, files[i].name, strlen(files[i].name));
		put(STDOUT_FILENO, "\n", 1);
		put(STDOUT_FILENO, files[i].text, files[i].size);
	}
	return 0;
}
