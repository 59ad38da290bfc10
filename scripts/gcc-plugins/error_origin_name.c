// SPDX-License-Identifier: GPL-2.0
/*
 * error_origin_name.c - whether the source names an error
 *
 * GCC sees "return -22;" where the source has "return -EINVAL;", and the same
 * for "return -22;" of a function that returns coordinates. Only the text tells
 * them apart. It is read from the location of the statement to its end:
 *
 *	err = -ENOMEM, size = -1;	the macro ENOMEM is 12: -12 is an error
 *
 * A statement in the expansion of a macro is read twice: where its text is
 * written, which may be in the definition of the macro or in an argument, and
 * where the macro is used. A macro that is only an operand is read itself:
 *
 *	#define SET_ENDIAN(task, value)	(-EINVAL)
 *	err = SET_ENDIAN(current, arg);
 *
 * The same holds for a constant that is declared with an error. When the pass
 * runs, the C front end has forgotten their names, so they are stored before.
 *
 *	enum { BROKEN = -EIO };
 *	err = BROKEN;
 */
#include "error_origin.h"

/*
 * Of the C front ends. GCC loads the plugin into lto1, too, which lacks them.
 */
extern cpp_reader *parse_in __attribute__((weak));
extern decltype(cpp_get_options) cpp_get_options __attribute__((weak));
extern decltype(cpp_lookup) cpp_lookup __attribute__((weak));
extern tree lookup_name(tree name) __attribute__((weak));
extern const unsigned char *cpp_macro_definition(cpp_reader *, cpp_hashnode *)
	__attribute__((weak));

/* Statements with more lines are read up to this one. */
#define MAX_LINES	32

/* The error that VALUE is as a constant, positive. 0 if it is none. */
unsigned int error_of_constant(tree value)
{
	HOST_WIDE_INT number;

	if (TREE_CODE(value) != INTEGER_CST ||
	    TYPE_PRECISION(TREE_TYPE(value)) < TYPE_PRECISION(integer_type_node) ||
	    TYPE_PRECISION(TREE_TYPE(value)) > HOST_BITS_PER_WIDE_INT)
		return 0;
	/* Functions such as get_unmapped_area() return it as unsigned. */
	number = sext_hwi(TREE_INT_CST_LOW(value), TYPE_PRECISION(TREE_TYPE(value)));
	return number < 0 && number >= -MAX_ERROR ? -number : 0;
}

/*
 * The constants of one name that were declared with the value of one error.
 *
 * @names_error:	the text of a declaration names the error
 * @declared:		declarations whose text has not been read
 */
struct constant {
	bool names_error;
	auto_vec<location_t> declared;
};

/*
 * All of them, by "NAME ERROR". A text is read only when a statement uses such
 * a name: headers have many negative constants, and reading them took longer
 * than all else that this plugin does.
 */
static hash_map<nofree_string_hash, constant *> *constants;

/*
 * Whether the macro named by the LENGTH characters at NAME is defined as ERROR,
 * directly or through another name, as EWOULDBLOCK is. All names are if the
 * input was preprocessed already: macros are gone then.
 */
static bool name_is_error(const char *name, size_t length, unsigned int error)
{
	const char *text;
	cpp_hashnode *node;
	unsigned int depth;
	char *end;

	if (cpp_get_options(parse_in)->preprocessed)
		return true;
	for (depth = 0; depth < 4; depth++) {
		node = cpp_lookup(parse_in, reinterpret_cast<const unsigned char *>(name),
				  length);
		if (!cpp_user_macro_p(node) || node->value.macro->fun_like)
			return false;
		/* The name, a blank, and what it is defined as. */
		text = reinterpret_cast<const char *>(cpp_macro_definition(parse_in, node));
		name = text + NODE_LEN(node) + 1;
		if (ISDIGIT(*name))
			return strtoul(name, &end, 0) == error && !*end;
		length = strlen(name);
	}
	return false;
}

/*
 * Skip the comment, string or character constant at TEXT, before END, if there
 * is one. Returns what follows. What a line doesn't close ends with it.
 */
static const char *skip_quoted(const char *text, const char *end)
{
	const char *p = text;

	if (end - p >= 2 && p[0] == '/' && p[1] == '/')
		return end;
	if (end - p >= 2 && p[0] == '/' && p[1] == '*') {
		for (p += 2; p < end; p++)
			if (p[-1] == '*' && p[0] == '/' && p - text > 2)
				return p + 1;
		return end;
	}
	if (*p != '"' && *p != '\'')
		return text;
	for (p++; p < end && *p != *text; p++)
		if (*p == '\\')
			p++;
	return p < end ? p + 1 : end;
}

/* The length of the identifier at TEXT, before END. */
static size_t identifier_length(const char *text, const char *end)
{
	const char *p = text;

	while (p < end && (ISALNUM(*p) || *p == '_'))
		p++;
	return p - text;
}

static bool names_error(const char *p, const char *end, unsigned int error, bool macros,
			bool *last);

/*
 * Whether NAME, of LENGTH characters, is a macro whose definition is an
 * expression that names ERROR. Statements in a macro have locations of their
 * own.
 */
static bool definition_names_error(const char *name, size_t length, unsigned int error)
{
	cpp_hashnode *node;
	bool found, last;
	char *text;

	if (cpp_get_options(parse_in)->preprocessed || ISDIGIT(*name))
		return false;
	node = cpp_lookup(parse_in, reinterpret_cast<const unsigned char *>(name), length);
	if (!cpp_user_macro_p(node))
		return false;
	/* A copy: GCC has one buffer for the definitions of all macros. */
	text = xstrdup(reinterpret_cast<const char *>(cpp_macro_definition(parse_in, node)));
	found = !strchr(text, '{') &&
		names_error(text + NODE_LEN(node), text + strlen(text), error, false, &last);
	free(text);
	return found;
}

/* NAME, of LENGTH characters, and ERROR. The caller frees the result. */
static char *key_of_constant(const char *name, size_t length, unsigned int error)
{
	return xasprintf("%.*s %u", (int)length, name, error);
}

/*
 * Whether NAME, of LENGTH characters, is that of a constant with ERROR, whose
 * declaration names it.
 */
static bool constant_is_error(const char *name, size_t length, unsigned int error)
{
	struct constant **slot, *constant;
	char *key;

	if (!constants)
		return false;
	key = key_of_constant(name, length, error);
	slot = constants->get(key);
	free(key);
	if (!slot)
		return false;
	constant = *slot;
	/* Removed first: a declaration has the constant's own name, too. */
	while (!constant->names_error && !constant->declared.is_empty())
		if (source_names_error(constant->declared.pop(), error))
			constant->names_error = true;
	return constant->names_error;
}

/*
 * Whether the text from P to END names ERROR, as a macro whose name begins with
 * E and a capital letter or digit, or as a constant; with MACROS, also as a
 * macro whose definition does. Reads up to the first semicolon; *LAST says
 * whether there was one.
 */
static bool names_error(const char *p, const char *end, unsigned int error, bool macros,
			bool *last)
{
	size_t length;

	*last = false;
	while (p < end) {
		const char *after = skip_quoted(p, end);

		if (after > p) {
			p = after;
			continue;
		}
		if (*p == ';') {
			*last = true;
			return false;
		}
		length = identifier_length(p, end);
		if (length > 2 && p[0] == 'E' && (ISUPPER(p[1]) || ISDIGIT(p[1])) &&
		    name_is_error(p, length, error))
			return true;
		if (length && (constant_is_error(p, length, error) ||
			       (macros && definition_names_error(p, length, error))))
			return true;
		p += length ? length : 1;
	}
	return false;
}

/* Whether the statement at AT names ERROR. AT is where text is written. */
static bool text_names_error(expanded_location at, unsigned int error)
{
	size_t length, skipped;
	const char *line;
	bool last, found;
	char *copy;
	int n;

	if (!at.file || at.line <= 0)
		return false;
	for (n = 0; n < MAX_LINES; n++) {
		line = source_line(at.file, at.line + n, &length);
		if (!line)
			return false;
		skipped = 0;
		/* Columns are of the preprocessed file. */
		if (!n && at.column > 0 && (size_t)at.column <= length &&
		    !cpp_get_options(parse_in)->preprocessed)
			skipped = at.column - 1;
		/* A copy: GCC may read a constant's declaration meanwhile. */
		copy = static_cast<char *>(xmemdup(line, length, length + 1));
		found = names_error(copy + skipped, copy + length, error, true, &last);
		free(copy);
		if (found || last)
			return found;
	}
	return false;
}

/* Whether the source of the statement at WHERE names ERROR. */
bool source_names_error(location_t where, unsigned int error)
{
	location_t spelling, expansion;

	if (!&parse_in || !parse_in || get_pure_location(where) <= BUILTINS_LOCATION)
		return false;
	/* That of a conditional expression is at its colon. */
	where = get_pure_location(get_start(where));
	spelling = linemap_resolve_location(line_table, where, LRK_SPELLING_LOCATION,
					    NULL);
	expansion = linemap_resolve_location(line_table, where,
					     LRK_MACRO_EXPANSION_POINT, NULL);
	return text_names_error(expand_location(spelling), error) ||
	       (spelling != expansion &&
		text_names_error(expand_location(expansion), error));
}

/* Store the name of DECL, an enumerator or a variable, if VALUE is an error. */
static void add_constant(tree decl, tree value)
{
	unsigned int error = value ? error_of_constant(value) : 0;
	location_t where = DECL_SOURCE_LOCATION(decl);
	struct constant **slot;
	tree name = DECL_NAME(decl);
	bool known;
	char *key;

	if (!error || !name)
		return;
	if (!constants)
		constants = new hash_map<nofree_string_hash, constant *>;
	key = key_of_constant(IDENTIFIER_POINTER(name), IDENTIFIER_LENGTH(name), error);
	slot = &constants->get_or_insert(key, &known);
	if (known)
		free(key);
	else
		*slot = new constant();
	/* Each use of an enum is the end of a type. */
	if ((*slot)->declared.is_empty() || (*slot)->declared.last() != where)
		(*slot)->declared.safe_push(where);
}

/* PLUGIN_FINISH_DECL callback: add a variable that is a constant. */
void add_constant_variable(void *gcc_data, void *)
{
	tree decl = static_cast<tree>(gcc_data);

	if (VAR_P(decl) && TREE_READONLY(decl) && INTEGRAL_TYPE_P(TREE_TYPE(decl)) &&
	    DECL_INITIAL(decl) && DECL_INITIAL(decl) != error_mark_node)
		add_constant(decl, DECL_INITIAL(decl));
}

/* PLUGIN_FINISH_TYPE callback: add enumerators. */
void add_enumerators(void *gcc_data, void *)
{
	tree type = static_cast<tree>(gcc_data), value, decl;

	if (TREE_CODE(type) != ENUMERAL_TYPE || TYPE_UNSIGNED(type) || !&lookup_name)
		return;
	for (value = TYPE_VALUES(type); value; value = TREE_CHAIN(value)) {
		decl = lookup_name(TREE_PURPOSE(value));
		if (decl && TREE_CODE(decl) == CONST_DECL)
			add_constant(decl, DECL_INITIAL(decl));
	}
}
