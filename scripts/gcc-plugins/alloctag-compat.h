/* SPDX-License-Identifier: GPL-2.0 */
/*
 * alloctag-compat.h - differences between versions of GCC
 *
 * GCC 11 to 16. This is the only file of the plugin that may depend on GCC's
 * version.
 *
 * The kernel has gcc-common.h for its own plugins. It is not used here, so that
 * the plugin also builds without a kernel tree ("make plugin").
 */
#ifndef ALLOCTAG_COMPAT_H
#define ALLOCTAG_COMPAT_H

#include "gcc-plugin.h"
#include "bversion.h"
#include "config.h"
#include "system.h"
#include "coretypes.h"
#include "tm.h"
#include "backend.h"
#include "tree.h"
#include "c-tree.h"
#include "gimple.h"
#include "tree-pass.h"
#include "ssa.h"
#include "stringpool.h"
#include "attribs.h"
#include "cgraph.h"
#include "cfghooks.h"
#include "cfgloop.h"
#include "fold-const.h"
#include "gimplify.h"
#include "gimple-iterator.h"
#include "gimple-walk.h"
#include "tree-cfg.h"
#include "tree-eh.h"
#include "tree-into-ssa.h"
#include "tree-iterator.h"
#include "tree-pretty-print.h"
#include "gimple-pretty-print.h"
#include "tree-inline.h"
#include "tree-dfa.h"
#include "ssa-iterators.h"
#include "calls.h"
#include "opts.h"
#include "toplev.h"
#include "rtl.h"
#include "varasm.h"
#include "langhooks.h"
#include "target.h"
#include "context.h"
#include "debug.h"
#include "diagnostic.h"
#include "intl.h"
#include "input.h"
#include "line-map.h"
#include "cpplib.h"
#include "file-prefix-map.h"
#include "stor-layout.h"
#include "gimple-expr.h"
#include "tree-ssanames.h"
#if BUILDING_GCC_MAJOR >= 16
#include "diagnostics/file-cache.h"
#endif

#define ALLOCTAG_GCC_MAJOR	BUILDING_GCC_MAJOR

/*
 * GCC must be able to load a plugin that was built for another version, so that
 * plugin_init() can report that. If a function is missing in that GCC, the
 * dynamic linker fails first, with a message about a mangled name. So
 * references to the functions that GCC 11 and 12 don't both have are weak.
 */
#if ALLOCTAG_GCC_MAJOR >= 12
asm(".weak _Z12copy_warningP6gimplePKS_");
asm(".weak _Z12copy_warningjj");
asm(".weak _Z21gimple_build_call_vecP9tree_nodeRK3vecIS0_7va_heap6vl_ptrE");
asm(".weak _ZN11cgraph_node30create_version_clone_with_bodyE3vecIP11cgraph_edge7va_heap6vl_ptrEPS0_IP15ipa_replace_map5va_gc8vl_embedEP21ipa_param_adjustmentsP11bitmap_headP15basic_block_defPKcP9tree_nodeb");
#else
asm(".weak _Z21gimple_build_call_vecP9tree_node3vecIS0_7va_heap6vl_ptrE");
asm(".weak _ZN11cgraph_node30create_version_clone_with_bodyE3vecIP11cgraph_edge7va_heap6vl_ptrEPS0_IP15ipa_replace_map5va_gc8vl_embedEP21ipa_param_adjustmentsP11bitmap_headP15basic_block_defPKcP9tree_node");
#endif

/*
 * Line LINE of the source file FILE, without its line break. Sets *LENGTH and
 * returns a pointer into the file cache of GCC's diagnostics, valid until the
 * next call. Returns NULL if the file can't be read.
 */
static inline const char *
source_line(const char *file, int line, size_t *length)
{
#if ALLOCTAG_GCC_MAJOR >= 16
	diagnostics::char_span span =
		global_dc->get_file_cache().get_source_line(file, line);
#elif ALLOCTAG_GCC_MAJOR >= 14
	char_span span = global_dc->get_file_cache().get_source_line(file, line);
#else
	char_span span = location_get_source_line(file, line);
#endif

	*length = span.length();
	return span.get_buffer();
}

/* Disable the same warnings for NEW_STMT as for OLD_STMT, which it replaces. */
static inline void
inherit_warnings(gimple *new_stmt, gimple *old_stmt)
{
#if ALLOCTAG_GCC_MAJOR >= 12
	copy_warning(new_stmt, old_stmt);
#else
	gimple_set_no_warning(new_stmt, gimple_no_warning_p(old_stmt));
#endif
}

/*
 * Copy the function of NODE with its body and parameters. SUFFIX becomes part
 * of the name. Returns NULL if GCC can't copy it (see
 * tree_versionable_function_p()).
 */
static inline cgraph_node *
copy_function_with_body(cgraph_node *node, const char *suffix)
{
	return node->create_version_clone_with_body(vNULL, NULL, NULL, NULL,
						    NULL, suffix, NULL_TREE);
}

/*
 * The asm statement at file scope after PREVIOUS, or the first if that is
 * NULL. From GCC 16 on the list has a base class of asm_node as its type.
 */
static inline asm_node *
next_toplevel_asm(asm_node *previous)
{
	if (!previous)
		return symtab->first_asm_symbol();
	return static_cast<asm_node *>(previous->next);
}

#endif /* ALLOCTAG_COMPAT_H */
