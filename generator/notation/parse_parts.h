/* What the files of the parser share: parse_tokens.c has tokens and numbers, parse_words.c the words of a line,
 * parse_model.c sections, parse_scenario.c what an unwinding is given, parse_beneath.c edits and breaches, and parse.c
 * the text and what it says of itself.  A function that reads a line begins at the token behind the line's first word;
 * if it returns false, it has said what is wrong. */
#pragma once

#include "notation.h"

#include <string.h>

enum { MAX_SHOWN = 40 };

struct parser {
    struct notation *notation;
    struct mistake *mistake;
    const struct choice *choice; /* for which the text is read; null: the first that it names */
    unsigned said;               /* which lines about a vector this text has had, a bit each */
    const char *at, *end, *line_begin;
    unsigned line;
    const char *token, *before; /* the present one, and the one that it follows */
    size_t length, before_length;
    bool has_section;
    struct section *section; /* to which functions and rows are added; null: an answer has no model yet */
    struct broken *broken;   /* to which breaches are added */
    struct reply *reply;       /* the answer that is read; null: none yet */
    bool remembers;          /* the line before says what lies in memory */
};

/* --- Tokens and numbers --------------------------------------------------------------------------------- */

/* The next token of the line; an empty one at its end. */
void gen_next(struct parser *parser);
bool gen_at_end(const struct parser *parser);
static inline bool gen_is(const struct parser *parser, const char *word)
{
    return parser->length > 0 && *parser->token == *word && parser->length == strlen(word) &&
           memcmp(parser->token, word, parser->length) == 0;
}
bool gen_take(struct parser *parser, const char *word);
/* Whether WORD stands before the present token.  Where the reading of a line begins, that is its first word. */
bool gen_was(const struct parser *parser, const char *word);

/* Whether a set that is not empty has only one member. */
bool gen_is_one(unsigned bits);

/* How many characters of a token a message has. */
int gen_shown(size_t length);
/* These set the mistake to "LINE:COLUMN: WHAT", at TOKEN or the present token, and return false. */
bool gen_wrong_at(struct parser *parser, const char *token, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
bool gen_wrong(struct parser *parser, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool gen_expected(struct parser *parser, const char *what);

/* Reads a number, decimal or with 0x hexadecimal.  Returns what follows it; null: it is none of 64 bits. */
const char *gen_digits(const char *at, const char *end, uint64_t *value);
/* The same with a sign, if there is one; the digits give at most 2^63 - 1. */
const char *gen_signed_digits(const char *at, const char *end, int64_t *value);

bool gen_number(struct parser *parser, int64_t least, int64_t most, int64_t *value);
bool gen_read_address(struct parser *parser, uint64_t *value);
bool gen_small(struct parser *parser, uint32_t most, uint32_t *value);
bool gen_hex_bytes(struct parser *parser, uint8_t *bytes, size_t room, uint32_t *count);
bool gen_is_number_next(const struct parser *parser);

/* --- Lines ---------------------------------------------------------------------------------------------- */

/* Reads what is left of the line: words of the table, each at most once.  OF: what messages say is expected. */
bool gen_read_words(struct parser *parser, const struct word *table, void *object, const char *of);

/* A name as ids and the ledger have them, perhaps with a colon behind it. */
bool gen_read_name(struct parser *parser, bool has_colon, const char *what, char into[MAX_NAME]);

bool gen_read_section(struct parser *parser);
bool gen_read_module(struct parser *parser);
bool gen_read_function(struct parser *parser);
bool gen_read_row(struct parser *parser);

bool gen_read_register(struct parser *parser);
bool gen_read_mask(struct parser *parser);
bool gen_read_limit(struct parser *parser);
bool gen_read_memory(struct parser *parser);
/* A line that begins with an address and a colon: more of the same piece. */
bool gen_is_more_memory(const struct parser *parser);
bool gen_read_more_memory(struct parser *parser);

bool gen_read_set(struct parser *parser);
bool gen_read_count(struct parser *parser); /* cut, keep */
bool gen_read_insert(struct parser *parser);
bool gen_read_twice(struct parser *parser);
bool gen_read_leaves(struct parser *parser);
bool gen_read_forget(struct parser *parser);
bool gen_read_breaks(struct parser *parser);
/* The present token is the id of a clause. */
bool gen_is_clause(const struct parser *parser);
