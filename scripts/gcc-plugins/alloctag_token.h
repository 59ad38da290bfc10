/* SPDX-License-Identifier: GPL-2.0 */
/*
 * alloctag_token.h - the tokens of a call (alloctag_token.c)
 */
#ifndef ALLOCTAG_TOKEN_H
#define ALLOCTAG_TOKEN_H

#include "alloctag-compat.h"

/*
 * @TOKEN_WORD:		an identifier or a keyword
 * @TOKEN_STRING:	a string literal without a prefix
 * @TOKEN_OTHER:	a number, character constant or other literal
 * @TOKEN_SIGN:		punctuation, such as "(" or "->"
 */
enum token_kind {
	TOKEN_WORD,
	TOKEN_STRING,
	TOKEN_OTHER,
	TOKEN_SIGN,
};

/*
 * A token after macro expansion.
 *
 * @kind:	what it is
 * @text:	its characters, valid until free_tokens()
 * @where:	where it is written in the definition of a macro, or
 *		UNKNOWN_LOCATION if it is written at the call
 * @line:	the line, if it is written at the call
 * @column:	its column there
 * @expanded:	the macros that it comes from; they aren't expanded again
 */
struct token {
	enum token_kind kind;
	const char *text;
	location_t where;
	int line;
	int column;
	struct expanded_macro *expanded;
};

/* Whether TOKEN is the word or the sign TEXT. */
static inline bool is_token(const struct token *token, const char *text)
{
	return (token->kind == TOKEN_SIGN || token->kind == TOKEN_WORD) &&
	       token->text[0] == text[0] && !strcmp(token->text, text);
}

const char *join_words(const char *first, const char *second);
bool read_call(location_t where, const char *callee,
	       vec<struct token> *tokens, vec<unsigned int> *calls);
void free_tokens(void);

#endif /* ALLOCTAG_TOKEN_H */
