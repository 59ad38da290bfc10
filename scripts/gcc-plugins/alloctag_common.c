// SPDX-License-Identifier: GPL-2.0
/*
 * alloctag_common.c - what both plugins need: the check of the compiler's
 * version, names of files as in tags and in entries of error origins, files
 * that an object depends on, numbers of errors
 */
#include "alloctag-common.h"
#include "plugin-version.h"
#include <errno.h>

/*
 * These belong to the C front ends. GCC loads the plugins into lto1, too, which
 * does not have all of them.
 */
extern cpp_reader *parse_in __attribute__((weak));
extern cpp_options *cpp_get_options(cpp_reader *) __attribute__((weak));
extern class mkdeps *cpp_get_deps(cpp_reader *) __attribute__((weak));
extern void deps_add_dep(class mkdeps *, const char *) __attribute__((weak));

/*
 * Whether PLUGIN was built for this compiler, whose version is VERSION. Reports
 * an error if it wasn't.
 */
bool is_same_compiler(const char *plugin, struct plugin_gcc_version *version)
{
	if (plugin_default_version_check(version, &gcc_version))
		return true;
	error("%s was built for GCC %s and can%'t be used with GCC %s", plugin,
	      gcc_version.basever, version->basever);
	inform(UNKNOWN_LOCATION,
	       "rebuild it with this compiler: %<make plugin CC=...%>");
	return false;
}

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

#define ERROR(name)	{ #name, name }

/* Linux has the same numbers on x86, arm64 and riscv, and so has the host. */
static const struct {
	const char *name;
	int number;
} errors[] = {
	ERROR(E2BIG), ERROR(EACCES), ERROR(EADDRINUSE), ERROR(EADDRNOTAVAIL),
	ERROR(EAFNOSUPPORT), ERROR(EAGAIN), ERROR(EALREADY), ERROR(EBADF),
	ERROR(EBADMSG), ERROR(EBUSY), ERROR(ECANCELED), ERROR(ECHILD),
	ERROR(ECONNABORTED), ERROR(ECONNREFUSED), ERROR(ECONNRESET),
	ERROR(EDEADLK), ERROR(EDESTADDRREQ), ERROR(EDOM), ERROR(EDQUOT),
	ERROR(EEXIST), ERROR(EFAULT), ERROR(EFBIG), ERROR(EHOSTDOWN),
	ERROR(EHOSTUNREACH), ERROR(EILSEQ), ERROR(EINPROGRESS), ERROR(EINTR),
	ERROR(EINVAL), ERROR(EIO), ERROR(EISCONN), ERROR(EISDIR), ERROR(ELOOP),
	ERROR(EMEDIUMTYPE), ERROR(EMFILE), ERROR(EMLINK), ERROR(EMSGSIZE),
	ERROR(ENAMETOOLONG), ERROR(ENETDOWN), ERROR(ENETUNREACH), ERROR(ENFILE),
	ERROR(ENOBUFS), ERROR(ENODATA), ERROR(ENODEV), ERROR(ENOENT),
	ERROR(ENOEXEC), ERROR(ENOKEY), ERROR(ENOLCK), ERROR(ENOLINK),
	ERROR(ENOMEDIUM), ERROR(ENOMEM), ERROR(ENOSPC), ERROR(ENOSYS),
	ERROR(ENOTCONN), ERROR(ENOTDIR), ERROR(ENOTEMPTY), ERROR(ENOTSOCK),
	ERROR(ENOTTY), ERROR(ENXIO), ERROR(EOPNOTSUPP), ERROR(EOVERFLOW),
	ERROR(EPERM), ERROR(EPIPE), ERROR(EPROTO), ERROR(EPROTONOSUPPORT),
	ERROR(ERANGE), ERROR(EREMOTEIO), ERROR(EROFS), ERROR(ESHUTDOWN),
	ERROR(ESPIPE), ERROR(ESRCH), ERROR(ESTALE), ERROR(ETIME),
	ERROR(ETIMEDOUT), ERROR(ETXTBSY), ERROR(EUCLEAN), ERROR(EXDEV),
	/* In the kernel only, after a signal. */
	{ "ERESTARTSYS", 512 },
};

/* The number of the error NAME, such as EIO; 0 if it is none. */
int error_number(const char *name)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(errors); i++)
		if (!strcmp(name, errors[i].name))
			return errors[i].number;
	return 0;
}
