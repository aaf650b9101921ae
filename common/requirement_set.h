/* Requirement sets: what a reader takes, as predicates over a section and a question, and what it owes outside.
 *
 * docs/requirements.md describes the text.  This is the only code in common/ that knows the format: where
 * the fields of a header and of functions stand.  It decides what is asked of a reader, and no answer. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    REQUIREMENTS_MAX = 32,
    REQUIREMENT_LINE_MAX = 200, /* bytes of a line */
    REQUIREMENT_NAME_MAX = 40,
    REQUIREMENT_VALUES_MAX = 8,
    REQUIREMENT_WORDS = 400, /* bytes for what is wrong with a set */
};

/* What a reader owes outside of the set: only not to crash; the right answer or an error; an error. */
enum requirement_debt { OWES_NOTHING, OWES_RIGHT_OR_REFUSAL, OWES_REFUSAL, REQUIREMENT_DEBTS };
extern const char *const requirement_debt_names[REQUIREMENT_DEBTS];

/* One predicate: a line `wants SUBJECT RELATION VALUES else DEBT`. */
struct requirement_line {
    unsigned number;                     /* of the line, from 1 */
    char text[REQUIREMENT_LINE_MAX + 1]; /* the predicate as written, without `wants` and `else`, single blanks */
    enum requirement_debt debt;
    unsigned subject; /* a row of the table in requirement_set.c */
    char relation;    /* = < > or 0: the subject is only true or false */
    int64_t values[REQUIREMENT_VALUES_MAX];
    unsigned count; /* of `values`: the subject must have one of them */
};

struct requirement_set {
    char name[REQUIREMENT_NAME_MAX + 1]; /* empty: no set */
    char about[REQUIREMENT_LINE_MAX + 1];
    struct requirement_line lines[REQUIREMENTS_MAX];
    unsigned count;
};

/* A question to a reader.  BYTE gives the byte at a place below SIZE. */
struct requirement_question {
    const char *profile, *abi, *operation; /* by the names that requests have */
    void *section;
    size_t size;
    uint8_t (*byte)(void *section, size_t at);
};

/* Reads a set from a text.  Returns false if it is none; WORDS then says why, with the line. */
bool requirement_set_read(struct requirement_set *set, const char *text, size_t size,
                          char words[REQUIREMENT_WORDS]);

/* Adds line NUMBER to SET, which begins with zeros: what requirement_set_read() does with each line. */
bool requirement_set_add(struct requirement_set *set, unsigned number, const char *line,
                         char words[REQUIREMENT_WORDS]);

/* The first line that does not hold for the question; null: the question lies inside of the set.  If the bytes
 * have no header, each predicate about the section holds, so that broken bytes excuse nothing. */
const struct requirement_line *requirement_set_broken(const struct requirement_set *set,
                                                      const struct requirement_question *question);

/* The lines that do not hold for the question, a bit each; the lowest bit is the first line. */
uint32_t requirement_set_breaks(const struct requirement_set *set, const struct requirement_question *question);
