/* For list-static-name.c. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

int read_line(void)
{
	char *line = NULL;
	size_t size = 0;
	FILE *stream = fopen("/dev/null", "r");
	int result = getdelim(&line, &size, '\n', stream);

	fclose(stream);
	free(line);
	return result;
}
