/* SPDX-License-Identifier: GPL-2.0 */
/*
 * kept.h - which series were exported, and until when they remain
 */
#ifndef KEPT_H
#define KEPT_H

#include "util/error.h"
#include "util/index.h"

/* A series that was among the largest. */
struct kept_series {
	char *labels;
	int64_t time;		/* when it last was, in seconds since 1970 */
};

/* All 0: none are known. */
struct kept {
	struct kept_series *array;
	size_t nr, room;
	struct index index;
};

int kept_read(struct kept *kept, const char *name, int64_t now,
		struct error *error);
struct kept_series *kept_find(const struct kept *kept, const char *labels);
void kept_seen(struct kept *kept, const char *labels, int64_t now);
int kept_write(const struct kept *kept, const char *name, int64_t oldest,
		 struct error *error);
void kept_free(struct kept *kept);

#endif
