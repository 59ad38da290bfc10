// SPDX-License-Identifier: GPL-2.0
/*
 * alloctag_file.c - names of files, as in tags and in entries of error origins;
 * files that an object depends on
 */
#include "alloctag-compat.h"
#include "alloctag-file.h"
#include "cpplib.h"

/*
 * These belong to the C front ends. GCC loads the plugins into lto1, too, which
 * does not have all of them.
 */
extern cpp_reader *parse_in __attribute__((weak));
extern cpp_options *cpp_get_options(cpp_reader *) __attribute__((weak));
extern class mkdeps *cpp_get_deps(cpp_reader *) __attribute__((weak));
extern void deps_add_dep(class mkdeps *, const char *) __attribute__((weak));

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

/*
 * For -MD and the like: the object of this unit depends on FILE. GCC expects
 * the source file to be the first dependency, so it is too early when arguments
 * of plugins are read. Returns false if dependencies are not written.
 */
bool add_dependency(const char *file)
{
	if (!&parse_in || !parse_in || !cpp_get_options || !cpp_get_deps ||
	    !deps_add_dep ||
	    cpp_get_options(parse_in)->deps.style == DEPS_NONE)
		return false;
	deps_add_dep(cpp_get_deps(parse_in), file);
	return true;
}
