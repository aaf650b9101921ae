/* What writers are asked, and how their answers are judged.
 *
 * An assembler is started once for many functions, a part of a unit.  If it refuses the part as a whole,
 * nobody knows which function caused that; then it is asked for smaller parts, down to one function. */
#pragma once

#include "judge/declaration.h"

/* Vectors that are asked together: some of a unit, or one of another operation. */
struct part {
    struct vector **vectors;
    bool *named; /* for each vector: whether the error message is about it, once the part was judged */
    unsigned count;
    const struct declaration *declaration; /* of the adapter that is asked */
};

/* What is known of a unit's section after some of its parts were judged. */
struct section_found {
    bool there;
    bool parted, together; /* a part of several functions was refused; one was accepted */
    char broken[WORDS_MAX]; /* empty: it is sound */
};

/* Gets the outcome of each vector. */
struct part_visitor {
    void (*settle)(void *context, unsigned number, const struct judgement *judgement);
    void *context;
};

/* Returns the text that follows the line of a request; the caller frees it. */
char *runner_part_text(const struct part *part, size_t *size);

enum part_end {
    PART_SETTLED,   /* each vector has its outcome */
    PART_TOO_LARGE, /* it must be asked in smaller parts; `named` says which vectors the error is about */
    PART_NO_ANSWER, /* the line is garbage or stray, as the judgement says */
};

/* Judges the line that came as the answer to request NUMBER.  JUDGEMENT becomes the last one that was given
 * to VISITOR, which may be null.  A part of one vector is never too large. */
enum part_end runner_judge_part(const struct part *part, uint64_t number, struct span line,
                                const struct part_visitor *visitor, struct section_found *section,
                                struct judgement *judgement);

/* Decides the outcome of a unit's section, once all of its parts were judged. */
void runner_judge_section(const struct vector *vector, const struct declaration *declaration,
                          const struct section_found *section, struct judgement *judgement);
