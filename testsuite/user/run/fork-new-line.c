// SPDX-License-Identifier: GPL-2.0
/*
 * The child of a process with threads can allocate at a line that has not been
 * called before, whatever the other threads were doing at the fork: here, one
 * always has the lock of the dynamic loader.
 */
#include <link.h>
#include <pthread.h>
#include <sys/wait.h>

#include "check.h"

static volatile int stop;

static int slowly(struct dl_phdr_info *info, size_t size, void *data)
{
	volatile int i;

	(void)info;
	(void)size;
	(void)data;
	for (i = 0; i < 1000; i++)
		;
	return 0;
}

static void *busy(void *arg)
{
	while (!stop)
		dl_iterate_phdr(slowly, NULL);
	return arg;
}

NOINLINE static void *in_child(void)
{
	return malloc(30);
}

int main(void)
{
	pthread_t id[2];
	int i;

	for (i = 0; i < 2; i++)
		pthread_create(&id[i], NULL, busy, NULL);
	for (i = 0; i < 100; i++) {
		int status;
		pid_t child = fork();

		if (!child) {
			void *p;

			alarm(20);
			p = in_child();
			expect("in_child", 30, 1, 1);
			free(p);
			_exit(!!failures);
		}
		expect_true(waitpid(child, &status, 0) == child && status == 0);
		if (failures)
			break;
	}
	stop = 1;
	for (i = 0; i < 2; i++)
		pthread_join(id[i], NULL);
	finish();
}
