/* What an answer shows, in a few bytes: what many failures have in common, and by which one is recognised. */
#ifndef CONFORMANCE_RUNNER_CAUSES_SYMPTOM_H
#define CONFORMANCE_RUNNER_CAUSES_SYMPTOM_H

#include "../judge/judge.h"

enum { EFFECT_SIZE = 96 };

struct symptom {
    bool refused;             /* the answer is an error */
    bool telling;             /* members differ */
    char effect[EFFECT_SIZE]; /* in words: what is wrong; empty: nothing is */
    uint32_t mark;            /* a hash of what is wrong, with the values; equal marks: the same wrong answer */
};

void runner_symptom_of(const struct vector *vector, const struct judgement *judgement, struct symptom *symptom);

#endif
