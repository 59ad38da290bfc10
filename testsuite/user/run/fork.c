// SPDX-License-Identifier: GPL-2.0
/*
 * A child has what its parent had, and counts from there; the parent does not
 * see what the child does. Other threads don't disturb it.
 */
#include <fcntl.h>
#include <pthread.h>
#include <sys/wait.h>

#include "check.h"

static volatile int stop;

NOINLINE static void *common(void)
{
	return malloc(100);
}

NOINLINE static void *in_child(void)
{
	return malloc(30);
}

NOINLINE static void *in_thread(void)
{
	return malloc(10);
}

static void *busy(void *arg)
{
	while (!stop)
		free(in_thread());
	return arg;
}

/* Has the library's lock most of the time. */
static void *reporter(void *arg)
{
	int fd = open("/dev/null", O_WRONLY);

	while (!stop)
		alloc_tag_report_alloctag(fd);
	close(fd);
	return arg;
}

static void *one_block(void *arg)
{
	(void)arg;
	return in_child();
}

int main(void)
{
	pthread_t id[3];
	void *p = common(), *q = common();
	int i;

	for (i = 0; i < 2; i++)
		pthread_create(&id[i], NULL, busy, NULL);
	pthread_create(&id[2], NULL, reporter, NULL);
	for (i = 0; i < 50; i++) {
		int status;
		pid_t child = fork();

		if (!child) {
			pthread_t thread;
			void *r, *s = in_child();

			free(p);
			expect("common", 100, 1, 2);
			expect("in_child", 30, 1, 1);
			pthread_create(&thread, NULL, one_block, NULL);
			pthread_join(thread, &r);
			expect("in_child", 60, 2, 2);
			free(r);
			free(s);
			expect("in_child", 0, 0, 2);
			_exit(!!failures);
		}
		expect_true(waitpid(child, &status, 0) == child && status == 0);
	}
	stop = 1;
	for (i = 0; i < 3; i++)
		pthread_join(id[i], NULL);
	expect("common", 200, 2, 2);
	expect("in_child", 0, 0, 0);
	expect_true(counts_of("in_thread").live == 0 && counts_of("in_thread").allocs > 0);
	free(p);
	free(q);
	finish();
}
