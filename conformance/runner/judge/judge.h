/* Decides the outcome of an answer: pure functions of a vector, a declaration and a line of text. */
#pragma once

#include "outcome.h"
#include "corpus_line.h"

#include <jansson.h>

extern const char *const runner_outcome_names[OUTCOME_COUNT];
extern const bool runner_outcome_counts_against[OUTCOME_COUNT], runner_outcome_is_judged[OUTCOME_COUNT];

enum { WORDS_MAX = 240, PATH_MAX_SIZE = 120, DIFFERENCES_MAX = 16, CAUSE_MAX = 200 };

struct declaration; /* declaration.h */

struct difference {
    char path[PATH_MAX_SIZE], expected[WORDS_MAX], actual[WORDS_MAX];
};

struct judgement {
    enum outcome outcome;
    char reason[2 * WORDS_MAX + PATH_MAX_SIZE]; /* one line; empty if it passed */
    char reading[64];                           /* which one was taken, if the outcome is READING */
    char closest[64]; /* if it is UNREAD: the reading from which the answer differs least */
    bool refused; /* the answer is an error */
    bool outside; /* it broke what is owed outside of a requirement set */
    bool lacks; /* its only fault is members left out, and the adapter has no `exposes` */
    bool reported;                              /* the adapter reported this CRASH or EXIT, and lives on */
    char signal[16];                            /* which ended the program; empty: none did */
    unsigned compared;                          /* members that the answer states and the question does not */
    unsigned count;                             /* of differences, also of those for which there is no room */
    struct difference differences[DIFFERENCES_MAX];
};

/* A string in an object; "" if it is not there.  A count in an object; 0 if it is not there. */
const char *runner_string_of(const json_t *object, const char *key);
uint64_t runner_count_of(const json_t *object, const char *key);
/* Whether the string is in a list, which may be null. */
bool runner_has_word(const json_t *words, const char *word);

/* Parses a text as JSON; returns null if it is not JSON.  jansson alone accepts a zero byte behind a number;
 * this function refuses it. */
json_t *runner_json_of(struct span text, size_t flags, json_error_t *error);

/* Parses a line as an object.  Returns null if it is none, and judges it as garbage. */
json_t *runner_object_of(struct span line, struct judgement *judgement);

/* Whether an answer belongs to request NUMBER.  If not, judges it as garbage or stray. */
bool runner_answers_request(const json_t *answer, uint64_t number, struct judgement *judgement);

/* Gets the number of the request that a line answers, and the REST of the line behind the number.  Returns
 * false if only a parser could find the number, or the line has none. */
bool runner_read_answer_number(struct span line, uint64_t *number, struct span *rest);

/* CONTRACT is what docs/protocol.md demands of every adapter.  EXACT demands more: the answer must equal the
 * expected one word by word and leave nothing out, must list each violation, and for a contested vector must
 * follow the reading that the vector names as the oracle's. */
enum measure { CONTRACT, EXACT };

/* Judges the line that came as the answer to request NUMBER. */
void runner_judge(const struct vector *vector, const struct declaration *declaration, enum measure measure,
                  uint64_t number, struct span line, struct judgement *judgement);

/* Begins a judgement: nothing is known yet but this outcome. */
void runner_judge_begin(struct judgement *judgement, enum outcome outcome);

/* Writes to WORDS why something is refused, as snprintf() does.  Returns false. */
bool runner_refuse(char words[], size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Sets outcome and reason. */
void runner_judge_as(struct judgement *judgement, enum outcome outcome, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* For a question that the ledger holds open: turns an outcome that counts against a writer into READING. */
void runner_leave_open(struct judgement *judgement);

/* Writes a text, which may have any bytes, as the quoted string that a difference shows; `nothing` if it is
 * empty. */
void runner_quote(char words[WORDS_MAX], const char *text);
/* Adds a difference between such texts, for which there must be room. */
void runner_add_quoted(struct judgement *judgement, const char *path, const char *expected, const char *actual);

/* The beginning of a value as JSON; NONE if it is null. */
struct glimpse {
    char text[101];
};
struct glimpse runner_glimpse_of(const json_t *value, const char *none);

/* Writes TEXT without what stands in brackets, as the indices of a path, as far as there is ROOM; returns its length. */
size_t runner_without_indices(char *out, size_t room, struct span text);

/* Adds a difference to the judgement for each member in which ACTUAL is not what EXPECTED demands. */
void runner_compare_answers(const struct vector *vector, const struct declaration *declaration,
                            enum measure measure, const json_t *expected, const json_t *actual,
                            struct judgement *judgement);

/* Compares two lists of violations by clause, place and severity, in any order.  Differences go to the
 * judgement. */
void runner_compare_violations(const json_t *expected, const json_t *actual, bool with_notes,
                               struct judgement *judgement);

/* Whether the adapter declares that its answers have the member at this path, or any below it. */
bool runner_is_exposed(const struct declaration *declaration, const char *path);

/* The name of a base register by which bases are compared: "sp" or "fp" if BASE is the DWARF name of these. */
const char *runner_register_of(enum abi abi, const char *base);

/* Whether LOW is the path of the member at path TOP, or of a member inside it. */
bool runner_is_below(const char *low, const char *top);

/* The difference in the member at PATH; null: there is none. */
const struct difference *runner_difference_at(const struct judgement *judgement, const char *path);

void runner_add_difference(struct judgement *judgement, const char *path, const json_t *expected,
                           const json_t *actual);

/* Called where two values of JSON differ, with null for one that is not there.  Returns whether to go on. */
typedef bool difference_visitor(void *context, const char *path, const json_t *one, const json_t *other);

/* In differ.c: visits each place below PATH in which two values differ, members in the order of OTHER.  Returns false
 * once VISIT does. */
bool runner_each_difference(const char *path, json_t *one, json_t *other, difference_visitor *visit, void *context);

/* Whether a string of the answer does not have the form that its member needs, so that it cannot be right.
 * WORDS then says which member, what it is, and what is owed. */
bool runner_has_no_form(const json_t *answer, enum operation operation, char words[WORDS_MAX]);

/* Basic vectors: a few plain functions, links and models that every writer must be able to express, so none
 * may refuse them or leave them out. */

/* Whether the vector is basic, and the writer does not declare that it leaves out its profile. */
bool runner_is_basic(const struct vector *vector, const struct declaration *declaration);

/* For a basic vector: turns an outcome that says that nothing was made into a failure. */
void runner_fail_if_basic(const struct vector *vector, const struct declaration *declaration,
                          struct judgement *judgement);

/* Whether no section can express what the vector asks for, so that a writer may or must refuse. */
bool runner_may_be_refused(const struct vector *vector);

/* Sets the outcome to SAME or WRONG. */
void runner_judge_written_section(const struct vector *vector, const uint8_t *bytes, size_t size,
                                  struct judgement *judgement);

/* Judges the file BYTES, and takes them over.  MESSAGES is what the linker printed, or null.  Each kind of
 * fault becomes a difference.  Returns false if the file is no result of this link; WHY then says so. */
bool runner_judge_linked_file(const struct vector *vector, const struct declaration *declaration,
                              const char *messages, uint8_t *bytes, size_t size, struct judgement *judgement,
                              char why[WORDS_MAX]);
