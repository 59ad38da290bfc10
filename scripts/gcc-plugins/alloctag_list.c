// SPDX-License-Identifier: GPL-2.0
/*
 * alloctag_list.c - lists of functions, and how a function is marked
 *
 * A list (allocators=FILE, mark=CLASS:FILE) marks functions of a class whose
 * prototypes can't be changed, and excludes functions. It has one entry a line;
 * # starts a comment:
 *
 *	NAME		mark functions of this name
 *	FILE:NAME	mark those that the unit declares or defines in FILE
 *	!NAME		don't mark functions of this name
 *	!FILE:NAME	don't mark those that the unit declares or defines in
 *			FILE
 *	FILE:NAME = RESULT
 *			let calls of them fail; FILE may be left out
 *
 * NAME and FILE may have the wildcards *, ? and [...]. An entry with "!" wins
 * over all that mark the function for the list's class, the attribute included.
 * The order of entries has no meaning. FILE is compared with the file name in a
 * tag: with the whole name, and with the rest of it after each slash.
 *
 * NAME alone does not mark a function that the unit knows only from a system
 * header: it is in a library, and libraries are built without the plugin. The
 * list may mean a static function of another unit, say getdelim().
 *
 * A function with a RESULT first asks whether it is to return that; see
 * alloctag_decide.c. If no other mark gives it a class, it is of the list's.
 */
#include "alloctag.h"
#include <fnmatch.h>

/*
 * A line of a list.
 *
 * @list:	name of the list
 * @tag_class:	the class that it is of
 * @text:	the line, without blanks around it and without the comment
 * @file:	pattern of FILE, or NULL if the line has none
 * @name:	NAME
 * @exclude:	the line begins with "!"
 * @result:	RESULT, or NULL if the line has none
 * @wildcard:	NAME has wildcards
 * @file_wildcard: FILE has some, or a backslash before one
 * @hash:	GCC's own hash value of the identifier NAME, unless it has any
 * @used:	the unit has a function that the line applies to
 * @next:	the next entry with the same NAME, if that has no wildcards
 */
struct list_entry {
	const char *list;
	struct tag_class *tag_class;
	const char *text;
	const char *file;
	const char *name;
	const char *result;
	bool exclude;
	bool wildcard;
	bool file_wildcard;
	bool used;
	hashval_t hash;
	struct list_entry *next;
};

static auto_vec<const char *> lists;
static auto_vec<list_entry *> entries;
/*
 * Finds the first entry of a name. Most functions of a unit are looked up and
 * are in no list, so this uses the hash value that GCC keeps with an
 * identifier. The identifiers themselves can't be compared: a precompiled
 * header replaces them.
 */
struct entry_hasher : nofree_ptr_hash<list_entry> {
	typedef tree compare_type;

	static hashval_t hash(const list_entry *entry)
	{
		return entry->hash;
	}

	static bool equal(const list_entry *entry, tree name)
	{
		return entry->hash == IDENTIFIER_HASH_VALUE(name) &&
			!strcmp(entry->name, IDENTIFIER_POINTER(name));
	}
};

/* The entries without wildcards in NAME, by NAME. */
static hash_table<entry_hasher> *named_entries;
/* The others. */
static auto_vec<list_entry *> wildcard_entries;
/* Whether there are entries with a RESULT. */
static bool lists_have_results;

/*
 * Whether NAME is a name or a pattern of names. Lists may be made from the
 * output of nm, so it may be any name of a symbol.
 */
static bool valid_name(const char *name)
{
	const char *close;

	if (!*name || ISDIGIT(*name))
		return false;
	while (*name) {
		if (*name == '[') {
			/* A "]" that comes first is one of the characters. */
			close = name + 1 + (name[1] == '!' || name[1] == '^');
			close = *close ? strchr(close + 1, ']') : NULL;
			if (!close)
				return false;
			name = close;
		} else if (!ISALNUM(*name) && !strchr("_$.@*?", *name) &&
			   static_cast<unsigned char>(*name) < 0x80) {
			return false;
		}
		name++;
	}
	return true;
}

/*
 * Cut RESULT off TEXT, which is changed, and return a copy. NULL if there is
 * none, "" if it is malformed.
 */
static const char *cut_result(char *text)
{
	char *equals = strchr(text, '=');
	char *end;

	if (!equals)
		return NULL;
	for (end = equals; end > text && strchr(" \t", end[-1]); end--)
		;
	*end = '\0';
	equals++;
	equals += strspn(equals, " \t");
	return valid_result(equals) ? xstrdup(equals) : "";
}

/*
 * Make an entry of TEXT, the line with the number NUMBER of LIST, for
 * TAG_CLASS. TEXT is changed. Report an error if the line is malformed.
 */
static void read_entry(const char *list, struct tag_class *tag_class,
		       unsigned int number, char *text)
{
	list_entry *entry = XCNEW(list_entry);
	list_entry **first;
	char *name, *colon;
	tree identifier;

	entry->list = list;
	entry->tag_class = tag_class;
	entry->text = xstrdup(text);
	entry->result = cut_result(text);
	entry->exclude = *text == '!';
	text += entry->exclude;
	colon = strrchr(text, ':');
	name = colon ? colon + 1 : text;
	if (colon) {
		*colon = '\0';
		while (text[0] == '.' && text[1] == '/')
			text += 2;
		entry->file = xstrdup(text);
		entry->file_wildcard = strpbrk(text, "*?[\\") != NULL;
	}
	if (entry->result && !*entry->result) {
		error("%s:%u: %qs has no result that a function can fail with",
		      list, number, entry->text);
		inform_of_results(UNKNOWN_LOCATION);
		return;
	}
	if (!valid_name(name) || strpbrk(text, " \t\r\n\f\v") ||
	    strpbrk(name, " \t\r\n\f\v") || (entry->exclude && entry->result) ||
	    (colon && (!*text || colon[-1] == ':' || colon[-1] == '/'))) {
		error("%s:%u: %qs is not %<NAME%>, %<FILE:NAME%>, %<!NAME%>, %<!FILE:NAME%> or one of the first two with %<= RESULT%>",
		      list, number, entry->text);
		return;
	}
	if (entry->result)
		lists_have_results = true;
	entry->name = xstrdup(name);
	entry->wildcard = strpbrk(name, "*?[") != NULL;
	entries.safe_push(entry);
	if (entry->wildcard) {
		wildcard_entries.safe_push(entry);
		return;
	}
	if (!named_entries)
		named_entries = new hash_table<entry_hasher>(64);
	identifier = get_identifier(name);
	entry->hash = IDENTIFIER_HASH_VALUE(identifier);
	first = named_entries->find_slot_with_hash(identifier, entry->hash, INSERT);
	if (*first) {
		entry->next = (*first)->next;
		(*first)->next = entry;
	} else {
		*first = entry;
	}
}

/* The first entry with the name of DECL, or NULL. */
static list_entry *entries_of(tree decl)
{
	tree name = DECL_NAME(decl);

	return named_entries && name ?
		named_entries->find_with_hash(name, IDENTIFIER_HASH_VALUE(name)) : NULL;
}

/*
 * Add the entries in FILE, for TAG_CLASS. Report an error if it can't be read.
 */
void read_list(const char *file, struct tag_class *tag_class)
{
	FILE *stream = fopen(file, "r");
	unsigned int number = 0;
	char *line = NULL;
	size_t size = 0;
	ssize_t length;

	if (!stream) {
		error("cannot read the list of functions %qs: %m", file);
		if (tag_class == allocator_class)
			inform(UNKNOWN_LOCATION,
			       "it was given with %<-fplugin-arg-%s-allocators=%>",
			       PLUGIN_NAME);
		else
			inform(UNKNOWN_LOCATION,
			       "it was given with %<-fplugin-arg-%s-mark=%s:%>",
			       PLUGIN_NAME, tag_class->name);
		return;
	}
	tag_class->listed = true;
	lists.safe_push(file);
	while ((length = getline(&line, &size, stream)) >= 0) {
		char *text = line + strspn(line, " \t\r\n");
		char *end;

		number++;
		if (strlen(line) < static_cast<size_t>(length)) {
			error("%s:%u: this is not a text file", file, number);
			break;
		}
		text[strcspn(text, "#")] = '\0';
		end = text + strlen(text);
		while (end > text && strchr(" \t\r\n", end[-1]))
			end--;
		*end = '\0';
		if (*text)
			read_entry(file, tag_class, number, text);
	}
	if (ferror(stream))
		error("cannot read the list of functions %qs: %m", file);
	free(line);
	fclose(stream);
}

/* Whether ENTRY's FILE is the file of WHERE. fnmatch() converts both first. */
static bool is_in_file(const list_entry *entry, location_t where)
{
	const char *file = tag_file(expand_location(where).file);

	while (entry->file_wildcard ? fnmatch(entry->file, file, 0) :
				      strcmp(entry->file, file)) {
		file = strchr(file, '/');
		if (!file)
			return false;
		file++;
	}
	return true;
}

/*
 * The attribute of a function whose declarations have been compared with the
 * lists. Its value is a list of identifiers, the texts of entries whose FILE
 * has a declaration. An attribute is kept in precompiled headers.
 */
#define DECLARED_ATTRIBUTE	"alloctag declared"

/* Whether a declaration of DECL in ENTRY's FILE has been noted. */
static bool is_declared_in_file(const list_entry *entry, tree decl)
{
	tree attribute = lookup_attribute(DECLARED_ATTRIBUTE, DECL_ATTRIBUTES(decl));

	return attribute && value_member(get_identifier(entry->text),
					 TREE_VALUE(attribute));
}

/* Whether ENTRY applies to the function DECL. */
static bool applies(const list_entry *entry, tree decl)
{
	struct function *body = DECL_STRUCT_FUNCTION(decl);

	if (entry->wildcard &&
	    fnmatch(entry->name, IDENTIFIER_POINTER(DECL_NAME(decl)), 0))
		return false;
	if (!entry->file)
		return true;
	return is_declared_in_file(entry, decl) ||
	       is_in_file(entry, DECL_SOURCE_LOCATION(decl)) ||
	       (body && is_in_file(entry, body->function_start_locus));
}

/*
 * Add to FOUND all entries that may apply to DECL: those with its name, and all
 * with wildcards.
 */
static void candidates(tree decl, vec<list_entry *> *found)
{
	list_entry *entry;
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
	auto_vec<list_entry *> found;
	tree noted = NULL_TREE, old;
	list_entry *entry;
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

/* Whether an entry names a file, so that note_declaration() is needed. */
bool lists_name_files(void)
{
	list_entry *entry;
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
	auto_vec<list_entry *> found;
	list_entry *entry;
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
			const vec<list_entry *> *found)
{
	list_entry *entry;
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
	const list_entry *first = NULL;
	auto_vec<list_entry *> found;
	list_entry *entry;
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

/*
 * PLUGIN_INCLUDE_FILE callback: the lists are dependencies of the object, for
 * -MD and the like. GCC expects the source file to be the first dependency, so
 * it is too early when arguments are read.
 */
void add_list_dependencies(void *, void *)
{
	const char *list;
	unsigned int i;

	FOR_EACH_VEC_ELT(lists, i, list)
		if (!add_dependency(list))
			return;
	/* Once for each unit. */
	lists.truncate(0);
}

/* With verbose: note each entry that no function of the unit matches. */
void report_unused_names(void)
{
	list_entry *entry;
	unsigned int i;

	if (!verbose_requested)
		return;
	FOR_EACH_VEC_ELT(entries, i, entry)
		if (!entry->used)
			inform(UNKNOWN_LOCATION,
			       "alloctag: %qs, named in %qs, does not occur in this unit",
			       entry->text, entry->list);
}
