// SPDX-License-Identifier: GPL-2.0
/*
 * alloctag_tag.c - tag objects
 *
 * A tag is a static variable in the section of its class. The class tells what
 * it contains (alloctag_class.c). For allocators, that is struct alloc_tag in
 * include/linux/alloc_tag/abi.h, which also defines the name of the section and
 * the size and alignment of a tag. Its strings are referred to by their offsets
 * from the tag, which the linker computes:
 *
 *		.section	alloc_tags,"a"
 *		.align 4
 *	.LALLOCTAG1:
 *		.long	.LC0-.LALLOCTAG1	"fs/pipe.c"
 *		.long	.LC1-.LALLOCTAG1	"alloc_pipe_info"
 *		.long	.LC2-.LALLOCTAG1	"struct pipe_inode_info"
 *		.long	line, column, flags
 *		.long	0
 *
 * GCC removes static variables that nothing refers to. So a tag is in the
 * object file if and only if a call that passes it was not optimised away. With
 * -ffunction-sections or -fdata-sections, each tag has a separate section, so
 * that the linker can do the same for functions that it removes.
 *
 * With the argument allocator-names, a second section has the names of the
 * allocators that are called with each tag: struct alloc_tag_allocator. It is
 * apart from the tags because only some kernels need it.
 */
#include "alloctag.h"

/*
 * Of the C front ends. GCC loads the plugin into lto1, too, which lacks them.
 */
extern cpp_reader *parse_in __attribute__((weak));
extern decltype(cpp_defined) cpp_defined __attribute__((weak));

/* Tags made so far: their addresses, by all that make_tag() is asked for. */
static hash_map<nofree_string_hash, tree> *tags;

/* The value of the argument private-strings, NULL without it. */
const char *private_strings_macro;
/* Strings emitted by private_string() so far: their addresses. */
static hash_map<nofree_string_hash, tree> *private_strings;

bool allocator_names_requested;
/* const struct alloc_tag_allocator */
static tree allocator_type;
/* What name_allocator() has emitted, as "TAG NAME". */
static hash_set<nofree_string_hash> *allocator_names;

/*
 * The address of the string constant TEXT.
 *
 * -Wlarger-than= warns about a string when GCC first needs a symbol for it. The
 * source does not have this one, so that is done here, without the warning.
 */
static tree text_literal(const char *text)
{
	size_t size = strlen(text) + 1;
	tree address = build_string_literal(size, text);
	HOST_WIDE_INT limit = warn_larger_than_size;
	tree string = address;

	if ((HOST_WIDE_INT)size > limit) {
		while (TREE_CODE(string) != STRING_CST)
			string = TREE_OPERAND(string, 0);
		warn_larger_than_size = HOST_WIDE_INT_MAX;
		output_constant_def(string, 1);
		warn_larger_than_size = limit;
	}
	return address;
}

/*
 * The name of FUNCTION in a tag, as in the source. The caller frees it. For
 * OpenMP, GCC outlines functions with names such as f._omp_fn.0 from f().
 */
static char *tag_function(tree function)
{
	const char *name = DECL_NAME(function) ?
		IDENTIFIER_POINTER(DECL_NAME(function)) : "";

	return xstrndup(name, is_outlined(function) ?
			strstr(name, "._omp_") - name : strlen(name));
}

/*
 * Put TAG into the section of TAG_CLASS, or into a separate section of the same
 * name if data or functions have their own sections. The assembler tells
 * sections of one name apart by "unique,N". GCC can't print that, so the
 * section *name* carries the rest of the directive, and "#" comments out what
 * GCC appends.
 */
static void set_tag_section(tree tag, struct tag_class *tag_class)
{
	static unsigned int sections;
	char *name;

	if (!flag_function_sections && !flag_data_sections) {
		set_decl_section_name(tag, tag_class->section);
		return;
	}
	name = xasprintf("%s,\"%s\",@progbits,unique,%u#", tag_class->section,
			 TYPE_READONLY(tag_class->type) ? "a" : "aw", ++sections);
	set_decl_section_name(tag, name);
	free(name);
}

/*
 * A constant static variable of TYPE, without a name in the source, its debug
 * information or warnings. Define it with define_constant().
 *
 * The assembler keeps no symbol for it. With CONFIG_KALLSYMS_ALL, the kernel
 * would have it in kallsyms, and a module 24 bytes and a name in memory. When
 * optimising at link time, GCC may have to refer to it from other object files;
 * symbols are needed then.
 */
static tree build_constant(location_t where, const char *prefix, tree type)
{
	HOST_WIDE_INT limit = warn_larger_than_size;
	static unsigned int labels;
	char label[30];
	tree variable;

	/* It is not of the source: -Wlarger-than= has nothing to say. */
	warn_larger_than_size = HOST_WIDE_INT_MAX;
	variable = build_decl(where, VAR_DECL, create_tmp_var_name(prefix), type);
	warn_larger_than_size = limit;
	if (!flag_lto) {
		snprintf(label, sizeof(label), "*.LALLOCTAG%u", ++labels);
		SET_DECL_ASSEMBLER_NAME(variable, get_identifier(label));
	}
	TREE_STATIC(variable) = 1;
	TREE_READONLY(variable) = 1;
	TREE_ADDRESSABLE(variable) = 1;
	TREE_USED(variable) = 1;
	DECL_ARTIFICIAL(variable) = 1;
	DECL_IGNORED_P(variable) = 1;
	DECL_NAMELESS(variable) = 1;
	/* Otherwise targets may align aggregates more, for faster copies. */
	SET_DECL_ALIGN(variable, TYPE_ALIGN(type));
	DECL_USER_ALIGN(variable) = 1;
	return variable;
}

/* Define VARIABLE, whose section is set, with the value INITIAL. */
static void define_constant(tree variable, tree initial)
{
	DECL_INITIAL(variable) = initial;
	TREE_CONSTANT(initial) = 1;
	TREE_STATIC(initial) = 1;
	varpool_node::finalize_decl(variable);
	/* With -fno-toplevel-reorder, GCC would keep it without references. */
	varpool_node::get(variable)->no_reorder = false;
}

/* The same for a structure with the fields VALUES. */
static void define_structure(tree variable, vec<constructor_elt, va_gc> *values)
{
	define_constant(variable,
			build_constructor(TYPE_MAIN_VARIANT(TREE_TYPE(variable)), values));
}

/*
 * The address of a string TEXT that has no symbol, see text_address(). Equal
 * strings of a unit are one.
 */
static tree private_string(const char *text)
{
	size_t size = strlen(text) + 1;
	tree type = build_array_type_nelts(build_qualified_type(char_type_node,
								TYPE_QUAL_CONST),
					   size);
	tree variable, value, address;

	if (!private_strings)
		private_strings = new hash_map<nofree_string_hash, tree>;
	if (tree *known = private_strings->get(text))
		return unshare_expr(*known);

	variable = build_constant(BUILTINS_LOCATION, "alloctag_string", type);
	set_decl_section_name(variable, ".rodata");
	value = build_string(size, text);
	TREE_TYPE(value) = type;
	define_constant(variable, value);

	address = build1(ADDR_EXPR, build_pointer_type(type), variable);
	private_strings->put(xstrdup(text), address);
	return unshare_expr(address);
}

/*
 * Whether the macro NAME is defined at the end of the unit. False if the input
 * was preprocessed already.
 */
static bool macro_is_defined(const char *name)
{
	return &parse_in && parse_in && cpp_defined &&
		cpp_defined(parse_in, (const unsigned char *)name, strlen(name));
}

/*
 * The address of TEXT, for offset_from(). GCC puts string constants into a
 * section where the linker merges equal ones of all units. An offset needs a
 * symbol then, which remains in objects that are linked at run time. So with
 * the argument private-strings, for modules of the kernel, they are elsewhere.
 * That isn't an argument of modules alone, because makefiles that disable the
 * plugin for a file expect all of its arguments in GCC_PLUGINS_CFLAGS.
 */
static tree text_address(const char *text)
{
	return private_strings_macro && macro_is_defined(private_strings_macro) ?
		private_string(text) : text_literal(text);
}

/* The offset of ADDRESS from the variable BASE. The linker computes it. */
static tree offset_from(tree base, tree address)
{
	tree from = build1(ADDR_EXPR, build_pointer_type(TREE_TYPE(base)), base);
	tree offset = build2(MINUS_EXPR, ptrdiff_type_node,
			     build1(NOP_EXPR, ptrdiff_type_node, address),
			     build1(NOP_EXPR, ptrdiff_type_node, from));

	TREE_CONSTANT(from) = 1;
	TREE_CONSTANT(TREE_OPERAND(offset, 0)) = 1;
	TREE_CONSTANT(TREE_OPERAND(offset, 1)) = 1;
	TREE_CONSTANT(offset) = 1;
	offset = build1(NOP_EXPR, integer_type_node, offset);
	TREE_CONSTANT(offset) = 1;
	return offset;
}

/* Whether liballoctag stores the index of a tag in FIELD. */
static bool stores_index(tree field)
{
	return writable_requested && allocator_class->type && DECL_NAME(field) &&
		DECL_CONTEXT(field) == TYPE_MAIN_VARIANT(allocator_class->type) &&
		id_equal(DECL_NAME(field), "idx");
}

/* The value of FIELD in TAG for SITE. */
static tree field_of_tag(tree tag, tree field, const struct tag_site *site)
{
	const char *text;
	tree value = field_initializer(field, site, &text);

	if (stores_index(field))
		return build_all_ones_cst(TREE_TYPE(field));
	if (is_tag_field(field) && site->tag)
		return offset_from(tag, unshare_expr(site->tag));
	if (value)
		return value;
	if (!text)
		return build_zero_cst(TREE_TYPE(field));
	if (POINTER_TYPE_P(TREE_TYPE(field)))
		return fold_convert(TREE_TYPE(field), text_address(text));
	return offset_from(tag, text_address(text));
}

/* All of SITE and the class TAG_CLASS in one string. The caller frees it. */
static char *key_of_tag(struct tag_class *tag_class, const struct tag_site *site)
{
	tree other = site->tag ? DECL_NAME(TREE_OPERAND(site->tag, 0)) : NULL_TREE;
	char *key = xasprintf("%s:%s:%u:%u:%s:%s:%s:%s:%u", tag_class->name, site->file,
			      site->line, site->column, site->function,
			      site->type, site->callee ? site->callee : "",
			      other ? IDENTIFIER_POINTER(other) : "", site->flags);
	size_t i;

	for (i = 0; i < ARRAY_SIZE(site->arguments); i++) {
		const char *argument = site->arguments[i];
		char *more;

		if (!argument)
			continue;
		/* With its length: it may have any character. */
		more = xasprintf("%s:%u:%u:%s", key, (unsigned int)i,
				 (unsigned int)strlen(argument), argument);
		free(key);
		key = more;
	}
	return key;
}

/*
 * The tag of make_tag() and of make_further_tag(), where OTHER is the one that
 * the call passes.
 */
static tree make_any_tag(struct tag_class *tag_class, location_t where, tree function,
			 const char *type, gcall *call, unsigned int flags, tree other)
{
	expanded_location at = expand_location(where);
	tree pointer_type = tag_pointer_type(tag_class);
	vec<constructor_elt, va_gc> *values = NULL;
	tree field, tag, address;
	struct tag_site site;
	char *name, *key;

	if (!class_is_declared(tag_class))
		return build_zero_cst(pointer_type);
	name = tag_function(function);
	site.file = tag_file(at.file);
	site.function = name;
	site.type = type;
	site.line = at.line;
	site.column = at.column;
	site.flags = flags;
	site.tag = other;
	note_call(tag_class, call, &site);
	if (flags & CODE_TAG_UNTAGGED) {
		site.callee = name;
		site.result = result_of(function, NULL);
	}

	if (!tags)
		tags = new hash_map<nofree_string_hash, tree>;
	key = key_of_tag(tag_class, &site);
	if (tree *known = tags->get(key)) {
		free(key);
		free(name);
		return unshare_expr(*known);
	}

	tag = build_constant(where, "alloctag", tag_class->type);
	TREE_READONLY(tag) = TYPE_READONLY(tag_class->type);
	set_tag_section(tag, tag_class);
	for (field = TYPE_FIELDS(tag_class->type); field; field = DECL_CHAIN(field))
		CONSTRUCTOR_APPEND_ELT(values, field, field_of_tag(tag, field, &site));
	free(name);
	define_structure(tag, values);

	address = build1(ADDR_EXPR, pointer_type, tag);
	tags->put(key, address);
	statistics.tags++;
	return unshare_expr(address);
}

/*
 * Returns the address of a tag of TAG_CLASS, as a tree that is not shared: at
 * WHERE in FUNCTION (a FUNCTION_DECL), where an object of TYPE is allocated (""
 * if not known), for CALL if it is not NULL, with FLAGS. Equal arguments give
 * the same tag, because GCC duplicates statements before the pass runs
 * (cleanups). For a class that is not declared, it is NULL.
 */
tree make_tag(struct tag_class *tag_class, location_t where, tree function,
	      const char *type, gcall *call, unsigned int flags)
{
	return make_any_tag(tag_class, where, function, type, call, flags, NULL_TREE);
}

/*
 * Let references keep the variable OTHER if and only if GCC keeps VARIABLE,
 * whose initializer has none: in the symbol table, it gets one.
 */
static void keep_with(tree variable, tree other)
{
	varpool_node::get(variable)->create_reference(varpool_node::get(other),
						      IPA_REF_ADDR);
}

/*
 * Make a tag of TAG_CLASS for CALL in FUNCTION, which passes the tag at the
 * address TAG, of another class. Its field "tag" is the offset of that. It is
 * in the object file if and only if TAG is. The class must be declared.
 */
void make_further_tag(struct tag_class *tag_class, tree tag, tree function, gcall *call)
{
	tree further = make_any_tag(tag_class, gimple_location(call), function, "",
				    call, 0, tag);

	keep_with(TREE_OPERAND(tag, 0), TREE_OPERAND(further, 0));
}

/* Build const struct alloc_tag_allocator, with the target's types. */
static tree build_allocator_type(void)
{
	static const char *const names[] = { "tag", "name" };
	tree record = make_node(RECORD_TYPE);
	size_t i;

	TYPE_NAME(record) = get_identifier("alloc_tag_allocator");
	for (i = ARRAY_SIZE(names); i-- > 0; ) {
		tree field = build_decl(BUILTINS_LOCATION, FIELD_DECL,
					get_identifier(names[i]), integer_type_node);

		DECL_CONTEXT(field) = record;
		DECL_CHAIN(field) = TYPE_FIELDS(record);
		TYPE_FIELDS(record) = field;
	}
	layout_type(record);
	return build_qualified_type(record, TYPE_QUAL_CONST);
}

/*
 * Emit the name of ALLOCATOR, a FUNCTION_DECL, as one that is called with the
 * tag at the address TAG. Does nothing unless the argument allocator-names was
 * given.
 *
 * GCC keeps the structure if and only if it keeps the tag.
 */
void name_allocator(tree tag, tree allocator)
{
	tree tag_variable = TREE_OPERAND(tag, 0);
	const char *name = IDENTIFIER_POINTER(DECL_NAME(allocator));
	vec<constructor_elt, va_gc> *values = NULL;
	tree variable, field;
	char *key;

	if (!allocator_names_requested)
		return;
	if (!allocator_names) {
		allocator_names = new hash_set<nofree_string_hash>;
		allocator_type = build_allocator_type();
	}
	key = xasprintf("%s %s", IDENTIFIER_POINTER(DECL_NAME(tag_variable)),
			name);
	if (allocator_names->add(key)) {
		free(key);
		return;
	}

	variable = build_constant(DECL_SOURCE_LOCATION(tag_variable),
				  "alloctag_allocator", allocator_type);
	set_decl_section_name(variable, ALLOC_TAG_ALLOCATOR_SECTION_NAME);
	field = TYPE_FIELDS(allocator_type);
	CONSTRUCTOR_APPEND_ELT(values, field,
			       offset_from(variable, unshare_expr(tag)));
	field = DECL_CHAIN(field);
	CONSTRUCTOR_APPEND_ELT(values, field,
			       offset_from(variable, text_address(name)));
	define_structure(variable, values);
	keep_with(tag_variable, variable);
}

static void free_map(hash_map<nofree_string_hash, tree> **map)
{
	if (!*map)
		return;
	for (hash_map<nofree_string_hash, tree>::iterator entry = (*map)->begin();
	     entry != (*map)->end(); ++entry)
		free(const_cast<char *>((*entry).first));
	delete *map;
	*map = NULL;
}

/* Free the maps of tags, at the end of the pass. The tags themselves remain. */
void free_tags(void)
{
	if (allocator_names) {
		for (hash_set<nofree_string_hash>::iterator key = allocator_names->begin();
		     key != allocator_names->end(); ++key)
			free(const_cast<char *>(*key));
		delete allocator_names;
		allocator_names = NULL;
		allocator_type = NULL_TREE;
	}
	free_map(&private_strings);
	free_map(&tags);
}
