/* The other unit of no-prototype-here.c. */
struct big {
	long a[5];
};

int ordinary() { return 1; }
int weak_alias() __attribute__((weak, alias("ordinary")));
int alias_of_weak() __attribute__((alias("weak_alias")));
__attribute__((visibility("hidden"))) int hidden() { return 2; }
__attribute__((section(".text.mine"))) int in_section() { return 3; }
struct big large(x, more) struct big x; int more; { x.a[1] += more; return x; }
double promoted(c, f) char c; float f; { return c * f; }
__attribute__((returns_twice)) int twice(int n) { return n + 1; }
int twice_alias(int n) __attribute__((alias("twice")));
char *index(const char *s, int c) { return (char *)s + 1; }
