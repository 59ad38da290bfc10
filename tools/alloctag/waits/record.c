// SPDX-License-Identifier: GPL-2.0
/*
 * record.c - alloctag waits record: snapshots of what the kernel counts
 *
 * The same recordings as those of memory, see alloctag(5), with other numbers:
 * the same code writes and reads them, and one that is cut off can be read up
 * to there.
 */
#include "commands.h"
#include "record/record.h"
#include "waits/live.h"

int cmd_waits_record(int argc, char **argv)
{
	static const struct live waits = {
		.unit = UNIT_NANOSECONDS, .begin = begin_waits, .read = read_waits_live,
	};

	return record_snapshots(argc, argv, &waits);
}
