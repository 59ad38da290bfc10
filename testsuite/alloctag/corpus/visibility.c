/* Hidden, protected and internal functions. */
extern void abort(void);

__attribute__((visibility("hidden"))) int hidden(int n) { return n + 1; }
__attribute__((visibility("protected"))) int protected(int n) { return n + 2; }
__attribute__((visibility("internal"))) int internal(int n) { return n + 3; }
#pragma GCC visibility push(hidden)
int pushed(int n) { return n + 4; }
#pragma GCC visibility pop
__attribute__((externally_visible)) int visible(int n) { return n + 5; }
static __attribute__((unused)) int nobody(int n) { return n; }
static __attribute__((used)) int kept(int n) { return n; }

int main(void)
{
	if (hidden(0) + protected(0) + internal(0) + pushed(0) + visible(0) != 15)
		abort();
	return 0;
}
