/* The true call stack, kept by watching calls, returns and signals. */
#pragma once

#include "target.h"

/* A frame that waits for its callee to return, with the registers that it will find then. */
struct waiting {
    uint64_t pc, sp, fp;
    bool interrupted; /* by a signal */
};

struct shadow {
    struct waiting *frames; /* from the outermost on */
    size_t count, reached;  /* reached: how many there were before some were dropped */
    bool delivering;        /* the next step begins a handler */
};

/* Steps the program and follows it. */
enum event live_shadow_step(struct shadow *shadow, struct target *target);

/* Frame I as it truly is, the topmost being 0; CFA of the outermost is not known. */
struct truth {
    uint64_t pc, sp, fp, cfa;
    bool outermost;
};
struct truth live_shadow_frame(const struct shadow *shadow, const struct target *target, size_t i);
