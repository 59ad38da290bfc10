// SPDX-License-Identifier: GPL-2.0
/*
 * alloctag_token.c - the tokens of a call, as the compiler saw them
 *
 * GCC folds sizeof to a number while it parses. To find out what a sizeof in a
 * call was applied to, the plugin reads the call again: this file splits the
 * text into tokens and expands macros, with the definitions that GCC's
 * preprocessor has at that time. It knows comments, string literals, character
 * constants, line splices, and the operators # and ##.
 *
 * If the input was preprocessed already (-save-temps, ccache), GCC's locations
 * name the original file, but a column is that of a line of the preprocessed
 * file. Then the call is read from the latter.
 *
 * Where the text can't be told for sure, there are no tokens.
 */
#include "alloctag.h"
#include "alloctag_token.h"
#include "cpplib.h"

/*
 * These belong to the C front ends. GCC loads the plugin into lto1, too, which
 * has none of them.
 */
extern cpp_reader *parse_in __attribute__((weak));
extern const char **in_fnames __attribute__((weak));
extern cpp_options *cpp_get_options(cpp_reader *) __attribute__((weak));
extern cpp_hashnode *cpp_lookup(cpp_reader *, const unsigned char *,
				unsigned int) __attribute__((weak));
extern const char *cpp_type2name(enum cpp_ttype, unsigned char)
	__attribute__((weak));

/* Limits; a call that exceeds them has no tokens. */
#define MAX_LINES	1000
#define MAX_TOKENS	50000
#define MAX_NESTING	200

/* The macro NODE, in a list of macros that a token comes from. */
struct expanded_macro {
	cpp_hashnode *node;
	struct expanded_macro *next;
};

/*
 * The text that tokens are read from.
 *
 * @file:	the source file, or NULL if @text is a preprocessed file
 * @text:	complete lines
 * @length:	of @text
 * @at:		where to read on
 * @line_start:	where the current line begins in @text
 * @line:	number of the current line in @file
 * @lines:	lines of @file in @text
 * @first_line:	number of the first line in @text
 * @failed:	a literal isn't terminated, or there is a directive
 */
struct reader {
	const char *file;
	char *text;
	size_t length;
	size_t at;
	size_t line_start;
	int line;
	int lines;
	int first_line;
	bool failed;
};

static struct obstack token_memory;
static bool token_memory_used;
static unsigned int tokens_made;

/* The preprocessed input file, NUL-terminated. */
static char *preprocessed_text;
static size_t preprocessed_length;

/*
 * A line of the preprocessed file.
 *
 * @text:	where it begins
 * @file:	the source file that it comes from, or NULL
 * @next:	one more than the index of another line with the same number, or
 *		0
 */
struct preprocessed_line {
	const char *text;
	const char *file;
	unsigned int next;
};

static vec<struct preprocessed_line> preprocessed_lines;
/* One more than the index of a line with that number in its file, or 0. */
static vec<unsigned int> line_heads;

/* Free all tokens. */
void free_tokens(void)
{
	if (token_memory_used)
		obstack_free(&token_memory, NULL);
	token_memory_used = false;
	tokens_made = 0;
}

static const char *keep_text(const char *text, size_t length)
{
	if (!token_memory_used)
		gcc_obstack_init(&token_memory);
	token_memory_used = true;
	return static_cast<const char *>(obstack_copy0(&token_memory, text,
						       length));
}

/* FIRST, and SECOND if not NULL, with a blank in between. */
const char *join_words(const char *first, const char *second)
{
	char *text = second ? concat(first, " ", second, NULL) : xstrdup(first);
	const char *kept = keep_text(text, strlen(text));

	free(text);
	return kept;
}

static struct token make_token(enum token_kind kind, const char *text,
			       size_t length)
{
	struct token token = {};

	token.kind = kind;
	token.text = keep_text(text, length);
	tokens_made++;
	return token;
}

/* Append the next line of the file of READER. Returns false at its end. */
static bool read_line(struct reader *reader)
{
	const char *line;
	size_t length;

	if (!reader->file || reader->lines >= MAX_LINES)
		return false;
	line = source_line(reader->file, reader->first_line + reader->lines,
			   &length);
	if (!line)
		return false;
	reader->text = XRESIZEVEC(char, reader->text,
				  reader->length + length + 1);
	memcpy(reader->text + reader->length, line, length);
	reader->length += length;
	reader->text[reader->length++] = '\n';
	reader->lines++;
	return true;
}

/* The character AHEAD of the current one, NUL at the end; no splices. */
static char raw_character(struct reader *reader, size_t ahead)
{
	while (reader->at + ahead >= reader->length)
		if (!read_line(reader))
			return '\0';
	return reader->text[reader->at + ahead];
}

/* The current character, after line splices; NUL at the end. */
static char peek(struct reader *reader)
{
	while (raw_character(reader, 0) == '\\' &&
	       raw_character(reader, 1) == '\n') {
		reader->at += 2;
		reader->line++;
		reader->line_start = reader->at;
	}
	return raw_character(reader, 0);
}

/* Go to the next character. Returns the one before it. */
static char next_character(struct reader *reader)
{
	char c = peek(reader);

	if (!c)
		return c;
	reader->at++;
	if (c == '\n') {
		reader->line++;
		reader->line_start = reader->at;
	}
	return c;
}

/* The character after the current one. */
static char peek_second(struct reader *reader)
{
	struct reader before;
	char c;

	peek(reader);
	before = *reader;
	before.at++;
	c = peek(&before);
	/* Reading ahead may have moved the text. */
	reader->text = before.text;
	reader->length = before.length;
	reader->lines = before.lines;
	return c;
}

/* Skip blanks, comments, and the line markers of a preprocessed file. */
static void skip_blanks(struct reader *reader)
{
	for (;;) {
		char c = peek(reader);

		if (c == '/' && peek_second(reader) == '/') {
			while ((c = peek(reader)) && c != '\n')
				next_character(reader);
		} else if (c == '/' && peek_second(reader) == '*') {
			next_character(reader);
			next_character(reader);
			while ((c = next_character(reader)))
				if (c == '*' && peek(reader) == '/')
					break;
			next_character(reader);
		} else if (c == '\n') {
			next_character(reader);
			while ((c = peek(reader)) == ' ' || c == '\t')
				next_character(reader);
			if (c != '#')
				continue;
			/* What a directive selects isn't known here. */
			if (reader->file) {
				reader->failed = true;
				return;
			}
			while ((c = peek(reader)) && c != '\n')
				next_character(reader);
		} else if (c && ISSPACE(c)) {
			next_character(reader);
		} else {
			return;
		}
	}
}

static bool word_character(char c)
{
	return ISALNUM(c) || c == '_' || c == '$' || (c & 0x80);
}

/* Read a literal that ends with QUOTE, the current character, into TEXT. */
static void read_literal(struct reader *reader, auto_vec<char> *text, char quote)
{
	char c;

	text->safe_push(next_character(reader));
	for (;;) {
		c = next_character(reader);
		if (!c || c == '\n') {
			reader->failed = true;
			return;
		}
		text->safe_push(c);
		if (c == '\\')
			text->safe_push(next_character(reader));
		else if (c == quote)
			return;
	}
}

static const char *const long_signs[] = {
	"...", "<<=", ">>=", "->", "++", "--", "<<", ">>", "<=", ">=", "==",
	"!=", "&&", "||", "##", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=",
};

/* Read the next token into *TOKEN. Returns false if there is none. */
static bool read_token(struct reader *reader, struct token *token)
{
	auto_vec<char> text;
	enum token_kind kind;
	int line, column;
	char c;

	skip_blanks(reader);
	c = peek(reader);
	if (!c || reader->failed)
		return false;
	line = reader->line;
	column = reader->at - reader->line_start + 1;
	if (ISDIGIT(c) || (c == '.' && ISDIGIT(peek_second(reader)))) {
		kind = TOKEN_OTHER;
		while (word_character(c) || c == '.') {
			text.safe_push(next_character(reader));
			if (strchr("eEpP", c) &&
			    (peek(reader) == '+' || peek(reader) == '-'))
				text.safe_push(next_character(reader));
			c = peek(reader);
		}
	} else if (word_character(c)) {
		kind = TOKEN_WORD;
		while (word_character(peek(reader)))
			text.safe_push(next_character(reader));
		if (peek(reader) == '"' || peek(reader) == '\'') {
			static const char *const prefixes[] = {
				"L", "u", "U", "u8",
			};
			unsigned int i;

			text.safe_push('\0');
			for (i = 0; i < ARRAY_SIZE(prefixes); i++)
				if (!strcmp(text.address(), prefixes[i]))
					kind = TOKEN_OTHER;
			/* The raw strings of C++ may contain anything. */
			if (kind == TOKEN_WORD && text[text.length() - 2] == 'R')
				reader->failed = true;
			text.pop();
			if (kind == TOKEN_OTHER)
				read_literal(reader, &text, peek(reader));
		}
	} else if (c == '"' || c == '\'') {
		kind = c == '"' ? TOKEN_STRING : TOKEN_OTHER;
		read_literal(reader, &text, c);
	} else {
		unsigned int i;

		kind = TOKEN_SIGN;
		text.safe_push(next_character(reader));
		for (i = 0; i < ARRAY_SIZE(long_signs); i++) {
			const char *sign = long_signs[i];

			if (c != sign[0] || peek(reader) != sign[1])
				continue;
			if (sign[2] && peek_second(reader) != sign[2])
				continue;
			text.safe_push(next_character(reader));
			if (sign[2])
				text.safe_push(next_character(reader));
			break;
		}
	}
	if (reader->failed || tokens_made > MAX_TOKENS)
		return false;
	*token = make_token(kind, text.address(), text.length());
	token->line = line;
	token->column = column;
	return true;
}

/*
 * Read the token at READER, and all groups in parentheses that follow it, into
 * TOKENS. Returns false if a group isn't complete.
 */
static bool read_groups(struct reader *reader, vec<struct token> *tokens)
{
	unsigned int nesting = 0;
	struct token token;

	if (!read_token(reader, &token))
		return false;
	tokens->safe_push(token);
	if (is_token(&token, "("))
		nesting++;
	for (;;) {
		if (!nesting) {
			struct reader before = *reader;

			skip_blanks(reader);
			/* What comes after the call doesn't matter. */
			if (reader->failed || peek(reader) != '(') {
				before.text = reader->text;
				*reader = before;
				return true;
			}
		}
		if (!read_token(reader, &token))
			return false;
		tokens->safe_push(token);
		if (is_token(&token, "("))
			nesting++;
		else if (is_token(&token, ")"))
			nesting--;
	}
}

/* Whether NODE is in the list EXPANDED. */
static bool was_expanded(const struct expanded_macro *expanded,
			 const cpp_hashnode *node)
{
	for (; expanded; expanded = expanded->next)
		if (expanded->node == node)
			return true;
	return false;
}

static struct expanded_macro *add_expanded(struct expanded_macro *list,
					   cpp_hashnode *node)
{
	struct expanded_macro *entry;

	if (was_expanded(list, node))
		return list;
	entry = XOBNEW(&token_memory, struct expanded_macro);
	entry->node = node;
	entry->next = list;
	return entry;
}

/* The macro that TOKEN names, to be expanded, or NULL. */
static cpp_hashnode *macro_of(const struct token *token)
{
	cpp_hashnode *node;

	if (token->kind != TOKEN_WORD)
		return NULL;
	node = cpp_lookup(parse_in,
			  reinterpret_cast<const unsigned char *>(token->text),
			  strlen(token->text));
	if (!cpp_macro_p(node) || was_expanded(token->expanded, node))
		return NULL;
	return node;
}

/* The token BODY of a macro's definition. */
static struct token token_of_macro(const cpp_token *body)
{
	struct token token;
	const char *text;

	switch (body->type) {
	case CPP_NAME:
		text = reinterpret_cast<const char *>(NODE_NAME(body->val.node.node));
		token = make_token(TOKEN_WORD, text, strlen(text));
		break;
	case CPP_STRING:
		token = make_token(TOKEN_STRING, "\"\"", 2);
		break;
	default:
		if (cpp_token_val_index(body) == CPP_TOKEN_FLD_STR) {
			text = reinterpret_cast<const char *>(body->val.str.text);
			token = make_token(TOKEN_OTHER, text, body->val.str.len);
			break;
		}
		/* A named operator of C++ is a word. */
		text = body->flags & NAMED_OP ? NULL :
			cpp_type2name(static_cast<enum cpp_ttype>(body->type), 0);
		if (!text)
			text = "?";
		token = make_token(TOKEN_SIGN, text, strlen(text));
	}
	token.where = body->src_loc;
	return token;
}

static bool expand(const vec<struct token> *input, vec<struct token> *output,
		   unsigned int nesting);

/*
 * Append the replacement of the macro NODE to RESULT, with ARGUMENTS, each of
 * which is a vector of tokens. The tokens come from EXPANDED, too. Returns
 * false if it can't be told.
 */
static bool substitute(cpp_hashnode *node,
		       auto_vec<auto_vec<struct token> *> *arguments,
		       struct expanded_macro *expanded,
		       vec<struct token> *result, unsigned int nesting)
{
	cpp_macro *macro = node->value.macro;
	bool paste = false;	/* the last token, with the next one */
	bool dropped = false;	/* the left operand of ## is empty */
	unsigned int i, k;

	for (i = 0; i < macro->count; i++) {
		const cpp_token *body = &macro->exp.tokens[i];
		bool paste_next = body->flags & PASTE_LEFT;
		auto_vec<struct token> piece;

		if (body->type == CPP_PASTE || body->type == CPP_PADDING)
			continue;
		if (body->type == CPP_MACRO_ARG) {
			vec<struct token> *argument;

			if (body->val.macro_arg.arg_no > arguments->length())
				return false;
			argument = (*arguments)[body->val.macro_arg.arg_no - 1];
			if (body->flags & STRINGIFY_ARG) {
				piece.safe_push(make_token(TOKEN_STRING, "\"\"", 2));
			} else if (paste || dropped || paste_next) {
				piece.safe_splice(*argument);
			} else if (!expand(argument, &piece, nesting + 1)) {
				return false;
			}
			/* GNU: ", ## __VA_ARGS__" isn't a paste. */
			if (paste && macro->variadic &&
			    body->val.macro_arg.arg_no == macro->paramc &&
			    is_token(&result->last(), ",")) {
				if (piece.is_empty())
					result->pop();
				paste = false;
			}
		} else {
			if (body->type == CPP_NAME &&
			    !strcmp(reinterpret_cast<const char *>(NODE_NAME(body->val.node.node)),
				    "__VA_OPT__"))
				return false;
			piece.safe_push(token_of_macro(body));
		}
		for (k = 0; k < piece.length(); k++) {
			struct token token = piece[k];
			struct expanded_macro *entry;

			if (paste && !k) {
				struct token *left = &result->last();
				char *text = concat(left->text, token.text, NULL);

				/* A name, or a number such as 1 ## UL. */
				if ((left->kind != TOKEN_WORD &&
				     !ISDIGIT(left->text[0])) ||
				    (token.kind != TOKEN_WORD &&
				     !ISDIGIT(token.text[0]))) {
					free(text);
					return false;
				}
				*left = make_token(left->kind, text,
						   strlen(text));
				left->where = token.where;
				left->expanded = expanded;
				free(text);
				continue;
			}
			for (entry = expanded; entry; entry = entry->next)
				token.expanded = add_expanded(token.expanded,
							      entry->node);
			result->safe_push(token);
		}
		if (piece.is_empty()) {
			/* An empty operand of ##: the result is the other. */
			dropped = paste_next && !paste;
			paste = paste && paste_next;
		} else {
			paste = paste_next;
			dropped = false;
		}
		if (tokens_made > MAX_TOKENS || result->length() > MAX_TOKENS)
			return false;
	}
	return true;
}

/*
 * Collect the arguments of the macro MACRO from TODO, whose last token is the
 * opening parenthesis, and remove them. *CLOSING is the closing parenthesis.
 */
static bool collect_arguments(const cpp_macro *macro, vec<struct token> *todo,
			      auto_vec<auto_vec<struct token> *> *arguments,
			      struct token *closing)
{
	unsigned int nesting = 0;

	todo->pop();
	arguments->safe_push(new auto_vec<struct token>);
	for (;;) {
		struct token token;

		if (todo->is_empty())
			return false;
		token = todo->pop();
		if (is_token(&token, "(")) {
			nesting++;
		} else if (is_token(&token, ")")) {
			if (!nesting--) {
				*closing = token;
				break;
			}
		} else if (is_token(&token, ",") && !nesting &&
			   !(macro->variadic &&
			     arguments->length() >= macro->paramc)) {
			arguments->safe_push(new auto_vec<struct token>);
			continue;
		}
		arguments->last()->safe_push(token);
	}
	/* GNU: the variable arguments may be missing, with their comma. */
	if (macro->variadic && arguments->length() + 1 == macro->paramc)
		arguments->safe_push(new auto_vec<struct token>);
	return arguments->length() == macro->paramc ||
	       (!macro->paramc && (*arguments)[0]->is_empty());
}

/*
 * Expand all macros in INPUT and append the tokens to OUTPUT, as the standard
 * says (C11 6.10.3). Returns false if the expansion can't be told.
 */
static bool expand(const vec<struct token> *input, vec<struct token> *output,
		   unsigned int nesting)
{
	auto_vec<struct token> todo;	/* in reverse order */
	unsigned int i;

	if (nesting > MAX_NESTING)
		return false;
	for (i = input->length(); i > 0; i--)
		todo.safe_push((*input)[i - 1]);
	while (!todo.is_empty()) {
		auto_vec<auto_vec<struct token> *> arguments;
		auto_vec<struct token> result;
		struct token token = todo.pop();
		struct expanded_macro *expanded = token.expanded;
		cpp_hashnode *node = macro_of(&token);
		cpp_macro *macro;
		bool good = true;

		if (!node) {
			output->safe_push(token);
			if (output->length() > MAX_TOKENS)
				return false;
			continue;
		}
		macro = cpp_user_macro_p(node) ? node->value.macro : NULL;
		if (!macro || macro->lazy) {
			/* __LINE__, __COUNTER__ and the like. */
			if (!strcmp(token.text, "_Pragma"))
				return false;
			token.kind = TOKEN_OTHER;
			token.text = "0";
			output->safe_push(token);
			continue;
		}
		if (macro->kind != cmk_macro)
			return false;
		if (macro->fun_like &&
		    (todo.is_empty() || !is_token(&todo.last(), "("))) {
			output->safe_push(token);
			continue;
		}
		if (macro->fun_like) {
			struct expanded_macro *entry;
			struct token closing;

			good = collect_arguments(macro, &todo, &arguments,
						 &closing);
			if (good) {
				expanded = NULL;
				for (entry = token.expanded; entry;
				     entry = entry->next)
					if (was_expanded(closing.expanded,
							 entry->node))
						expanded = add_expanded(expanded,
									entry->node);
			}
		}
		good = good && substitute(node, &arguments,
					  add_expanded(expanded, node), &result,
					  nesting);
		for (i = 0; i < arguments.length(); i++)
			delete arguments[i];
		if (!good)
			return false;
		for (i = result.length(); i > 0; i--)
			todo.safe_push(result[i - 1]);
	}
	return true;
}

/*
 * Index the lines of the preprocessed file: which lines of which files they
 * are.
 */
static void index_preprocessed_file(void)
{
	const char *text, *next;
	tree file = NULL_TREE;
	unsigned int line = 0;

	for (text = preprocessed_text; *text; text = next) {
		struct preprocessed_line entry;
		char *end;

		next = strchr(text, '\n');
		next = next ? next + 1 : text + strlen(text);
		if (text[0] == '#' && text[1] == ' ' && ISDIGIT(text[2])) {
			auto_vec<char> name;

			line = strtoul(text + 2, &end, 10);
			if (end[0] != ' ' || end[1] != '"')
				continue;
			for (end += 2; *end && *end != '"' && *end != '\n'; end++) {
				if (*end == '\\')
					end++;
				name.safe_push(*end);
			}
			name.safe_push('\0');
			file = get_identifier(name.address());
			continue;
		}
		entry.text = text;
		entry.file = file ? IDENTIFIER_POINTER(file) : NULL;
		while (line_heads.length() <= line && line < 10000000)
			line_heads.safe_push(0);
		if (line < line_heads.length()) {
			entry.next = line_heads[line];
			preprocessed_lines.safe_push(entry);
			line_heads[line] = preprocessed_lines.length();
		}
		line++;
	}
}

/* Read the preprocessed input file. Returns whether there is one. */
static bool read_preprocessed_file(void)
{
	static bool tried;
	FILE *file;

	if (tried)
		return preprocessed_text;
	tried = true;
	if (!&in_fnames || !in_fnames || !in_fnames[0] || !*in_fnames[0])
		return false;
	file = fopen(in_fnames[0], "r");
	if (!file)
		return false;
	for (;;) {
		size_t got;

		preprocessed_text = XRESIZEVEC(char, preprocessed_text,
					       preprocessed_length + 65537);
		got = fread(preprocessed_text + preprocessed_length, 1, 65536,
			    file);
		if (!got)
			break;
		preprocessed_length += got;
	}
	preprocessed_text[preprocessed_length] = '\0';
	fclose(file);
	index_preprocessed_file();
	return true;
}

/*
 * Set READER to line LINE of FILE in the preprocessed file, where a call of
 * CALLEE is at COLUMN. Returns false if there is none. If several lines there
 * have that number, it must be clear which is meant.
 */
static bool find_preprocessed(struct reader *reader, const char *file, int line,
			      size_t column, const char *callee)
{
	const char *named = NULL, *other = NULL;
	unsigned int n_named = 0, n_other = 0;
	size_t length = strlen(callee);
	unsigned int i;

	if (static_cast<unsigned int>(line) >= line_heads.length())
		return false;
	for (i = line_heads[line]; i; i = preprocessed_lines[i - 1].next) {
		const struct preprocessed_line *entry = &preprocessed_lines[i - 1];
		const char *text = entry->text;
		size_t width = strcspn(text, "\n");

		if (!entry->file || strcmp(entry->file, file) || width < column)
			continue;
		if (!strncmp(text + column - 1, callee, length) &&
		    !word_character(text[column - 1 + length]) &&
		    (column == 1 || !word_character(text[column - 2]))) {
			named = text;
			n_named++;
		} else if (text[column - 1] == '(' || text[column - 1] == '_') {
			other = text;
			n_other++;
		}
	}
	if (!named && n_other == 1)
		named = other;
	else if (n_named != 1)
		return false;
	reader->text = preprocessed_text;
	reader->length = preprocessed_length;
	reader->line_start = named - preprocessed_text;
	reader->at = reader->line_start + column - 1;
	reader->line = line;
	return true;
}

/*
 * Read the tokens of the call of CALLEE at WHERE, after macro expansion, into
 * TOKENS, and the indexes of the tokens that it may begin with into CALLS. They
 * are several if a macro uses an argument more than once. Returns false, if the
 * call can't be read. The tokens are valid until free_tokens().
 */
bool read_call(location_t where, const char *callee, vec<struct token> *tokens,
	       vec<unsigned int> *calls)
{
	expanded_location at = expand_location(where);
	expanded_location written_at;
	location_t written;
	auto_vec<struct token> input;
	struct reader reader = {};
	bool good;
	unsigned int i;

	if (!at.file || at.line <= 0 || at.column <= 0 || !&parse_in ||
	    !parse_in || !cpp_lookup || !cpp_get_options || !cpp_type2name)
		return false;
	where = get_pure_location(where);
	written = get_pure_location(linemap_resolve_location(line_table, where,
							     LRK_SPELLING_LOCATION,
							     NULL));
	written_at = expand_location(written);

	if (cpp_get_options(parse_in)->preprocessed) {
		if (!read_preprocessed_file() ||
		    !find_preprocessed(&reader, at.file, at.line, at.column,
				       callee))
			return false;
		if (!read_groups(&reader, tokens))
			return false;
		calls->safe_push(0);
		return true;
	}

	reader.file = at.file;
	reader.line = at.line;
	reader.first_line = at.line;
	reader.at = 0;
	if (!read_line(&reader) ||
	    static_cast<size_t>(at.column) > reader.length) {
		free(reader.text);
		return false;
	}
	reader.at = at.column - 1;
	good = read_groups(&reader, &input) && expand(&input, tokens, 0);
	free(reader.text);
	if (!good)
		return false;
	for (i = 0; i < tokens->length(); i++) {
		const struct token *token = &(*tokens)[i];

		if (token->where ? get_pure_location(token->where) == written :
		    (token->line == written_at.line &&
		     token->column == written_at.column))
			calls->safe_push(i);
	}
	/* With -ftrack-macro-expansion=0, only the macro's place is known. */
	if (calls->is_empty() &&
	    !linemap_location_from_macro_expansion_p(line_table, where))
		for (i = 0; i + 1 < tokens->length(); i++)
			if (is_token(&(*tokens)[i], "_Generic") ||
			    (is_token(&(*tokens)[i], callee) &&
			     is_token(&(*tokens)[i + 1], "(")))
				calls->safe_push(i);
	return !calls->is_empty();
}
