/* The members of answers and their types, from the schemas of corpus/schema. */
#pragma once

#include "judge.h"

enum type {
    WORD,     /* a string */
    WORDS,    /* strings, in any order */
    NONE,     /* why there is no answer; "unknown" fits every reason */
    ADDRESS,  /* a string, compared as a number */
    HEX,      /* bytes in hexadecimal digits */
    INTEGER,  /* of 64 bits */
    BOOLEAN,  /* true or false */
    BASE,     /* a register by its role or its number */
    PLACE,    /* base and offset, perhaps dereferenced */
    RULE,     /* a place or a word */
    OBJECTS,  /* an array of objects */
    ANYTHING, /* never compared */
};

struct member {
    const char *name;
    const struct member *inside; /* the members of OBJECTS */
    enum type type;
    const char *form, *owed; /* what a string must fit, as a regular expression and in words; null: any */
    bool is_rule;        /* an unwinding rule, or that there is none: no reading leaves it out */
    bool may_be_added;   /* an answer may have it where the expectation does not */
    bool must_be_stated; /* also if the adapter does not expose it */
    bool is_asked;       /* the question states it, so to repeat it is no answer */
};

/* The members of an answer to this operation; the last one has no name. */
const struct member *runner_members_of(enum operation operation);

/* The members of a PLACE. */
extern const struct member *const runner_place_members;

/* Whether VALUE is a list of strings; it may be empty. */
bool runner_are_words(const json_t *value);

/* Returns false if the answer has a member that no schema names, or one of the wrong type; WORDS then says
 * which. */
bool runner_answer_has_shape(json_t *answer, enum operation operation, char words[WORDS_MAX]);

/* Whether ANSWER can serve as an expected answer: other answers could differ from it.  What writers make is
 * judged as a whole and never compared, so it returns false for their operations. */
bool runner_is_expectation(json_t *answer, enum operation operation);

/* The same for the expected answer of a valid vector; a quick test without a parser. */
bool runner_expects_anything(const struct vector *vector);

/* Whether a path of `exposes` names a member. */
bool runner_is_member_path(const char *path);
