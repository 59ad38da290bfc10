// SPDX-License-Identifier: GPL-2.0
/*
 * error_origin_note.c - the instruction and the table entry of a site
 *
 * A site gets an asm statement: a no-op that is as long as a call, and an entry
 * of 16 bytes in another section (struct error_origin_entry in
 * lib/error_origin/internal.h).
 *
 *	1:	nopl	0(%rax,%rax)
 *		.pushsection error_origins,"a"
 *		.balign	4
 *		.long	1b - .
 *		.long	file - ., function - .
 *		.long	line << 12 | error
 *		.popsection
 *
 * The statement has no operands and clobbers nothing: the code around it is
 * compiled as if it were not there, and what replaces the no-op must preserve
 * all registers. It can't be moved to another path, as it is volatile. Two are
 * equal only if their lines are, so GCC merges no tails of different lines, and
 * where it copies code, each copy has its own entry.
 *
 * The strings are in the unit once, in an asm statement at file scope. When
 * optimising at link time, GCC may put that into another object file; then each
 * entry has its own.
 */
#include "error_origin.h"

#define SECTION		"error_origins"

/* The largest line that fits beside an error. */
#define MAX_LINE	((1U << 20) - 1)

/* Instructions that have no effect, as long as a call. */
static const char *no_op(void)
{
	/* nopl 0(%rax,%rax): one instruction, which can be replaced at once. */
	return ".byte 0x0f, 0x1f, 0x44, 0x00, 0x00";
}

/* TEXT as a string of the assembler. The caller frees it. */
static char *quote(const char *text)
{
	char *quoted = XNEWVEC(char, 4 * strlen(text) + 3), *p = quoted;

	*p++ = '"';
	for (; *text; text++) {
		if (ISALNUM(*text) || strchr("/._-+", *text))
			*p++ = *text;
		else
			p += sprintf(p, "\\%03o", (unsigned char)*text);
	}
	*p++ = '"';
	*p = 0;
	return quoted;
}

/*
 * An expression for the assembler, with the address of TEXT. MORE gets what
 * must be assembled with the entry. The caller frees both.
 */
static char *address_of_text(const char *text, const char *local, char **more)
{
	static hash_map<nofree_string_hash, unsigned int> *labels;
	char *quoted = quote(text), *name, *definition;
	unsigned int *known, label;

	if (flag_lto) {
		*more = concat("\t.pushsection "
			       ".rodata.str1.1,\"aMS\",@progbits,1\n", local,
			       ":\t.string ", quoted, "\n\t.popsection\n", NULL);
		free(quoted);
		return concat(local, "b", NULL);
	}
	*more = xstrdup("");
	if (!labels)
		labels = new hash_map<nofree_string_hash, unsigned int>;
	known = labels->get(text);
	label = known ? *known : labels->elements() + 1;
	name = xasprintf(".LERROR_ORIGIN%u", label);
	if (!known) {
		/* A copy: GCC may collect the text. */
		labels->put(xstrdup(text), label);
		definition = concat("\t.pushsection .rodata.error_origin,\"a\"\n",
				    name, ":\t.string ", quoted, "\n\t.popsection",
				    NULL);
		symtab->finalize_toplevel_asm(build_string(strlen(definition), definition));
		free(definition);
	}
	free(quoted);
	return name;
}

/* The asm statement of SITE in FUN. */
static gimple *build_note(function *fun, const struct error_site *site)
{
	expanded_location at = expand_location(site->where);
	char *more_file, *more_function, *text;
	char *file = address_of_text(tag_file(at.file), "2", &more_file);
	char *function = address_of_text(IDENTIFIER_POINTER(DECL_NAME(fun->decl)), "3",
					 &more_function);
	gasm *note;

	text = xasprintf("1:\t%s\n%s%s"
			 "\t.pushsection " SECTION ",\"a\"\n"
			 "\t.balign 4\n"
			 "\t.long 1b - .\n"
			 "\t.long %s - .\n"
			 "\t.long %s - .\n"
			 "\t.long %u\n"
			 "\t.popsection",
			 no_op(), more_file, more_function, file, function,
			 MIN((unsigned int)at.line, MAX_LINE) << 12 | site->error);
	/* It is a template: quote() leaves none of its special characters. */
	note = gimple_build_asm_vec(text, NULL, NULL, NULL, NULL);
	gimple_asm_set_volatile(note, true);
	/* For what it costs: GCC counts the lines of others. */
	gimple_asm_set_inline(note, true);
	gimple_set_location(note, site->where);
	free(text);
	free(file);
	free(function);
	free(more_file);
	free(more_function);
	return note;
}

/* Whether STMT is one of build_note(). */
bool is_note(const gasm *stmt)
{
	return strstr(gimple_asm_string(stmt), "\t.pushsection " SECTION ",");
}

/* Put the notes of SITES into FUN. */
void add_notes(function *fun, const vec<struct error_site> &sites)
{
	gimple_stmt_iterator gsi;
	unsigned int i;

	for (i = 0; i < sites.length(); i++) {
		const struct error_site *site = &sites[i];
		gimple *note = build_note(fun, site);

		if (site->edge_in) {
			gsi_insert_on_edge(site->edge_in, note);
		} else {
			gsi = gsi_for_stmt(site->before);
			gsi_insert_before(&gsi, note, GSI_SAME_STMT);
		}
	}
	gsi_commit_edge_inserts();
}
