/* Functions as operands of asm and called from assembly. */
extern void abort(void);

int called;
__attribute__((used)) void from_asm(void) { called++; }

#ifdef __x86_64__
asm("	.text\n"
    "	.type	asm.trampoline, @function\n"
    "asm.trampoline:\n"
    "	sub	$8, %rsp\n"
    "	call	from_asm\n"
    "	add	$8, %rsp\n"
    "	ret\n");
/* Not a C function, so it can't be marked. */
void trampoline(void) asm("asm.trampoline");
#else
void trampoline(void) { from_asm(); }
#endif

int main(void)
{
	void (*p)(void);

	asm("" : "=r"(p) : "0"(from_asm));
	p();
	trampoline();
	if (called != 2)
		abort();
	return 0;
}
