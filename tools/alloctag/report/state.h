/* SPDX-License-Identifier: GPL-2.0 */
/*
 * state.h - the snapshot that the last call of alloctag has left
 */
#ifndef STATE_H
#define STATE_H

#include "options.h"

enum last_call {
	LAST_CALL_NONE,
	LAST_CALL_OTHER_BOOT,
	LAST_CALL_READ,
};

char *state_name(const struct options *options);
enum last_call state_read(struct snapshot *before, const char *name,
			  const struct snapshot *now);
void state_write(const struct snapshot *now, const char *name,
		 const struct options *options);

#endif
