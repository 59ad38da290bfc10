// SPDX-License-Identifier: GPL-2.0
/*
 * alloctag_source.c - the tokens of a call, after macro expansion
 *
 * The plugin reads the source of a call again, because GCC keeps too little of
 * it (see alloctag_sizeof.c). GCC's preprocessor library does that: a second
 * reader, which shares the table of identifiers, and so the macros, with the
 * compiler's own.
 *
 * Calls are read when their function has been parsed. Until then macros may
 * have changed; such changes are recorded, and undone while a call is read.
 *
 * If the input was preprocessed already (-save-temps, ccache), a location has
 * the line of the original file, but the column of the preprocessed one, which
 * the call is then read from.
 */
#include "alloctag.h"

/*
 * Of the C front ends and their library. GCC loads the plugin into lto1, too,
 * which lacks some of them.
 */
extern struct ht *ident_hash;
extern cpp_reader *parse_in __attribute__((weak));
extern const char **in_fnames __attribute__((weak));
extern cpp_reader *cpp_create_reader(CPP_CREATE_READER_PARAMETERS) __attribute__((weak));
extern decltype(cpp_defined) cpp_defined __attribute__((weak));
extern decltype(cpp_get_callbacks) cpp_get_callbacks __attribute__((weak));
extern decltype(cpp_get_options) cpp_get_options __attribute__((weak));
extern decltype(cpp_get_token_with_location) cpp_get_token_with_location
	__attribute__((weak));
extern decltype(cpp_lookup) cpp_lookup __attribute__((weak));
extern decltype(cpp_post_options) cpp_post_options __attribute__((weak));
extern decltype(cpp_push_buffer) cpp_push_buffer __attribute__((weak));

/* Calls with more lines have no tokens. */
#define MAX_LINES	1024

/*
 * What the macro NODE was before it was changed at WHERE, in the function that
 * is being parsed. When that is undone: what it was after the change.
 */
struct macro_change {
	cpp_hashnode *node;
	enum node_type type;
	cpp_macro *macro;
	location_t where;
};

static vec<struct macro_change> changes;

/*
 * Names that are hidden from the second reader. _Pragma would run a pragma,
 * and the next two ask for the file that is read. The others call callbacks
 * that only the compiler's reader has. Not every GCC knows all of them.
 */
static const char *const hidden_names[] = {
	"_Pragma", "__BASE_FILE__", "__TIMESTAMP__",
	"__has_attribute", "__has_c_attribute", "__has_cpp_attribute",
	"__has_builtin", "__has_feature", "__has_extension",
	"__has_include", "__has_include_next", "__has_embed"
};

static struct macro_change hidden[ARRAY_SIZE(hidden_names)];

/* The callbacks that were there before. */
static void (*next_define)(cpp_reader *, location_t, cpp_hashnode *);
static void (*next_undef)(cpp_reader *, location_t, cpp_hashnode *);

/*
 * Whether the macro NAME is defined at the end of the unit. False if the input
 * was preprocessed already.
 */
bool macro_is_defined(const char *name)
{
	return &parse_in && parse_in && cpp_defined &&
		cpp_defined(parse_in, (const unsigned char *)name, strlen(name));
}

static void note_define(cpp_reader *reader, location_t where, cpp_hashnode *node)
{
	if (current_function_decl)
		changes.safe_push({ node, NT_VOID, NULL, where });
	if (next_define)
		next_define(reader, where, node);
}

static void note_undef(cpp_reader *reader, location_t where, cpp_hashnode *node)
{
	if (current_function_decl)
		changes.safe_push({ node, node->type, node->value.macro, where });
	if (next_undef)
		next_undef(reader, where, node);
}

/* Callback for PLUGIN_START_UNIT: record changes of macros. */
void watch_macros(void *, void *)
{
	if (!&parse_in || !parse_in)
		return;
	next_define = cpp_get_callbacks(parse_in)->define;
	next_undef = cpp_get_callbacks(parse_in)->undef;
	cpp_get_callbacks(parse_in)->define = note_define;
	cpp_get_callbacks(parse_in)->undef = note_undef;
}

/* Whether what is at WHERE may be of a macro. */
bool may_be_of_macro(location_t where)
{
	const cpp_options *options = cpp_get_options(parse_in);

	return (!options->track_macro_expansion && !options->preprocessed) ||
		linemap_location_from_macro_expansion_p(line_table,
							get_pure_location(where));
}

/* The calls of a function have been read: forget the changes in it. */
void forget_macro_changes(void)
{
	changes.truncate(0);
}

static const unsigned char *bytes(const char *text)
{
	return reinterpret_cast<const unsigned char *>(text);
}

/* Undo CHANGE, or redo it. */
static void swap_macro(struct macro_change *change)
{
	struct macro_change now = *change;

	now.type = change->node->type;
	now.macro = change->node->value.macro;
	change->node->type = change->type;
	change->node->value.macro = change->macro;
	*change = now;
}

/*
 * Make macros as they were at WHERE, and hide some. Returns the number of the
 * first change that was undone, for restore_macros().
 */
static unsigned int put_back_macros(location_t where)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(hidden); i++)
		swap_macro(&hidden[i]);
	for (i = changes.length(); i > 0 &&
	     linemap_location_before_p(line_table, where, changes[i - 1].where); i--)
		swap_macro(&changes[i - 1]);
	return i;
}

static void restore_macros(unsigned int changed)
{
	unsigned int i;

	for (i = changed; i < changes.length(); i++)
		swap_macro(&changes[i]);
	for (i = 0; i < ARRAY_SIZE(hidden); i++)
		swap_macro(&hidden[i]);
}

/* The compiler has read the same text, and reported what is wrong with it. */
template <typename... Arguments>
static bool ignore_diagnostic(Arguments...)
{
	return false;
}

/* The second reader. Its locations mean nothing to the compiler. */
static cpp_reader *create_reader(void)
{
	cpp_options *options = cpp_get_options(parse_in);
	cpp_reader *reader;
	unsigned int i;

	reader = cpp_create_reader(options->lang, ident_hash, new_line_table());
	ident_hash->pfile = parse_in;
	*cpp_get_options(reader) = *options;
	options = cpp_get_options(reader);
	options->deps.style = DEPS_NONE;
	options->track_macro_expansion = 0;
	options->discard_comments = 1;
	options->discard_comments_in_macro_exp = 1;
	options->trigraphs = 0;
	cpp_post_options(reader);
	cpp_get_callbacks(reader)->diagnostic = ignore_diagnostic;
	cpp_get_callbacks(reader)->user_lazy_macro =
		cpp_get_callbacks(parse_in)->user_lazy_macro;
	for (i = 0; i < ARRAY_SIZE(hidden); i++)
		hidden[i].node = cpp_lookup(parse_in, bytes(hidden_names[i]),
					    strlen(hidden_names[i]));
	return reader;
}

/*
 * Append COUNT lines of the file at AT to TEXT. Stops before a directive, but
 * leaves out the line markers of a preprocessed file. Returns false if there is
 * no more.
 */
static bool append_lines(expanded_location at, int count, vec<char> *text)
{
	const char *line;
	size_t length, i;
	int n;

	for (n = 0; n < count; n++) {
		line = source_line(at.file, at.line + n, &length);
		if (!line)
			return false;
		for (i = 0; n && i < length && ISBLANK(line[i]); )
			i++;
		if (n && i < length && line[i] == '#') {
			if (!cpp_get_options(parse_in)->preprocessed)
				return false;
			continue;
		}
		for (i = n ? 0 : at.column - 1; i < length; i++)
			/* No directive must be run, wherever it is hidden. */
			text->safe_push(line[i] == '#' ||
					(line[i] == ':' && i && line[i - 1] == '%') ?
					' ' : line[i]);
		text->safe_push('\n');
	}
	return true;
}

/*
 * Read the first token of TEXT, or all that it expands to, and the groups in
 * parentheses that follow it into TOKENS. Returns whether they are complete,
 * if there is MORE text or not. A macro that the compiler is expanding is not
 * expanded.
 */
static bool read_once(cpp_reader *reader, const vec<char> &text, bool more,
		      vec<struct token> *tokens)
{
	/* libcpp writes to it. */
	auto_vec<char> buffer;
	auto_vec<unsigned int> open;
	location_t first = UNKNOWN_LOCATION, where;
	/* The last token that a macro expands to. */
	unsigned int expanded = 0;
	const cpp_token *token;
	bool complete = false;

	tokens->truncate(0);
	buffer.safe_splice(text);
	/* libcpp expects a newline after the text. */
	buffer.safe_push('\n');
	cpp_push_buffer(reader, bytes(buffer.address()), buffer.length() - 1,
			false);
	/* The rest of the text must be read, too: it can't be taken back. */
	while ((token = cpp_get_token_with_location(reader, &where))->type !=
	       CPP_EOF) {
		if (token->type == CPP_PADDING || complete)
			continue;
		if (!first)
			first = where;
		/* What a macro expands to has the location of its name. */
		if (where == first)
			expanded = tokens->length();
		/* A macro may also begin a block that the text goes on with. */
		complete = where != first && token->type != CPP_OPEN_PAREN &&
			   (open.is_empty() ||
			    (open.last() <= expanded &&
			     (*tokens)[open.last()].type == CPP_OPEN_BRACE));
		if (token->type == CPP_OPEN_PAREN ||
		    token->type == CPP_OPEN_SQUARE || token->type == CPP_OPEN_BRACE)
			open.safe_push(tokens->length());
		else if ((token->type == CPP_CLOSE_PAREN ||
			  token->type == CPP_CLOSE_SQUARE ||
			  token->type == CPP_CLOSE_BRACE) && !open.is_empty())
			(*tokens)[open.pop()].end = tokens->length();
		tokens->safe_push({ static_cast<enum cpp_ttype>(token->type),
				    token->type == CPP_NAME ?
				    HT_IDENT_TO_GCC_IDENT(HT_NODE(token->val.node.node)) :
				    NULL_TREE, 0 });
	}
	return complete || (!more && open.is_empty());
}

/*
 * As read_once(), with all macros expanded. If macros define a function, the
 * compiler is still expanding them at its end, and has disabled them.
 */
static bool read_tokens(cpp_reader *reader, const vec<char> &text, bool more,
			vec<struct token> *tokens)
{
	auto_vec<cpp_hashnode *> enabled;
	unsigned int i, before;
	bool complete;

	do {
		before = enabled.length();
		complete = read_once(reader, text, more, tokens);
		for (i = 0; i < tokens->length(); i++) {
			tree word = (*tokens)[i].word;
			cpp_hashnode *node = !word ? NULL :
				CPP_HASHNODE(GCC_IDENT_TO_HT_IDENT(word));

			/* The reader itself is expanding no macro any more. */
			if (!node || !cpp_macro_p(node) ||
			    !(node->flags & NODE_DISABLED) ||
			    enabled.contains(node))
				continue;
			node->flags &= ~NODE_DISABLED;
			enabled.safe_push(node);
		}
	} while (enabled.length() > before);
	for (i = 0; i < enabled.length(); i++)
		enabled[i]->flags |= NODE_DISABLED;
	return complete;
}

/* Lines of the preprocessed file, by the line and file that they come from. */
typedef hash_map<pair_hash<int_hash<int, -1, -2>, nofree_ptr_hash<tree_node> >,
		 vec<int> > line_index;

/* Index the preprocessed file. */
static line_index *index_preprocessed_file(void)
{
	line_index *index = new line_index;
	tree file = NULL_TREE;
	int line = 0, i;
	const char *text;
	size_t length;

	for (i = 1; (text = source_line(in_fnames[0], i, &length)); i++) {
		const char *name = static_cast<const char *>(memchr(text, '"', length));

		if (length > 2 && text[0] == '#' && ISDIGIT(text[2])) {
			line = atoi(text + 2);
			file = !name ? NULL_TREE :
				get_identifier_with_length(name + 1,
							   strcspn(name + 1, "\"\n"));
			continue;
		}
		index->get_or_insert({ line++, file }).safe_push(i);
	}
	return index;
}

/*
 * The line of the preprocessed file with the call of the function named CALLEE
 * at AT, which has its column. 0 if it isn't known: macros and headers that are
 * included again repeat lines.
 */
static int preprocessed_line(expanded_location at, tree callee)
{
	static line_index *index;
	size_t length, width = IDENTIFIER_LENGTH(callee);
	int found = 0;
	vec<int> *lines;
	unsigned int i;

	if (!index)
		index = index_preprocessed_file();
	lines = index->get({ at.line, maybe_get_identifier(at.file) });
	for (i = 0; lines && i < lines->length(); i++) {
		const char *text = source_line(in_fnames[0], (*lines)[i], &length);

		if (lines->length() > 1 &&
		    (at.column + width > length ||
		     memcmp(text + at.column - 1, IDENTIFIER_POINTER(callee), width)))
			continue;
		if (found)
			return 0;
		found = (*lines)[i];
	}
	return found;
}

/*
 * The tokens of the call of the function named CALLEE at WHERE, in the function
 * that has just been parsed. If it comes from a macro, they are all that the
 * macro expands to. None if the source can't be read, or has a directive inside
 * the call. Valid until this function is called again.
 */
const vec<struct token> &tokens_of_call(location_t where, tree callee)
{
	static cpp_reader *reader;
	static vec<struct token> tokens;
	static location_t last;
	expanded_location at = expand_location(where);
	bool complete = false, more = true;
	unsigned int changed;
	int lines;

	where = linemap_resolve_location(line_table, get_pure_location(where),
					 LRK_MACRO_EXPANSION_POINT, NULL);
	/* Often, one macro has several calls. */
	if (where == last)
		return tokens;
	last = where;
	tokens.truncate(0);
	if (!reader)
		reader = create_reader();
	if (cpp_get_options(parse_in)->preprocessed) {
		at.line = preprocessed_line(at, callee);
		at.file = in_fnames[0];
	}
	if (!at.file || at.line <= 0 || at.column <= 0)
		return tokens;

	changed = put_back_macros(where);
	for (lines = 4; !complete && more && lines <= MAX_LINES; lines *= 4) {
		auto_vec<char> text;

		more = append_lines(at, lines, &text);
		complete = read_tokens(reader, text, more, &tokens);
	}
	restore_macros(changed);
	if (!complete)
		tokens.truncate(0);
	return tokens;
}
