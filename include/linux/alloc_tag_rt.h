/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Allocation tags: what kernel code sees.
 *
 * A function marked __allocator receives, in a parameter that only the
 * compiler plugin knows of, the tag of the line that asked for the memory. Its
 * implementer reads it with alloc_tag_caller(), turns it into a reference and
 * counts:
 *
 *	unsigned long ref = alloc_tag_ref(alloc_tag_caller());
 *
 *	alloc_tag_count_alloc(ref, size);	... and keeps its number in a slot
 *	alloc_tag_count_free(ref, size);	... when the object goes
 *
 * Tags are constant data in one array, built-in ones first, then a reserve that
 * modules' tags are copied to. Counters are a per-CPU array of the same length
 * and stride, so a reference - the byte offset of the tag in its array - is also
 * the offset of its counter: neither path looks at the tag itself. Reference 0
 * is "no tag": it stands for memory whose allocation was not counted, and
 * counting on it is harmless.
 *
 * Everything here may be called from any context, NMI included.
 */
#ifndef _LINUX_ALLOC_TAG_RT_H
#define _LINUX_ALLOC_TAG_RT_H

#include <linux/compiler.h>
#include <linux/types.h>

/* The tag has no caller behind it: who called came through a pointer or from
 * code built without the plugin. The line is the allocator's own definition.
 */
#define ALLOC_TAG_UNTAGGED	1

/*
 * A slot: what is kept with an allocation, the number of its tag (0: none) in as few
 * bytes as tags can be told apart in.
 */
#ifdef CONFIG_ALLOC_TAG_MANY
typedef u32 alloc_tag_slot_t;
#else
typedef u16 alloc_tag_slot_t;
#endif

/* Mainline has a structure of this name, too, where alloctag is off. */
struct alloc_tag;
#define ALLOC_TAG_BYTES		32	/* size and alignment of ours */

#ifdef ALLOC_TAG_PLUGIN
/*
 * Known to the plugin by name, neither is ever defined. alloc_tag_caller() is
 * the hidden parameter of the marked function it stands in (an error in others),
 * alloc_tag_here() a tag for the line it stands on.
 */
const struct alloc_tag *alloc_tag_caller(void);
const struct alloc_tag *alloc_tag_here(void);
#else
#define alloc_tag_caller()	((const struct alloc_tag *)NULL)
#define alloc_tag_here()	((const struct alloc_tag *)NULL)
#endif

#ifdef CONFIG_GCC_PLUGIN_ALLOC_TAG

#include <linux/build_bug.h>
#include <linux/irqflags.h>
#include <linux/jump_label.h>
#include <linux/percpu.h>

/*
 * One allocation site. Written by the compiler, layout shared with
 * scripts/gcc-plugins/alloctag_plugin.c; never written to at run time.
 */
struct alloc_tag {
	const char *file;	/* relative to the source tree */
	const char *function;	/* as in the source */
	const char *type;	/* "struct foo"; "" if the compiler can't tell */
	unsigned int line;
	unsigned short column;
	unsigned short flags;	/* ALLOC_TAG_* */
} __aligned(ALLOC_TAG_BYTES);

/*
 * What one CPU has seen of one tag. Only sums over all CPUs mean anything, and
 * what is live is the difference of two of these.
 */
struct alloc_tag_counter {
	u64 alloc_bytes;
	u64 allocs;
	u64 free_bytes;
	u64 frees;
};

/* The sum over all CPUs. Live calls are allocs - frees. */
struct alloc_tag_counters {
	s64 bytes;		/* live */
	u64 allocs;
	u64 frees;
};

/*
 * Both arrays are laid out by the linker script. The first tag is all zero; so
 * are those of the modules' reserve that no module uses.
 */
extern const struct alloc_tag __start_alloc_tags[];
extern const struct alloc_tag __start_alloc_tags_modules[];
extern const struct alloc_tag __stop_alloc_tags[];
DECLARE_PER_CPU(struct alloc_tag_counter[], alloc_tag_counters);

static_assert(sizeof(struct alloc_tag) == ALLOC_TAG_BYTES);
static_assert(sizeof(struct alloc_tag_counter) == ALLOC_TAG_BYTES);

/*
 * Have the allocators' hooks anything to do? memcg's stand where ours do, and where
 * neither is in use, one branch for both means that ours cost nothing.
 *
 * Where the kernel patches its code, branches are static keys. Elsewhere a static key
 * costs three instructions each time, so there is a byte for each question, which
 * takes two; and the questions are put so that a kernel that only counts is
 * through after the second.
 */
#ifdef CONFIG_JUMP_LABEL
DECLARE_STATIC_KEY_MAYBE(CONFIG_ALLOC_TAG_ENABLED_BY_DEFAULT, alloc_tag_counting_key);
DECLARE_STATIC_KEY_MAYBE(CONFIG_ALLOC_TAG_ENABLED_BY_DEFAULT, alloc_tag_tracking_key);
DECLARE_STATIC_KEY_MAYBE(CONFIG_ALLOC_TAG_ENABLED_BY_DEFAULT, alloc_tag_any_key);

#define alloc_tag_key(what)							\
	static_branch_maybe(CONFIG_ALLOC_TAG_ENABLED_BY_DEFAULT, &alloc_tag_##what##_key)
#define alloc_tag_any_alloc()	alloc_tag_key(any)
#define alloc_tag_any_free()	alloc_tag_key(any)
/* Asking whether memcg is in use costs nothing. */
#define alloc_tag_only_alloc()	false
#define alloc_tag_only_free()	false
#else
struct alloc_tag_work {
	bool any;	/* one of the following */
	bool tags;	/* allocations are counted, frees are looked at */
	bool memcg;	/* memcg is in use */
	bool only;	/* tags, and not memcg */
};

extern struct alloc_tag_work alloc_tag_alloc_work;
extern struct alloc_tag_work alloc_tag_free_work;

/* Most kernels that have this don't change their mind after boot. */
static __always_inline bool alloc_tag_ask(const bool *question)
{
	/* Either answer will do while it changes; a READ_ONCE() takes one more. */
	bool answer = data_race(*question);

	return IS_ENABLED(CONFIG_ALLOC_TAG_ENABLED_BY_DEFAULT) ? likely(answer) : unlikely(answer);
}

#define alloc_tag_any_alloc()	alloc_tag_ask(&alloc_tag_alloc_work.any)
#define alloc_tag_any_free()	alloc_tag_ask(&alloc_tag_free_work.any)
#define alloc_tag_only_alloc()	alloc_tag_ask(&alloc_tag_alloc_work.only)
#define alloc_tag_only_free()	alloc_tag_ask(&alloc_tag_free_work.only)
#endif

/*
 * Keep @tag, a variable, on the stack. An allocator's fast path needs it at the
 * end, after slow paths that are hardly ever taken, and only when counting: in a
 * register it would be one that each call saves and restores, for nothing.
 */
#define alloc_tag_on_stack(tag)	asm("" : "+m" (tag))

/* Are new allocations counted? */
static __always_inline bool alloc_tag_counting(void)
{
#ifdef CONFIG_JUMP_LABEL
	return alloc_tag_key(counting);
#else
	return alloc_tag_ask(&alloc_tag_alloc_work.tags);
#endif
}

/*
 * Can there be counted memory? True from the first time counting is on, so that
 * what was counted before it went off is taken from the books when freed.
 * Whoever frees must look at and clear the object's reference while this is
 * true; whoever allocates without counting need not write one.
 */
static __always_inline bool alloc_tag_tracking(void)
{
#ifdef CONFIG_JUMP_LABEL
	return alloc_tag_key(tracking);
#else
	return alloc_tag_ask(&alloc_tag_free_work.tags);
#endif
}

/* memcg is about to charge kernel memory, for the first time. May sleep. */
void alloc_tag_memcg_online(void);

/*
 * Will nothing ever be counted until the next boot? Known before the page
 * allocator starts, so structures that only tags need can be left out.
 */
bool alloc_tag_never(void);

/* The reference to @tag, one the compiler made, or NULL. */
static __always_inline unsigned long alloc_tag_ref(const struct alloc_tag *tag)
{
	/* Only code that the plugin doesn't see has none, and it has it constant. */
	if (__builtin_constant_p(!tag) && !tag)
		return 0;
	return (unsigned long)tag - (unsigned long)__start_alloc_tags;
}

/* What is kept in a slot for a reference, and the reference for what a slot holds. */
static __always_inline alloc_tag_slot_t alloc_tag_slot_of(unsigned long ref)
{
	return ref / sizeof(struct alloc_tag);
}

static __always_inline unsigned long alloc_tag_slot_ref(alloc_tag_slot_t slot)
{
	return slot * sizeof(struct alloc_tag);
}

static __always_inline struct alloc_tag_counter __percpu *alloc_tag_counter(unsigned long ref)
{
	return (void __percpu *)alloc_tag_counters + ref;
}

/*
 * @calls allocations, of @bytes altogether. The two numbers aren't updated as
 * one: a reader may see either without the other. Returns @ref, in the register that
 * it is in: both addresses fit an operand, but GCC would add up what they share before
 * unless it is kept from seeing that they do.
 */
static __always_inline unsigned long alloc_tag_count_allocs(unsigned long ref,
							    unsigned long bytes,
							    unsigned long calls)
{
	this_cpu_add(alloc_tag_counter(ref)->alloc_bytes, bytes);
	OPTIMIZER_HIDE_VAR(ref);
	this_cpu_add(alloc_tag_counter(ref)->allocs, calls);
	return ref;
}

static __always_inline void alloc_tag_count_frees(unsigned long ref, unsigned long bytes,
						  unsigned long calls)
{
	this_cpu_add(alloc_tag_counter(ref)->free_bytes, bytes);
	OPTIMIZER_HIDE_VAR(ref);
	this_cpu_add(alloc_tag_counter(ref)->frees, calls);
}

static __always_inline unsigned long alloc_tag_count_alloc(unsigned long ref, unsigned long bytes)
{
	return alloc_tag_count_allocs(ref, bytes, 1);
}

static __always_inline void alloc_tag_count_free(unsigned long ref, unsigned long bytes)
{
	alloc_tag_count_frees(ref, bytes, 1);
}

/* The slots of page frames [0, nr). See lib/alloc_tag_page.c. */
struct alloc_tag_page_array {
	unsigned long nr;
	alloc_tag_slot_t *slot;
};

extern struct alloc_tag_page_array alloc_tag_page_array;

alloc_tag_slot_t *alloc_tag_page_far(unsigned long pfn);

/*
 * Where the reference of page frame @pfn is kept. It belongs to whoever the page is
 * allocated to: the page allocator keeps that of an allocation in the slot of its
 * first page, the others are 0. False if there is none; that is not left to
 * *@slot, of which the compiler could not tell that it isn't NULL.
 */
static __always_inline bool alloc_tag_page_find(unsigned long pfn, alloc_tag_slot_t **slot)
{
	if (likely(pfn < alloc_tag_page_array.nr)) {
		*slot = alloc_tag_page_array.slot + pfn;
		return true;
	}
	*slot = alloc_tag_page_far(pfn);
	return *slot;
}

/* The same for those who don't count instructions: NULL if there is none. */
static inline alloc_tag_slot_t *alloc_tag_page_slot(unsigned long pfn)
{
	alloc_tag_slot_t *slot;

	return alloc_tag_page_find(pfn, &slot) ? slot : NULL;
}

/* Before the page allocator gets its first page. */
void alloc_tag_init(void);

/*
 * For readers. alloc_tag_lock() (sleeps) keeps modules' tags from coming and
 * going; alloc_tag_next() walks the built-in tags and then the modules', in the
 * order of their addresses, NULL starts and ends. alloc_tag_read() needs no lock
 * for a tag that is sure to stay.
 */
void alloc_tag_lock(void);
void alloc_tag_unlock(void);
const struct alloc_tag *alloc_tag_next(const struct alloc_tag *prev);
void alloc_tag_read(const struct alloc_tag *tag, struct alloc_tag_counters *sum);

#else /* !CONFIG_GCC_PLUGIN_ALLOC_TAG */

static inline bool alloc_tag_counting(void) { return false; }
static inline bool alloc_tag_tracking(void) { return false; }
static inline void alloc_tag_memcg_online(void) { }
#define alloc_tag_on_stack(tag)	((void)(tag))
static inline bool alloc_tag_never(void) { return true; }
static inline unsigned long alloc_tag_ref(const struct alloc_tag *tag) { return 0; }
static inline unsigned long alloc_tag_count_alloc(unsigned long ref, unsigned long bytes)
{
	return ref;
}

static inline void alloc_tag_count_free(unsigned long ref, unsigned long bytes) { }
static inline alloc_tag_slot_t *alloc_tag_page_slot(unsigned long pfn) { return NULL; }
static inline void alloc_tag_init(void) { }

#endif /* CONFIG_GCC_PLUGIN_ALLOC_TAG */

#if defined(CONFIG_GCC_PLUGIN_ALLOC_TAG) && defined(CONFIG_MODULES)
/* NULL for built-in tags. Under alloc_tag_lock(), or for one that is sure to stay. */
const char *alloc_tag_module_name(const struct alloc_tag *tag);
#else
static inline const char *alloc_tag_module_name(const struct alloc_tag *tag) { return NULL; }
#endif

#endif /* _LINUX_ALLOC_TAG_RT_H */
