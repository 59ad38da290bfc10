/* Cleanup functions: order, early return, goto out of the scope, loops. */
extern void abort(void);

static int log_[20], logged;

static void note(int *n) { log_[logged++] = *n; }
void note_public(int *n) { log_[logged++] = *n + 100; }

#define auto_note __attribute__((cleanup(note)))

static int work(int how)
{
	auto_note int a = 1;

	if (how == 1)
		return a++;
	{
		__attribute__((cleanup(note_public))) int b = 2;

		if (how == 2)
			goto out;
	}
	for (int i = 0; i < 2; i++) {
		auto_note int c = 10 + i;
		if (i)
			continue;
	}
out:
	return a;
}

int main(void)
{
	if (work(1) != 1 || logged != 1 || log_[0] != 2)
		abort();
	logged = 0;
	work(2);
	if (logged != 2 || log_[0] != 102 || log_[1] != 1)
		abort();
	logged = 0;
	work(3);
	if (logged != 4 || log_[1] != 10 || log_[2] != 11 || log_[3] != 1)
		abort();
	return 0;
}
