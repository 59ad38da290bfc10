/*
 * What a program does that wants to know where its errors come from: it
 * replaces the notes with calls of a function that keeps all registers. This is
 * compiled without the plugin.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "recorder.h"

/* As the plugin emits it; offsets are relative to the fields. */
struct error_origin {
	int32_t address;
	int32_t file;
	int32_t function;
	uint32_t line_and_error;
};

extern const struct error_origin __start_error_origins[] __attribute__((weak));
extern const struct error_origin __stop_error_origins[] __attribute__((weak));

/* Addresses after the notes that were executed. */
static const char *executed[16];
static unsigned int count;

static const void *at(const int32_t *field)
{
	return (const char *)field + *field;
}

__attribute__((used, no_instrument_function)) static void note(const char *after)
{
	executed[count++ % 16] = after;
}

/* Called by a note. With its registers on the stack, note() is called. */
__asm__(".text\n"
	"note_thunk:\n"
	"	pushfq\n"
	"	push %rax\n	push %rcx\n	push %rdx\n	push %rsi\n"
	"	push %rdi\n	push %r8\n	push %r9\n	push %r10\n"
	"	push %r11\n	push %rbp\n"
	"	mov %rsp, %rbp\n"
	"	mov 88(%rsp), %rdi\n"
	"	and $-16, %rsp\n"
	"	call note\n"
	"	mov %rbp, %rsp\n"
	"	pop %rbp\n	pop %r11\n"
	"	pop %r10\n	pop %r9\n	pop %r8\n	pop %rdi\n"
	"	pop %rsi\n	pop %rdx\n	pop %rcx\n	pop %rax\n"
	"	popfq\n"
	"	ret\n");
extern char note_thunk[];

void record_errors(void)
{
	static const unsigned char no_op[5] = { 0x0f, 0x1f, 0x44, 0x00, 0x00 };
	uintptr_t page = sysconf(_SC_PAGESIZE);
	const struct error_origin *origin;

	for (origin = __start_error_origins; origin < __stop_error_origins; origin++) {
		unsigned char *address = (unsigned char *)at(&origin->address);
		uintptr_t first = (uintptr_t)address & -page;
		int32_t offset = (intptr_t)note_thunk - (intptr_t)(address + 5);

		/* A function that the linker removed. */
		if ((const char *)address == (const char *)&origin->address ||
		    memcmp(address, no_op, 5))
			abort();
		if (mprotect((void *)first, (uintptr_t)address + 5 - first,
			     PROT_READ | PROT_WRITE | PROT_EXEC))
			abort();
		address[0] = 0xe8;
		memcpy(address + 1, &offset, 4);
	}
}

/* The entry of the note before AFTER. */
static const struct error_origin *find(const char *after)
{
	const struct error_origin *origin;

	for (origin = __start_error_origins; origin < __stop_error_origins; origin++)
		if ((const char *)at(&origin->address) + 5 == after)
			return origin;
	abort();
}

void check_origin(long result, const char *function)
{
	const struct error_origin *last = count ? find(executed[(count - 1) % 16]) : NULL;

	if (!last != (result >= 0)) {
		printf("%ld: %u notes executed\n", result, count);
		exit(1);
	}
	if (last && (last->line_and_error % 4096 != -result ||
		     strcmp(at(&last->function), function))) {
		printf("%ld is not %u of %s:%u %s(), but of %s()\n", result,
		       last->line_and_error % 4096, (const char *)at(&last->file),
		       last->line_and_error / 4096, (const char *)at(&last->function),
		       function);
		exit(1);
	}
	count = 0;
}

void *ERR_PTR(long error)
{
	return (void *)error;
}

long PTR_ERR(const void *pointer)
{
	return (long)pointer;
}

int IS_ERR(const void *pointer)
{
	return (long)pointer < 0;
}

int work(int value)
{
	return value;
}

void *get(int value)
{
	return value ? (void *)0x1000 : NULL;
}

void put(void *pointer)
{
	(void)pointer;
}

void fill(int *error, int value)
{
	*error = value;
}
