// SPDX-License-Identifier: GPL-2.0
/*
 * command.c - running a command, and doing something while it runs
 *
 * SIGCHLD is blocked, and waited for with a timeout: so the end of the command
 * is noticed at once, and no signal is lost between two waits.
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

/* Those that the command gets, and what they do to this program otherwise. */
static const int signals[] = { SIGINT, SIGQUIT, SIGTERM, SIGHUP };
static struct sigaction saved[sizeof(signals) / sizeof(signals[0])];

static volatile pid_t running;

/* Whoever ends this program means the command. */
static void pass_on(int signal)
{
	if (running > 0)
		kill(running, signal);
}

/*
 * Start ARGV. Interrupts from the terminal go to the command as well, which
 * decides what they mean; SIGTERM and SIGHUP are passed on to it.
 */
pid_t command_start(char **argv)
{
	struct sigaction pass = { .sa_handler = pass_on };
	struct sigaction ignore = { .sa_handler = SIG_IGN };
	sigset_t child, old;
	size_t i;
	pid_t pid;

	sigemptyset(&child);
	sigaddset(&child, SIGCHLD);
	sigprocmask(SIG_BLOCK, &child, &old);
	pid = fork();
	if (pid < 0)
		die(EXIT_CANNOT, "can't start %s: %s", argv[0], strerror(errno));
	if (!pid) {
		sigprocmask(SIG_SETMASK, &old, NULL);
		execvp(argv[0], argv);
		warn("can't run %s: %s", argv[0], strerror(errno));
		/* As shells do. */
		_exit(errno == ENOENT ? 127 : 126);
	}
	running = pid;
	for (i = 0; i < sizeof(signals) / sizeof(signals[0]); i++)
		sigaction(signals[i], signals[i] == SIGINT || signals[i] == SIGQUIT ?
				      &ignore : &pass, &saved[i]);
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
	size_t i;
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
	running = 0;
	*status = WIFSIGNALED(result) ? 128 + WTERMSIG(result) :
		  WEXITSTATUS(result);
	for (i = 0; i < sizeof(signals) / sizeof(signals[0]); i++)
		sigaction(signals[i], &saved[i], NULL);
	return true;
}
