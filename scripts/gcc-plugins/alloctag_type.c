// SPDX-License-Identifier: GPL-2.0
/*
 * alloctag_type.c - which type of object a call allocates
 *
 * No macro can record it, the compiler sees it.  In this order:
 *
 *  1. the pointer type that the result is assigned or converted to:
 *		struct foo *p = kmalloc(...);		"struct foo"
 *		list->head = kmalloc(...);		the type of *head
 *		(struct foo *)__get_free_page(...)	"struct foo"
 *		return kmalloc(...);			by the function's type
 *  2. the operand of a sizeof among the call's arguments.  It is folded to a
 *     number before any plugin sees it, so it is read from the source text:
 *		void *p = kmalloc(sizeof(struct foo), ...);
 *		void *p = kmalloc(sizeof(*shared), ...);
 *  3. the pointer type of a parameter that the result is passed to.
 *
 * and "" if none of them tells.
 */
#include "alloctag.h"

/* How many copies, PHIs and conversions a value is followed through. */
#define FOLLOW_DEPTH	4

/* How many lines of source text a call's arguments may stretch over. */
#define CALL_LINES	16

/* How tag readers see TYPE, to be freed; NULL for what says nothing. */
static char *type_name(tree type)
{
	char *name;

	if (!type || TREE_CODE(type) == ERROR_MARK || VOID_TYPE_P(type))
		return NULL;
	while (TREE_CODE(type) == ARRAY_TYPE && !TYPE_NAME(type))
		type = TREE_TYPE(type);
	if (VOID_TYPE_P(type))
		return NULL;
	/* A pointer's name is its target's with a star. */
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
		/* struct { ... } *p: nothing a reader could look for. */
		if (RECORD_OR_UNION_TYPE_P(type) || TREE_CODE(type) == ENUMERAL_TYPE)
			return NULL;
	}
	/* const struct foo is a struct foo to its allocator. */
	if (TYPE_QUALS(type))
		type = build_qualified_type(type, TYPE_UNQUALIFIED);
	/* A tag is an identifier, a typedef's name is in a declaration. */
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

/* What an object is when a pointer to it has type POINTER. */
static char *target_name(tree pointer)
{
	if (!pointer || !POINTER_TYPE_P(pointer))
		return NULL;
	return type_name(TREE_TYPE(pointer));
}

/* The type that the statement USE gives VALUE's target, or NULL. */
static char *type_from_use(gimple *use, tree value, unsigned int depth);

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
		/* Uses are listed newest first; the source's first one wins. */
		if (other) {
			free(name);
			name = other;
		}
	}
	return name;
}

static char *type_from_value(tree value, unsigned int depth)
{
	char *name = target_name(TREE_TYPE(value));

	return name ? name : type_from_uses(value, depth);
}

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

/* The type of the parameter that the result RESULT is first passed as. */
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
			if (other) {
				free(name);
				name = other;
			}
		}
	}
	return name;
}

/*
 * The text of the call at WHERE from its first character to the parenthesis
 * that closes its arguments, comments and all; to be freed.  NULL when the
 * source can't be read or isn't a call (macros that paste one together).
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

/* The next word at *TEXT, which is moved behind it; to be freed.  Or NULL. */
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

/* The parameter or local variable NAME that CALL sees. */
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

/* The field NAME of TYPE, also if it is in an unnamed member. */
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
 * The type of the expression that starts at *TEXT: stars, a variable, fields
 * and subscripts.  NULL_TREE for whatever is more than that.
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

/* The type name written at TEXT, up to the closing parenthesis; to be freed. */
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

/* The type that a sizeof among CALL's arguments names, to be freed, or NULL. */
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
 * The type of what CALL allocates, as text to be freed; "" if not known.  To be
 * asked before the call is rewritten, in the context of its function.
 */
char *allocated_type(gcall *call)
{
	tree result = gimple_call_lhs(call);
	char *name = NULL;

	if (result)
		name = type_from_value(result, FOLLOW_DEPTH);
	else if (gimple_call_fntype(call))	/* nobody wants it */
		name = target_name(TREE_TYPE(gimple_call_fntype(call)));
	if (!name)
		name = type_from_sizeof(call);
	if (!name)
		name = type_from_call(result);
	return name ? name : xstrdup("");
}
