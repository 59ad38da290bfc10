/* Takes the place of the library's api(), with LD_PRELOAD. Returns N + 500. */
#include "api.h"

int api(int n)
{
	return n + 500;
}
