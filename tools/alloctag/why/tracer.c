// SPDX-License-Identifier: GPL-2.0
/*
 * tracer.c - following the system calls of a command or of a process
 *
 * As strace does: each task stops when it enters a system call, where the
 * arguments are read, and when the call returns. New threads and children are
 * followed, too. PTRACE_SEIZE is used, so that job control works as without.
 */
#include <dirent.h>
#include <errno.h>
#include <linux/audit.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include "util/error.h"
#include "util/file.h"
#include "util/signals.h"
#include "why/call.h"
#include "why/tracer.h"

#define OPTIONS (PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACECLONE | PTRACE_O_TRACEFORK | \
		 PTRACE_O_TRACEVFORK | PTRACE_O_TRACEEXEC)

/* Programs of another kind have other numbers of system calls, such as i386. */
#if defined(__aarch64__)
#define NATIVE_ARCH AUDIT_ARCH_AARCH64
#elif defined(__riscv)
#define NATIVE_ARCH AUDIT_ARCH_RISCV64
#else
#define NATIVE_ARCH AUDIT_ARCH_X86_64
#endif

/* How the kernel tells a stop at a system call from a SIGTRAP. */
#define SYSCALL_STOP (SIGTRAP | 0x80)

struct task {
	pid_t tid;
	struct buffer call;	/* that it is in; empty: none */
};

static struct task *tasks;
static size_t nr_tasks, tasks_room;
/* The command that was started; 0: none. Its status, as of waitpid(). */
static pid_t command;
static int command_status;

static struct task *find_task(pid_t tid)
{
	size_t i;

	for (i = 0; i < nr_tasks; i++)
		if (tasks[i].tid == tid)
			return &tasks[i];
	return NULL;
}

static struct task *add_task(pid_t tid)
{
	tasks = grow(tasks, nr_tasks, &tasks_room, sizeof(*tasks));
	tasks[nr_tasks] = (struct task){ .tid = tid };
	return &tasks[nr_tasks++];
}

static void remove_task(pid_t tid)
{
	struct task *task = find_task(tid);

	if (!task)
		return;
	buffer_free(&task->call);
	*task = tasks[--nr_tasks];
}

/*
 * Start ARGV, stopped before it does anything that is of interest. Signals are
 * meant for it; this program only waits for its end.
 */
void trace_command(char **argv)
{
	pid_t pid = fork_command(argv[0]);
	int status;

	if (!pid) {
		raise(SIGSTOP);
		exec_command(argv);
	}
	command = pid;
	if (waitpid(pid, &status, WUNTRACED) != pid || !WIFSTOPPED(status) ||
	    ptrace(PTRACE_SEIZE, pid, 0, OPTIONS | PTRACE_O_EXITKILL)) {
		int error = errno;

		kill(pid, SIGKILL);
		die(EXIT_CANNOT, "can't trace %s: %s", argv[0], strerror(error));
	}
	add_task(pid);
	ptrace(PTRACE_INTERRUPT, pid, 0, 0);
	kill(pid, SIGCONT);
	pass_signals_to(pid);
}

/*
 * Trace all threads of the process PID, until a signal. It goes on when this
 * program ends.
 */
void trace_process(pid_t pid)
{
	char *name = xasprintf("/proc/%d/task", pid);
	DIR *dir = opendir(name);
	struct dirent *entry;

	catch_signals();
	if (!dir)
		die(EXIT_CANNOT, "there is no process %d", pid);
	while ((entry = readdir(dir))) {
		pid_t tid = atoi(entry->d_name);

		if (!tid)
			continue;
		if (ptrace(PTRACE_SEIZE, tid, 0, OPTIONS))
			die(EXIT_CANNOT, "can't trace %d: %s", tid, strerror(errno));
		add_task(tid);
		ptrace(PTRACE_INTERRUPT, tid, 0, 0);
	}
	closedir(dir);
	free(name);
}

/* TASK has stopped at a system call. */
static void at_call(struct task *task, report_call *report, void *data)
{
	struct __ptrace_syscall_info info;

	if (ptrace(PTRACE_GET_SYSCALL_INFO, task->tid, sizeof(info), &info) <= 0)
		return;
	if (info.op == PTRACE_SYSCALL_INFO_ENTRY) {
		uint64_t arguments[NR_ARGUMENTS];

		memcpy(arguments, info.entry.args, sizeof(arguments));
		task->call.used = 0;
		print_call(&task->call, task->tid, info.arch == NATIVE_ARCH, info.entry.nr,
			   arguments);
	} else if (info.op == PTRACE_SYSCALL_INFO_EXIT && task->call.used) {
		struct finished_call call = {
			.tid = task->tid,
			.text = task->call.text,
			.result = info.exit.rval,
			.failed = info.exit.is_error,
		};

		report(&call, data);
		task->call.used = 0;
	}
}

/*
 * TID has stopped with STATUS. Returns how to continue it; *SIGNAL is for that.
 */
static int continue_as(pid_t tid, int status, int *signal, report_call *report, void *data)
{
	struct task *task = find_task(tid);
	int event = status >> 16;
	unsigned long former;

	*signal = 0;
	if (!task)
		task = add_task(tid);
	if (WSTOPSIG(status) == SYSCALL_STOP) {
		at_call(task, report, data);
	} else if (event == PTRACE_EVENT_STOP) {
		/* Job control: it remains stopped until SIGCONT. */
		switch (WSTOPSIG(status)) {
		case SIGSTOP:
		case SIGTSTP:
		case SIGTTIN:
		case SIGTTOU:
			return PTRACE_LISTEN;
		}
	} else if (event == PTRACE_EVENT_EXEC) {
		/*
		 * Other threads are gone; one of them may have this number now.
		 */
		if (!ptrace(PTRACE_GETEVENTMSG, tid, 0, &former) && (pid_t)former != tid)
			remove_task(former);
	} else if (!event) {
		*signal = WSTOPSIG(status);
	}
	return PTRACE_SYSCALL;
}

/*
 * Call REPORT for each system call that returns, until all tasks have ended, or
 * an interrupt. Returns the exit code of the command, as a shell has it; 0
 * without a command.
 */
int follow_calls(report_call *report, void *data)
{
	int status, signal, request;
	pid_t tid;

	while (nr_tasks && !stopped && (tid = waitpid(-1, &status, __WALL)) > 0) {
		if (!WIFSTOPPED(status)) {
			if (tid == command)
				command_status = status;
			remove_task(tid);
			continue;
		}
		request = continue_as(tid, status, &signal, report, data);
		/* It fails if the task has been killed meanwhile. */
		ptrace(request, tid, 0, signal);
	}
	if (!command)
		return 0;
	return WIFSIGNALED(command_status) ? 128 + WTERMSIG(command_status) :
		WEXITSTATUS(command_status);
}
