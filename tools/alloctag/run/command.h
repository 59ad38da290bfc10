/* SPDX-License-Identifier: GPL-2.0 */
/*
 * command.h - running a command, and doing something while it runs
 */
#ifndef COMMAND_H
#define COMMAND_H

#include <stdbool.h>
#include <sys/types.h>

pid_t command_start(char **argv);
bool command_wait(pid_t pid, double seconds, int *status);

#endif
