/* What the files of the parser share: parse_tokens.c has tokens and numbers, parse_words.c the words of a
 * line, parse_about.c what a vector says of itself, parse_model.c sections, parse_scenario.c what an
 * unwinding is given, parse_beneath.c edits and breaches, and parse.c the text.  A function that reads a
 * line begins at the token behind the line's first word; if it returns false, it has said what is wrong. */
#pragma once

#include "notation.h"

#include <string.h>

enum { MAX_SHOWN = 40 };

struct parser {
    struct notation *notation;
    struct mistake *mistake;
    const struct choice *choice; /* null: the first that a line names */
    unsigned said;               /* the lines about a vector that the text has said itself, a bit each */
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
/* Whether the present token follows this word: where a line is read, its first one. */
bool gen_was(const struct parser *parser, const char *word);

/* Whether a set has one member; it is not empty. */
bool gen_is_one(unsigned bits);

/* How much of a token a mistake shows. */
int gen_shown(size_t length);
/* "3:12: WHAT", of the present token or of one before, and always false. */
bool gen_wrong_at(struct parser *parser, const char *token, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
bool gen_wrong(struct parser *parser, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool gen_expected(struct parser *parser, const char *what);

/* As many digits as there are, at least one; decimal or 0x and hexadecimal.  Null: no number of 64 bits. */
const char *gen_digits(const char *at, const char *end, uint64_t *value);
/* Digits with a sign before them, perhaps, and at most 2^63 - 1. */
const char *gen_signed_digits(const char *at, const char *end, int64_t *value);

bool gen_number(struct parser *parser, int64_t least, int64_t most, int64_t *value);
bool gen_read_address(struct parser *parser, uint64_t *value);
bool gen_small(struct parser *parser, uint32_t most, uint32_t *value);
bool gen_hex_bytes(struct parser *parser, uint8_t *bytes, size_t room, uint32_t *count);
bool gen_is_number_next(const struct parser *parser);

/* --- Lines ---------------------------------------------------------------------------------------------- */

/* What is left of the line: words of the table, each at most once.  `of`: what was expected. */
bool gen_read_words(struct parser *parser, const struct word *table, void *object, const char *of);

/* What a vector says of itself beside its question. */
bool gen_read_note(struct parser *parser);
bool gen_read_quote(struct parser *parser);
bool gen_read_origin(struct parser *parser);
bool gen_read_exercises(struct parser *parser);
bool gen_read_own_name(struct parser *parser); /* shape, twin, ledger */
bool gen_read_fault(struct parser *parser);
bool gen_read_run(struct parser *parser);
bool gen_read_unsayable(struct parser *parser);
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
