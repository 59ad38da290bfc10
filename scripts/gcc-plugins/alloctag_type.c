// SPDX-License-Identifier: GPL-2.0
/*
 * alloctag_type.c - the type of the object that a call allocates
 *
 * It is the first of these that names a type:
 *
 *  1. The pointer type that the result is assigned or converted to:
 *		struct foo *p = kmalloc(...);		"struct foo"
 *		list->head = kmalloc(...);		the type of *head
 *		(struct foo *)__get_free_page(...)	"struct foo"
 *		return kmalloc(...);			the type of the function
 *  2. The operand of a sizeof in the call's arguments. The front end folds it
 *     to a number before the plugin runs, so it is read from the source text:
 *		void *p = kmalloc(sizeof(struct foo), ...);
 *		void *p = kmalloc(sizeof(*shared), ...);
 *  3. The pointer type of a parameter that the result is passed to.
 *
 * If none of them does, the type is unknown: "".
 */
#include "alloctag.h"

/* How many copies, PHIs and conversions a value is followed through. */
#define FOLLOW_DEPTH	4

/* How many lines of source text a call may have. */
#define CALL_LINES	16

/*
 * The name of TYPE in a tag; the caller frees it. NULL if there is no name that
 * helps a reader: void, and types without a name.
 */
static char *type_name(tree type)
{
	char *name;

	if (!type || TREE_CODE(type) == ERROR_MARK || VOID_TYPE_P(type))
		return NULL;
	while (TREE_CODE(type) == ARRAY_TYPE && !TYPE_NAME(type))
		type = TREE_TYPE(type);
	if (VOID_TYPE_P(type))
		return NULL;
	/* The name of a pointer is that of its target, with a star. */
	if (TREE_CODE(type) == POINTER_TYPE && !TYPE_NAME(type)) {
		tree target = TREE_TYPE(type);
		char *inner, *result;

		if (TREE_CODE(target) == FUNCTION_TYPE && !TYPE_NAME(target))
			return xstrdup("function *");
		if (VOID_TYPE_P(target))
			return xstrdup("void *");
		inner = type_name(target);
		if (!inner)
			return NULL;
		result = concat(inner, inner[strlen(inner) - 1] == '*' ?
				"*" : " *", NULL);
		free(inner);
		return result;
	}
	if (!TYPE_NAME(type)) {
		/* struct { ... } *p */
		if (RECORD_OR_UNION_TYPE_P(type) || TREE_CODE(type) == ENUMERAL_TYPE)
			return NULL;
	}
	/* Qualifiers don't matter to an allocator. */
	if (TYPE_QUALS(type))
		type = build_qualified_type(type, TYPE_UNQUALIFIED);
	/* TYPE_NAME is a declaration for a typedef, an identifier for a tag. */
	if (TYPE_NAME(type) && TREE_CODE(TYPE_NAME(type)) == TYPE_DECL &&
	    DECL_NAME(TYPE_NAME(type)))
		return xstrdup(IDENTIFIER_POINTER(DECL_NAME(TYPE_NAME(type))));
	if (TYPE_NAME(type) && TREE_CODE(TYPE_NAME(type)) == IDENTIFIER_NODE &&
	    (RECORD_OR_UNION_TYPE_P(type) || TREE_CODE(type) == ENUMERAL_TYPE))
		return concat(TREE_CODE(type) == UNION_TYPE ? "union " :
			      TREE_CODE(type) == ENUMERAL_TYPE ? "enum " : "struct ",
			      IDENTIFIER_POINTER(TYPE_NAME(type)), NULL);
	name = print_generic_expr_to_str(type);
	if (!name || !*name || *name == '<') {
		free(name);
		return NULL;
	}
	return name;
}

/* The name of the type that POINTER, a type, points to; NULL if none. */
static char *target_name(tree pointer)
{
	if (!pointer || !POINTER_TYPE_P(pointer))
		return NULL;
	return type_name(TREE_TYPE(pointer));
}

static char *type_from_use(gimple *use, tree value, unsigned int depth);

/*
 * The name of the type that the uses of VALUE give its target, or NULL. The
 * caller frees it. DEPTH is how far to follow copies.
 */
static char *type_from_uses(tree value, unsigned int depth)
{
	imm_use_iterator iterator;
	use_operand_p operand;
	char *name = NULL;

	if (!depth || TREE_CODE(value) != SSA_NAME)
		return NULL;
	FOR_EACH_IMM_USE_FAST(operand, iterator, value) {
		char *other;

		if (is_gimple_debug(USE_STMT(operand)))
			continue;
		other = type_from_use(USE_STMT(operand), value, depth - 1);
		/* Newest first; take the first use in the source. */
		if (other) {
			free(name);
			name = other;
		}
	}
	return name;
}

/* The same from the type of VALUE itself, or else from its uses. */
static char *type_from_value(tree value, unsigned int depth)
{
	char *name = target_name(TREE_TYPE(value));

	return name ? name : type_from_uses(value, depth);
}

/* The same from the statement USE alone. */
static char *type_from_use(gimple *use, tree value, unsigned int depth)
{
	if (gimple_code(use) == GIMPLE_PHI)
		return type_from_value(gimple_phi_result(use), depth);
	if (gimple_code(use) == GIMPLE_RETURN)
		return target_name(TREE_TYPE(DECL_RESULT(current_function_decl)));
	if (is_gimple_assign(use) && gimple_assign_rhs1(use) == value &&
	    (gimple_assign_single_p(use) || gimple_assign_cast_p(use)))
		return type_from_value(gimple_assign_lhs(use), depth);
	return NULL;
}

/* The same from the type of the first parameter that RESULT is passed to. */
static char *type_from_call(tree result)
{
	imm_use_iterator iterator;
	use_operand_p operand;
	char *name = NULL;

	if (!result || TREE_CODE(result) != SSA_NAME)
		return NULL;
	FOR_EACH_IMM_USE_FAST(operand, iterator, result) {
		gcall *call = dyn_cast<gcall *>(USE_STMT(operand));
		unsigned int i;
		tree types;

		if (!call || gimple_call_internal_p(call) ||
		    !gimple_call_fntype(call))
			continue;
		types = TYPE_ARG_TYPES(gimple_call_fntype(call));
		for (i = 0; types && i < gimple_call_num_args(call);
		     i++, types = TREE_CHAIN(types)) {
			char *other;

			if (gimple_call_arg(call, i) != result)
				continue;
			other = target_name(TREE_VALUE(types));
			if (!other)
				continue;
			/* Newest first; take the first call in the source. */
			free(name);
			name = other;
			break;
		}
	}
	return name;
}

/*
 * The source text of the call at WHERE, from its first character to the closing
 * parenthesis, with comments; the caller frees it. NULL if the source can't be
 * read, or has no call there (the call comes from a macro).
 */
static char *call_text(location_t where)
{
	expanded_location at = expand_location(where);
	char *text = NULL;
	size_t used = 0;
	int nesting = 0;
	int line;

	if (!at.file || at.line <= 0 || at.column <= 0)
		return NULL;
	for (line = at.line; line < at.line + CALL_LINES; line++) {
		size_t length, start = line == at.line ? at.column - 1 : 0;
		const char *source = source_line(at.file, line, &length);
		size_t i;

		if (!source || start > length)
			break;
		text = XRESIZEVEC(char, text, used + length - start + 2);
		for (i = start; i < length; i++) {
			text[used++] = source[i];
			if (source[i] == '(')
				nesting++;
			else if (source[i] == ')' && --nesting <= 0)
				goto complete;
			else if (source[i] == ';' && !nesting)
				goto incomplete;
		}
		text[used++] = ' ';
	}
incomplete:
	free(text);
	return NULL;
complete:
	text[used] = '\0';
	if (nesting < 0) {
		free(text);
		return NULL;
	}
	return text;
}

static bool word_char(char c)
{
	return ISALNUM(c) || c == '_';
}

static const char *skip_blanks(const char *text)
{
	while (ISSPACE(*text))
		text++;
	return text;
}

/*
 * The identifier or keyword at *TEXT, after blanks; the caller frees it. *TEXT
 * is advanced past it. NULL, and *TEXT as it was, if there is none.
 */
static char *next_word(const char **text)
{
	const char *start = skip_blanks(*text);
	const char *end = start;

	if (!word_char(*start) || ISDIGIT(*start))
		return NULL;
	while (word_char(*end))
		end++;
	*text = end;
	return xstrndup(start, end - start);
}

/* The parameter or local variable NAME in scope at CALL, or NULL_TREE. */
static tree visible_variable(const gcall *call, const char *name)
{
	tree identifier = maybe_get_identifier(name);
	tree block, variable;

	if (!identifier)
		return NULL_TREE;
	for (block = gimple_block(call); block && TREE_CODE(block) == BLOCK;
	     block = BLOCK_SUPERCONTEXT(block))
		for (variable = BLOCK_VARS(block); variable;
		     variable = DECL_CHAIN(variable))
			if (DECL_NAME(variable) == identifier)
				return variable;
	for (variable = DECL_ARGUMENTS(current_function_decl); variable;
	     variable = DECL_CHAIN(variable))
		if (DECL_NAME(variable) == identifier)
			return variable;
	return NULL_TREE;
}

/* The field NAME of TYPE or of one of its unnamed members, or NULL_TREE. */
static tree find_field(tree type, const char *name)
{
	tree field, inner;

	if (!RECORD_OR_UNION_TYPE_P(type))
		return NULL_TREE;
	for (field = TYPE_FIELDS(type); field; field = DECL_CHAIN(field)) {
		if (TREE_CODE(field) != FIELD_DECL)
			continue;
		if (!DECL_NAME(field)) {
			inner = find_field(TREE_TYPE(field), name);
			if (inner)
				return inner;
		} else if (!strcmp(IDENTIFIER_POINTER(DECL_NAME(field)), name)) {
			return field;
		}
	}
	return NULL_TREE;
}

/*
 * The type of the expression at *TEXT, if that consists of stars, parentheses,
 * a variable of CALL's function, fields and subscripts only; otherwise
 * NULL_TREE. *TEXT is advanced past it.
 */
static tree expression_type(const gcall *call, const char **text)
{
	unsigned int stars = 0;
	tree type, variable;
	char *word;

	for (*text = skip_blanks(*text); **text == '*';
	     *text = skip_blanks(*text + 1))
		stars++;
	if (**text == '(') {
		(*text)++;
		type = expression_type(call, text);
		*text = skip_blanks(*text);
		if (!type || **text != ')')
			return NULL_TREE;
		(*text)++;
	} else {
		word = next_word(text);
		if (!word)
			return NULL_TREE;
		variable = visible_variable(call, word);
		free(word);
		if (!variable || !DECL_P(variable) ||
		    TREE_CODE(variable) == TYPE_DECL)
			return NULL_TREE;
		type = TREE_TYPE(variable);
	}
	for (;;) {
		tree field;

		*text = skip_blanks(*text);
		if ((*text)[0] == '-' && (*text)[1] == '>') {
			if (!POINTER_TYPE_P(type))
				return NULL_TREE;
			type = TREE_TYPE(type);
			*text += 2;
		} else if (**text == '.') {
			(*text)++;
		} else if (**text == '[') {
			while (**text && **text != ']')
				(*text)++;
			if (!**text || (!POINTER_TYPE_P(type) &&
					TREE_CODE(type) != ARRAY_TYPE))
				return NULL_TREE;
			(*text)++;
			type = TREE_TYPE(type);
			continue;
		} else {
			break;
		}
		word = next_word(text);
		if (!word)
			return NULL_TREE;
		field = find_field(type, word);
		free(word);
		if (!field)
			return NULL_TREE;
		type = TREE_TYPE(field);
	}
	while (stars--) {
		if (!POINTER_TYPE_P(type) && TREE_CODE(type) != ARRAY_TYPE)
			return NULL_TREE;
		type = TREE_TYPE(type);
	}
	return type;
}

/*
 * The type name that is written at TEXT, up to the closing parenthesis; the
 * caller frees it. NULL if something else is written there.
 */
static char *written_type(const char *text)
{
	char *name = NULL;
	bool any = false;

	for (;;) {
		const char *before = skip_blanks(text);
		char *word, *longer;

		if (*before == '*') {
			if (!any)
				break;
			longer = concat(name, name[strlen(name) - 1] == '*' ?
					"*" : " *", NULL);
			free(name);
			name = longer;
			text = before + 1;
			continue;
		}
		if (*before == ')')
			return name;
		word = next_word(&text);
		if (!word)
			break;
		if (!strcmp(word, "const") || !strcmp(word, "volatile")) {
			free(word);
			continue;
		}
		longer = any ? concat(name, " ", word, NULL) : xstrdup(word);
		free(word);
		free(name);
		name = longer;
		any = true;
	}
	free(name);
	return NULL;
}

/*
 * The name of the type that a sizeof in CALL's arguments is applied to, or
 * NULL. The caller frees it.
 */
static char *type_from_sizeof(const gcall *call)
{
	char *text = call_text(gimple_location(call));
	const char *at = text;
	char *name = NULL;

	while (!name && at && (at = strstr(at, "sizeof"))) {
		const char *operand;
		tree type;

		if ((at > text && word_char(at[-1])) || word_char(at[6])) {
			at += 6;
			continue;
		}
		at = skip_blanks(at + 6);
		operand = at;
		if (*operand == '(')
			operand++;
		type = expression_type(call, &operand);
		if (type && (*at != '(' || *skip_blanks(operand) == ')'))
			name = type_name(type);
		else if (!type && *at == '(')
			name = written_type(at + 1);
	}
	free(text);
	return name;
}

/*
 * The name of the type of the object that CALL allocates, "" if not known. The
 * caller frees it. To be called before CALL is rewritten, with CALL's function
 * as the current one.
 */
char *allocated_type(gcall *call)
{
	tree result = gimple_call_lhs(call);
	char *name = NULL;

	if (result)
		name = type_from_value(result, FOLLOW_DEPTH);
	else if (gimple_call_fntype(call))	/* the result is not used */
		name = target_name(TREE_TYPE(gimple_call_fntype(call)));
	if (!name)
		name = type_from_sizeof(call);
	if (!name)
		name = type_from_call(result);
	return name ? name : xstrdup("");
}
