// SPDX-License-Identifier: GPL-2.0
/*
 * Count the calls of an allocator by the function in their tag, with BPF.
 *
 *	bpf-lines FUNCTION INDEX COMMAND [ARGUMENT...]
 *
 * Attaches an fentry and an fexit program to FUNCTION while COMMAND runs. INDEX
 * is the position of the tag among the arguments, from 0 on. Then prints a line
 * "COUNT NAME" for each function that a tag names. Exits with the status of the
 * command, 125 if something else failed.
 *
 * The fexit program counts nothing. It makes the kernel call FUNCTION from a
 * trampoline, which has to save and restore all arguments, the tag included.
 */
#include <bpf/bpf.h>
#include <bpf/btf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <linux/bpf.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define NAME_SIZE	64

#define INSN(op, to, from, offset, value)				\
	((struct bpf_insn){ .code = (op), .dst_reg = (to), .src_reg = (from), \
			    .off = (offset), .imm = (value) })
#define MOVE(to, from)		INSN(BPF_ALU64 | BPF_MOV | BPF_X, to, from, 0, 0)
#define SET(to, value)		INSN(BPF_ALU64 | BPF_MOV | BPF_K, to, 0, 0, value)
#define ADD(to, value)		INSN(BPF_ALU64 | BPF_ADD | BPF_K, to, 0, 0, value)
#define ADD_REG(to, from)	INSN(BPF_ALU64 | BPF_ADD | BPF_X, to, from, 0, 0)
#define LOAD(to, from, offset)	INSN(BPF_LDX | BPF_MEM | BPF_DW, to, from, offset, 0)
#define LOAD_INT(to, from, offset)					\
	INSN(BPF_LDX | BPF_MEM | BPF_W, to, from, offset, 0),		\
	INSN(BPF_ALU64 | BPF_LSH | BPF_K, to, 0, 0, 32),		\
	INSN(BPF_ALU64 | BPF_ARSH | BPF_K, to, 0, 0, 32)
#define STORE(to, offset, value) INSN(BPF_ST | BPF_MEM | BPF_DW, to, 0, offset, value)
#define CALL(function)		INSN(BPF_JMP | BPF_CALL, 0, 0, 0, function)
#define LOAD_MAP(to, fd)						\
	INSN(BPF_LD | BPF_DW | BPF_IMM, to, BPF_PSEUDO_MAP_FD, 0, fd), INSN(0, 0, 0, 0, 0)
#define EXIT			INSN(BPF_JMP | BPF_EXIT, 0, 0, 0, 0)

/* Where struct alloc_tag has the offset of the function's name. */
#define TAG_FUNCTION	4

static int fail(const char *what)
{
	fprintf(stderr, "bpf-lines: %s: %s\n", what, strerror(errno));
	return 125;
}

/* Load and attach a program. Returns a file descriptor, or -1. */
static int attach(enum bpf_attach_type type, int btf_id, const struct bpf_insn *insns, size_t n)
{
	static char log[65536];
	LIBBPF_OPTS(bpf_prog_load_opts, options,
		    .expected_attach_type = type,
		    .attach_btf_id = btf_id,
		    .log_buf = log,
		    .log_size = sizeof(log),
		    .log_level = 1);
	int program = bpf_prog_load(BPF_PROG_TYPE_TRACING, NULL, "GPL", insns, n, &options);

	if (program < 0) {
		fprintf(stderr, "%s", log);
		return -1;
	}
	return bpf_raw_tracepoint_open(NULL, program);
}

int main(int argc, char **argv)
{
	char name[NAME_SIZE], next[NAME_SIZE];
	int map, btf_id, entry, leave, status;
	unsigned long long count;
	const char *at = NULL;
	pid_t child;

	if (argc < 4) {
		fprintf(stderr, "usage: bpf-lines FUNCTION INDEX COMMAND [ARGUMENT...]\n");
		return 125;
	}
	btf_id = libbpf_find_vmlinux_btf_id(argv[1], BPF_TRACE_FENTRY);
	if (btf_id <= 0)
		return fail(argv[1]);
	map = bpf_map_create(BPF_MAP_TYPE_HASH, "lines", NAME_SIZE, sizeof(count), 1000, NULL);
	if (map < 0)
		return fail("map");

	/* The key is at fp - NAME_SIZE, the first count below it. */
	const struct bpf_insn count_call[] = {
		/* As a number: the verifier limits sums with pointers. */
		STORE(10, -72, 0), SET(2, atoi(argv[2])), MOVE(3, 10), ADD(3, -72),
		CALL(BPF_FUNC_get_func_arg),
		LOAD(6, 10, -72),
		MOVE(1, 10), ADD(1, -72), SET(2, sizeof(int)), MOVE(3, 6), ADD(3, TAG_FUNCTION),
		CALL(BPF_FUNC_probe_read_kernel),
		LOAD_INT(7, 10, -72), ADD_REG(7, 6),
		STORE(10, -64, 0), STORE(10, -56, 0), STORE(10, -48, 0), STORE(10, -40, 0),
		STORE(10, -32, 0), STORE(10, -24, 0), STORE(10, -16, 0), STORE(10, -8, 0),
		MOVE(1, 10), ADD(1, -NAME_SIZE), SET(2, NAME_SIZE), MOVE(3, 7),
		CALL(BPF_FUNC_probe_read_kernel_str),
		LOAD_MAP(1, map), MOVE(2, 10), ADD(2, -NAME_SIZE),
		CALL(BPF_FUNC_map_lookup_elem),
		INSN(BPF_JMP | BPF_JNE | BPF_K, 0, 0, 11, 0),
		STORE(10, -72, 1),
		LOAD_MAP(1, map), MOVE(2, 10), ADD(2, -NAME_SIZE), MOVE(3, 10), ADD(3, -72),
		SET(4, BPF_ANY),
		CALL(BPF_FUNC_map_update_elem),
		SET(0, 0), EXIT,
		SET(1, 1),
		INSN(BPF_STX | BPF_ATOMIC | BPF_DW, 0, 1, 0, BPF_ADD),
		SET(0, 0), EXIT,
	};
	const struct bpf_insn nothing[] = { SET(0, 0), EXIT };

	entry = attach(BPF_TRACE_FENTRY, btf_id, count_call,
		       sizeof(count_call) / sizeof(count_call[0]));
	if (entry < 0)
		return fail("fentry");
	leave = attach(BPF_TRACE_FEXIT, btf_id, nothing, sizeof(nothing) / sizeof(nothing[0]));
	if (leave < 0)
		return fail("fexit");

	child = fork();
	if (child < 0)
		return fail("fork");
	if (!child) {
		execvp(argv[3], argv + 3);
		_exit(fail(argv[3]));
	}
	if (waitpid(child, &status, 0) < 0)
		return fail("wait");
	close(leave);
	close(entry);

	while (!bpf_map_get_next_key(map, at, next)) {
		memcpy(name, next, sizeof(name));
		at = name;
		if (!bpf_map_lookup_elem(map, name, &count))
			printf("%llu %s\n", count, name);
	}
	return WIFEXITED(status) ? WEXITSTATUS(status) : 125;
}
