// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: helpers of the KUnit suites.
 *
 * alloc_tag_check_kind() allocates objects through one entry point and frees
 * them, and checks the counters of the calling line after each step. The suites
 * are tables of entry points and of contexts to call them in, and single tests
 * for everything else.
 */
#include <linux/code_tag/compat.h>
#include <linux/completion.h>
#include <linux/cpumask.h>
#include <linux/fs.h>
#include <linux/hrtimer.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/workqueue.h>

#include "kunit.h"
#include "../../../mm/slab.h"

/*
 * Find the tag of the call at @at. Returns NULL if there is none. The tag stays
 * valid as long as the code at @at exists. May sleep.
 */
const struct alloc_tag *alloc_tag_find(const struct alloc_tag_site *at)
{
	const struct alloc_tag *tag;
	unsigned long idx = 0;

	alloc_tag_lock();
	while ((idx = alloc_tag_next(idx))) {
		tag = alloc_tag_from_idx(idx);
		if (tag->line == at->line && !(tag->flags & CODE_TAG_UNTAGGED) &&
		    !strcmp(alloc_tag_function(tag), at->function) &&
		    !strcmp(kbasename(alloc_tag_file(tag)), kbasename(at->file)))
			break;
	}
	alloc_tag_unlock();
	return idx ? tag : NULL;
}

/* Find the tag of calls of @function that pass none. Returns NULL if none. */
const struct alloc_tag *alloc_tag_find_untagged(const char *function)
{
	const struct alloc_tag *tag;
	unsigned long idx = 0;

	alloc_tag_lock();
	while ((idx = alloc_tag_next(idx))) {
		tag = alloc_tag_from_idx(idx);
		if ((tag->flags & CODE_TAG_UNTAGGED) && !strcmp(alloc_tag_function(tag), function))
			break;
	}
	alloc_tag_unlock();
	return idx ? tag : NULL;
}

/* Check the counters of @tag, whose line only the test runs. */
void alloc_tag_expect(struct kunit *test, const struct alloc_tag *tag,
		      u64 allocs, u64 frees, s64 bytes)
{
	struct alloc_tag_totals sum;

	alloc_tag_read(alloc_tag_to_idx(tag), &sum);
	KUNIT_EXPECT_EQ(test, sum.allocs, allocs);
	KUNIT_EXPECT_EQ(test, sum.frees, frees);
	KUNIT_EXPECT_EQ(test, sum.bytes, bytes);
}

/* Bytes that a slab object, or a large kmalloc(), is charged with. */
size_t alloc_tag_slab_bytes(const void *obj)
{
	struct slab *slab = virt_to_slab(obj);

	return slab ? slab->slab_cache->size : folio_size(virt_to_folio(obj));
}

/* Is @obj larger than its cache's object size, by alignment or debugging? */
bool alloc_tag_slab_padded(const void *obj)
{
	struct slab *slab = virt_to_slab(obj);

	return slab && slab->slab_cache->size != slab->slab_cache->object_size;
}

/*
 * If @smallest, make new slabs of @cache have the smallest order, as if memory
 * was too fragmented for larger ones; else the order that was chosen when the
 * cache was created. Meanwhile freelists are not randomized: the random
 * sequence has the length of a larger slab.
 */
void alloc_tag_slab_order(struct kmem_cache *cache, bool smallest)
{
	static struct kmem_cache_order_objects oo;
#ifdef CONFIG_SLAB_FREELIST_RANDOM
	static unsigned int *random_seq;

	if (smallest)
		random_seq = cache->random_seq;
	cache->random_seq = smallest ? NULL : random_seq;
#endif
	if (smallest)
		oo = cache->oo;
	WRITE_ONCE(cache->oo, smallest ? cache->min : oo);
}

/* Number of pages of the slab that @obj is in. */
unsigned int alloc_tag_slab_pages(const void *obj)
{
	return folio_nr_pages(virt_to_folio(obj));
}

/* Can the slabs of @cache differ in order? */
bool alloc_tag_slab_has_orders(const struct kmem_cache *cache)
{
	return cache->oo.x != cache->min.x;
}

/*
 * Set the slot of @obj to @idx, as if it had been overwritten. Returns the old
 * index. Not instrumented, because to KASAN a slot in a slab is out of bounds.
 */
__no_sanitize_address
alloc_tag_idx_t alloc_tag_slab_overwrite(const void *obj, alloc_tag_idx_t idx)
{
	struct kmem_cache *s = virt_to_slab(obj)->slab_cache;
	alloc_tag_idx_t *slot = alloc_tag_object_slot(&s->alloc_tag, obj);
	alloc_tag_idx_t old = *slot;

	*slot = idx;
	return old;
}

/* How many objects in the slab of @obj are a sample that is not charged? */
unsigned int alloc_tag_slab_samples(const void *obj)
{
	return READ_ONCE(*alloc_tag_slab_word(virt_to_slab(obj))) - ALLOC_TAG_SLAB_UNSAMPLED;
}

/* Have the slots of the slab of @obj checked and cleared, as in a new slab. */
void alloc_tag_slab_renew(const void *obj)
{
	struct slab *slab = virt_to_slab(obj);

	alloc_tag_debug_slab_new(slab->slab_cache, slab);
}

void alloc_tag_kind_desc(const struct alloc_tag_kind *kind, char *desc)
{
	strscpy(desc, kind->name, KUNIT_PARAM_DESC_SIZE);
}

/* A batch of @nr objects to allocate or, if @free, to free. */
struct alloc_tag_batch {
	const struct alloc_tag_kind *kind;
	struct alloc_tag_site at;
	void *obj[ALLOC_TAG_KUNIT_OBJS];
	unsigned int nr;
	gfp_t gfp;
	bool free;
	bool hardirq;			/* did the timer run in hardirq context? */
	struct hrtimer timer;
	struct completion done;
};

static void batch_run(struct alloc_tag_batch *batch)
{
	unsigned int i;

	for (i = 0; i < batch->nr; i++) {
		if (!batch->free)
			batch->obj[i] = batch->kind->alloc(&batch->at, batch->gfp);
		else if (batch->obj[i])
			batch->kind->free(batch->obj[i]);
	}
}

static long batch_work(void *arg)
{
	batch_run(arg);
	return 0;
}

static enum hrtimer_restart batch_timer(struct hrtimer *timer)
{
	struct alloc_tag_batch *batch = container_of(timer, struct alloc_tag_batch, timer);

	batch->hardirq = in_hardirq();
	batch_run(batch);
	complete(&batch->done);
	return HRTIMER_NORESTART;
}

/* Allocate or free @batch in the context @where, and wait for that. */
static void batch_somewhere(struct kunit *test, struct alloc_tag_batch *batch,
			    enum alloc_tag_where where)
{
	unsigned int cpu = cpumask_first(cpu_online_mask);

	batch->gfp = where == ALLOC_TAG_HARDIRQ ? GFP_ATOMIC : GFP_KERNEL;

	switch (where) {
	case ALLOC_TAG_HERE:
		batch_run(batch);
		break;
	case ALLOC_TAG_SECOND_CPU:
		cpu = cpumask_next(cpu, cpu_online_mask);
		fallthrough;
	case ALLOC_TAG_FIRST_CPU:
		KUNIT_ASSERT_LT(test, cpu, nr_cpu_ids);
		KUNIT_ASSERT_EQ(test, work_on_cpu(cpu, batch_work, batch), 0L);
		break;
	case ALLOC_TAG_HARDIRQ:
		batch->hardirq = false;
		init_completion(&batch->done);
		hrtimer_init(&batch->timer, CLOCK_MONOTONIC, HRTIMER_MODE_REL_HARD);
		batch->timer.function = batch_timer;
		hrtimer_start(&batch->timer, ms_to_ktime(1), HRTIMER_MODE_REL_HARD);
		wait_for_completion(&batch->done);
		hrtimer_cancel(&batch->timer);
		KUNIT_EXPECT_TRUE(test, batch->hardirq);
		break;
	}
}

/*
 * Allocate a batch of @kind in the context @alloc and free it in the context
 * @free. Check that the line is charged with exactly these objects, and that
 * nothing is left in the end.
 */
void alloc_tag_check_kind(struct kunit *test, const struct alloc_tag_kind *kind,
			  enum alloc_tag_where alloc, enum alloc_tag_where free)
{
	struct alloc_tag_totals before;
	const struct alloc_tag *tag;
	struct alloc_tag_batch *batch;
	s64 bytes = 0;
	unsigned int i;

	batch = kunit_kzalloc(test, sizeof(*batch), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, batch);
	batch->kind = kind;

	/* Call it once before, to learn the line. */
	batch->nr = 1;
	batch_somewhere(test, batch, ALLOC_TAG_HERE);
	KUNIT_ASSERT_NOT_NULL(test, batch->obj[0]);
	batch->free = true;
	batch_somewhere(test, batch, ALLOC_TAG_HERE);

	tag = alloc_tag_find(&batch->at);
	KUNIT_ASSERT_NOT_NULL_MSG(test, tag, "no tag for %s:%u %s", batch->at.file,
				  batch->at.line, batch->at.function);
	if (kind->type)
		KUNIT_EXPECT_STREQ(test, alloc_tag_type(tag), kind->type);

	alloc_tag_read(alloc_tag_to_idx(tag), &before);
	KUNIT_EXPECT_GE(test, before.allocs, 1ULL);
	alloc_tag_expect(test, tag, before.allocs, before.allocs, 0);

	batch->nr = ALLOC_TAG_KUNIT_OBJS;
	batch->free = false;
	batch_somewhere(test, batch, alloc);
	for (i = 0; i < batch->nr; i++) {
		KUNIT_EXPECT_NOT_NULL(test, batch->obj[i]);
		if (batch->obj[i])
			bytes += kind->bytes ? kind->bytes(batch->obj[i]) : kind->size;
	}
	alloc_tag_expect(test, tag, before.allocs + batch->nr, before.frees, bytes);

	batch->free = true;
	batch_somewhere(test, batch, free);
	alloc_tag_expect(test, tag, before.allocs + batch->nr, before.frees + batch->nr, 0);
}

/*
 * Write @text to the file @path in /proc. Returns 0 or a negative error, which
 * is -ENOENT if /proc is not mounted.
 */
int alloc_tag_write(const char *path, const char *text)
{
	struct file *file = filp_open(path, O_WRONLY, 0);
	loff_t pos = 0;
	ssize_t done;

	if (IS_ERR(file))
		return PTR_ERR(file);
	done = kernel_write(file, text, strlen(text), &pos);
	filp_close(file, NULL);
	return done < 0 ? done : 0;
}

#define SYSCTL	"/proc/sys/vm/mem_profiling"

/* Write @text to the sysctl. Returns 0 or a negative error. */
int alloc_tag_set_state(const char *text)
{
	return alloc_tag_write(SYSCTL, text);
}

/* Enable or disable counting; skip the test if there is no sysctl for that. */
void alloc_tag_switch_or_skip(struct kunit *test, bool on)
{
	int err = alloc_tag_set_state(on ? "1\n" : "0\n");

	if (err == -ENOENT)
		kunit_skip(test, "/proc is not mounted");
	KUNIT_ASSERT_EQ(test, err, 0);
}

/*
 * What the sysctl says: '1' if allocations are counted, also if it can't be
 * read; '0'; or 's' if only samples are taken.
 */
char alloc_tag_state(void)
{
	struct file *file = filp_open(SYSCTL, O_RDONLY, 0);
	char state = '1';
	loff_t pos = 0;

	if (IS_ERR(file))
		return state;
	kernel_read(file, &state, 1, &pos);
	filp_close(file, NULL);
	return state;
}

/* What the sysctl said before the suite, which must set that again. */
static char old_state;

int alloc_tag_suite_init(struct kunit_suite *suite)
{
	old_state = alloc_tag_state();
	if (old_state != '1')
		alloc_tag_set_state("1\n");
	return 0;
}

void alloc_tag_suite_exit(struct kunit_suite *suite)
{
	if (old_state == alloc_tag_state())
		return;
	if (old_state == 's')
		alloc_tag_set_state("samples\n");
	else
		alloc_tag_set_state(old_state == '1' ? "1\n" : "0\n");
}

/*
 * Skip all tests if counting can't be enabled (booted with "never" or
 * "samples"). Asks the sysctl, not the runtime, because the runtime is under
 * test.
 */
int alloc_tag_test_init(struct kunit *test)
{
	if (alloc_tag_state() != '1')
		kunit_skip(test, "counting is disabled");
	return 0;
}

/* Enable counting again if a test failed while it was disabled. */
void alloc_tag_test_exit(struct kunit *test)
{
	if (alloc_tag_state() != '1')
		alloc_tag_set_state("1\n");
}

/* Cases of the suites that have tables of entry points. */

void alloc_tag_test_same_thread(struct kunit *test)
{
	alloc_tag_check_kind(test, test->param_value, ALLOC_TAG_HERE, ALLOC_TAG_HERE);
}

void alloc_tag_test_other_cpu(struct kunit *test)
{
	if (num_online_cpus() < 2)
		kunit_skip(test, "only one CPU is online");
	alloc_tag_check_kind(test, test->param_value, ALLOC_TAG_FIRST_CPU, ALLOC_TAG_SECOND_CPU);
}

void alloc_tag_test_hardirq(struct kunit *test)
{
	const struct alloc_tag_kind *kind = test->param_value;

	if (IS_ENABLED(CONFIG_PREEMPT_RT))
		kunit_skip(test, "PREEMPT_RT can't allocate in hard interrupts");
	if (kind->sleeps)
		kunit_skip(test, "%s() may sleep", kind->name);
	alloc_tag_check_kind(test, kind, ALLOC_TAG_HARDIRQ, ALLOC_TAG_HARDIRQ);
}

MODULE_DESCRIPTION("KUnit tests of allocation tags");
MODULE_LICENSE("GPL");
MODULE_IMPORT_NS(EXPORTED_FOR_KUNIT_TESTING);
