/*
 * Errors in a switch within a scope of its own: up to GCC 12, the conditions
 * that it makes of the cases have this scope, but no line. It is that of the
 * constant then. From GCC 13 on, they have the line of the switch.
 */
/* { dg-do compile } */
/* { dg-plugin error } */
#include "errno.h"

int attach(int sleeps, int n)
{
	int ret = 0;

	switch (n) {
	case 1: case 5: case 9:
		if (sleeps) {
			int type = work(3);

			ret = -EINVAL;		/* { dg-origin EINVAL attach before 13 } */
			switch (type) {		/* { dg-origin EINVAL attach since 13 } */
			case 26:
				if (!work(1))	/* { dg-origin EINVAL attach } */
					ret = 0;
				break;
			case 29: {
				unsigned int *flags = &(unsigned int){ work(3) };

				if (!work(2))	/* { dg-origin EINVAL attach } */
					ret = 0;
				*flags = 0;
				break;
			}
			default:
				break;
			}
			if (ret) {
				put(0);
				return ret;
			}
		}
	}
	put(0);
	return 0;
}
