/*
 * A mark on a function that BPF programs call by its name is an error. Other
 * functions may be named for BPF.
 */
/* { dg-do compile } */
/* { dg-options "-O2" } */
#include "mark.h"

/* As in <linux/btf_ids.h>. */
#define BTF_ID(name, number, word)					\
	asm(".pushsection .BTF_ids,\"a\"			\n"	\
	    ".local __BTF_ID__func__" #name "__" #number "	\n"	\
	    "__BTF_ID__func__" #name "__" #number ":		\n"	\
	    ".zero 4						\n"	\
	    word							\
	    ".popsection					\n")

__attribute__((used, noinline)) __allocator void *bpf__get(int n) /* { dg-error "'bpf__get' is called by BPF programs" } */
/* { dg-note "remove the mark" "" { target *-*-* } 18 } */
{
	return grab(n);
}

__allocator void *get(int n)
{
	return grab(n);
}

BTF_ID(bpf__get, 1234, ".long (1 << 0)\n");
BTF_ID(get, 5, "");
