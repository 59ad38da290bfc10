// SPDX-License-Identifier: GPL-2.0
/*
 * A program for the tests here: with "signal", it sends itself SIGUSR1 and then
 * frees what it had; with "signals", it is sent SIGUSR1 all the time while it
 * uses lines and threads for the first time; with "fork", it has a child; with
 * "close", it closes all files and changes its directory.
 */
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct leaked {
	char data[100];
};

static __attribute__((noinline)) struct leaked *leak(void)
{
	return malloc(sizeof(struct leaked));
}

static __attribute__((noinline)) void *in_child(void)
{
	return malloc(10);
}

static void *blocks[100];

static void *thread(void *arg)
{
	int i;

	for (i = 0; i < 100; i++)
		free(malloc(i));
	return arg;
}

static void busy(void)
{
	pthread_t id[4];
	int i, j;

	for (i = 0; i < 300; i++) {
		for (j = 0; j < 4; j++)
			pthread_create(&id[j], NULL, thread, NULL);
		for (j = 0; j < 4; j++)
			pthread_join(id[j], NULL);
	}
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";
	int i;

	for (i = 0; i < 100; i++)
		blocks[i] = leak();
	if (!strcmp(what, "signal")) {
		raise(SIGUSR1);
		for (i = 0; i < 100; i++)
			free(blocks[i]);
	} else if (!strcmp(what, "signals")) {
		pid_t parent = getpid(), child = fork();

		if (!child) {
			/*
			 * Not for ever: where a report takes longer than the
			 * period, the parent does nothing but report.
			 */
			for (i = 0; i < 3000 && !kill(parent, SIGUSR1); i++)
				usleep(200);
			_exit(0);
		}
		busy();
		kill(child, SIGKILL);
		waitpid(child, NULL, 0);
	} else if (!strcmp(what, "fork")) {
		pid_t child = fork();

		if (!child) {
			in_child();
			exit(0);
		}
		waitpid(child, NULL, 0);
	} else if (!strcmp(what, "close")) {
		for (i = 0; i < 100; i++)
			close(i);
		if (chdir("/"))
			return 1;
	}
	return 0;
}
