/* Prints what the functions of the library return for 1 and for 2. */
#include <stdio.h>
#include "api.h"

int main(void)
{
	printf("%d %d\n", api(1), indirect(2));
	return 0;
}
