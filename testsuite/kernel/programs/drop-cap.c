// SPDX-License-Identifier: GPL-2.0
/*
 * Run a command without one capability. busybox has no program for that.
 *
 *	drop-cap NUMBER COMMAND [ARGUMENT...]
 *
 * Root gets all capabilities of the bounding set when it runs a program, so the
 * capability is removed from there. Exits with the status of the command, 125
 * if that could not be run.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	if (argc < 3) {
		fprintf(stderr, "usage: drop-cap NUMBER COMMAND [ARGUMENT...]\n");
		return 125;
	}
	if (prctl(PR_CAPBSET_DROP, strtoul(argv[1], NULL, 10), 0, 0, 0)) {
		perror("drop-cap: prctl");
		return 125;
	}
	execvp(argv[2], argv + 2);
	perror(argv[2]);
	return 125;
}
