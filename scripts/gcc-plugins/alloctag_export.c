// SPDX-License-Identifier: GPL-2.0
/*
 * alloctag_export.c - assembly code for tagged variants (stage 6)
 *
 * The kernel's EXPORT_SYMBOL(f) is an asm statement at file scope that contains
 * the name of f, alone and with prefixes. For a marked f, the statement is
 * repeated with the name of the variant, so that modules can use it under the
 * same license and in the same namespace:
 *
 *	__kstrtab_f: .asciz "f"   ->   __kstrtab_f.alloctag: .asciz "f.alloctag"
 *
 * With originals=none there may be no f: then the statement itself is changed.
 *
 * If a marked function is defined in an asm statement at file scope, another
 * statement makes its variant a second name of it, as stage 5 does for
 * functions that are left alone:
 *
 *	.set f.alloctag, f
 *
 * genksyms reads preprocessed source and so does not know variants. With
 * MODVERSIONS, kbuild gives a variant the version of f.
 */
#include "alloctag.h"

/* Prefixes of names in the export macros of the supported kernels. */
static const char *const export_prefixes[] = {
	"__ksymtab_", "__kstrtab_", "__kstrtabns_", "__export_symbol_", "__crc_",
};

/*
 * Whether the LENGTH characters at TOKEN are NAME, alone or after one of the
 * prefixes above.
 */
static bool token_names(const char *token, size_t length, const char *name)
{
	size_t name_length = strlen(name);
	size_t i;

	if (length == name_length)
		return !strncmp(token, name, length);
	for (i = 0; i < ARRAY_SIZE(export_prefixes); i++) {
		size_t prefix = strlen(export_prefixes[i]);

		if (length == prefix + name_length &&
		    !strncmp(token, export_prefixes[i], prefix) &&
		    !strncmp(token + prefix, name, name_length))
			return true;
	}
	return false;
}

/*
 * A copy of the assembly TEXT with the name of the variant, which has
 * VARIANT_SUFFIX, wherever TEXT has NAME. The caller frees it.
 */
static char *text_for_variant(const char *text, const char *name,
			      const char *variant_suffix)
{
	size_t suffix = strlen(variant_suffix);
	/* At most: each character is a token that gets the suffix. */
	char *copy = XNEWVEC(char, strlen(text) * (1 + suffix) + 1);
	char *to = copy;

	while (*text) {
		size_t length = 0;

		while (asm_symbol_char(text[length]))
			length++;
		if (!length) {
			*to++ = *text++;
			continue;
		}
		memcpy(to, text, length);
		to += length;
		if (token_names(text, length, name)) {
			memcpy(to, variant_suffix, suffix);
			to += suffix;
		}
		text += length;
	}
	*to = '\0';
	return copy;
}

/*
 * Whether MARKED has no symbol of its original name: neither here, nor in
 * another unit that defines it.
 */
static bool has_no_original(struct marked_function *marked)
{
	if (original_remains(marked))
		return false;
	if (marked->kind == VARIANT_MOVED)
		return !marked->thunk_done ||
		       strcmp(assembler_name(marked->thunk),
			      IDENTIFIER_POINTER(DECL_NAME(marked->decl)));
	return marked->kind == VARIANT_EXTERNAL;
}

/*
 * Repeat the asm statements that export MARKED, for its variant. If only that
 * exists, it is exported instead of the original.
 */
static void export_variant(struct marked_function *marked)
{
	const char *name = IDENTIFIER_POINTER(DECL_NAME(marked->decl));
	bool instead = has_no_original(marked);
	auto_vec<asm_node *> exporting;
	asm_node *statement;
	unsigned int i;

	if (!TREE_PUBLIC(marked->decl) || !marked->variant ||
	    (DECL_EXTERNAL(marked->variant) && !instead))
		return;
	for (i = 0; i < ARRAY_SIZE(export_prefixes); i++) {
		char *label = concat(export_prefixes[i], name, NULL);
		vec<asm_node *> *labelled = asm_with_label(label);

		free(label);
		/* A statement may have several of the labels. */
		for (unsigned int j = 0; labelled && j < labelled->length(); j++)
			if (!exporting.contains((*labelled)[j]))
				exporting.safe_push((*labelled)[j]);
	}
	FOR_EACH_VEC_ELT(exporting, i, statement) {
		const char *text = TREE_STRING_POINTER(statement->asm_str);
		char *copy = text_for_variant(text, name, marked->tag_class->suffix);
		tree string = build_string(strlen(copy) + 1, copy);

		free(copy);
		if (instead)
			statement->asm_str = string;
		else
			symtab->finalize_toplevel_asm(string);
		if (dump_file)
			fprintf(dump_file, ";; exported: %s%s\n", name,
				marked->tag_class->suffix);
	}
}

/*
 * Define the variant of MARKED, a function that assembly code of this unit
 * defines, if other units may call it. It ignores the tag.
 */
static void define_variant_in_asm(struct marked_function *marked)
{
	const char *name = assembler_name(marked->decl);
	const char *suffix = marked->tag_class->suffix;
	enum asm_binding binding = asm_binding_of(name);
	char *text;

	if (!marked->defined || !DECL_EXTERNAL(marked->decl) ||
	    binding == ASM_LOCAL || !ignores_further_argument(marked->decl))
		return;
	text = xasprintf("\t%s\t%s%s\n\t.type\t%s%s, STT_FUNC\n\t.set\t%s%s, %s",
			 binding == ASM_WEAK ? ".weak" : ".globl", name, suffix,
			 name, suffix, name, suffix, name);
	symtab->finalize_toplevel_asm(build_string(strlen(text) + 1, text));
	free(text);
}

/* Stage 6: all that variants need in assembly code. */
void export_variants(void)
{
	for_each_marked_function(define_variant_in_asm);
	for_each_marked_function(export_variant);
}
