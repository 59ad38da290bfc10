/* The strong definition of weak-override.c. */
int choose(int n) { return n + 100; }
int call_from_lib(int n) { return choose(n); }
int (*pointer_from_lib(void))(int) { return choose; }
