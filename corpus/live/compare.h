/* The unwinder's answer at a step, held against the shadow stack. */
#ifndef COMPARE_H
#define COMPARE_H

#include "modules.h"
#include "shadow.h"

/* A way in which traces go wrong or end for want of information, and where: counted, its first trace kept. */
struct finding {
    char kind[24], place[PLACE_SIZE];
    uint64_t pc;
    bool wrong;
    uint64_t steps;
    char *trace; /* expected and actual, of the first */
};

enum { SHADOW_MOST = 512 }; /* frames that are compared */

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
    bool whole; /* every frame was given, and right */
    /* Of all steps. */
    uint64_t steps, whole_steps, cut_steps, wrong_steps, frames_right, frames_wrong, frames_unknown;
    struct finding *findings;
    size_t finding_count;
};

void comparison_begin(struct comparison *comparison); /* again, when modules change */
void compare_step(struct comparison *comparison);

#endif
