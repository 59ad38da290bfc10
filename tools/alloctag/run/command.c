// SPDX-License-Identifier: GPL-2.0
/*
 * command.c - running a command, and doing something while it runs
 *
 * fork_command() has blocked SIGCHLD, which is waited for with a timeout: so
 * the end of the command is noticed at once.
 */
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "run/command.h"
#include "util/error.h"
#include "util/signals.h"

/* Start ARGV. Until it has ended, signals are meant for it. */
pid_t command_start(char **argv)
{
	pid_t pid = fork_command(argv[0]);

	if (!pid)
		exec_command(argv);
	pass_signals_to(pid);
	return pid;
}

/*
 * Wait for SECONDS, or until the command ends. Returns whether it has ended;
 * then *STATUS is its exit status, or 128 and the number of the signal that
 * ended it, and signals do what they did before.
 */
bool command_wait(pid_t pid, double seconds, int *status)
{
	struct timespec time;
	sigset_t child;
	pid_t got;
	int result;

	time.tv_sec = floor(seconds);
	time.tv_nsec = (seconds - floor(seconds)) * 1e9;
	sigemptyset(&child);
	sigaddset(&child, SIGCHLD);
	sigtimedwait(&child, NULL, &time);
	got = waitpid(pid, &result, WNOHANG);
	if (!got || (got < 0 && errno == EINTR))
		return false;
	if (got < 0)
		die(EXIT_CANNOT, "can't wait for the command: %s", strerror(errno));
	pass_signals_to(0);
	*status = WIFSIGNALED(result) ? 128 + WTERMSIG(result) :
		  WEXITSTATUS(result);
	return true;
}
