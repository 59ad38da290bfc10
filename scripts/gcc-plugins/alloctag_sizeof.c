// SPDX-License-Identifier: GPL-2.0
/*
 * alloctag_sizeof.c - the type that a sizeof in a call is applied to
 *
 * GCC folds sizeof to a number while it parses. So the source of calls of
 * marked functions is read again; alloctag_walk.c finds them.
 *
 * A sizeof counts only in a sum of products, which may be an argument, an
 * argument of a function in it, or one of the results of ?:.
 *
 *	n * sizeof(struct foo) + 16			struct foo
 *	n > sizeof(long) ? n : sizeof(struct foo)	struct foo
 *	min(n, sizeof(struct foo))			struct foo
 *	sizeof(table) / sizeof(table[0])		none
 *	(n + sizeof(long) - 1) & ~(sizeof(long) - 1)	none: a rounded n
 *
 * Where the operand is not understood, the type is not known.
 */
#include "alloctag.h"

/* Of the C front ends; lto1 doesn't have it. */
extern tree lookup_name(tree) __attribute__((weak));

/*
 * A variable of a statement expression.
 *
 * @decl:	its declaration
 * @measured:	measured_type() of its initializer
 */
struct local_variable {
	tree decl;
	tree measured;
};

/*
 * What is read.
 *
 * @tokens:	a call, after macro expansion
 * @at:		the current token
 * @where:	the call
 * @scopes:	the blocks and functions around the call, outermost first
 * @locals:	variables of the statement expressions that were begun
 * @keeps_sizes: the statement only compares, adds and multiplies: a variable of
 *		@locals stands for the size in it
 */
struct reader {
	const vec<struct token> *tokens;
	unsigned int at;
	location_t where;
	vec<tree> *scopes;
	auto_vec<struct local_variable> locals;
	bool keeps_sizes;
};

static tree read_operand(struct reader *reader);
static tree measured_type(struct reader *reader, unsigned int end);

static enum cpp_ttype next_type(const struct reader *reader)
{
	return reader->at < reader->tokens->length() ?
		(*reader->tokens)[reader->at].type : CPP_EOF;
}

static bool accept(struct reader *reader, enum cpp_ttype type)
{
	if (next_type(reader) != type)
		return false;
	reader->at++;
	return true;
}

/* The identifier or keyword at READER, or NULL_TREE. */
static tree next_word(const struct reader *reader)
{
	return next_type(reader) == CPP_NAME ?
		(*reader->tokens)[reader->at].word : NULL_TREE;
}

/* The number of the keyword at READER, or RID_MAX. */
static enum rid next_keyword(const struct reader *reader)
{
	tree word = next_word(reader);

	return word && C_IS_RESERVED_WORD(word) ? C_RID_CODE(word) : RID_MAX;
}

/* The bracket that closes the group that the token at READER opens, if any. */
static unsigned int end_of_group(const struct reader *reader)
{
	return reader->at < reader->tokens->length() ?
		MAX((*reader->tokens)[reader->at].end, reader->at) : reader->at;
}

static void skip_group(struct reader *reader)
{
	reader->at = end_of_group(reader) + 1;
}

/* The variable of a statement expression named NAME, or NULL. */
static const struct local_variable *find_local(const struct reader *reader,
					       tree name)
{
	unsigned int i;

	for (i = reader->locals.length(); name && i > 0; i--)
		if (DECL_NAME(reader->locals[i - 1].decl) == name)
			return &reader->locals[i - 1];
	return NULL;
}

/* The declaration that the word at READER refers to, or NULL_TREE. */
static tree next_declaration(const struct reader *reader)
{
	tree name = next_word(reader), decl;
	const struct local_variable *local = find_local(reader, name);
	unsigned int i;

	if (local)
		return local->decl;
	for (i = reader->scopes->length(); name && i > 0; i--) {
		tree scope = (*reader->scopes)[i - 1];

		for (decl = TREE_CODE(scope) == BIND_EXPR ? BIND_EXPR_VARS(scope) :
		     DECL_ARGUMENTS(scope); decl; decl = DECL_CHAIN(decl))
			if (DECL_NAME(decl) == name &&
			    linemap_location_before_p(line_table,
						      DECL_SOURCE_LOCATION(decl),
						      reader->where))
				return decl;
	}
	return name ? lookup_name(name) : NULL_TREE;
}

/* The type of the field NAME of TYPE, also in unnamed members; or NULL_TREE. */
static tree field_type(tree type, tree name)
{
	tree field, found = NULL_TREE;

	if (!type || !name || !RECORD_OR_UNION_TYPE_P(type))
		return NULL_TREE;
	for (field = TYPE_FIELDS(TYPE_MAIN_VARIANT(type)); field && !found;
	     field = DECL_CHAIN(field))
		if (TREE_CODE(field) == FIELD_DECL)
			found = DECL_NAME(field) == name ? TREE_TYPE(field) :
				DECL_NAME(field) ? NULL_TREE :
				field_type(TREE_TYPE(field), name);
	return found;
}

/* The type that TYPE, or NULL_TREE, points to; NULL_TREE if not known. */
static tree target_type(tree type)
{
	return type && (POINTER_TYPE_P(type) || TREE_CODE(type) == ARRAY_TYPE) ?
		TREE_TYPE(type) : NULL_TREE;
}

static tree pointer_type(tree type)
{
	return type ? build_pointer_type(type) : NULL_TREE;
}

/* A type of which only CODE and NAME are known; NULL_TREE without a NAME. */
static tree type_with_name(enum tree_code code, tree name)
{
	tree type = name ? make_node(code) : NULL_TREE;

	if (type)
		TYPE_NAME(type) = name;
	return type;
}

/* Whether a type name or a declaration begins at READER. */
static bool at_type(const struct reader *reader)
{
	tree decl = next_declaration(reader);

	switch (next_keyword(reader)) {
	case RID_CONST:
	case RID_VOLATILE:
	case RID_STRUCT:
	case RID_UNION:
	case RID_ENUM:
	case RID_TYPEOF:
	case RID_UNSIGNED:
	case RID_SIGNED:
	case RID_LONG:
	case RID_SHORT:
		return true;
	default:
		return decl && TREE_CODE(decl) == TYPE_DECL;
	}
}

/* Read the tag of a struct, union or enum, and its fields. CODE is its code. */
static tree read_tag(struct reader *reader, enum tree_code code)
{
	tree name;

	for (; next_keyword(reader) == RID_ATTRIBUTE; skip_group(reader))
		reader->at++;
	name = next_word(reader);
	reader->at += name != NULL_TREE;
	if (next_type(reader) == CPP_OPEN_BRACE)
		skip_group(reader);
	return type_with_name(code, name);
}

/*
 * Read a type name, or one declarator of a declaration and its name into *NAME.
 * Returns NULL_TREE if the type is not known. An array is as its elements.
 */
static tree read_type(struct reader *reader, tree *name)
{
	tree type = NULL_TREE, words = NULL_TREE, word;

	for (; at_type(reader); ) {
		enum rid keyword = next_keyword(reader);

		/* It may declare something that has the name of a typedef. */
		if (keyword == RID_MAX && type)
			break;
		word = next_word(reader);
		if (keyword == RID_MAX)
			type = TREE_TYPE(next_declaration(reader));
		reader->at++;
		if (keyword == RID_TYPEOF) {
			type = read_operand(reader);
		} else if (keyword == RID_STRUCT || keyword == RID_UNION ||
			   keyword == RID_ENUM) {
			type = read_tag(reader, keyword == RID_STRUCT ? RECORD_TYPE :
					keyword == RID_UNION ? UNION_TYPE :
					ENUMERAL_TYPE);
		} else if (keyword != RID_MAX && keyword != RID_CONST &&
			   keyword != RID_VOLATILE) {
			/* A type such as unsigned long. */
			words = words ? name_with("", words, " ") : NULL_TREE;
			words = name_with(words ? IDENTIFIER_POINTER(words) : "",
					  word, "");
			type = type_with_name(LANG_TYPE, words);
		}
	}
	while (next_type(reader) == CPP_MULT || next_keyword(reader) == RID_CONST)
		type = accept(reader, CPP_MULT) ? pointer_type(type) :
			(reader->at++, type);
	if (name) {
		*name = next_word(reader);
		reader->at += *name != NULL_TREE;
	} else if (accept(reader, CPP_OPEN_PAREN)) {
		/* A pointer to an array or to a function. */
		if (!accept(reader, CPP_MULT) || !accept(reader, CPP_CLOSE_PAREN))
			return NULL_TREE;
		if (next_type(reader) == CPP_OPEN_PAREN)
			type = build_function_type(void_type_node, NULL_TREE);
		type = pointer_type(type);
		if (next_type(reader) == CPP_OPEN_PAREN)
			skip_group(reader);
	}
	while (next_type(reader) == CPP_OPEN_SQUARE)
		skip_group(reader);
	return type;
}

/*
 * Read a group in parentheses: a type name, perhaps of a compound literal, or
 * an expression. If CAST, a type name may be a cast. Returns NULL_TREE if the
 * type is not known.
 */
static tree read_parentheses(struct reader *reader, bool cast)
{
	unsigned int end = end_of_group(reader);
	bool is_type;
	tree type;

	reader->at++;
	is_type = at_type(reader);
	type = is_type ? read_type(reader, NULL) : read_operand(reader);
	if (reader->at != end)
		type = NULL_TREE;
	reader->at = end + 1;
	if (is_type && next_type(reader) == CPP_OPEN_BRACE)
		skip_group(reader);
	else if (is_type && cast)
		read_operand(reader);
	return type;
}

/*
 * Read an expression without binary operators, or what is in the parentheses
 * of typeof. Returns its type, or NULL_TREE if that is not known.
 */
static tree read_operand(struct reader *reader)
{
	tree type = NULL_TREE, decl;

	if (accept(reader, CPP_MULT))
		return target_type(read_operand(reader));
	if (accept(reader, CPP_AND))
		return pointer_type(read_operand(reader));
	if (next_type(reader) == CPP_OPEN_PAREN) {
		type = read_parentheses(reader, true);
	} else if (next_type(reader) != CPP_CLOSE_PAREN) {
		decl = next_declaration(reader);
		if (decl && (VAR_P(decl) || TREE_CODE(decl) == PARM_DECL ||
			     TREE_CODE(decl) == FUNCTION_DECL))
			type = TREE_TYPE(decl);
		else if (next_type(reader) == CPP_STRING)
			type = char_type_node;
		reader->at++;
	}
	for (;;) {
		bool arrow = next_type(reader) == CPP_DEREF;

		if (next_type(reader) == CPP_OPEN_SQUARE) {
			type = target_type(type);
			skip_group(reader);
		} else if (next_type(reader) == CPP_OPEN_PAREN) {
			if (target_type(type))
				type = target_type(type);
			type = type && TREE_CODE(type) == FUNCTION_TYPE ?
				TREE_TYPE(type) : NULL_TREE;
			skip_group(reader);
		} else if (accept(reader, CPP_DOT) || accept(reader, CPP_DEREF)) {
			type = field_type(arrow ? target_type(type) : type,
					  next_word(reader));
			reader->at++;
		} else {
			return type;
		}
	}
}

/* The next token of TYPE outside groups, or END if it does not come before. */
static unsigned int find_token(const struct reader *reader, enum cpp_ttype type,
			       unsigned int end)
{
	unsigned int i = reader->at;

	while (i < end && (*reader->tokens)[i].type != type)
		i = MAX((*reader->tokens)[i].end, i) + 1;
	return MIN(i, end);
}

/*
 * Whether the statement at READER, which does not begin with a type, may be a
 * declaration all the same. That declares a name that may be used.
 */
static bool may_declare(const struct reader *reader)
{
	switch (next_keyword(reader)) {
	case RID_MAX:
		/* [[maybe_unused]] long n */
		return next_type(reader) == CPP_OPEN_SQUARE;
	case RID_ALIGNOF:
	case RID_ASM:
	case RID_CHOOSE_EXPR:
	case RID_DO:
	case RID_ELSE:
	case RID_FOR:
	case RID_GENERIC:
	case RID_GOTO:
	case RID_IF:
	case RID_OFFSETOF:
	case RID_RETURN:
	case RID_SIZEOF:
	case RID_STATIC_ASSERT:
	case RID_SWITCH:
	case RID_TYPES_COMPATIBLE_P:
	case RID_WHILE:
		return false;
	default:
		/* static, _Alignas and others, also of newer GCCs. */
		return true;
	}
}

/*
 * Look at the operators from READER to END. If they may change a variable of a
 * statement expression, forget the sizes in all of them. Returns whether they
 * only compare, add and multiply.
 */
static bool check_operators(struct reader *reader, unsigned int end)
{
	const vec<struct token> &tokens = *reader->tokens;
	bool changes = false, keeps = true;
	unsigned int i, name;

	for (i = reader->at; i < end; i++) {
		enum cpp_ttype type = tokens[i].type;

		for (name = i + 1; name < end &&
		     tokens[name].type == CPP_OPEN_PAREN; )
			name++;
		if (type == CPP_EQ || type == CPP_PLUS_PLUS ||
		    type == CPP_MINUS_MINUS ||
		    (type >= CPP_PLUS_EQ && type <= CPP_LSHIFT_EQ) ||
		    (tokens[i].word && C_IS_RESERVED_WORD(tokens[i].word) &&
		     C_RID_CODE(tokens[i].word) == RID_ASM) ||
		    (type == CPP_AND && name < end &&
		     find_local(reader, tokens[name].word)))
			changes = true;
		if (type != CPP_NAME && type != CPP_NUMBER && type != CPP_PLUS &&
		    type != CPP_MULT && type != CPP_QUERY && type != CPP_COLON &&
		    type != CPP_OPEN_PAREN && type != CPP_CLOSE_PAREN &&
		    type != CPP_GREATER && type != CPP_LESS &&
		    (type < CPP_EQ_EQ || type > CPP_LESS_EQ))
			keeps = false;
	}
	for (i = 0; changes && i < reader->locals.length(); i++)
		reader->locals[i].measured = NULL_TREE;
	return keeps;
}

/*
 * The type that the value of a statement expression has the size of, as
 * measured_type(). END is the bracket that closes its block. Adds its variables
 * to READER's.
 */
static tree type_from_statements(struct reader *reader, unsigned int end)
{
	tree type = NULL_TREE, measured = NULL_TREE, name;
	unsigned int stop;

	for (reader->at++; reader->at < end; reader->at = stop + 1) {
		stop = find_token(reader, CPP_SEMICOLON, end);
		while (next_keyword(reader) == RID_EXTENSION)
			reader->at++;
		if (next_keyword(reader) == RID_AUTO_TYPE) {
			reader->at++;
			type = NULL_TREE;
			name = next_word(reader);
			reader->at += name != NULL_TREE;
		} else if (at_type(reader)) {
			type = read_type(reader, &name);
		} else {
			if (may_declare(reader))
				return error_mark_node;
			reader->keeps_sizes = check_operators(reader, stop);
			measured = measured_type(reader, stop);
			continue;
		}
		/* What is not understood may declare a name that is used. */
		if (!name || (reader->at < stop && next_type(reader) != CPP_EQ) ||
		    find_token(reader, CPP_COMMA, stop) < stop)
			return error_mark_node;
		measured = NULL_TREE;
		if (accept(reader, CPP_EQ)) {
			reader->keeps_sizes = check_operators(reader, stop);
			measured = measured_type(reader, stop);
		}
		reader->locals.safe_push({ build_decl(reader->where, VAR_DECL, name,
						      type ? type : error_mark_node),
					   measured });
		measured = NULL_TREE;
	}
	return measured;
}

/* If one of A and B isn't known, or is the same: the other. */
static tree same_type(tree a, tree b)
{
	return !a || a == b ? b : !b ? a : error_mark_node;
}

/* Read what is neither an operator nor a comma, as measured_type(). */
static tree type_from_primary(struct reader *reader)
{
	unsigned int end = end_of_group(reader);
	enum rid keyword = next_keyword(reader);
	tree decl = next_declaration(reader);
	const struct local_variable *local = find_local(reader, next_word(reader));
	unsigned int outer = reader->locals.length();
	bool keeps_sizes = reader->keeps_sizes;
	tree type = local && keeps_sizes ? local->measured : NULL_TREE;

	if (next_type(reader) == CPP_OPEN_PAREN) {
		reader->at++;
		if (next_type(reader) == CPP_OPEN_BRACE)
			type = type_from_statements(reader, end - 1);
		else
			type = measured_type(reader, end);
		reader->locals.truncate(outer);
		reader->keeps_sizes = keeps_sizes;
	}
	reader->at = end + 1;
	switch (keyword) {
	case RID_SIZEOF:
		type = type_name(next_type(reader) == CPP_OPEN_PAREN ?
				 read_parentheses(reader, false) :
				 read_operand(reader));
		return type ? type : error_mark_node;
	case RID_OFFSETOF:
		/* offsetof(struct foo, ...): struct foo. */
		end = end_of_group(reader);
		reader->at++;
		type = type_name(read_type(reader, NULL));
		reader->at = end + 1;
		return type ? type : error_mark_node;
	case RID_TYPEOF:
	case RID_ALIGNOF:
	case RID_GENERIC:
	case RID_TYPES_COMPATIBLE_P:
		skip_group(reader);
		break;
	default:
		/* The arguments of a function that gives no size. */
		if (decl && TREE_CODE(decl) == FUNCTION_DECL &&
		    !INTEGRAL_TYPE_P(TREE_TYPE(TREE_TYPE(decl))))
			skip_group(reader);
	}
	return type;
}

/*
 * The name of the type that the expressions from READER to END, with commas
 * between them, have the size of: the first of them that has any. NULL_TREE if
 * none, error_mark_node if not known.
 */
static tree measured_type(struct reader *reader, unsigned int end)
{
	tree type = NULL_TREE, chosen = NULL_TREE;
	bool counts = true;

	for (; reader->at < end; ) {
		enum cpp_ttype token = next_type(reader);
		tree other;

		switch (token) {
		case CPP_COMMA:
		case CPP_QUERY:
		case CPP_COLON:
			/* The condition of ?: doesn't count. */
			if (token != CPP_QUERY && counts)
				chosen = same_type(chosen, type);
			type = NULL_TREE;
			counts = true;
			reader->at++;
			if (token == CPP_COMMA && chosen)
				return chosen;
			break;
		case CPP_PLUS:
		case CPP_MULT:
			reader->at++;
			break;
		default:
			if (token < CPP_OPEN_PAREN ||
			    (token > CPP_EOF && token <= CPP_LESS_EQ)) {
				/* Division, a mask, a comparison, ... */
				counts = false;
				reader->at++;
			} else {
				other = type_from_primary(reader);
				type = type ? type : other;
			}
		}
	}
	return counts ? same_type(chosen, type) : chosen;
}

/*
 * The name of the type that a sizeof gives to the call of CALLEE at WHERE. The
 * blocks and functions around the call are in SCOPES, outermost first; they
 * must be complete. NULL_TREE if there is none, or if it isn't known.
 */
tree type_from_source(location_t where, tree callee, vec<tree> *scopes)
{
	const vec<struct token> &tokens = tokens_of_call(where, DECL_NAME(callee));
	struct reader reader;
	tree type = NULL_TREE, other;
	unsigned int i, group;
	bool found = false;

	reader.tokens = &tokens;
	reader.where = where;
	reader.scopes = scopes;
	for (i = 0; i < tokens.length(); i++) {
		if (tokens[i].word != DECL_NAME(callee))
			continue;
		/* In (callee)(...), or _Generic(..., callee)(...). */
		reader.at = i + 1;
		for (group = i; next_type(&reader) != CPP_OPEN_PAREN && group--; )
			if (tokens[group].end >= reader.at)
				reader.at = tokens[group].end + 1;
		if (next_type(&reader) != CPP_OPEN_PAREN)
			continue;
		reader.at++;
		reader.locals.truncate(0);
		reader.keeps_sizes = true;
		other = measured_type(&reader, tokens[reader.at - 1].end);
		/* Which of several calls it is isn't known. */
		type = !found || type == other ? other : error_mark_node;
		found = true;
	}
	return type == error_mark_node ? NULL_TREE : type;
}
