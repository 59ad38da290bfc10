/* A sizeof that is stored in a variable of a statement expression. */
/* { dg-do compile } */
#include "mark.h"

struct foo { int a[9]; };
struct bar { int b[5]; };
void change(unsigned long *size);
void *keep;

#define CMP(x, y, op) ((x) op (y) ? (x) : (y))
#define min(x, y) ({ __auto_type a_ = (x); __auto_type b_ = (y); CMP(a_, b_, <); })
#define max_t(type, x, y) ({ type a_ = (x); type b_ = (y); CMP(a_, b_, >); })
#define STORED(statement) ({ unsigned long a_ = sizeof(struct foo); statement; a_; })

void user(unsigned long n)
{
	keep = grab(min(n, sizeof(struct foo))); /* { dg-tag "user" "struct foo" } */
	keep = grab(max_t(long, sizeof(struct bar), n)); /* { dg-tag "user" "struct bar" } */
	/* { dg-tag "user" "struct foo" line 20 } */
	keep = grab(max_t(long, max_t(long, n, 9), sizeof(struct foo)) * n + 16);
	/* Which of two is not known. */
	/* { dg-tag "user" "" line 23 } */
	keep = grab(min(sizeof(struct foo), sizeof(struct bar)));
	/* The size may change. */
	keep = grab(STORED((void)0)); /* { dg-tag "user" "struct foo" } */
	keep = grab(STORED(a_ = n)); /* { dg-tag "user" "" } */
	keep = grab(STORED(a_ += n)); /* { dg-tag "user" "" } */
	keep = grab(STORED(a_--)); /* { dg-tag "user" "" } */
	keep = grab(STORED(change(&a_))); /* { dg-tag "user" "" } */
	keep = grab(STORED(change(&(a_)))); /* { dg-tag "user" "" } */
	keep = grab(STORED(asm("" : "+r" (a_)))); /* { dg-tag "user" "" } */
	/* Rounding. */
	/* { dg-tag "user" "" line 34 } */
	keep = grab(({ long a_ = sizeof(long); (n + a_ - 1) / a_ * a_; }));
}
