/* SPDX-License-Identifier: GPL-2.0 */
/*
 * <asm/percpu.h> of the User-mode Linux kernels that are measured, in all
 * variants.
 *
 * UML uses the generic per-CPU operations, which block signals around each
 * access. That takes longer than everything else in counting an allocation. The
 * operations below take one instruction, as on x86. This is safe because there
 * is one CPU, and a signal can't interrupt an instruction. Only operations that
 * the allocators use on their fast paths are defined.
 */
#ifndef __UM_ASM_PERCPU_H
#define __UM_ASM_PERCPU_H

/* The cast is for variables of other sizes, where this is dead code. */
#define this_cpu_add_8(pcp, val)					\
	asm volatile("addq %1, %0"					\
		     : "+m" (*(u64 *)raw_cpu_ptr(&(pcp)))		\
		     : "re" ((u64)(val)))

#define this_cpu_add_4(pcp, val)					\
	asm volatile("addl %1, %0"					\
		     : "+m" (*(u32 *)raw_cpu_ptr(&(pcp)))		\
		     : "re" ((u32)(val)))

/* For SLUB since Linux 6.6. */
#define this_cpu_try_cmpxchg128(pcp, ovalp, nval)			\
({									\
	u128 *__old = (u128 *)(ovalp), __new = (nval);			\
	u64 __low = *__old, __high = *__old >> 64;			\
	bool __ok;							\
									\
	asm volatile("cmpxchg16b %1"					\
		     : "=@ccz" (__ok), "+m" (*raw_cpu_ptr(&(pcp))),	\
		       "+a" (__low), "+d" (__high)			\
		     : "b" ((u64)__new), "c" ((u64)(__new >> 64))	\
		     : "memory");					\
	if (unlikely(!__ok))						\
		*__old = (u128)__high << 64 | __low;			\
	__ok;								\
})

/* For SLUB before Linux 6.6. */
#define this_cpu_cmpxchg_double_8(pcp1, pcp2, o1, o2, n1, n2)		\
({									\
	u64 __low = (u64)(o1), __high = (u64)(o2);			\
	bool __ok;							\
									\
	asm volatile("cmpxchg16b %1"					\
		     : "=@ccz" (__ok), "+m" (*raw_cpu_ptr(&(pcp1))),	\
		       "+m" (*raw_cpu_ptr(&(pcp2))),			\
		       "+a" (__low), "+d" (__high)			\
		     : "b" ((u64)(n1)), "c" ((u64)(n2))			\
		     : "memory");					\
	__ok;								\
})

#include <asm-generic/percpu.h>

#endif /* __UM_ASM_PERCPU_H */
