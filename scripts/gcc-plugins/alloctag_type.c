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
 *     to a number, so it is read from the source text (alloctag_token.c), at
 *     the end of each function:
 *		void *p = kmalloc(sizeof(struct foo), ...);
 *		void *p = kmalloc(sizeof(*shared), ...);
 *  3. The pointer type of a parameter that the result is passed to.
 *
 * The mark of a function that does not return what it allocates can name the
 * type. Then the result says nothing: xa_store() returns the entry that was
 * there before.
 *	void *xa_store(...) __attribute__((allocator("struct xa_node")));
 *
 * If nothing names it, the type is unknown: "".
 */
#include "alloctag.h"
#include "alloctag_token.h"

/* Of the C front ends; lto1 doesn't have it. */
extern tree lookup_name(tree) __attribute__((weak));

/* How many copies, PHIs and conversions a value is followed through. */
#define FOLLOW_DEPTH	4

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
 * The type of an operand. Either GCC's TYPE, or one that is only known by NAME:
 * then it has STARS in addition, and its fields aren't known.
 */
struct operand_type {
	tree type;
	const char *name;
	unsigned int stars;
};

/*
 * What a call's source text is read with.
 *
 * @tokens:	the call, after macro expansion
 * @groups:	for each bracket that opens a group, the token after the group
 * @scopes:	the blocks around the call, outermost first, or NULL if they
 *		aren't known
 * @function:	the function that the call is in
 * @where:	the call
 */
struct call_text {
	vec<struct token> *tokens;
	vec<unsigned int> *groups;
	vec<tree> *scopes;
	tree function;
	location_t where;
};

static bool text_is(const struct call_text *call, unsigned int at,
		    const char *text)
{
	return at < call->tokens->length() &&
	       is_token(&(*call->tokens)[at], text);
}

static bool text_is_one_of(const struct call_text *call, unsigned int at,
			   const char *const *texts)
{
	for (; *texts; texts++)
		if (text_is(call, at, *texts))
			return true;
	return false;
}

/* The identifier or keyword at AT, or NULL. */
static const char *word_at(const struct call_text *call, unsigned int at)
{
	if (at >= call->tokens->length() ||
	    (*call->tokens)[at].kind != TOKEN_WORD)
		return NULL;
	return (*call->tokens)[at].text;
}

/* Whether the token at AT opens, or closes, a group. */
static bool opens_group(const struct call_text *call, unsigned int at)
{
	return text_is(call, at, "(") || text_is(call, at, "[") ||
	       text_is(call, at, "{");
}

static bool closes_group(const struct call_text *call, unsigned int at)
{
	return text_is(call, at, ")") || text_is(call, at, "]") ||
	       text_is(call, at, "}");
}

/*
 * Fill CALL's groups. Macros nest them so deeply that looking for the end of
 * each, whenever it is passed over, would take most of the time.
 */
static void find_groups(const struct call_text *call)
{
	auto_vec<unsigned int> open;
	unsigned int i;

	for (i = 0; i < call->tokens->length(); i++) {
		call->groups->safe_push(call->tokens->length());
		if (opens_group(call, i))
			open.safe_push(i);
		else if (!open.is_empty() && closes_group(call, i))
			(*call->groups)[open.pop()] = i + 1;
	}
}

/*
 * The token after the group that begins with the bracket at AT; the number of
 * tokens if it isn't complete, or if there is no bracket.
 */
static unsigned int after_group(const struct call_text *call, unsigned int at)
{
	return at < call->groups->length() ? (*call->groups)[at] :
					     call->tokens->length();
}

/* The declaration that NAME means at CALL, or NULL_TREE if not known. */
static tree visible_declaration(const struct call_text *call, const char *name)
{
	tree identifier = maybe_get_identifier(name);
	tree variable;
	unsigned int i;

	/* A local declaration that isn't known may hide a global one. */
	if (!identifier || !call->scopes)
		return NULL_TREE;
	for (i = call->scopes->length(); i > 0; i--)
		for (variable = BIND_EXPR_VARS((*call->scopes)[i - 1]); variable;
		     variable = DECL_CHAIN(variable))
			if (DECL_NAME(variable) == identifier &&
			    linemap_location_before_p(line_table,
						      DECL_SOURCE_LOCATION(variable),
						      call->where))
				return variable;
	for (variable = DECL_ARGUMENTS(call->function); variable;
	     variable = DECL_CHAIN(variable))
		if (DECL_NAME(variable) == identifier)
			return variable;
	return lookup_name ? lookup_name(identifier) : NULL_TREE;
}

/* The field NAME of TYPE or of one of its unnamed members, or NULL_TREE. */
static tree find_field(tree type, const char *name)
{
	tree field, inner;

	if (!RECORD_OR_UNION_TYPE_P(type))
		return NULL_TREE;
	for (field = TYPE_FIELDS(TYPE_MAIN_VARIANT(type)); field;
	     field = DECL_CHAIN(field)) {
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

/* Make *OPERAND what it points to. Returns false if it is no pointer. */
static bool dereference(struct operand_type *operand)
{
	if (operand->stars) {
		operand->stars--;
		return true;
	}
	if (!operand->type || (!POINTER_TYPE_P(operand->type) &&
			       TREE_CODE(operand->type) != ARRAY_TYPE))
		return false;
	operand->type = TREE_TYPE(operand->type);
	return true;
}

static bool read_expression(const struct call_text *call, unsigned int *at,
			    struct operand_type *operand);

/* Words in a type name that don't matter here. */
static const char *const qualifiers[] = {
	"const", "__const", "__const__", "volatile", "__volatile",
	"__volatile__", "restrict", "__restrict", "__restrict__", "_Atomic",
	"__extension__", "register", "static", "inline", "extern", NULL
};

static const char *const attributes[] = {
	"__attribute__", "__attribute", "_Alignas", "alignas", NULL
};

static const char *const basic_types[] = {
	"void", "char", "short", "int", "long", "float", "double", "signed",
	"__signed", "__signed__", "unsigned", "_Bool", "bool", "_Complex",
	"__complex__", "__int128", "_Float16", "_Float32", "_Float64",
	"_Float128", "__float128", NULL
};

static const char *const tag_keywords[] = { "struct", "union", "enum", NULL };

static const char *const typeof_keywords[] = {
	"typeof", "__typeof", "__typeof__", "typeof_unqual", NULL
};

/*
 * Read the type name at *AT into *OPERAND and advance *AT past it. Return false
 * if there is none, or it isn't understood. An array counts as its elements.
 */
static bool read_type_name(const struct call_text *call, unsigned int *at,
			   struct operand_type *operand)
{
	char *basic = NULL;	/* the words of a type like unsigned long */
	bool known = false;

	memset(operand, 0, sizeof(*operand));
	for (;;) {
		const char *word = word_at(call, *at);

		if (text_is_one_of(call, *at, qualifiers)) {
			(*at)++;
			if (text_is(call, *at, "("))
				break;
		} else if (text_is_one_of(call, *at, attributes)) {
			*at = after_group(call, *at + 1);
		} else if (!known && !basic &&
			   text_is_one_of(call, *at, tag_keywords)) {
			const char *tag;

			while (text_is_one_of(call, *at + 1, attributes)) {
				*at = after_group(call, *at + 2);
				(*at)--;
			}
			tag = word_at(call, *at + 1);
			if (!tag)
				return false;
			operand->name = join_words(word, tag);
			known = true;
			*at += 2;
			if (text_is(call, *at, "{"))
				*at = after_group(call, *at);
		} else if (!known && !basic &&
			   text_is_one_of(call, *at, typeof_keywords)) {
			unsigned int inner = *at + 2;

			if (!text_is(call, *at + 1, "("))
				return false;
			if (!read_type_name(call, &inner, operand)) {
				inner = *at + 2;
				if (!read_expression(call, &inner, operand))
					return false;
			}
			if (!text_is(call, inner, ")"))
				return false;
			*at = inner + 1;
			known = true;
		} else if (!known && text_is_one_of(call, *at, basic_types)) {
			char *longer = basic ? concat(basic, " ", word, NULL) :
				xstrdup(word);

			free(basic);
			basic = longer;
			(*at)++;
		} else if (!known && !basic && word) {
			tree decl = visible_declaration(call, word);

			if (!decl || TREE_CODE(decl) != TYPE_DECL)
				return false;
			operand->type = TREE_TYPE(decl);
			known = true;
			(*at)++;
		} else {
			break;
		}
	}
	if (basic) {
		operand->name = join_words(basic, NULL);
		free(basic);
		known = true;
	}
	if (!known)
		return false;
	while (text_is(call, *at, "*") ||
	       text_is_one_of(call, *at, qualifiers)) {
		operand->stars += text_is(call, *at, "*");
		(*at)++;
	}
	if (text_is(call, *at, "(")) {
		/* A pointer to an array or to a function. */
		if (!text_is(call, *at + 1, "*") || !text_is(call, *at + 2, ")"))
			return false;
		*at += 3;
		if (text_is(call, *at, "(")) {
			*at = after_group(call, *at);
			memset(operand, 0, sizeof(*operand));
			operand->name = "function";
		} else if (!text_is(call, *at, "[")) {
			return false;
		}
		operand->stars++;
	}
	while (text_is(call, *at, "["))
		*at = after_group(call, *at);
	return true;
}

/*
 * Read what is applied to an operand from the right, at *AT: fields, subscripts
 * and calls. Returns false if it isn't understood.
 */
static bool read_postfix(const struct call_text *call, unsigned int *at,
			 struct operand_type *operand)
{
	for (;;) {
		bool arrow = text_is(call, *at, "->");

		if (text_is(call, *at, "[")) {
			*at = after_group(call, *at);
			if (!dereference(operand))
				return false;
		} else if (text_is(call, *at, "(")) {
			if (!operand->type)
				return false;
			if (POINTER_TYPE_P(operand->type))
				operand->type = TREE_TYPE(operand->type);
			if (TREE_CODE(operand->type) != FUNCTION_TYPE)
				return false;
			operand->type = TREE_TYPE(operand->type);
			*at = after_group(call, *at);
		} else if (arrow || text_is(call, *at, ".")) {
			const char *name = word_at(call, *at + 1);
			tree field;

			if (arrow && !dereference(operand))
				return false;
			if (!name || !operand->type || operand->stars)
				return false;
			field = find_field(operand->type, name);
			if (!field)
				return false;
			operand->type = TREE_TYPE(field);
			*at += 2;
		} else if (text_is(call, *at, "++") || text_is(call, *at, "--")) {
			(*at)++;
		} else {
			return true;
		}
	}
}

/*
 * Read the unary expression at *AT, set *OPERAND to its type and advance *AT
 * past it. Returns false if the type isn't known.
 */
static bool read_expression(const struct call_text *call, unsigned int *at,
			    struct operand_type *operand)
{
	const char *word;
	tree decl;

	memset(operand, 0, sizeof(*operand));
	while (text_is(call, *at, "__extension__"))
		(*at)++;
	if (text_is(call, *at, "*")) {
		(*at)++;
		return read_expression(call, at, operand) && dereference(operand);
	}
	if (text_is(call, *at, "&")) {
		(*at)++;
		if (!read_expression(call, at, operand))
			return false;
		operand->stars++;
		return true;
	}
	if (text_is(call, *at, "(")) {
		unsigned int inner = *at + 1;

		if (read_type_name(call, &inner, operand)) {
			struct operand_type value;

			if (!text_is(call, inner, ")"))
				return false;
			*at = inner + 1;
			if (text_is(call, *at, "{")) {
				*at = after_group(call, *at);
				return read_postfix(call, at, operand);
			}
			/* A cast: the type of its operand doesn't matter. */
			if (*at < call->tokens->length() &&
			    (*call->tokens)[*at].kind == TOKEN_OTHER) {
				(*at)++;
				return true;
			}
			return read_expression(call, at, &value);
		}
		inner = *at + 1;
		if (!read_expression(call, &inner, operand) ||
		    !text_is(call, inner, ")"))
			return false;
		*at = inner + 1;
		return read_postfix(call, at, operand);
	}
	if (*at < call->tokens->length() &&
	    (*call->tokens)[*at].kind == TOKEN_STRING) {
		while (*at < call->tokens->length() &&
		       (*call->tokens)[*at].kind == TOKEN_STRING)
			(*at)++;
		operand->name = "char";
		return true;
	}
	word = word_at(call, *at);
	decl = word ? visible_declaration(call, word) : NULL_TREE;
	if (!decl || !(VAR_P(decl) || TREE_CODE(decl) == PARM_DECL ||
		       TREE_CODE(decl) == FUNCTION_DECL))
		return false;
	operand->type = TREE_TYPE(decl);
	(*at)++;
	return read_postfix(call, at, operand);
}

/*
 * The name of the type that the sizeof at AT is applied to, or NULL. The caller
 * frees it.
 */
static char *sizeof_operand(const struct call_text *call, unsigned int at)
{
	struct operand_type operand;
	unsigned int end = at + 2;
	char *name, *longer;

	/* A type name, unless that is the beginning of a compound literal. */
	if (!text_is(call, at + 1, "(") ||
	    !read_type_name(call, &end, &operand) ||
	    !text_is(call, end, ")") || text_is(call, end + 1, "{")) {
		end = at + 1;
		if (!read_expression(call, &end, &operand))
			return NULL;
	}
	if (operand.type && operand.stars == 0)
		return type_name(operand.type);
	if (operand.type) {
		tree type = operand.type;

		while (operand.stars--)
			type = build_pointer_type(type);
		return type_name(type);
	}
	if (!operand.stars && !strcmp(operand.name, "void"))
		return NULL;
	name = xstrdup(operand.name);
	for (; operand.stars; operand.stars--) {
		longer = concat(name, name[strlen(name) - 1] == '*' ? "*" : " *",
				NULL);
		free(name);
		name = longer;
	}
	return name;
}

/* Operands of these don't tell the type of an object. */
static const char *const comparisons[] = {
	"==", "!=", "<", ">", "<=", ">=", "&&", "||", NULL
};

static const char *const opaque_words[] = {
	"typeof", "__typeof", "__typeof__", "typeof_unqual", "_Alignof",
	"__alignof", "__alignof__", "alignof", "__builtin_constant_p",
	"__builtin_types_compatible_p", "_Static_assert", "static_assert",
	"__attribute__", NULL
};

/* The first of TEXTS at the top level of the tokens from AT to END, or END. */
static unsigned int find_at_top(const struct call_text *call, unsigned int at,
				unsigned int end, const char *const *texts)
{
	while (at < end) {
		if (text_is_one_of(call, at, texts))
			return at;
		if (opens_group(call, at))
			at = after_group(call, at);
		else
			at++;
	}
	return end;
}

static char *measured_type(const struct call_text *call, unsigned int at,
			   unsigned int end);

/*
 * The same from a statement expression, whose body is from AT to END: from its
 * value, which is the last expression, or else from the variables in it.
 */
static char *measured_in_statements(const struct call_text *call,
				    unsigned int at, unsigned int end)
{
	static const char *const semicolon[] = { ";", NULL };
	static const char *const assignment[] = { "=", NULL };
	unsigned int from, to, last = at;
	char *name;

	for (from = at; from < end; from = to + 1) {
		to = find_at_top(call, from, end, semicolon);
		if (to > from)
			last = from;
	}
	to = find_at_top(call, last, end, semicolon);
	name = measured_type(call, last, to);
	for (from = at; !name && from < last; from = to + 1) {
		unsigned int value;

		to = find_at_top(call, from, last, semicolon);
		value = find_at_top(call, from, to, assignment);
		if (value < to)
			name = measured_type(call, value + 1, to);
	}
	return name;
}

/*
 * The name of the type whose size the expression from AT to END is made of, or
 * NULL: the first operand of a sizeof that is not only compared or counted. The
 * caller frees it.
 */
static char *measured_type(const struct call_text *call, unsigned int at,
			   unsigned int end)
{
	static const char *const comma[] = { ",", NULL };
	static const char *const question[] = { "?", NULL };
	static const char *const colon[] = { ":", NULL };
	static const char *const divisions[] = { "/", "%", NULL };
	static const char *const ends_of_term[] = {
		"+", "-", "&", "|", "^", "<<", ">>", NULL
	};
	unsigned int i, stop;
	char *name = NULL;

	stop = find_at_top(call, at, end, comma);
	if (stop < end) {
		name = measured_type(call, at, stop);
		return name ? name : measured_type(call, stop + 1, end);
	}
	stop = find_at_top(call, at, end, question);
	if (stop < end) {
		unsigned int second = find_at_top(call, stop, end, colon);
		char *other;

		name = measured_type(call, stop + 1, second);
		other = second < end ? measured_type(call, second + 1, end) : NULL;
		if (!name)
			return other;
		/* Which of them is measured isn't known. */
		if (other && strcmp(name, other)) {
			free(name);
			name = NULL;
		}
		free(other);
		return name;
	}
	if (find_at_top(call, at, end, comparisons) < end)
		return NULL;
	stop = find_at_top(call, at, end, ends_of_term);
	if (stop < end) {
		name = measured_type(call, at, stop);
		return name ? name : measured_type(call, stop + 1, end);
	}
	stop = find_at_top(call, at, end, divisions);
	if (stop < end) {
		/* sizeof(array) / sizeof(array[0]) is a number of elements. */
		for (i = stop; i < end; i++)
			if (text_is(call, i, "sizeof"))
				return NULL;
		end = stop;
	}
	for (i = at; i < end && !name; ) {
		unsigned int after;

		if (text_is(call, i, "sizeof")) {
			name = sizeof_operand(call, i);
			if (!name && text_is(call, i + 1, "("))
				i = after_group(call, i + 1);
			else
				i++;
		} else if (text_is_one_of(call, i, opaque_words)) {
			i = after_group(call, i + 1);
		} else if (text_is(call, i, "__builtin_offsetof")) {
			struct operand_type operand;

			/* The type that it is the first part of. */
			after = after_group(call, i + 1);
			i += 2;
			if (read_type_name(call, &i, &operand) &&
			    !operand.stars)
				name = operand.type ? type_name(operand.type) :
					xstrdup(operand.name);
			i = after;
		} else if (text_is(call, i, "__builtin_choose_expr") ||
			   text_is(call, i, "_Generic")) {
			bool generic = text_is(call, i, "_Generic");

			/* Not the condition. */
			after = after_group(call, i + 1);
			stop = find_at_top(call, i + 2, after - 1, comma);
			if (!generic)
				name = measured_type(call, stop + 1, after - 1);
			i = after;
		} else if (text_is(call, i, "(") || text_is(call, i, "[") ||
			   text_is(call, i, "{")) {
			after = after_group(call, i);
			if (after - 1 > end)
				break;
			if (text_is(call, i, "(") && text_is(call, i + 1, "{"))
				name = measured_in_statements(call, i + 2,
							      after - 2);
			else if (text_is(call, i, "("))
				name = measured_type(call, i + 1, after - 1);
			i = after;
		} else {
			const char *word = word_at(call, i);
			tree decl = NULL_TREE;

			/* The arguments of a function that gives no size. */
			if (word && text_is(call, i + 1, "("))
				decl = visible_declaration(call, word);
			if (decl && TREE_CODE(decl) == FUNCTION_DECL &&
			    !INTEGRAL_TYPE_P(TREE_TYPE(TREE_TYPE(decl))))
				i = after_group(call, i + 1);
			else
				i++;
		}
	}
	return name;
}

/* Whether CALL has anything that measured_type() may find a type in. */
static bool measures_something(const struct call_text *call)
{
	unsigned int i;

	for (i = 0; i < call->tokens->length(); i++)
		if (text_is(call, i, "sizeof") ||
		    text_is(call, i, "__builtin_offsetof"))
			return true;
	return false;
}

/*
 * The name of the type that a sizeof in the arguments of a call of CALLEE at
 * WHERE in FUNCTION is applied to, or NULL. The caller frees it. SCOPES are the
 * blocks around it, or NULL if not known.
 */
static char *type_from_sizeof(location_t where, tree callee, tree function,
			      vec<tree> *scopes)
{
	auto_vec<struct token> tokens;
	auto_vec<unsigned int> calls;
	auto_vec<unsigned int> groups;
	struct call_text call = { &tokens, &groups, scopes, function, where };
	char *name = NULL;
	unsigned int i;

	if (!DECL_NAME(callee) ||
	    !read_call(where, IDENTIFIER_POINTER(DECL_NAME(callee)), &tokens,
		       &calls) ||
	    !measures_something(&call))
		calls.truncate(0);
	else
		find_groups(&call);
	for (i = 0; i < calls.length(); i++) {
		unsigned int at = calls[i];
		char *other = NULL;

		/* What is called: a name, or something in parentheses. */
		if (text_is(&call, at, "_Generic"))
			at = after_group(&call, at + 1);
		else if (text_is(&call, at, "("))
			at = after_group(&call, at);
		else if (text_is(&call, at, IDENTIFIER_POINTER(DECL_NAME(callee))))
			at++;
		else
			at = tokens.length();
		if (text_is(&call, at, "("))
			other = measured_type(&call, at + 1,
					      after_group(&call, at) - 1);
		if (i && (!name || !other || strcmp(name, other))) {
			free(name);
			free(other);
			name = NULL;
			break;
		}
		free(name);
		name = other;
	}
	free_tokens();
	return name;
}

/* A place in the source with the function that is called there. */
typedef pair_hash<int_hash<location_t, UNKNOWN_LOCATION, UINT_MAX>,
		  nofree_ptr_hash<tree_node> > call_hash;
typedef std::pair<location_t, tree> call_key;

/*
 * The types that sizeof gives to calls. They are found while the source is
 * parsed: later, GCC drops local variables that aren't used, unless there is
 * -g, and macros may have other definitions. "" if there is none.
 */
static hash_map<call_hash, char *> *sizeof_types;

/*
 * What walk_expression() passes on.
 *
 * @function:	the function
 * @scopes:	the blocks around the current expression, outermost first
 * @visited:	expressions that occur several times and were walked
 */
struct function_walk {
	tree function;
	auto_vec<tree> scopes;
	hash_set<tree, true> visited;
};

/* Note that a sizeof gives NAME, or "", to the calls of CALLEE at WHERE. */
static void note_type(location_t where, tree callee, const char *name)
{
	bool existed;

	if (!sizeof_types)
		sizeof_types = new hash_map<call_hash, char *>;
	char *&noted = sizeof_types->get_or_insert(call_key(where, callee),
						   &existed);
	if (!existed)
		noted = xstrdup(name);
	/* Several calls at the same place: only if they agree. */
	else if (strcmp(noted, name))
		noted[0] = '\0';
}

static void walk_expression(tree expression, struct function_walk *walk,
			    location_t outer);

/*
 * Note the type that a sizeof gives CALL, a CALL_EXPR, if that calls a marked
 * function, and walk its arguments. OUTER is that of walk_expression().
 */
static void walk_call(tree call, struct function_walk *walk, location_t outer)
{
	tree callee = get_callee_fndecl(call);
	location_t where = get_pure_location(EXPR_LOCATION(call));
	/* GCC will give the call the location of an outer one. */
	location_t moved = outer ? outer : where;
	int i;

	if (callee && where != UNKNOWN_LOCATION &&
	    (marked_by_attribute(callee) || marked_by_list(callee))) {
		char *name = type_from_sizeof(where, callee, walk->function,
					      &walk->scopes);

		note_type(where, callee, name ? name : "");
		if (moved != where)
			note_type(moved, callee, name ? name : "");
		free(name);
	}
	for (i = 0; i < call_expr_nargs(call); i++)
		walk_expression(CALL_EXPR_ARG(call, i), walk, moved);
	if (!callee)
		walk_expression(CALL_EXPR_FN(call), walk, UNKNOWN_LOCATION);
}

/* Walk the variables and the statements of BLOCK, a BIND_EXPR. */
static void walk_block(tree block, struct function_walk *walk)
{
	tree variable;

	walk->scopes.safe_push(block);
	for (variable = BIND_EXPR_VARS(block); variable;
	     variable = DECL_CHAIN(variable))
		if (VAR_P(variable) && !TREE_STATIC(variable) &&
		    !DECL_EXTERNAL(variable) && DECL_INITIAL(variable))
			walk_expression(DECL_INITIAL(variable), walk,
					UNKNOWN_LOCATION);
	walk_expression(BIND_EXPR_BODY(block), walk, UNKNOWN_LOCATION);
	walk->scopes.pop();
}

/* walk_tree() callback: leave expressions to walk_expression(). */
static tree walk_other(tree *where, int *walk_subtrees, void *data)
{
	struct function_walk *walk = static_cast<struct function_walk *>(data);

	if (TYPE_P(*where) || DECL_P(*where) || CONSTANT_CLASS_P(*where)) {
		*walk_subtrees = 0;
	} else if (EXPR_P(*where) && TREE_CODE(*where) != DECL_EXPR) {
		walk_expression(*where, walk, UNKNOWN_LOCATION);
		*walk_subtrees = 0;
	}
	return NULL_TREE;
}

/*
 * Note types for the calls in EXPRESSION. OUTER is the location of the call
 * that has EXPRESSION as an argument, or UNKNOWN_LOCATION.
 *
 * This runs for each function that is parsed, and most of a kernel file's are
 * inline functions of headers. So it looks at no more than it must, and doesn't
 * use walk_tree(), which puts all that it sees into a table. An expression
 * without side effects calls at most functions that are "pure" or "const", and
 * these allocate nothing.
 */
static void walk_expression(tree expression, struct function_walk *walk,
			    location_t outer)
{
	int i;

	if (!expression || DECL_P(expression) || CONSTANT_CLASS_P(expression) ||
	    (EXPR_P(expression) && !STATEMENT_CLASS_P(expression) &&
	     !TREE_SIDE_EFFECTS(expression)))
		return;
	switch (TREE_CODE(expression)) {
	case CALL_EXPR:
		walk_call(expression, walk, outer);
		return;
	case BIND_EXPR:
		walk_block(expression, walk);
		return;
	case STATEMENT_LIST:
		for (tree_stmt_iterator tsi = tsi_start(expression);
		     !tsi_end_p(tsi); tsi_next(&tsi))
			walk_expression(tsi_stmt(tsi), walk, UNKNOWN_LOCATION);
		return;
	case SAVE_EXPR:
	case TARGET_EXPR:
		if (walk->visited.add(expression))
			return;
		break;
	default:
		break;
	}
	if (!EXPR_P(expression) || TREE_CODE(expression) == DECL_EXPR) {
		walk_tree(&expression, walk_other, walk, NULL);
		return;
	}
	if (!CONVERT_EXPR_P(expression))
		outer = UNKNOWN_LOCATION;
	for (i = 0; i < TREE_OPERAND_LENGTH(expression); i++)
		walk_expression(TREE_OPERAND(expression, i), walk, outer);
}

/*
 * Callback for PLUGIN_PRE_GENERICIZE: the body of the function GCC_DATA has
 * been parsed, and its blocks and expressions are as in the source.
 */
void note_types_of_function(void *gcc_data, void *)
{
	struct function_walk walk;

	walk.function = static_cast<tree>(gcc_data);
	if (TREE_CODE(walk.function) != FUNCTION_DECL || seen_error())
		return;
	walk_expression(DECL_SAVED_TREE(walk.function), &walk,
			UNKNOWN_LOCATION);
}

/*
 * The name of the type that a sizeof gives CALL, or NULL. The caller frees it.
 */
static char *noted_type(gcall *call)
{
	location_t where = get_pure_location(gimple_location(call));
	char **noted = sizeof_types && where != UNKNOWN_LOCATION ?
		sizeof_types->get(call_key(where, gimple_call_fndecl(call))) :
		NULL;

	if (noted)
		return **noted ? xstrdup(*noted) : NULL;
	/* A nested function, or marked after the call. */
	return type_from_sizeof(gimple_location(call), gimple_call_fndecl(call),
				current_function_decl, NULL);
}

/*
 * The name of the type of the object that CALL allocates, "" if not known. The
 * caller frees it. To be called before CALL is rewritten, with CALL's function
 * as the current one.
 */
char *allocated_type(gcall *call)
{
	tree result = gimple_call_lhs(call);
	tree callee = gimple_call_fndecl(call);
	char *name = NULL;

	if (callee && type_of_mark(callee))
		return xstrdup(type_of_mark(callee));
	if (result)
		name = type_from_value(result, FOLLOW_DEPTH);
	else if (gimple_call_fntype(call))	/* the result is not used */
		name = target_name(TREE_TYPE(gimple_call_fntype(call)));
	if (!name)
		name = noted_type(call);
	if (!name)
		name = type_from_call(result);
	return name ? name : xstrdup("");
}
