/* What an answer shows, in a few bytes: what many failures have in common, and by which one is recognised. */
#ifndef CONFORMANCE_RUNNER_CAUSES_SYMPTOM_H
#define CONFORMANCE_RUNNER_CAUSES_SYMPTOM_H

#include "../judge/expect.h"
#include "../judge/judge.h"

/* What is wrong with an answer, in words: one is always there, the others say more if they hold for many
 * answers. */
enum effect {
    EFFECT_WIDE,   /* `gives a wrong cfa.offset`, `finds nothing where a row holds` */
    EFFECT_ALWAYS, /* `gives a wrong cfa.offset, always 16` */
    EFFECT_CHANGE, /* `gives a wrong cfa.offset, 8 too large` */
    EFFECT_NARROW, /* `gives the row before`: of all that is wrong */
    EFFECTS_EACH
};
enum { EFFECT_SIZE = 128 };

/* What the words of an answer that is outside of a requirement set begin with. */
#define OUTSIDE_WORDS "answers outside of "

struct symptom {
    char way[WAY_SIZE];       /* how it failed, for expectation files */
    bool refused;             /* the answer is an error */
    bool accepted;            /* no error, though one is due */
    bool telling;             /* members differ */
    char effects[EFFECTS_EACH][EFFECT_SIZE]; /* empty: there is none of the kind */
    uint32_t mark;            /* a hash of what is wrong, with the values; equal marks: the same wrong answer */
};

void runner_symptom_of(const struct vector *vector, const struct judgement *judgement, struct symptom *symptom);

/* Where, in words such as `gives the row before`; null: nowhere that has a name. */
const char *runner_answer_elsewhere(const struct vector *vector, const struct judgement *judgement);

/* What the row is that a lookup asks for, and where it or the PC lies: a bit for each of these, from the
 * lowest one on. */
enum { POSITIONS = 23 };
extern const char *const runner_position_names[POSITIONS];
uint64_t runner_lookup_position(const struct vector *vector);

#endif
