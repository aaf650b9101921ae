/* Requirement sets in a run: which vectors lie outside of one, and what is owed there (docs/requirements.md). */
#pragma once

#include "../../../common/requirement_set.h"
#include "judge.h"

/* Bytes for what is wrong with a set, and its name. */
enum { REQUIRES_WORDS = REQUIREMENT_WORDS + 320 };

/* A set, and counts for each of its lines: the vectors of the corpus that it puts outside, and of those that
 * were asked, how many answers kept what is owed there and how many broke it. */
struct requires {
    const char *given; /* on the command line; null: the adapter named it, or there is none */
    struct requirement_set set;
    struct {
        uint64_t outside, kept, broke;
    } counts[REQUIREMENTS_MAX];
};

/* Reads the shipped set or the file that TEXT names.  Returns false if there is none; WORDS then says why. */
bool runner_requires_read(struct requires *requires, const char *text, char words[REQUIRES_WORDS]);

/* The number of the line of the set that puts a vector outside, from 1; 0: it lies inside.  Writers' vectors lie
 * inside of every set. */
unsigned runner_requires_line(const struct requires *requires, const struct vector *vector);

/* A bit for each line of SET that does not hold for the vector; 0 for a writer's vector.  If `parts` describe
 * the section, only the bytes of the first part are looked at. */
uint32_t runner_requires_breaks(const struct requirement_set *set, const struct vector *vector);

/* Corrects a judgement that was made as if the vector were inside of the set.  The outcome becomes OUTSIDE if
 * the answer kept what LINE, which puts the vector outside, leaves owed; else it is a failure that names the
 * line. */
void runner_requires_judge(const struct requires *requires, unsigned line, struct judgement *judgement);
