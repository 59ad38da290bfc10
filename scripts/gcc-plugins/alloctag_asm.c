// SPDX-License-Identifier: GPL-2.0
/*
 * alloctag_asm.c - symbols in the asm statements at file scope
 *
 * Three things are looked for: the statement that has a label, whether assembly
 * code defines a function, and whether it says that BPF programs call it. The
 * statements are read once, when the first symbol is asked for. A kernel file
 * with many exported symbols has as many statements, so looking through all of
 * them for each function would take time in proportion to the square of their
 * number.
 *
 * The syntax is the GNU assembler's, for ELF: "label:" anywhere in a line, and
 * the directives below. Comments and strings are skipped.
 */
#include "alloctag.h"

/*
 * A symbol in the statements.
 *
 * @labelled:	the statements that have it as a label
 * @assigned:	a statement gives it a value
 * @mentioned:	it occurs elsewhere, as in the operands of an instruction or of
 *		a macro
 * @binding:	it is declared global or weak
 * @kfunc:	it is a function in a set of kfuncs
 */
struct asm_symbol {
	auto_vec<asm_node *> labelled;
	bool assigned;
	bool mentioned;
	enum asm_binding binding;
	bool kfunc;
};

static hash_map<nofree_string_hash, asm_symbol *> *symbols;

/* Whether C may be in a symbol of the assembler. */
bool asm_symbol_char(char c)
{
	return ISALNUM(c) || c == '_' || c == '$' || c == '.';
}

/* The entry of the symbol that is the LENGTH characters at NAME. */
static asm_symbol *symbol_named(const char *name, size_t length)
{
	char *key = xstrndup(name, length);
	bool existed;
	asm_symbol *&symbol = symbols->get_or_insert(key, &existed);

	if (existed)
		free(key);
	else
		symbol = new asm_symbol();
	return symbol;
}

/* Whether the LENGTH characters at TOKEN are WORD. */
static bool token_is(const char *token, size_t length, const char *word)
{
	return length == strlen(word) && !strncmp(token, word, length);
}

/*
 * Read the rest of a statement, from TEXT, that begins with the LENGTH
 * characters at FIRST, none of which is a label. Returns false if it is neither
 * an assignment nor one of these directives.
 */
static bool read_directive(const char *first, size_t length, const char *text)
{
	bool globl = token_is(first, length, ".globl") ||
		     token_is(first, length, ".global");
	bool weak = token_is(first, length, ".weak");
	bool set = token_is(first, length, ".set") ||
		   token_is(first, length, ".equ") ||
		   token_is(first, length, ".equiv");

	text += strspn(text, " \t");
	if (*text == '=') {
		symbol_named(first, length)->assigned = true;
		return true;
	}
	if (!globl && !weak && !set)
		return false;
	for (;;) {
		for (length = 0; asm_symbol_char(text[length]); length++)
			;
		if (!length)
			return true;
		if (set) {
			symbol_named(text, length)->assigned = true;
			return true;
		}
		symbol_named(text, length)->binding = weak ? ASM_WEAK : ASM_GLOBAL;
		text += length;
		text += strspn(text, " \t");
		if (*text++ != ',')
			return true;
		text += strspn(text, " \t");
	}
}

/*
 * If TEXT, with a label of LENGTH characters at LABEL, puts a function in a set
 * of kfuncs, note that. BTF_ID_FLAGS(func, NAME) of <linux/btf_ids.h> makes the
 * label __BTF_ID__func__NAME__NUMBER, and a ".long" for the flags.
 */
static void read_kfunc(const char *label, size_t length, const char *text)
{
	static const char prefix[] = "__BTF_ID__func__";
	size_t start = strlen(prefix);

	if (length <= start || strncmp(label, prefix, start) ||
	    !strstr(text, ".long"))
		return;
	while (length > start && ISDIGIT(label[length - 1]))
		length--;
	if (length > start + 2 && !strncmp(label + length - 2, "__", 2))
		symbol_named(label + start, length - 2 - start)->kfunc = true;
}

/* How many characters of TEXT are a comment or a string, 0 if it isn't one. */
static size_t skipped_length(const char *text)
{
	const char *end;
	size_t length;

	if (text[0] == '/' && text[1] == '*') {
		end = strstr(text + 2, "*/");
		return end ? end + 2 - text : strlen(text);
	}
	if (!strncmp(text, ASM_COMMENT_START, strlen(ASM_COMMENT_START)))
		return strcspn(text, "\n");
	if (*text != '"')
		return 0;
	for (length = 1; text[length] && text[length] != '"'; length++)
		length += text[length] == '\\' && text[length + 1];
	return length + (text[length] == '"');
}

/* Add the symbols of STATEMENT. */
static void read_symbols(asm_node *statement)
{
	const char *text = TREE_STRING_POINTER(statement->asm_str);
	bool first = true;

	while (*text) {
		size_t length = skipped_length(text);

		if (length) {
			text += length;
			continue;
		}
		while (asm_symbol_char(text[length]))
			length++;
		if (!length) {
			if (*text == '\n' || *text == ';')
				first = true;
			else if (*text != ' ' && *text != '\t')
				first = false;
			text++;
			continue;
		}
		if (text[length] == ':') {
			symbol_named(text, length)->labelled.safe_push(statement);
			read_kfunc(text, length,
				   TREE_STRING_POINTER(statement->asm_str));
			text += length + 1;
			continue;
		}
		if (!first)
			symbol_named(text, length)->mentioned = true;
		else if (read_directive(text, length, text + length))
			/* Its operands have been read. */
			length = strcspn(text, ";\n");
		first = false;
		text += length;
	}
}

/* The entry of the symbol NAME, NULL if no statement has it. */
static asm_symbol *find_symbol(const char *name)
{
	asm_symbol **found;
	asm_node *node;

	if (!symbols) {
		symbols = new hash_map<nofree_string_hash, asm_symbol *>;
		for (node = next_toplevel_asm(NULL); node;
		     node = next_toplevel_asm(node))
			if (TREE_CODE(node->asm_str) == STRING_CST)
				read_symbols(node);
	}
	found = symbols->get(name);
	return found ? *found : NULL;
}

/*
 * The asm statements at file scope that define LABEL, in source order. NULL if
 * there are none. Statements that are added after the first call are not found,
 * nor are labels of a text that was changed since.
 */
vec<asm_node *> *asm_with_label(const char *label)
{
	asm_symbol *symbol = find_symbol(label);

	return symbol && symbol->labelled.length() ? &symbol->labelled : NULL;
}

/*
 * Whether an asm statement at file scope defines the symbol NAME. If it is
 * declared global and occurs elsewhere, a macro of the assembler may define it.
 */
bool asm_defines(const char *name)
{
	asm_symbol *symbol = find_symbol(name);

	return symbol && (symbol->labelled.length() || symbol->assigned ||
			  (symbol->binding == ASM_GLOBAL && symbol->mentioned));
}

/* Whether an asm statement at file scope says that NAME is a kfunc of BPF. */
bool asm_names_kfunc(const char *name)
{
	asm_symbol *symbol = find_symbol(name);

	return symbol && symbol->kfunc;
}

/* The binding that asm statements at file scope give the symbol NAME. */
enum asm_binding asm_binding_of(const char *name)
{
	asm_symbol *symbol = find_symbol(name);

	return symbol ? symbol->binding : ASM_LOCAL;
}

/* Free the table, at the end of the pass. */
void free_asm_symbols(void)
{
	if (!symbols)
		return;
	for (hash_map<nofree_string_hash, asm_symbol *>::iterator entry =
	     symbols->begin(); entry != symbols->end(); ++entry) {
		free(const_cast<char *>((*entry).first));
		delete (*entry).second;
	}
	delete symbols;
	symbols = NULL;
}
