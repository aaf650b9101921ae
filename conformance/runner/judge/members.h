/* The members of answers and their types, as the schemas of corpus/schema have them. */
#ifndef CONFORMANCE_RUNNER_JUDGE_MEMBERS_H
#define CONFORMANCE_RUNNER_JUDGE_MEMBERS_H

#include "judge.h"

enum type {
    WORD,     /* a string */
    WORDS,    /* strings, in any order */
    NONE,     /* why there is no answer; "unknown" is as good as any */
    ADDRESS,  /* a string, compared as a number */
    HEX,      /* bytes in hexadecimal digits */
    INTEGER,  /* of 64 bits */
    BOOLEAN,  /* */
    BASE,     /* a register by its role or its number */
    PLACE,    /* base and offset, perhaps dereferenced */
    RULE,     /* a place, or a word */
    OBJECTS,  /* an array of objects */
    ANYTHING, /* compared with nobody's */
};

struct member {
    const char *name;
    const struct member *inside; /* of OBJECTS */
    enum type type;
    bool is_rule;        /* what one unwinds by, or that there is nothing: no reading leaves it out */
    bool may_be_added;   /* to state it where the expectation does not is no difference */
    bool must_be_stated; /* exposed or not */
    bool is_asked;       /* the question tells it: who repeats that has said nothing */
};

/* Of an answer to this operation; the last one has no name. */
const struct member *runner_members_of(enum operation operation);

/* Whether it is a list of strings, perhaps empty. */
bool runner_are_words(const json_t *value);

/* False, and why in WORDS: a member that no schema names, or one of the wrong type. */
bool runner_answer_has_shape(json_t *answer, enum operation operation, char words[WORDS_MAX]);

/* Whether an answer can be compared with this one, and could fail.  What a writer makes is judged whole: no
 * answer is compared. */
bool runner_is_expectation(json_t *answer, enum operation operation);

/* The same of a valid vector's, at a glance: without a parser. */
bool runner_expects_anything(const struct vector *vector);

/* Whether a path in `exposes` names anything. */
bool runner_is_member_path(const char *path);

#endif
