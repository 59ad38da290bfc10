// SPDX-License-Identifier: GPL-2.0
/*
 * malloc.c - malloc() and the other allocators of the C library
 *
 * Each is defined twice. malloc.alloctag() has the tag as an additional
 * argument; the plugin makes the program call it. malloc() itself is called by
 * libraries that were built without the plugin; what they allocate is charged
 * to one line for each allocator: its definition here. Both call the
 * next malloc() in the search order of the dynamic linker, usually the C
 * library's.
 *
 * Since all allocators of the process are replaced, each block has a cell: the
 * last eight bytes of the memory that malloc_usable_size() says is there. It
 * has the index of the call site, how many bytes of the chunk were not asked
 * for, and a check sum over the address. A chunk is what glibc calls so: the
 * block, and the word in front of it, with the size of the chunk. A block
 * without a valid cell is left alone: it was allocated by an object that has
 * other allocators in its search order (RTLD_DEEPBIND). Nothing of ours is in
 * front of a block, so the C library can free it, and tell its size, in any
 * case.
 *
 * If another library's malloc() comes before ours in the search order of the
 * program (LD_PRELOAD, a sanitizer, an allocator of the program's own), ours
 * isn't called for all blocks. Then nothing is counted, and malloc.alloctag()
 * calls that malloc().
 *
 * In the static library, the linker replaces the names (--wrap): malloc() is
 * __wrap_malloc() here, and the C library's is __real_malloc().
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "internal.h"

/* The additional memory of each block. */
#define CELL		sizeof(uint64_t)

/* What is never asked for of a chunk: the cell, and the word with its size. */
#define MIN_SLACK	(CELL + sizeof(size_t))
#define SLACK_BITS	22
#define MAX_SLACK	((1u << SLACK_BITS) - 1)
#define CHECK_BITS	(64 - IDX_BITS - SLACK_BITS)

/* glibc's mark of a block that is a separate mapping, in its size. */
#define MAPPED		((size_t)2)

/*
 * The allocators that we call.
 */

#ifdef ALLOC_TAG_WRAP

#define ORIGINAL(name)	__wrap_##name

void *__real_malloc(size_t size);
void __real_free(void *p);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *p, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
int __real_posix_memalign(void **p, size_t alignment, size_t size);
void *__real_memalign(size_t alignment, size_t size);
void *__real_valloc(size_t size);
void *__real_pvalloc(size_t size);
size_t __real_malloc_usable_size(void *p);

void *__wrap_malloc(size_t size);
void __wrap_free(void *p);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *p, size_t size);
void *__wrap_reallocarray(void *p, size_t n, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
int __wrap_posix_memalign(void **p, size_t alignment, size_t size);
void *__wrap_memalign(size_t alignment, size_t size);
void *__wrap_valloc(size_t size);
void *__wrap_pvalloc(size_t size);
size_t __wrap_malloc_usable_size(void *p);

#else
#define ORIGINAL(name)	name
#endif

static struct {
	void *(*malloc)(size_t size);
	void (*free)(void *p);
	void *(*calloc)(size_t n, size_t size);
	void *(*realloc)(void *p, size_t size);
	void *(*aligned_alloc)(size_t alignment, size_t size);
	int (*posix_memalign)(void **p, size_t alignment, size_t size);
	void *(*memalign)(size_t alignment, size_t size);
	void *(*valloc)(size_t size);
	void *(*pvalloc)(size_t size);
	size_t (*usable_size)(void *p);
} real;

static enum { UNINITIALIZED, INITIALIZING, INITIALIZED } state;

/*
 * Whether blocks have cells. Set once, before the first block is allocated that
 * is not in the array below.
 */
static bool counting;

/*
 * Blocks from this address on are glibc's, and have cells. The word in front of
 * one is the size of its chunk, with some flags; unless MAPPED is set, no call
 * is needed to find the cell. In front of the blocks of others, memory is not
 * even read: there may be none. It is 1 or more than any address, so that one
 * comparison finds NULL, too.
 */
static uintptr_t glibc_blocks = UINTPTR_MAX;

static SLOW void initialize(void);

/*
 * Memory for what the dynamic linker allocates while initialize() calls it.
 * Never freed.
 */
static _Alignas(16) char early[16384];
static size_t early_used;

static void *early_alloc(size_t size)
{
	char *p = early + early_used + 16;

	if (size > sizeof(early) - early_used - 32) {
		errno = ENOMEM;
		return NULL;
	}
	/* The word in front must not look like one of glibc's. */
	((size_t *)p)[-1] = MAPPED;
	early_used += 16 + ((size + 15) & ~(size_t)15);
	return p;
}

static bool is_early(const void *p)
{
	return (uintptr_t)p - (uintptr_t)early < sizeof(early);
}

/*
 * Called first by everything that allocates. False while the allocators are not
 * known, because initialize() is looking for them.
 */
static inline bool is_ready(void)
{
	if (likely(state == INITIALIZED))
		return true;
	if (state == UNINITIALIZED)
		initialize();
	return state == INITIALIZED;
}

/*
 * Cells
 */

static inline size_t size_word(const void *p)
{
	return ((const size_t *)p)[-1];
}

/* The same as size_word(p) & MAPPED, in one instruction less of x86. */
static inline bool is_mapped(const void *p)
{
	return ((const unsigned char *)p)[-sizeof(size_t)] & MAPPED;
}

/* The chunk of glibc's block with this word, which is not MAPPED. */
static inline size_t word_chunk(size_t word)
{
	return word & ~(size_t)7;
}

static inline size_t chunk_of(void *p)
{
	if (likely((uintptr_t)p >= glibc_blocks) && likely(!(size_word(p) & MAPPED)))
		return word_chunk(size_word(p));
	return real.usable_size(p) + sizeof(size_t);
}

static inline char *cell_of(void *p, size_t chunk)
{
	return (char *)p + chunk - MIN_SLACK;
}

/* The address need not be aligned: other allocators have odd sizes. */
static inline uint64_t read_cell(const char *cell)
{
	uint64_t value;

	__builtin_memcpy(&value, cell, sizeof(value));
	return value;
}

static inline void write_cell(char *cell, uint64_t value)
{
	__builtin_memcpy(cell, &value, sizeof(value));
}

/* The slack, and the index below it. */
static inline uint64_t contents_of(size_t slack, alloc_tag_idx_t idx)
{
	return ((uint64_t)slack << IDX_BITS) + idx;
}

/*
 * A cell is its contents, followed by zeros, minus the address of the block: so
 * it is only valid there. Blocks are aligned to eight bytes or more: with
 * another 4, memory that is zero isn't a valid cell.
 */
static inline uint64_t cell_value(const void *p, uint64_t contents)
{
	return (contents << CHECK_BITS) - (uintptr_t)p + 4;
}

/*
 * What a cell says of a block P in a CHUNK of so many bytes: its call site, and
 * how many bytes it was charged with. Returns false if it isn't a cell of P.
 */
static inline bool decode_cell(uint64_t value, const void *p, size_t chunk,
			       alloc_tag_idx_t *idx, size_t *bytes)
{
	uint64_t rest = value + (uintptr_t)p - 4;

	if (unlikely(rest & ((1u << CHECK_BITS) - 1)))
		return false;
	*idx = rest >> CHECK_BITS & (MAX_SITES - 1);
	*bytes = chunk - (rest >> (CHECK_BITS + IDX_BITS));
	return true;
}

/*
 * Charge the new block P, for which SIZE bytes were asked, to IDX. Returns P,
 * which may be NULL. A block without room for a cell isn't charged: tcmalloc
 * says that blocks have no bytes until its constructor has run.
 */
static void *charge_block(void *p, size_t size, alloc_tag_idx_t idx)
{
	size_t chunk, slack;

	if (unlikely(!p))
		return p;
	chunk = chunk_of(p);
	slack = chunk - size;
	if (unlikely(slack - MIN_SLACK > MAX_SLACK - MIN_SLACK)) {
		if (chunk < size || slack < MIN_SLACK)
			return p;
		slack = MAX_SLACK;
		size = chunk - slack;
	}
	write_cell(cell_of(p, chunk), cell_value(p, contents_of(slack, idx)));
	alloc_tag_count_alloc(idx, size);
	return p;
}

/*
 * Free the block P in any case that free() doesn't handle itself. P isn't NULL.
 */
static SLOW void free_slow(void *p)
{
	alloc_tag_idx_t idx;
	size_t chunk, bytes;
	char *cell;

	if (is_early(p) || !is_ready())
		return;
	chunk = counting ? chunk_of(p) : 0;
	if (chunk >= MIN_SLACK) {
		cell = cell_of(p, chunk);
		if (decode_cell(read_cell(cell), p, chunk, &idx, &bytes)) {
			write_cell(cell, 0);
			alloc_tag_count_free(idx, bytes);
		}
	}
	real.free(p);
}

/* A size that can't be had. Not all allocators set errno for it. */
static inline size_t too_large(void)
{
	errno = ENOMEM;
	return SIZE_MAX;
}

/* The size to ask for, for a block of SIZE bytes. */
static inline size_t with_cell(size_t size)
{
	return likely(size <= SIZE_MAX - CELL) ? size + CELL : too_large();
}

/*
 * What each pair of functions has in common. IDX is an expression, only
 * evaluated if blocks are counted.
 */
#define ALLOCATE(size, idx, call_counting, call)				\
	do {									\
		if (unlikely(!counting)) {					\
			if (unlikely(!is_ready()))				\
				return early_alloc(size);			\
			if (!counting)						\
				return real.call;				\
		}								\
		return charge_block(real.call_counting, size, idx);		\
	} while (0)

static inline void *do_realloc(void *p, size_t size, alloc_tag_idx_t idx)
{
	size_t chunk, bytes;
	alloc_tag_idx_t owner;
	uint64_t value;
	char *cell;
	bool charged;
	void *moved;

	chunk = chunk_of(p);
	charged = chunk >= MIN_SLACK;
	if (charged) {
		cell = cell_of(p, chunk);
		value = read_cell(cell);
		charged = decode_cell(value, p, chunk, &owner, &bytes);
	}
	/* The next block here may have no cell: don't leave a valid one. */
	if (charged)
		write_cell(cell, 0);
	moved = real.realloc(p, with_cell(size));
	if (!moved) {
		if (charged)
			write_cell(cell, value);
		return NULL;
	}
	if (charged) {
		alloc_tag_count_free(owner, bytes);
		/* A library makes the block larger: it remains its owner's. */
		if (idx < NR_UNTAGGED)
			idx = owner;
	}
	return charge_block(moved, size, idx);
}

/* TAG is NULL for a call without a tag, which has the index IDX. */
static inline void *tagged_realloc_as(void *p, size_t size, const struct alloc_tag *tag,
				      alloc_tag_idx_t idx)
{
	void *copy;

	if (unlikely(!is_ready()) || unlikely(is_early(p))) {
		size_t left = p ? (size_t)(early + sizeof(early) - (char *)p) : 0;

		copy = ORIGINAL(malloc)(size);
		if (copy && p)
			memcpy(copy, p, size < left ? size : left);
		return copy;
	}
	if (!counting)
		return real.realloc(p, size);
	/* As glibc does. */
	if (unlikely(p && !size)) {
		ORIGINAL(free)(p);
		return NULL;
	}
	if (tag)
		idx = alloc_tag_to_idx(tag);
	if (!p)
		return charge_block(real.malloc(with_cell(size)), size, idx);
	return do_realloc(p, size, idx);
}

/*
 * The allocators. UNTAGGED() is the line that calls without a tag are charged
 * to, ALLOC_TAG_VARIANT() the function that the plugin calls. The latter are
 * weak, so that a program can define a function of that name.
 */
#define UNTAGGED(name)								\
	static ALLOC_TAG_DEFINE(untagged_##name, __FILE__, __LINE__, #name, "",	\
				CODE_TAG_UNTAGGED)
#define ALLOC_TAG_VARIANT(name)	__asm__(#name ".alloctag") __attribute__((weak)) EXPORTED

void *tagged_malloc(size_t size, const struct alloc_tag *tag) ALLOC_TAG_VARIANT(malloc);
void *tagged_calloc(size_t n, size_t size, const struct alloc_tag *tag)
	ALLOC_TAG_VARIANT(calloc);
void *tagged_realloc(void *p, size_t size, const struct alloc_tag *tag)
	ALLOC_TAG_VARIANT(realloc);
void *tagged_reallocarray(void *p, size_t n, size_t size, const struct alloc_tag *tag)
	ALLOC_TAG_VARIANT(reallocarray);
void *tagged_aligned_alloc(size_t alignment, size_t size, const struct alloc_tag *tag)
	ALLOC_TAG_VARIANT(aligned_alloc);
int tagged_posix_memalign(void **p, size_t alignment, size_t size, const struct alloc_tag *tag)
	ALLOC_TAG_VARIANT(posix_memalign);
void *tagged_memalign(size_t alignment, size_t size, const struct alloc_tag *tag)
	ALLOC_TAG_VARIANT(memalign);
void *tagged_valloc(size_t size, const struct alloc_tag *tag) ALLOC_TAG_VARIANT(valloc);
void *tagged_pvalloc(size_t size, const struct alloc_tag *tag) ALLOC_TAG_VARIANT(pvalloc);

UNTAGGED(malloc);
EXPORTED void *ORIGINAL(malloc)(size_t size)
{
	ALLOCATE(size, IDX_MALLOC, malloc(with_cell(size)), malloc(size));
}

/* What tagged_malloc() doesn't handle: before it has a block, and after. */
static SLOW void *malloc_slow(size_t size, const struct alloc_tag *tag)
{
	ALLOCATE(size, alloc_tag_to_idx(tag), malloc(with_cell(size)), malloc(size));
}

/* The largest size that tagged_malloc() handles. */
#define MAX_FAST	((size_t)INT32_MAX)

/*
 * The C library has returned P: NULL, or a mapping. BELOW is what is subtracted
 * from the contents of its cell, as in tagged_malloc(), which has counted it.
 */
static SLOW void *charge_slow(void *p, uint64_t below)
{
	alloc_tag_idx_t idx = -below & (MAX_SITES - 1);
	size_t size = (below + idx) >> IDX_BITS;

	alloc_tag_uncount_alloc(idx, size);
	return charge_block(p, size, idx);
}

/*
 * Like charge_block(real.malloc()), but it counts before it calls
 * real.malloc(), so that little has to be kept meanwhile. If the index is below
 * fast_nr, blocks are glibc's. No slack can be too large here.
 */
void *tagged_malloc(size_t size, const struct alloc_tag *tag)
{
	uint64_t idx, below;
	size_t word, chunk;
	void *p;

	if (unlikely(!tag) || unlikely(size > MAX_FAST))
		return malloc_slow(size, tag);
	idx = alloc_tag_known_idx(tag);
	if (unlikely(!alloc_tag_try_count_alloc(idx, size, alloc_tag_thread.fast_nr)))
		return malloc_slow(size, tag);
	below = -contents_of(-size, idx);
	/* One register, of those that calls preserve; GCC would use two. */
	__asm__("" : "+r" (below));
	p = real.malloc(size + CELL);
	if (unlikely(!p) || unlikely((word = size_word(p)) & MAPPED))
		return charge_slow(p, below);
	chunk = word_chunk(word);
	write_cell(cell_of(p, chunk), cell_value(p, contents_of(chunk, 0) - below));
	return p;
}

EXPORTED void ORIGINAL(free)(void *p)
{
	size_t chunk, bytes;
	alloc_tag_idx_t idx;

	if (unlikely((uintptr_t)p < glibc_blocks)) {
		if (p)
			free_slow(p);
		return;
	}
	if (unlikely(is_mapped(p))) {
		free_slow(p);
		return;
	}
	chunk = word_chunk(size_word(p));
	if (unlikely(!decode_cell(read_cell(cell_of(p, chunk)), p, chunk, &idx, &bytes)) ||
	    unlikely(!alloc_tag_try_count_free(idx, bytes))) {
		free_slow(p);
		return;
	}
	write_cell(cell_of(p, chunk), 0);
	real.free(p);
}

static inline size_t product(size_t n, size_t size)
{
	size_t bytes;

	return unlikely(__builtin_mul_overflow(n, size, &bytes)) ? too_large() : bytes;
}

UNTAGGED(calloc);
EXPORTED void *ORIGINAL(calloc)(size_t n, size_t size)
{
	ALLOCATE(product(n, size), IDX_CALLOC, calloc(1, with_cell(product(n, size))),
		 calloc(n, size));
}

void *tagged_calloc(size_t n, size_t size, const struct alloc_tag *tag)
{
	ALLOCATE(product(n, size), alloc_tag_to_idx(tag),
		 calloc(1, with_cell(product(n, size))), calloc(n, size));
}

UNTAGGED(realloc);
EXPORTED void *ORIGINAL(realloc)(void *p, size_t size)
{
	return tagged_realloc_as(p, size, NULL, IDX_REALLOC);
}

void *tagged_realloc(void *p, size_t size, const struct alloc_tag *tag)
{
	return tagged_realloc_as(p, size, tag, IDX_NONE);
}

UNTAGGED(reallocarray);
EXPORTED void *ORIGINAL(reallocarray)(void *p, size_t n, size_t size)
{
	return tagged_realloc_as(p, product(n, size), NULL, IDX_REALLOCARRAY);
}

void *tagged_reallocarray(void *p, size_t n, size_t size, const struct alloc_tag *tag)
{
	return tagged_realloc_as(p, product(n, size), tag, IDX_NONE);
}

UNTAGGED(aligned_alloc);
EXPORTED void *ORIGINAL(aligned_alloc)(size_t alignment, size_t size)
{
	ALLOCATE(size, IDX_ALIGNED_ALLOC, aligned_alloc(alignment, with_cell(size)),
		 aligned_alloc(alignment, size));
}

void *tagged_aligned_alloc(size_t alignment, size_t size, const struct alloc_tag *tag)
{
	ALLOCATE(size, alloc_tag_to_idx(tag), aligned_alloc(alignment, with_cell(size)),
		 aligned_alloc(alignment, size));
}

static inline int posix_memalign_as(void **p, size_t alignment, size_t size,
				    const struct alloc_tag *tag, alloc_tag_idx_t idx)
{
	int error;

	if (unlikely(!is_ready()))
		return ENOMEM;
	if (!counting)
		return real.posix_memalign(p, alignment, size);
	error = real.posix_memalign(p, alignment, with_cell(size));
	if (!error)
		charge_block(*p, size, tag ? alloc_tag_to_idx(tag) : idx);
	return error;
}

UNTAGGED(posix_memalign);
EXPORTED int ORIGINAL(posix_memalign)(void **p, size_t alignment, size_t size)
{
	return posix_memalign_as(p, alignment, size, NULL, IDX_POSIX_MEMALIGN);
}

int tagged_posix_memalign(void **p, size_t alignment, size_t size, const struct alloc_tag *tag)
{
	return posix_memalign_as(p, alignment, size, tag, IDX_NONE);
}

UNTAGGED(memalign);
EXPORTED void *ORIGINAL(memalign)(size_t alignment, size_t size)
{
	ALLOCATE(size, IDX_MEMALIGN, memalign(alignment, with_cell(size)),
		 memalign(alignment, size));
}

void *tagged_memalign(size_t alignment, size_t size, const struct alloc_tag *tag)
{
	ALLOCATE(size, alloc_tag_to_idx(tag), memalign(alignment, with_cell(size)),
		 memalign(alignment, size));
}

UNTAGGED(valloc);
EXPORTED void *ORIGINAL(valloc)(size_t size)
{
	ALLOCATE(size, IDX_VALLOC, valloc(with_cell(size)), valloc(size));
}

void *tagged_valloc(size_t size, const struct alloc_tag *tag)
{
	ALLOCATE(size, alloc_tag_to_idx(tag), valloc(with_cell(size)), valloc(size));
}

/* The program may use what pvalloc() rounds SIZE up to. */
static inline size_t whole_pages(size_t size)
{
	size_t page = sysconf(_SC_PAGESIZE);

	return size > SIZE_MAX - page ? too_large() : (size + page - 1) & ~(page - 1);
}

UNTAGGED(pvalloc);
EXPORTED void *ORIGINAL(pvalloc)(size_t size)
{
	ALLOCATE(whole_pages(size), IDX_PVALLOC, valloc(with_cell(whole_pages(size))),
		 pvalloc(size));
}

void *tagged_pvalloc(size_t size, const struct alloc_tag *tag)
{
	ALLOCATE(whole_pages(size), alloc_tag_to_idx(tag),
		 valloc(with_cell(whole_pages(size))), pvalloc(size));
}

/* Without the cell, which the program must not overwrite. */
EXPORTED size_t ORIGINAL(malloc_usable_size)(void *p)
{
	size_t usable, chunk, bytes;
	alloc_tag_idx_t idx;

	if (!p || is_early(p) || !is_ready())
		return 0;
	usable = real.usable_size(p);
	chunk = usable + sizeof(size_t);
	if (counting && chunk >= MIN_SLACK &&
	    decode_cell(read_cell(cell_of(p, chunk)), p, chunk, &idx, &bytes))
		usable -= CELL;
	return usable;
}

/*
 * Charge the block P to TAG. The C library has just allocated it in this
 * thread, for the program; so that allocation is not counted where it was.
 * Nothing changes if P is NULL, or if it has a line of the program's already:
 * then the C library only made it larger. Returns P.
 */
void *alloc_tag_recharge(void *p, const struct alloc_tag *tag)
{
	size_t chunk, bytes;
	alloc_tag_idx_t idx;

	if (!p || is_early(p) || !counting)
		return p;
	chunk = chunk_of(p);
	if (chunk < MIN_SLACK ||
	    !decode_cell(read_cell(cell_of(p, chunk)), p, chunk, &idx, &bytes) ||
	    idx >= NR_UNTAGGED)
		return p;
	alloc_tag_uncount_alloc(idx, bytes);
	return charge_block(p, bytes, alloc_tag_to_idx(tag));
}

static const struct alloc_tag *const untagged[NR_UNTAGGED] = {
	[IDX_MALLOC]		= &untagged_malloc.tag,
	[IDX_CALLOC]		= &untagged_calloc.tag,
	[IDX_REALLOC]		= &untagged_realloc.tag,
	[IDX_REALLOCARRAY]	= &untagged_reallocarray.tag,
	[IDX_ALIGNED_ALLOC]	= &untagged_aligned_alloc.tag,
	[IDX_POSIX_MEMALIGN]	= &untagged_posix_memalign.tag,
	[IDX_MEMALIGN]		= &untagged_memalign.tag,
	[IDX_VALLOC]		= &untagged_valloc.tag,
	[IDX_PVALLOC]		= &untagged_pvalloc.tag,
};

/* glibc's malloc(), if that is the C library. */
extern void *__libc_malloc(size_t size) __attribute__((weak));

/* Are blocks glibc's, and does the word in front of one tell its size? */
static bool has_glibc_blocks(void)
{
	static const size_t sizes[] = { 1, 24, 25, 100, 1000, 5000, 200000 };
	bool equal = true;
	size_t i;

	if (real.malloc != __libc_malloc)
		return false;
	for (i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		void *p = real.malloc(sizes[i]);

		if (!p)
			return false;
		if (!(size_word(p) & MAPPED))
			equal = equal && word_chunk(size_word(p)) - sizeof(size_t) ==
				real.usable_size(p);
		real.free(p);
	}
	return equal;
}

#ifdef ALLOC_TAG_WRAP
static bool find_allocators(void)
{
	real.malloc = __real_malloc;
	real.free = __real_free;
	real.calloc = __real_calloc;
	real.realloc = __real_realloc;
	real.aligned_alloc = __real_aligned_alloc;
	real.posix_memalign = __real_posix_memalign;
	real.memalign = __real_memalign;
	real.valloc = __real_valloc;
	real.pvalloc = __real_pvalloc;
	real.usable_size = __real_malloc_usable_size;
	return true;
}
#else
/* Store the address of a function, for which C has no cast from void *. */
#define FIND(from, name)							\
	(*(void **)&real.name = dlsym(from, #name))

/*
 * Is ours the malloc() of the process? The address that dlsym() finds would not
 * tell: in a program that isn't position-independent, it can be a stub
 * of the program. A call does; ours returns memory of the array while the
 * state is INITIALIZING.
 */
static bool is_first(void)
{
	void *p = malloc(1);
	bool first = is_early(p);

	free(p);
	return first;
}

/*
 * Find the allocators that ours replace. If others replace ours, find those and
 * return false.
 */
static bool find_allocators(void)
{
	bool first = is_first();
	void *from = first ? RTLD_NEXT : RTLD_DEFAULT;

	FIND(from, malloc);
	FIND(from, free);
	FIND(from, calloc);
	FIND(from, realloc);
	FIND(from, aligned_alloc);
	FIND(from, posix_memalign);
	FIND(from, memalign);
	FIND(from, valloc);
	FIND(from, pvalloc);
	*(void **)&real.usable_size = dlsym(from, "malloc_usable_size");
	return first && real.usable_size;
}
#endif

/*
 * Find the allocators. The dynamic linker or a library calls malloc() before
 * constructors run, and before there is a second thread.
 */
static void initialize(void)
{
	int saved_errno = errno;
	bool found;

	state = INITIALIZING;
	found = find_allocators();
	if (found)
		alloc_tag_add_untagged(untagged);
	counting = found;
	state = INITIALIZED;
	if (found && has_glibc_blocks()) {
		glibc_blocks = 1;
		alloc_tag_is_fast = true;
	}
	/* These may allocate memory. */
	if (found)
		alloc_tag_init_counters();
	errno = saved_errno;
}

/* Are blocks counted? */
bool alloc_tag_is_counting(void)
{
	return is_ready() && counting;
}

/* For a program that doesn't allocate before it has threads. */
static __attribute__((constructor(101))) void initialize_early(void)
{
	is_ready();
}
