/* A table of labels' addresses, differences between labels, static in inline. */
extern void abort(void);

static inline int run(const unsigned char *code)
{
	static const int offset[] = { &&push - &&push, &&add - &&push, &&halt - &&push };
	int stack[16], *sp = stack;

	goto *(&&push + offset[*code++]);
push:
	*sp++ = *code++;
	goto *(&&push + offset[*code++]);
add:
	sp--;
	sp[-1] += sp[0];
	goto *(&&push + offset[*code++]);
halt:
	return sp[-1];
}

int main(void)
{
	static const unsigned char code[] = { 0, 40, 0, 2, 1, 2 };

	if (run(code) != 42)
		abort();
	return 0;
}
