// SPDX-License-Identifier: GPL-2.0
/*
 * signals.c - what signals do to this program, and to commands that it starts
 *
 * A program that runs until it is told to end catches SIGINT, SIGTERM and,
 * unless it was ignored, SIGHUP, and ends in good order. Others end at once,
 * but what must not stay behind is removed before. While a command runs,
 * signals are meant for it. A command gets the signals as this program was
 * given them.
 */
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/error.h"
#include "util/signals.h"

#define NR(array) (sizeof(array) / sizeof((array)[0]))

/* By which others end this program. */
static const int ends[] = {
	SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE, SIGALRM, SIGXCPU, SIGXFSZ
};

/* From the terminal, a command gets the first two itself. */
static const int of_command[] = { SIGINT, SIGQUIT, SIGTERM, SIGHUP };

/* SIGINT, SIGTERM or SIGHUP came: end in good order. */
volatile sig_atomic_t stopped;

/* How signals were when the program started: of those that were changed. */
static struct {
	bool changed;
	struct sigaction action;
} original[NSIG];
static sigset_t original_mask;

static void set_action(int number, void (*handler)(int), int flags)
{
	struct sigaction action = { .sa_handler = handler, .sa_flags = flags }, old;

	if (sigaction(number, &action, &old) || original[number].changed)
		return;
	original[number].changed = true;
	original[number].action = old;
}

static void stop(int number)
{
	stopped = 1;
}

/*
 * From now on, they set STOPPED, and end system calls that wait. With nohup(1),
 * SIGHUP remains ignored. An ignored SIGINT says nothing: shells ignore it for
 * what they start in the background, where scripts send it all the same.
 */
void catch_signals(void)
{
	struct sigaction action;

	set_action(SIGINT, stop, 0);
	set_action(SIGTERM, stop, 0);
	if (!sigaction(SIGHUP, NULL, &action) && action.sa_handler != SIG_IGN)
		set_action(SIGHUP, stop, 0);
}

/* A write to a pipe that nobody reads fails then, and ends the program. */
void ignore_sigpipe(void)
{
	set_action(SIGPIPE, SIG_IGN, 0);
}

/* Those given to call_at_end(). */
static void (*at_end[4])(void);
static size_t nr_at_end;

/* Once: no other signal ends the program before they are done. */
static void call_all(void)
{
	sigset_t all;

	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, NULL);
	while (nr_at_end)
		at_end[--nr_at_end]();
}

static void end_by_signal(int number)
{
	call_all();
	signal(number, SIG_DFL);
	raise(number);
}

/*
 * Have FUNCTION called when the program ends, also by a signal that is neither
 * caught nor ignored. It must be one that signal handlers may call.
 */
void call_at_end(void (*function)(void))
{
	struct sigaction action;
	size_t i;

	for (i = 0; i < nr_at_end; i++)
		if (at_end[i] == function)
			return;
	if (!nr_at_end)
		atexit(call_all);
	at_end[nr_at_end++] = function;
	for (i = 0; i < NR(ends); i++)
		if (!sigaction(ends[i], NULL, &action) && action.sa_handler == SIG_DFL)
			set_action(ends[i], end_by_signal, 0);
}

/* The command that runs, and what signals do when it has ended. */
static volatile sig_atomic_t running;
static struct sigaction after[NR(of_command)];

static void pass_on(int number)
{
	kill(running, number);
}

/*
 * As fork(), for a child that becomes the command NAME: its signals are as they
 * were when this program started. This one gets none of those that are meant
 * for a command until it calls pass_signals_to(), so none is lost meanwhile.
 * It never gets SIGCHLD, which it may wait for. Ends the program if it fails.
 */
pid_t fork_command(const char *name)
{
	static bool forked;
	sigset_t held, old;
	size_t i;
	pid_t pid;

	sigemptyset(&held);
	sigaddset(&held, SIGCHLD);
	for (i = 0; i < NR(of_command); i++)
		sigaddset(&held, of_command[i]);
	sigprocmask(SIG_BLOCK, &held, &old);
	if (!forked)
		original_mask = old;
	forked = true;
	/* If it was ignored, nobody could wait for a child. */
	set_action(SIGCHLD, SIG_DFL, 0);
	pid = fork();
	if (pid < 0)
		die(EXIT_CANNOT, "can't start %s: %s", name, strerror(errno));
	if (pid)
		return pid;
	for (i = 1; i < NSIG; i++)
		if (original[i].changed)
			sigaction(i, &original[i].action, NULL);
	sigprocmask(SIG_SETMASK, &original_mask, NULL);
	return 0;
}

/* In the child: become the command ARGV, or exit as shells do. */
void exec_command(char **argv)
{
	int error;

	execvp(argv[0], argv);
	error = errno;
	warn("can't run %s: %s", argv[0], strerror(error));
	/* What this program does at its end is not for this process. */
	_exit(error == ENOENT ? 127 : 126);
}

/*
 * Whoever ends this program means the command PID, which fork_command() has
 * returned: SIGTERM and SIGHUP are passed on to it. It decides what interrupts
 * from the terminal mean, which it gets as well. Without PID, when the command
 * has ended, signals do what they did before.
 */
void pass_signals_to(pid_t pid)
{
	sigset_t held;
	size_t i;

	sigemptyset(&held);
	for (i = 0; i < NR(of_command); i++)
		sigaddset(&held, of_command[i]);
	sigprocmask(SIG_BLOCK, &held, NULL);
	for (i = 0; i < NR(of_command); i++) {
		if (!pid && running)
			sigaction(of_command[i], &after[i], NULL);
		if (!pid)
			continue;
		sigaction(of_command[i], NULL, &after[i]);
		set_action(of_command[i], i < 2 ? SIG_IGN : pass_on, SA_RESTART);
	}
	running = pid;
	sigprocmask(SIG_UNBLOCK, &held, NULL);
}
