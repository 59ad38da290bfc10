// SPDX-License-Identifier: GPL-2.0
/*
 * alloctag_file.c - names of files, as in tags and in entries of error origins
 */
#include "alloctag-compat.h"
#include "alloctag-file.h"

/*
 * The name of FILE in a tag: as in __FILE__, with -fmacro-prefix-map applied,
 * but without a leading "./" (kbuild finds headers through -I./include).
 */
const char *tag_file(const char *file)
{
	if (!file)
		return "";
	file = remap_macro_filename(file);
	while (file[0] == '.' && file[1] == '/') {
		file += 2;
		while (*file == '/')
			file++;
	}
	return file;
}
