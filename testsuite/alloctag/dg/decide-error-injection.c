/*
 * ALLOW_ERROR_INJECTION() of a listed function is for the one that is called,
 * not for the thunk under the original name.
 */
/* { dg-do compile } */
/* { dg-additional-options "-fplugin-arg-alloctag_plugin-originals=none -fplugin-arg-alloctag_plugin-mark=fault:@D@/decide-error-injection.list" } */
#include "decide.h"

int check_block(int n);
int check_block(int n)
{
	return n ? 0 : -5;
}

static struct {
	unsigned long addr;
	int type;
} entry __attribute__((used, section("_error_injection_whitelist"))) = {
	(unsigned long)check_block, 1
};
/* { dg-final { scan-assembler "\\.quad\[ \t\]+check_block\\.codetag\\.fault" } } */
/* { dg-final { scan-symbol-not "check_block$" } } */
/* { dg-final { scan-symbol-not "check_block\\.untagged" } } */
