/* The unwinder's answer at a step, compared with the shadow stack. */
#pragma once

#include "modules.h"
#include "shadow.h"

/* What comes of a step. WHOLE: all frames are right, and the end. BEYOND: all frames are right, but not the
 * end, as the section's text cannot say where a stack ends. CUT: right as far as there is information. */
enum outcome { WHOLE, BEYOND, CUT, WRONG, OUTCOMES };

/* A way in which traces go wrong or end for want of information, and where: counted, its first trace kept. */
struct finding {
    char kind[24], place[PLACE_SIZE];
    char *row;           /* what its section says there */
    uint64_t pc, lookup; /* where its row is sought */
    enum outcome outcome;
    uint64_t steps;
    char *trace; /* expected and actual, of the first */
};

enum { SHADOW_MOST = 512, WORDS_MOST = 4 * SHADOW_MOST }; /* frames that are compared */

struct comparison {
    struct target *target;
    struct shadow *shadow;
    struct modules *modules;
    struct sfr_machine machine;
    struct sfr_unwind unwind;
    struct sfr_remembered remembered[4096];
    /* Of the step that was compared last. */
    struct sfr_frame frames[SHADOW_MOST];
    size_t frame_count;
    uint64_t words[WORDS_MOST];           /* the addresses of words that were read */
    size_t word_count, until[SHADOW_MOST]; /* until: how many of them, for each frame and those above */
    enum outcome outcome;
    /* Of all steps. */
    uint64_t steps[OUTCOMES], frames_right, frames_wrong, frames_unknown;
    struct finding *findings;
    size_t finding_count;
};

void live_comparison_begin(struct comparison *comparison); /* to be called again when modules change */
void live_compare_step(struct comparison *comparison);
