// SPDX-License-Identifier: GPL-2.0
/*
 * A thread that is being cancelled writes a report: by a call or, with
 * "signal", in the handler of a signal. Exits with 0 if it is not cancelled
 * there, and another thread can allocate then.
 */
#include <alloctag.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static pthread_barrier_t cancelled;

/* All its cancellation points are in the report. */
static void *report(void *by_signal)
{
	pthread_barrier_wait(&cancelled);
	if (by_signal)
		raise(SIGUSR1);
	else
		alloc_tag_report_alloctag(STDOUT_FILENO);
	return NULL;
}

static void *allocate(void *arg)
{
	free(malloc(10));
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t thread;
	void *result;

	(void)argv;
	free(malloc(20));
	pthread_barrier_init(&cancelled, NULL, 2);
	pthread_create(&thread, NULL, report, argc > 1 ? &cancelled : NULL);
	pthread_cancel(thread);
	pthread_barrier_wait(&cancelled);
	pthread_join(thread, &result);
	/* If that has kept a lock, this waits for ever. */
	alarm(10);
	pthread_create(&thread, NULL, allocate, NULL);
	pthread_join(thread, NULL);
	return result == PTHREAD_CANCELED;
}
