/* Names in macros: in their definitions, arguments, and of other names. */
/* { dg-do compile } */
/* { dg-plugin error } */
#include "errno.h"

#define CHECK(x)	do { if (x) return -EPERM; } while (0)
#define RETURN_IF(x, e)	do { if (x) return e; } while (0)
#define REFUSED		(-EINVAL)

int macros(int n)
{
	CHECK(n == 1);				/* { dg-origin EPERM macros } */
	RETURN_IF(n == 2, -EWOULDBLOCK);	/* { dg-origin EAGAIN macros } */
	return work(n);
}

/* Only an operand: the text of the statement has no error. */
#define SET_ENDIAN(task, value)	(-EINVAL)
#define UNKNOWN			(-1)
/* To read the second name, the definition of the first one is not needed. */
#define X			(EWOULDBLOCK*0-EPERM)

int operand(int n)
{
	int err = work(n);

	switch (n) {
	case 1:
		err = SET_ENDIAN(0, n);
		break;			/* { dg-origin EINVAL operand } */
	case 2:
		err = UNKNOWN;		/* -1 has no name here. */
		break;
	case 3:
		err = X;
		break;			/* { dg-origin EPERM operand } */
	}
	return err;
}

/* The statement in the macro is the one with the error. */
#define TRY(x)			({ if (!(x)) return -EPERM; 0; })

int statement(int n)
{
	int err = n ? -1 :
		  TRY(work(n));		/* { dg-origin EPERM statement } */

	return err;
}
