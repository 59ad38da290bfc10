/*
 * Marked functions that the system calls, for a signal, in a new thread, or at
 * exit: calls in them carry tags of their own. If the program calls such a
 * function itself as well, that call passes a tag on.
 */
/* { dg-do run } */
/* { dg-additional-options "-w -pthread" } */
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>
#include "counter.h"

enum { handler_line = __LINE__ + 3 };
static __allocator void on_signal(int number)
{
	test_alloc(1);
}

enum { global_line = __LINE__ + 3 };
__allocator void on_other_signal(int number)
{
	test_alloc(2);
}

enum { action_line = __LINE__ + 3 };
static __allocator void on_action(int number, siginfo_t *info, void *context)
{
	test_alloc(4);
}

enum { thread_line = __LINE__ + 3 };
__allocator void *thread(void *argument)
{
	return test_alloc(8);
}

static __attribute__((noinline)) __allocator void *called_too(void *argument)
{
	return test_alloc(16);
}

enum { exit_line = __LINE__ + 3 };
static __allocator void at_exit(void)
{
	test_alloc(32);
	check_site("at_exit", exit_line, NULL, 1, 32);
}

static void run(void *(*start)(void *))
{
	start(NULL);
}

/* Its address goes to a function of the program: that call carries no tag. */
static __attribute__((noinline)) __allocator void *callback(void *argument)
{
	return test_alloc(64);
}

int main(void)
{
	struct sigaction action;
	pthread_t threads[2];

	signal(SIGUSR1, on_signal);
	raise(SIGUSR1);
	check_site("on_signal", handler_line, NULL, 1, 1);

	memset(&action, 0, sizeof(action));
	action.sa_handler = on_other_signal;
	sigaction(SIGUSR1, &action, NULL);
	raise(SIGUSR1);
	check_site("on_other_signal", global_line, NULL, 1, 2);

	action.sa_flags = SA_SIGINFO;
	action.sa_sigaction = on_action;
	sigaction(SIGUSR2, &action, NULL);
	raise(SIGUSR2);
	check_site("on_action", action_line, NULL, 1, 4);

	check(!pthread_create(&threads[0], NULL, thread, NULL));
	check(!pthread_join(threads[0], NULL));
	check_site("thread", thread_line, NULL, 1, 8);

	HERE(call); called_too(NULL);
	check(!pthread_create(&threads[1], NULL, called_too, NULL));
	check(!pthread_join(threads[1], NULL));
	check_site("main", call, NULL, 1, 16);
	check_untagged("called_too", 1, 16);

	run(callback);
	check_untagged("callback", 1, 64);

	atexit(at_exit);
	return 0;
}
