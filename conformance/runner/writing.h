/* Writers: what they are asked, and what comes of it.
 *
 * An assembler is started for many functions at once, a part of a unit.  If it does not take the part as a
 * whole, nobody knows which function is to blame; then smaller parts are asked, down to one function. */
#ifndef CONFORMANCE_RUNNER_WRITING_H
#define CONFORMANCE_RUNNER_WRITING_H

#include "judge/declaration.h"

/* Vectors that are asked together: those of a unit, or one of another operation. */
struct part {
    struct vector **vectors;
    bool *named; /* as many: those that an error is about, once the part was judged */
    unsigned count;
    const struct declaration *declaration; /* of who is asked */
};

/* What was found of a unit's section, over all of its parts. */
struct section_found {
    bool there;
    bool parted, together; /* several functions at once were not taken; were */
    char broken[WORDS_MAX]; /* empty: nothing is */
};

/* Who is told what came of which vector. */
struct part_visitor {
    void (*settle)(void *context, unsigned number, const struct judgement *judgement);
    void *context;
};

/* What follows the line of a request, on the heap; null: out of memory. */
char *runner_part_text(const struct part *part, size_t *size);

enum part_end {
    PART_SETTLED,   /* each vector's outcome was told */
    PART_TOO_LARGE, /* it is to be asked in smaller parts; NAMED tells of those that an error is about */
    PART_NO_ANSWER, /* garbage or stray, as the judgement says */
};

/* Judges the line that came when request NUMBER was to be answered.  JUDGEMENT is the last one that was told.
 * A part of one vector is settled, or there is no answer. */
enum part_end runner_judge_part(const struct part *part, uint64_t number, struct span line,
                                const struct part_visitor *visitor, struct section_found *section,
                                struct judgement *judgement);

/* The outcome of a unit's section, when all of its parts were judged. */
void runner_judge_section(const struct vector *vector, const struct declaration *declaration,
                          const struct section_found *section, struct judgement *judgement);

#endif
