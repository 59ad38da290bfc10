/* SPDX-License-Identifier: GPL-2.0 */
/*
 * signals.h - what signals do to this program, and to commands that it starts
 */
#ifndef SIGNALS_H
#define SIGNALS_H

#include <signal.h>
#include <sys/types.h>

extern volatile sig_atomic_t stopped;
void catch_signals(void);
void ignore_sigpipe(void);
void call_at_end(void (*function)(void));
pid_t fork_command(const char *name);
_Noreturn void exec_command(char **argv);
void pass_signals_to(pid_t pid);

#endif
