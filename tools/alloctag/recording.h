/* SPDX-License-Identifier: GPL-2.0 */
/*
 * recording.h - files with many snapshots; alloctag.5 describes the format
 */
#ifndef RECORDING_H
#define RECORDING_H

#include "alloctag.h"

#define RECORDING_MAGIC "alloctag - recording: 1.0\n"

/*
 * A record is its type, the length of its payload (4 bytes, little endian), the
 * payload, and the CRC-32 of all that.
 */
#define RECORD_HEAD 5
#define RECORD_TAIL 4

enum {
	RECORD_INFO = 'I',
	RECORD_LINES = 'L',
	RECORD_SNAPSHOT = 'S',
	/* Added to the type: the payload is compressed. */
	RECORD_COMPRESSED = 0x80,
};

/* deflate() can't refer to more than that. */
#define DICTIONARY_SIZE 32768

/* Numbers in the order in which a snapshot has them. */
#define NR_MEMORY 5

/*
 * Writing
 */
struct recorder {
	int fd;
	enum format format;
	bool started;
	/* Numbers of names in the file plus 1, by our own numbers. */
	uint32_t *names;
	size_t nr_names;
	uint32_t file_names;
	/* The last snapshot, by numbers of lines. */
	struct entry *lines;
	bool *present;
	size_t nr, room, present_room;
	/* A hash table of numbers of lines plus 1. */
	uint32_t *table;
	size_t table_size;
	/* Numbers of the lines of the last report, in its order. */
	uint32_t *order;
	size_t order_room, order_nr;
	int64_t time;
	struct memory memory;
	/* Payloads of the last records of a type: dictionaries. */
	struct buffer last_lines, last_snapshot;
	uint64_t written;
};

int recorder_start(struct recorder *recorder, int fd, enum format format,
		   const char *info, struct error *error);
int recorder_add(struct recorder *recorder, const struct snapshot *snapshot,
		 struct error *error);
void recorder_free(struct recorder *recorder);

/*
 * Reading
 */
struct recording {
	const char *name;
	const unsigned char *data;
	size_t size, at;
	enum format format;
	bool has_format;
	name_t *names;
	size_t nr_names, names_room;
	struct entry *lines;
	bool *present;
	size_t nr, room, present_room;
	int64_t time;
	struct memory memory;
	struct buffer last_lines, last_snapshot;
	size_t snapshots;	/* read so far */
	bool cut;		/* ends within a record */
};

bool is_recording(const char *text, size_t size);
int recording_open(struct recording *recording, const char *name,
		   const char *text, size_t size, struct error *error);
int recording_next(struct recording *recording, struct error *error);
void recording_get(const struct recording *recording, struct snapshot *snapshot);
void recording_free(struct recording *recording);

/*
 * Snapshots of several files, one after the other.
 */
struct source {
	char **files;
	int nr, at;
	char *text;
	struct recording recording;
	bool in_recording;
	enum format format;
	size_t snapshots;
	bool quiet;		/* no warnings: they were printed before */
};

void source_open(struct source *source, char **files, int nr);
bool source_next(struct source *source, struct snapshot *snapshot);
void source_close(struct source *source);

#endif
