// SPDX-License-Identifier: GPL-2.0
/*
 * Empty functions for code built with -fsanitize=kernel-address; the real ones
 * are in the kernel. Tests check that the code works although it is
 * instrumented after the plugin ran, and that there are no gaps between tags.
 */
#define ACCESS(size) \
	void __asan_load##size##_noabort(void *p) { (void)p; } \
	void __asan_store##size##_noabort(void *p) { (void)p; }

ACCESS(1)
ACCESS(2)
ACCESS(4)
ACCESS(8)
ACCESS(16)

void __asan_loadN_noabort(void *p, unsigned long n) { (void)p; (void)n; }
void __asan_storeN_noabort(void *p, unsigned long n) { (void)p; (void)n; }
void __asan_handle_no_return(void) { }
void __asan_register_globals(void *p, unsigned long n) { (void)p; (void)n; }
void __asan_unregister_globals(void *p, unsigned long n) { (void)p; (void)n; }
void __asan_before_dynamic_init(void *p) { (void)p; }
void __asan_after_dynamic_init(void) { }
void __asan_allocas_unpoison(void *a, void *b) { (void)a; (void)b; }
void __asan_alloca_poison(void *p, unsigned long n) { (void)p; (void)n; }
