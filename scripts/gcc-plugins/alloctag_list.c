// SPDX-License-Identifier: GPL-2.0
/*
 * alloctag_list.c - lists that mark functions, and how a function is marked
 *
 * A list (allocators=FILE, mark=CLASS:FILE) marks functions of a class whose
 * prototypes can't be changed, and excludes functions:
 *
 *	NAME		mark functions of this name
 *	!NAME		don't mark functions of this name
 *	NAME = RESULT	let calls of them fail
 *	STRUCT.MEMBER	mark the pointer to functions that is this member
 *	TYPE		mark pointers to functions of this type, by its name
 *
 * each also with a file; see alloctag_entry.c. An entry with "!" wins over all
 * that mark the function for the list's class, the attribute included. The
 * order of entries has no meaning.
 *
 * NAME alone does not mark a function that the unit knows only from a system
 * header: it is in a library, and libraries are built without the plugin. The
 * list may mean a static function of another unit, say getdelim().
 *
 * A function with a RESULT first asks whether it is to return that; see
 * alloctag_decide.c. If no other mark gives it a class, it is of the list's.
 */
#include "alloctag.h"

/*
 * A line of a list.
 *
 * @tag_class:	the class that it is of
 * @used:	the unit has a function that the line applies to
 * @hash:	GCC's own hash value of the identifier NAME, unless it has
 *		wildcards
 * @next:	the next entry with the same NAME, if that has no wildcards
 */
struct mark_entry : list_entry {
	struct tag_class *tag_class;
	bool used;
	hashval_t hash;
	struct mark_entry *next;
};

static auto_vec<mark_entry *> entries;
/*
 * Finds the first entry of a name. Most functions of a unit are looked up and
 * are in no list, so this uses the hash value that GCC keeps with an
 * identifier. The identifiers themselves can't be compared: a precompiled
 * header replaces them.
 */
struct entry_hasher : nofree_ptr_hash<mark_entry> {
	typedef tree compare_type;

	static hashval_t hash(const mark_entry *entry)
	{
		return entry->hash;
	}

	static bool equal(const mark_entry *entry, tree name)
	{
		return entry->hash == IDENTIFIER_HASH_VALUE(name) &&
			!strcmp(entry->name, IDENTIFIER_POINTER(name));
	}
};

/* The entries without wildcards in NAME, by NAME. */
static hash_table<entry_hasher> *named_entries;
/* The others. */
static auto_vec<mark_entry *> wildcard_entries;
/* Those of the former whose NAME is STRUCT.MEMBER. */
static auto_vec<mark_entry *> member_entries;
/* Whether there are entries with a RESULT. */
static bool lists_have_results;

/* read_entries() callback: add LINE, of a list for the class DATA. */
static void add_entry(struct list_entry *line, void *data)
{
	mark_entry *entry, **first;
	tree identifier;

	if (line->result && !valid_result(line->result)) {
		error("%s:%u: %qs has no result that a function can fail with",
		      line->list, line->number, line->text);
		inform_of_results(UNKNOWN_LOCATION);
		return;
	}
	entry = new mark_entry();
	*static_cast<list_entry *>(entry) = *line;
	entry->tag_class = static_cast<struct tag_class *>(data);
	lists_have_results |= entry->result != NULL;
	entries.safe_push(entry);
	if (entry->wildcard) {
		wildcard_entries.safe_push(entry);
		return;
	}
	if (!entry->exclude && !entry->result && strchr(entry->name, '.'))
		member_entries.safe_push(entry);
	if (!named_entries)
		named_entries = new hash_table<entry_hasher>(64);
	identifier = get_identifier(entry->name);
	entry->hash = IDENTIFIER_HASH_VALUE(identifier);
	first = named_entries->find_slot_with_hash(identifier, entry->hash, INSERT);
	if (*first) {
		entry->next = (*first)->next;
		(*first)->next = entry;
	} else {
		*first = entry;
	}
}

/*
 * Add the entries in FILE, for TAG_CLASS. Report an error if it can't be read.
 */
void read_list(const char *file, struct tag_class *tag_class)
{
	if (read_entries(file, add_entry, tag_class))
		tag_class->listed = true;
	else if (tag_class == allocator_class)
		inform(UNKNOWN_LOCATION,
		       "it was given with %<-fplugin-arg-%s-allocators=%>", PLUGIN_NAME);
	else
		inform(UNKNOWN_LOCATION, "it was given with %<-fplugin-arg-%s-mark=%s:%>",
		       PLUGIN_NAME, tag_class->name);
}

/* The first entry with the name of DECL, or NULL. */
static mark_entry *entries_of(tree decl)
{
	tree name = DECL_NAME(decl);

	return named_entries && name ?
		named_entries->find_with_hash(name, IDENTIFIER_HASH_VALUE(name)) : NULL;
}

/*
 * The attribute of a function whose declarations have been compared with the
 * lists. Its value is a list of identifiers, the texts of entries whose FILE
 * has a declaration. An attribute is kept in precompiled headers.
 */
#define DECLARED_ATTRIBUTE	"alloctag declared"

/* Whether a declaration of DECL in ENTRY's FILE has been noted. */
static bool is_declared_in_file(const mark_entry *entry, tree decl)
{
	tree attribute = lookup_attribute(DECLARED_ATTRIBUTE, DECL_ATTRIBUTES(decl));

	return attribute && value_member(get_identifier(entry->text),
					 TREE_VALUE(attribute));
}

/* Whether ENTRY applies to the function DECL. */
static bool applies(const mark_entry *entry, tree decl)
{
	struct function *body = DECL_STRUCT_FUNCTION(decl);

	if (!entry_has_name(entry, decl))
		return false;
	if (!entry->file)
		return true;
	return is_declared_in_file(entry, decl) ||
	       entry_has_file(entry, DECL_SOURCE_LOCATION(decl)) ||
	       (body && entry_has_file(entry, body->function_start_locus));
}

/*
 * Add to FOUND all entries that may apply to DECL: those with its name, and all
 * with wildcards.
 */
static void candidates(tree decl, vec<mark_entry *> *found)
{
	mark_entry *entry;
	unsigned int i;

	if (!DECL_NAME(decl))
		return;
	for (entry = entries_of(decl); entry; entry = entry->next)
		found->safe_push(entry);
	FOR_EACH_VEC_ELT(wildcard_entries, i, entry)
		found->safe_push(entry);
}

/*
 * Whether any entry may apply to DECL. Most functions are in no list: this is
 * one look at the names for all classes.
 */
bool may_be_listed(tree decl)
{
	return DECL_NAME(decl) &&
	       (!wildcard_entries.is_empty() || entries_of(decl));
}

/*
 * PLUGIN_FINISH_DECL callback: remember in which listed files a function is
 * declared. GCC keeps the location of only one of its declarations.
 */
void note_declaration(void *gcc_data, void *)
{
	tree decl = static_cast<tree>(gcc_data);
	auto_vec<mark_entry *> found;
	tree noted = NULL_TREE, old;
	mark_entry *entry;
	unsigned int i;

	if (TREE_CODE(decl) != FUNCTION_DECL || !may_be_listed(decl))
		return;
	candidates(decl, &found);
	FOR_EACH_VEC_ELT(found, i, entry)
		if (entry->file && applies(entry, decl))
			noted = tree_cons(NULL_TREE, get_identifier(entry->text),
					  noted);
	if (!noted)
		return;
	old = lookup_attribute(DECLARED_ATTRIBUTE, DECL_ATTRIBUTES(decl));
	if (old)
		TREE_VALUE(old) = noted;
	else
		DECL_ATTRIBUTES(decl) =
			tree_cons(get_identifier(DECLARED_ATTRIBUTE), noted,
				  DECL_ATTRIBUTES(decl));
}

/* Remove what note_declaration() has noted of DECL: GCC has no use for it. */
void forget_declarations(tree decl)
{
	DECL_ATTRIBUTES(decl) =
		remove_attribute(DECLARED_ATTRIBUTE, DECL_ATTRIBUTES(decl));
}

/* The member that ENTRY names, in a struct of the name NAME; NULL if none. */
static const char *member_in(const mark_entry *entry, tree name)
{
	size_t length = IDENTIFIER_LENGTH(name);

	return !strncmp(entry->name, IDENTIFIER_POINTER(name), length) &&
	       entry->name[length] == '.' ? entry->name + length + 1 : NULL;
}

/*
 * Mark DECL, a member or the name of a type, which ENTRY names, unless it is
 * marked already. Returns false if it is no pointer to functions.
 */
static bool mark_listed_pointer(mark_entry *entry, tree decl)
{
	if (entry->file && !entry_has_file(entry, DECL_SOURCE_LOCATION(decl)))
		return true;
	if (class_of_pointers(TREE_TYPE(decl)) != entry->tag_class &&
	    !mark_pointer(decl, entry->tag_class, NULL_TREE))
		return false;
	entry->used = true;
	return true;
}

/* The same for a member. That it is none is an error, reported once. */
static void mark_listed_member(mark_entry *entry, tree decl)
{
	auto_diagnostic_group group;

	if (mark_listed_pointer(entry, decl) || entry->used)
		return;
	entry->used = true;
	error_at(DECL_SOURCE_LOCATION(decl),
		 "%qD is no pointer to functions with a prototype", decl);
	inform(DECL_SOURCE_LOCATION(decl), "%s:%u names %qs", entry->list, entry->number,
	       entry->text);
}

/* Mark the members of TYPE, a struct of the name NAME, that lists name. */
static void mark_listed_members(tree type, tree name)
{
	const char *member;
	mark_entry *entry;
	unsigned int i;
	tree field;

	FOR_EACH_VEC_ELT(member_entries, i, entry) {
		member = member_in(entry, name);
		for (field = TYPE_FIELDS(type); member && field; field = DECL_CHAIN(field))
			if (TREE_CODE(field) == FIELD_DECL && DECL_NAME(field) &&
			    !strcmp(IDENTIFIER_POINTER(DECL_NAME(field)), member))
				mark_listed_member(entry, field);
	}
}

/* PLUGIN_FINISH_TYPE callback: mark the members of a struct that lists name. */
void mark_members_of_struct(void *gcc_data, void *)
{
	tree type = static_cast<tree>(gcc_data);

	if (RECORD_OR_UNION_TYPE_P(type) && COMPLETE_TYPE_P(type) && TYPE_NAME(type) &&
	    TREE_CODE(TYPE_NAME(type)) == IDENTIFIER_NODE)
		mark_listed_members(type, TYPE_NAME(type));
}

/*
 * PLUGIN_FINISH_DECL callback: mark a type of pointers that lists name, and the
 * members of a struct that has no other name. A function of another unit may
 * have the name of any other type.
 */
void mark_named_type(void *gcc_data, void *)
{
	tree decl = static_cast<tree>(gcc_data);
	mark_entry *entry;

	if (TREE_CODE(decl) != TYPE_DECL || !DECL_NAME(decl))
		return;
	if (RECORD_OR_UNION_TYPE_P(TREE_TYPE(decl)) && COMPLETE_TYPE_P(TREE_TYPE(decl)) &&
	    TYPE_NAME(TREE_TYPE(decl)) == decl)
		mark_listed_members(TREE_TYPE(decl), DECL_NAME(decl));
	for (entry = entries_of(decl); entry; entry = entry->next)
		if (!entry->exclude && !entry->result)
			mark_listed_pointer(entry, decl);
}

/* Whether there are entries that may be names of types. */
bool lists_name_types(void)
{
	return named_entries;
}

/* Whether an entry names a member. */
bool lists_name_members(void)
{
	mark_entry *entry;
	unsigned int i;

	FOR_EACH_VEC_ELT(entries, i, entry)
		if (strchr(entry->name, '.') && !entry->wildcard)
			return true;
	return false;
}

/* Whether an entry names a file, so that note_declaration() is needed. */
bool lists_name_files(void)
{
	mark_entry *entry;
	unsigned int i;

	FOR_EACH_VEC_ELT(entries, i, entry)
		if (entry->file)
			return true;
	return false;
}

/*
 * Look up the function DECL in the lists of TAG_CLASS. Sets the used flag of
 * entries. They name functions of the source, not the functions that GCC
 * outlines from them.
 */
enum listed listed_as(tree decl, struct tag_class *tag_class)
{
	bool in_library = DECL_EXTERNAL(decl) && DECL_IN_SYSTEM_HEADER(decl);
	enum listed result = LISTED_NOT;
	auto_vec<mark_entry *> found;
	mark_entry *entry;
	unsigned int i;

	if (!tag_class->listed || is_outlined(decl))
		return LISTED_NOT;
	candidates(decl, &found);
	FOR_EACH_VEC_ELT(found, i, entry) {
		enum listed here = LISTED_BY_NAME;

		if (entry->tag_class != tag_class || !applies(entry, decl))
			continue;
		entry->used = true;
		if (entry->exclude)
			here = LISTED_EXCLUDED;
		else if (in_library && !entry->file)
			here = entry->wildcard ? LISTED_NOT : LISTED_IN_LIBRARY;
		else if (entry->result)
			here = LISTED_TO_FAIL;
		else if (entry->wildcard)
			here = LISTED_BY_WILDCARD;
		result = here > result ? here : result;
	}
	return result;
}

/* Whether one of the entries FOUND excludes DECL from TAG_CLASS. */
static bool is_excluded(struct tag_class *tag_class, tree decl,
			const vec<mark_entry *> *found)
{
	mark_entry *entry;
	unsigned int i;

	FOR_EACH_VEC_ELT(*found, i, entry)
		if (entry->exclude && entry->tag_class == tag_class &&
		    applies(entry, decl))
			return true;
	return false;
}

/*
 * Look up what the function DECL returns if it is to fail, and note it as
 * result_of(DECL). If entries differ, that is an error.
 */
static void note_result(tree decl)
{
	const mark_entry *first = NULL;
	auto_vec<mark_entry *> found;
	mark_entry *entry;
	unsigned int i;

	if (!lists_have_results || is_outlined(decl) || is_decision(decl) ||
	    result_of(decl, NULL))
		return;
	candidates(decl, &found);
	FOR_EACH_VEC_ELT(found, i, entry) {
		if (!entry->result || !applies(entry, decl) ||
		    is_excluded(entry->tag_class, decl, &found))
			continue;
		if (first && strcmp(first->result, entry->result))
			error_at(DECL_SOURCE_LOCATION(decl),
				 "%qD has two results to fail with, %qs and %qs", decl,
				 first->result, entry->result);
		first = entry;
	}
	if (first)
		set_result(decl, first->result, first->tag_class->name);
}

/*
 * Whether a mark found as LISTED gives way to one of another list, by a name
 * without a result.
 */
static bool gives_way(enum listed listed)
{
	return listed == LISTED_TO_FAIL || listed == LISTED_BY_WILDCARD ||
	       listed == LISTED_EXCLUDED;
}

/* For mark_of(): a function, and what is known of it so far. */
struct mark_search {
	tree decl;
	struct mark mark;
};

/* for_each_class() callback: look up the function in the lists of TAG_CLASS. */
static void find_mark(struct tag_class *tag_class, void *data)
{
	struct mark_search *search = static_cast<mark_search *>(data);
	struct mark *mark = &search->mark;
	enum listed listed = listed_as(search->decl, tag_class);

	if (tag_class == mark->tag_class) {
		if (listed == LISTED_EXCLUDED)
			mark->listed = listed;
	} else if (listed == LISTED_IN_LIBRARY && !mark->tag_class) {
		mark->listed = listed;
	} else if (listed == LISTED_BY_NAME || listed == LISTED_BY_WILDCARD ||
		   listed == LISTED_TO_FAIL) {
		/* A wildcard or a result marks only what nothing else does. */
		if (!mark->tag_class ||
		    (listed == LISTED_BY_NAME && gives_way(mark->listed)) ||
		    (listed == LISTED_BY_WILDCARD && mark->listed == LISTED_TO_FAIL)) {
			mark->tag_class = tag_class;
			mark->listed = listed;
		} else if (listed == LISTED_BY_NAME) {
			mark->second = tag_class;
		}
	}
}

/* How the function DECL is marked, by attributes and lists. */
struct mark mark_of(tree decl)
{
	struct mark_search search;

	search.decl = decl;
	search.mark.tag_class = class_by_attribute(decl, &search.mark.second);
	search.mark.listed = LISTED_NOT;
	if (may_be_listed(decl)) {
		note_result(decl);
		for_each_class(find_mark, &search);
	}
	return search.mark;
}

/* Whether a list has functions that are to fail. */
bool lists_name_results(void)
{
	return lists_have_results;
}

/* With verbose: note each entry that no function of the unit matches. */
void report_unused_names(void)
{
	mark_entry *entry;
	unsigned int i;

	if (!verbose_requested)
		return;
	FOR_EACH_VEC_ELT(entries, i, entry)
		if (!entry->used)
			inform(UNKNOWN_LOCATION,
			       "alloctag: %qs, named in %qs, does not occur in this unit",
			       entry->text, entry->list);
}
