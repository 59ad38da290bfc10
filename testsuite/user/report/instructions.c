// SPDX-License-Identifier: GPL-2.0
/*
 * Count the instructions of an allocation and its free: a child does the same
 * with the C library's functions and with those that it is linked with, step by
 * step. Prints "FUNCTION LIBC LINKED", instructions of a pair.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *p, size_t size);
void __libc_free(void *p);

#define PAIRS	20

/* Which of the counts below the child's instructions are for now. */
static volatile int *phase;
enum { MALLOC, CALLOC, REALLOC, NR_FUNCTIONS, OTHER = 2 * NR_FUNCTIONS };
static const char *const names[NR_FUNCTIONS] = { "malloc", "calloc", "realloc" };

static inline void enter(int now)
{
	*phase = now;
}

/* Twice: at first, the line may be new, and the C library's cache empty. */
#define COUNT(now, call, release) do {						\
	int i, again;								\
	for (again = 0; again < 2; again++) {					\
		enter(again ? now : OTHER);					\
		for (i = 0; i < PAIRS; i++) {					\
			void *p = call;						\
			__asm__ volatile("" : : "r"(p) : "memory");		\
			release(p);						\
		}								\
	}									\
	enter(OTHER);								\
} while (0)

static void child(void)
{
	COUNT(2 * MALLOC, __libc_malloc(64), __libc_free);
	COUNT(2 * MALLOC + 1, malloc(64), free);
	COUNT(2 * CALLOC, __libc_calloc(1, 64), __libc_free);
	COUNT(2 * CALLOC + 1, calloc(1, 64), free);
	COUNT(2 * REALLOC, __libc_realloc(NULL, 64), __libc_free);
	COUNT(2 * REALLOC + 1, realloc(NULL, 64), free);
}

int main(void)
{
	long counts[OTHER + 1] = { 0 };
	int status, i;
	pid_t pid;

	phase = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (phase == MAP_FAILED)
		return 1;
	*phase = OTHER;
	pid = fork();
	if (!pid) {
		if (ptrace(PTRACE_TRACEME, 0, 0, 0) || raise(SIGSTOP))
			_exit(1);
		child();
		_exit(0);
	}
	while (waitpid(pid, &status, 0) == pid && WIFSTOPPED(status)) {
		counts[*phase]++;
		if (ptrace(PTRACE_SINGLESTEP, pid, 0, 0))
			return 1;
	}
	for (i = 0; i < NR_FUNCTIONS; i++)
		printf("%s %ld %ld\n", names[i], counts[2 * i] / PAIRS,
		       counts[2 * i + 1] / PAIRS);
	return !WIFEXITED(status) || WEXITSTATUS(status);
}
