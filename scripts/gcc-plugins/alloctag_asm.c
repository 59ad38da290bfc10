// SPDX-License-Identifier: GPL-2.0
/*
 * alloctag_asm.c - labels in the asm statements at file scope
 *
 * To find the statement that has a label, the statements are read once, when
 * the first label is asked for. A kernel file with many exported symbols has as
 * many statements, so looking through all of them for each function would take
 * time in proportion to the square of their number.
 *
 * The text is that of an assembler for ELF: "label:" at any place of a line.
 * Labels in a comment or a string are found as well.
 */
#include "alloctag.h"

/* For each label, the texts (STRING_CST) of the statements that have it. */
static hash_map<nofree_string_hash, auto_vec<tree> *> *labels;

/* Whether C may be in a symbol of the assembler. */
bool asm_symbol_char(char c)
{
	return ISALNUM(c) || c == '_' || c == '$' || c == '.';
}

/* Add the labels of STATEMENT, a STRING_CST. */
static void read_labels(tree statement)
{
	const char *text = TREE_STRING_POINTER(statement);

	while (*text) {
		size_t length = 0;

		while (asm_symbol_char(text[length]))
			length++;
		if (length && text[length] == ':') {
			char *label = xstrndup(text, length);
			bool existed;
			auto_vec<tree> *&found = labels->get_or_insert(label, &existed);

			if (existed)
				free(label);
			else
				found = new auto_vec<tree>;
			found->safe_push(statement);
		}
		text += length ? length : 1;
	}
}

/*
 * The texts of the asm statements at file scope that define LABEL, as
 * STRING_CSTs in source order. NULL if there are none. Statements that are
 * added after the first call are not found.
 */
vec<tree> *asm_with_label(const char *label)
{
	auto_vec<tree> **found;
	alloctag_asm_node *node;

	if (!labels) {
		labels = new hash_map<nofree_string_hash, auto_vec<tree> *>;
		for (node = next_toplevel_asm(NULL); node;
		     node = next_toplevel_asm(node))
			if (TREE_CODE(node->asm_str) == STRING_CST)
				read_labels(node->asm_str);
	}
	found = labels->get(label);
	return found ? *found : NULL;
}

/* Free what asm_with_label() keeps, at the end of the pass. */
void free_asm_labels(void)
{
	if (!labels)
		return;
	for (hash_map<nofree_string_hash, auto_vec<tree> *>::iterator entry =
	     labels->begin(); entry != labels->end(); ++entry) {
		free(const_cast<char *>((*entry).first));
		delete (*entry).second;
	}
	delete labels;
	labels = NULL;
}
