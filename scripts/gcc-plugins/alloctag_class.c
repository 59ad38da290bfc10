// SPDX-License-Identifier: GPL-2.0
/*
 * alloctag_class.c - classes of tags
 *
 * Each marked function belongs to a class: what its callers' tags are for, and
 * what they contain. The class "allocator" is built in, its tags are struct
 * alloc_tag. Other classes are declared in the source, by a struct:
 *
 *	struct wait_tag {
 *		const char *file;
 *		unsigned int line;
 *		unsigned long waits;
 *	} __attribute__((code_tag_class("wait")));
 *
 *	void wait_for(struct queue *) __attribute__((code_tag("wait")));
 *
 * A call of wait_for() then passes the address of
 *
 *	static struct wait_tag tag = { .file = "fs/pipe.c", .line = 789 };
 *
 * The plugin fills these fields, and zeroes all others:
 *
 *	file, function	where the call is: strings
 *	line, column	its position; 0 if it does not fit
 *	type		the type of the object that the call allocates; "" if
 *			not known (alloctag_type.c)
 *	flags		CODE_TAG_UNTAGGED in tags of calls that pass none
 *	arg1 ... arg9	the argument of that number, if it is a string constant
 *
 * A string is a pointer to char, NULL for an argument that is no constant; or
 * an int, its offset from the tag, for tags that need no relocation.
 *
 * The tags of a class are one array, in a section of its own: code_tags_wait,
 * between __start_code_tags_wait and __stop_code_tags_wait, if the linker
 * defines these. It can be written to if the struct has a field that the plugin
 * does not fill.
 */
#include "alloctag.h"
#include "fold-const.h"

#define CLASS_ATTRIBUTE	"code_tag_class"

/*
 * What has to last until the pass, as a tree list: identifiers with their
 * types, and the types of tags.
 */
static tree class_types;
static const struct ggc_root_tab roots[] = {
	{ &class_types, 1, sizeof(class_types), gt_ggc_mx_tree_node,
	  gt_pch_nx_tree_node },
	LAST_GGC_ROOT_TAB
};

/* Make GCC's collector keep what has to last until the pass. */
void register_class_roots(const char *plugin)
{
	register_callback(plugin, PLUGIN_REGISTER_GGC_ROOTS, NULL,
			  const_cast<ggc_root_tab *>(roots));
}

/* Let TYPE be the type of IDENTIFIER, and both last until the pass. */
void keep_identifier(tree identifier, tree type)
{
	TREE_TYPE(identifier) = type;
	class_types = tree_cons(identifier, type, class_types);
}

static struct tag_class allocator = {
	.name		= "allocator",
	.section	= ALLOC_TAG_SECTION_NAME,
	.suffix		= ALLOCTAG_SUFFIX,
};

struct tag_class *const allocator_class = &allocator;

bool writable_requested;

static auto_vec<tag_class *> classes;

/* Call CALLBACK for each class that the unit or a list names. */
void for_each_class(void (*callback)(struct tag_class *, void *), void *data)
{
	unsigned int i;
	tag_class *tag_class;

	callback(allocator_class, data);
	FOR_EACH_VEC_ELT(classes, i, tag_class)
		callback(tag_class, data);
}

/* Whether NAME can be a class: it becomes a part of symbols. */
bool valid_class_name(const char *name)
{
	if (!ISIDST(*name))
		return false;
	while (*name)
		if (!ISIDNUM(*name++))
			return false;
	return true;
}

/* The class NAME, which need not be declared yet. */
struct tag_class *class_named(const char *name)
{
	unsigned int i;
	tag_class *known, *added;

	if (!strcmp(name, allocator.name))
		return allocator_class;
	FOR_EACH_VEC_ELT(classes, i, known)
		if (!strcmp(name, known->name))
			return known;
	added = XCNEW(tag_class);
	added->name = xstrdup(name);
	added->section = concat("code_tags_", name, NULL);
	added->suffix = concat(CODE_TAG_SUFFIX, name, NULL);
	classes.safe_push(added);
	return added;
}

/*
 * An identifier whose type is the struct of the class NAME, if the source
 * declares one. It is kept in precompiled headers, other than the plugin's own
 * data.
 */
static tree class_identifier(const char *name)
{
	char *text = concat("alloctag class ", name, NULL);
	tree identifier = get_identifier(text);

	free(text);
	return identifier;
}

/* What a field of a tag is filled with. */
enum field_value {
	VALUE_ZERO,
	VALUE_FILE,
	VALUE_FUNCTION,
	VALUE_TYPE,
	VALUE_ARGUMENT,
	VALUE_CALLEE,
	VALUE_RESULT,
	VALUE_TAG,
	VALUE_LINE,
	VALUE_COLUMN,
	VALUE_FLAGS,
};

static enum field_value value_of_field(tree field)
{
	static const struct {
		const char *name;
		enum field_value value;
	} values[] = {
		{ "file", VALUE_FILE },
		{ "function", VALUE_FUNCTION },
		{ "type", VALUE_TYPE },
		{ "callee", VALUE_CALLEE },
		{ "result", VALUE_RESULT },
		{ "tag", VALUE_TAG },
		{ "line", VALUE_LINE },
		{ "column", VALUE_COLUMN },
		{ "flags", VALUE_FLAGS },
	};
	const char *name;
	size_t i;

	if (!DECL_NAME(field))
		return VALUE_ZERO;
	name = IDENTIFIER_POINTER(DECL_NAME(field));
	for (i = 0; i < ARRAY_SIZE(values); i++)
		if (!strcmp(name, values[i].name))
			return values[i].value;
	if (!strncmp(name, "arg", 3) && name[3] >= '1' && name[3] <= '9' && !name[4])
		return VALUE_ARGUMENT;
	return VALUE_ZERO;
}

/* Which argument FIELD, with VALUE_ARGUMENT, is filled with: from 1. */
static unsigned int argument_number(tree field)
{
	return IDENTIFIER_POINTER(DECL_NAME(field))[3] - '0';
}

static bool is_string_value(enum field_value value)
{
	return value == VALUE_FILE || value == VALUE_FUNCTION ||
	       value == VALUE_TYPE || value == VALUE_ARGUMENT ||
	       value == VALUE_CALLEE || value == VALUE_RESULT;
}

/* Whether TYPE can hold an offset from a tag: an int. */
static bool holds_offset(tree type)
{
	return TREE_CODE(type) == INTEGER_TYPE && !TYPE_UNSIGNED(type) &&
	       TYPE_PRECISION(type) == TYPE_PRECISION(integer_type_node);
}

/* Whether TYPE can hold a string: a pointer to char, or an offset. */
static bool holds_string(tree type)
{
	if (POINTER_TYPE_P(type))
		return TYPE_MAIN_VARIANT(TREE_TYPE(type)) == char_type_node;
	return holds_offset(type);
}

/* Whether FIELD can hold VALUE. */
static bool has_right_type(tree field, enum field_value value)
{
	tree type = TREE_TYPE(field);

	if (value == VALUE_TAG || is_string_value(value))
		return !DECL_C_BIT_FIELD(field) &&
		       (value == VALUE_TAG ? holds_offset(type) : holds_string(type));
	return INTEGRAL_TYPE_P(type);
}

/*
 * Report an error for each field of RECORD, the struct of a class, that can't
 * hold what the plugin fills it with.
 */
static void check_fields(tree record)
{
	tree field;

	for (field = TYPE_FIELDS(record); field; field = DECL_CHAIN(field)) {
		enum field_value value = value_of_field(field);
		auto_diagnostic_group group;

		if (value == VALUE_ZERO)
			continue;
		if (has_right_type(field, value))
			continue;
		error_at(DECL_SOURCE_LOCATION(field),
			 "field %qD of the tags of a class has the wrong type", field);
		if (value == VALUE_TAG)
			inform(DECL_SOURCE_LOCATION(field),
			       "it is filled with the offset of another tag: declare it as %<int%>");
		else if (is_string_value(value))
			inform(DECL_SOURCE_LOCATION(field),
			       "it is filled with a string: declare it as %<const char *%>, or as %<int%> for the offset from the tag");
		else
			inform(DECL_SOURCE_LOCATION(field),
			       "it is filled with a number: declare it as an integer");
	}
}

/*
 * Report an error if structs like RECORD, of a class, can't be in an array:
 * they have no size, or end with an array that has none.
 */
static void check_size(tree record)
{
	tree field, last = NULL_TREE;
	auto_diagnostic_group group;

	for (field = TYPE_FIELDS(record); field; field = DECL_CHAIN(field))
		last = field;
	if (!integer_zerop(TYPE_SIZE_UNIT(record)) &&
	    !(last && TREE_CODE(TREE_TYPE(last)) == ARRAY_TYPE &&
	      !COMPLETE_TYPE_P(TREE_TYPE(last))))
		return;
	error_at(last ? DECL_SOURCE_LOCATION(last) : input_location,
		 "the tags of a class have no fixed size");
	inform(last ? DECL_SOURCE_LOCATION(last) : input_location,
	       "they are an array: give the struct a member, and a size to its last one");
}

/* The structs of classes whose definitions are being parsed. */
static vec<tree> unfinished;

/*
 * PLUGIN_FINISH_TYPE callback, while the unit defines the struct of a class:
 * check its fields. They aren't known yet when the attribute is.
 */
static void finish_class(void *gcc_data, void *)
{
	tree type = static_cast<tree>(gcc_data);
	unsigned int i = 0;

	if (TREE_CODE(type) != RECORD_TYPE || !COMPLETE_TYPE_P(type))
		return;
	while (i < unfinished.length() && unfinished[i] != TYPE_MAIN_VARIANT(type))
		i++;
	if (i == unfinished.length())
		return;
	unfinished.unordered_remove(i);
	/* It is called for each mention of a type. */
	if (unfinished.is_empty())
		unregister_callback(PLUGIN_NAME, PLUGIN_FINISH_TYPE);
	check_fields(type);
	check_size(type);
}

/* Whether TYPE is RECORD, which may be a copy of it in const and the like. */
static bool same_record(tree type, tree record)
{
	return TYPE_MAIN_VARIANT(type) == TYPE_MAIN_VARIANT(record);
}

/*
 * Attribute handler: "code_tag_class" is accepted on the definition of a
 * struct. It declares the class that the argument names.
 */
static tree handle_class_attribute(tree *node, tree name, tree args, int flags,
				   bool *no_add_attrs)
{
	tree text = TREE_VALUE(args), identifier;
	auto_diagnostic_group group;

	if (TREE_CODE(*node) != RECORD_TYPE || !(flags & ATTR_FLAG_TYPE_IN_PLACE)) {
		error("%qE attribute applies to definitions of a struct only", name);
		*no_add_attrs = true;
		return NULL_TREE;
	}
	if (TREE_CODE(text) != STRING_CST ||
	    !valid_class_name(TREE_STRING_POINTER(text))) {
		error("the argument of the %qE attribute is not the name of a class", name);
		inform(input_location, "write an identifier in quotes, as in %<%E(\"wait\")%>",
		       name);
		*no_add_attrs = true;
		return NULL_TREE;
	}
	if (class_named(TREE_STRING_POINTER(text)) == allocator_class) {
		error("the class %<allocator%> is built in");
		inform(input_location, "its tags are %<struct alloc_tag%>");
		*no_add_attrs = true;
		return NULL_TREE;
	}
	identifier = class_identifier(TREE_STRING_POINTER(text));
	if (TREE_TYPE(identifier) && !same_record(TREE_TYPE(identifier), *node)) {
		error("the class %qs has two structs", TREE_STRING_POINTER(text));
		inform(TYPE_STUB_DECL(TREE_TYPE(identifier)) ?
		       DECL_SOURCE_LOCATION(TYPE_STUB_DECL(TREE_TYPE(identifier))) :
		       input_location, "this is the first");
		*no_add_attrs = true;
		return NULL_TREE;
	}
	keep_identifier(identifier, *node);
	if (unfinished.is_empty())
		register_callback(PLUGIN_NAME, PLUGIN_FINISH_TYPE, finish_class, NULL);
	if (!unfinished.contains(*node))
		unfinished.safe_push(*node);
	return NULL_TREE;
}

static struct attribute_spec class_attribute = {
	.name				= CLASS_ATTRIBUTE,
	.min_length			= 1,
	.max_length			= 1,
	.decl_required			= false,
	.type_required			= true,
	.function_type_required		= false,
	.affects_type_identity		= false,
	.handler			= handle_class_attribute,
	.exclude			= NULL,
};

/* Register the attribute that declares a class. */
void register_class_attribute(void)
{
	register_attribute(&class_attribute);
}

/*
 * The class whose tags TYPE points to, with any qualifiers; NULL if none. The
 * source declares struct alloc_tag itself, so it is recognised by its name.
 */
struct tag_class *class_of_pointer(tree type)
{
	tree record, attribute, name;

	if (!POINTER_TYPE_P(type) || TREE_CODE(TREE_TYPE(type)) != RECORD_TYPE)
		return NULL;
	record = TYPE_MAIN_VARIANT(TREE_TYPE(type));
	attribute = lookup_attribute(CLASS_ATTRIBUTE, TYPE_ATTRIBUTES(record));
	if (attribute)
		return class_named(TREE_STRING_POINTER(TREE_VALUE(TREE_VALUE(attribute))));
	name = TYPE_IDENTIFIER(record);
	return name && !strcmp(IDENTIFIER_POINTER(name), "alloc_tag") ?
		allocator_class : NULL;
}

/* Append a field to RECORD, after PREVIOUS. Returns the field. */
static tree add_field(tree record, tree previous, const char *name, tree type)
{
	tree field = build_decl(BUILTINS_LOCATION, FIELD_DECL,
				get_identifier(name), type);

	DECL_CONTEXT(field) = record;
	if (previous)
		DECL_CHAIN(previous) = field;
	else
		TYPE_FIELDS(record) = field;
	return field;
}

/* The same for an unsigned bit-field of BITS. */
static tree add_bit_field(tree record, tree previous, const char *name,
			  unsigned int bits)
{
	tree field = add_field(record, previous, name, unsigned_type_node);

	DECL_SIZE(field) = bitsize_int(bits);
	DECL_BIT_FIELD(field) = 1;
	SET_DECL_C_BIT_FIELD(field);
	return field;
}

/*
 * Build struct alloc_tag, as <linux/alloc_tag/abi.h> declares it, with the
 * target's types. Programs need no declaration of it.
 */
static tree build_alloc_tag(void)
{
	tree record = make_node(RECORD_TYPE);
	tree field;

	TYPE_NAME(record) = get_identifier("alloc_tag");
	field = add_field(record, NULL_TREE, "file", integer_type_node);
	field = add_field(record, field, "function", integer_type_node);
	field = add_field(record, field, "type", integer_type_node);
	field = add_bit_field(record, field, "line", CODE_TAG_LINE_BITS);
	field = add_bit_field(record, field, "column", CODE_TAG_COLUMN_BITS);
	field = add_bit_field(record, field, "flags",
			      32 - CODE_TAG_LINE_BITS - CODE_TAG_COLUMN_BITS);
	add_field(record, field, "idx", unsigned_type_node);
	SET_TYPE_ALIGN(record, ALLOC_TAG_ALIGN * BITS_PER_UNIT);
	TYPE_USER_ALIGN(record) = 1;
	layout_type(record);
	gcc_assert(tree_to_uhwi(TYPE_SIZE_UNIT(record)) == ALLOC_TAG_SIZE);
	return record;
}

/*
 * Whether tags with the struct RECORD must be writable: the program has fields
 * of its own in them, or the loader relocates pointers.
 */
static bool is_writable(tree record)
{
	tree field;

	for (field = TYPE_FIELDS(record); field; field = DECL_CHAIN(field))
		if ((value_of_field(field) == VALUE_ZERO &&
		     !DECL_UNNAMED_BIT_FIELD(field)) ||
		    (flag_pic && POINTER_TYPE_P(TREE_TYPE(field))))
			return true;
	return false;
}

/*
 * Set the type of the tags of TAG_CLASS. Returns false if the unit doesn't
 * declare the class, or with errors.
 */
bool class_is_declared(struct tag_class *tag_class)
{
	tree record;

	if (tag_class->type)
		return true;
	if (tag_class == allocator_class) {
		record = build_alloc_tag();
		/* The kernel writes idx before it makes them read-only. */
		tag_class->type = writable_requested ? record :
			build_qualified_type(record, TYPE_QUAL_CONST);
	} else {
		record = TREE_TYPE(class_identifier(tag_class->name));
		if (!record || !COMPLETE_TYPE_P(record))
			return false;
		tag_class->type = is_writable(record) ? record :
			build_qualified_type(record, TYPE_QUAL_CONST);
	}
	class_types = tree_cons(NULL_TREE, tag_class->type, class_types);
	return true;
}

/*
 * The type of the hidden parameter of functions of TAG_CLASS: a pointer to its
 * tags. Without a declaration, which is an error, it points to anything.
 */
tree tag_pointer_type(struct tag_class *tag_class)
{
	return class_is_declared(tag_class) ? build_pointer_type(tag_class->type) :
					      ptr_type_node;
}

/* Whether tags of TAG_CLASS have a field that is filled with VALUE. */
static bool has_value(struct tag_class *tag_class, enum field_value value)
{
	tree field;

	if (!class_is_declared(tag_class))
		return false;
	for (field = TYPE_FIELDS(tag_class->type); field; field = DECL_CHAIN(field))
		if (value_of_field(field) == value)
			return true;
	return false;
}

/* Whether FIELD of a tag is filled with the offset of another tag. */
bool is_tag_field(tree field)
{
	return value_of_field(field) == VALUE_TAG;
}

/* Whether tags of TAG_CLASS have the type of what a call allocates. */
bool class_has_type(struct tag_class *tag_class)
{
	return has_value(tag_class, VALUE_TYPE);
}

/*
 * Argument NUMBER of CALL, counted from 1, if it is a string constant. NULL if
 * it isn't, if there is none, or if there is no call.
 */
static const char *string_argument(gcall *call, unsigned int number)
{
	unsigned int depth = 4;
	tree argument;

	if (!call || gimple_call_num_args(call) < number)
		return NULL;
	argument = gimple_call_arg(call, number - 1);
	while (TREE_CODE(argument) == SSA_NAME && depth--) {
		gimple *definition = SSA_NAME_DEF_STMT(argument);

		if (!gimple_assign_single_p(definition) &&
		    !gimple_assign_cast_p(definition))
			return NULL;
		argument = gimple_assign_rhs1(definition);
	}
	return TREE_CODE(argument) == ADDR_EXPR ? c_getstr(argument) : NULL;
}

/*
 * Note in SITE what else a tag of TAG_CLASS for CALL needs: its arguments, and
 * the function that it calls. CALL may be NULL.
 */
void note_call(struct tag_class *tag_class, gcall *call, struct tag_site *site)
{
	tree callee = call ? gimple_call_fndecl(call) : NULL_TREE;
	unsigned int number;
	tree field;

	site->callee = NULL;
	site->result = NULL;
	memset(site->arguments, 0, sizeof(site->arguments));
	for (field = TYPE_FIELDS(tag_class->type); field; field = DECL_CHAIN(field)) {
		switch (value_of_field(field)) {
		case VALUE_ARGUMENT:
			number = argument_number(field);
			site->arguments[number - 1] = string_argument(call, number);
			break;
		case VALUE_CALLEE:
			if (callee && DECL_NAME(callee))
				site->callee = IDENTIFIER_POINTER(DECL_NAME(callee));
			break;
		case VALUE_RESULT:
			site->result = callee ? result_of(callee, NULL) : NULL;
			break;
		default:
			break;
		}
	}
	/* Two calls in a macro have the same place. Listed ones differ. */
	if (callee && DECL_NAME(callee) && result_of(callee, NULL))
		site->callee = IDENTIFIER_POINTER(DECL_NAME(callee));
}

/* NUMBER as a value for FIELD, 0 if it does not fit. */
static tree number_value(tree field, unsigned int number)
{
	tree type = TREE_TYPE(field);
	unsigned int bits = DECL_BIT_FIELD(field) ?
		tree_to_uhwi(DECL_SIZE(field)) : TYPE_PRECISION(type);

	bits -= !TYPE_UNSIGNED(type);
	if (bits < 32 && number >> bits)
		number = 0;
	return build_int_cstu(type, number);
}

/*
 * What FIELD of a tag for SITE is filled with. For a string it is set in *TEXT,
 * NULL if there is none, and NULL_TREE is returned.
 */
tree field_initializer(tree field, const struct tag_site *site, const char **text)
{
	*text = NULL;
	switch (value_of_field(field)) {
	case VALUE_FILE:
		*text = site->file;
		return NULL_TREE;
	case VALUE_FUNCTION:
		*text = site->function;
		return NULL_TREE;
	case VALUE_TYPE:
		*text = site->type;
		return NULL_TREE;
	case VALUE_ARGUMENT:
		*text = site->arguments[argument_number(field) - 1];
		return NULL_TREE;
	case VALUE_CALLEE:
		*text = site->callee;
		return NULL_TREE;
	case VALUE_RESULT:
		*text = site->result;
		return NULL_TREE;
	case VALUE_LINE:
		return number_value(field, site->line);
	case VALUE_COLUMN:
		return number_value(field, site->column);
	case VALUE_FLAGS:
		return number_value(field, site->flags);
	default:
		return build_zero_cst(TREE_TYPE(field));
	}
}

/* Forget the types, at the end of the pass. */
void free_classes(void)
{
	unsigned int i;
	tag_class *tag_class;

	allocator.type = NULL_TREE;
	FOR_EACH_VEC_ELT(classes, i, tag_class)
		tag_class->type = NULL_TREE;
}
