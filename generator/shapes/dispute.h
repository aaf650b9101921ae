/* Contested unwindings: a point of the ledger about traces, and the trace of each of its readings.
 * gen_open_walk() begins a walk and CONTEST(), once all calls are there, its vector.  Then gen_gives() says
 * the trace of each reading, the oracle's first.  The walk's own trace is that of a reading that goes on where
 * others stop; theirs are its first frames, and perhaps others behind them.  (Contested vectors of other
 * operations are texts: corpus/cases/contested_*.) */
#pragma once

#include "call_chain.h"

struct dispute;

/* A point of the ledger, and walks that rest on it.  A point may have several entries. */
struct contested_point {
    const char *ledger;
    unsigned profiles, abis;
    uint32_t count; /* of walks */
    void (*make)(struct dispute *dispute, uint32_t number);
};

/* A point while its vectors are made for one profile and ABI. */
struct dispute {
    struct emitter *emitter;
    enum abi abi;
    const struct contested_point *point;
    struct walk *walk;    /* the present walk */
    const char *name;     /* of its vector; null: the vector is not wanted */
    const char *oracle;   /* the first reading that has given a trace; null: none has yet */
    struct trace oracles; /* that trace, the vector's expected one */
    char shape[MAX_ID];
};

/* Makes the walks of the points that exist for the emitter's profile and ABI. */
void gen_make_contested_points(struct emitter *emitter, const struct contested_point *points, unsigned count);

/* --- Walks ---------------------------------------------------------------------------------------------- */

/* Begins a walk whose shape is named after the point. */
struct walk *gen_open_walk(struct dispute *dispute, const char *note, uint32_t modules);
/* Adds `above` calls by chance, the call on which the readings differ, and its callers.  Returns that call. */
struct call *gen_add_chain(struct walk *walk, uint32_t above, uint32_t routine, uint32_t stage);
/* Lays the stack and begins the vector; printf makes its name. */
#define CONTEST(dispute, ...) gen_contest_walk(dispute, SAY((dispute)->emitter->detail, __VA_ARGS__))
void gen_contest_walk(struct dispute *dispute, const char *name);
/* The trace of the next reading. */
void gen_gives(struct dispute *dispute, const char *reading, const struct trace *trace);
/* The same for a reading that refuses a section, so that its trace ends in an error.  An error instead of the
 * trace is as good, and so is to find nothing, as if the section were not there. */
void gen_gives_or_refuses(struct dispute *dispute, const char *reading, const struct trace *trace);

/* --- Traces --------------------------------------------------------------------------------------------- */

/* The first frames of the walk's own trace, with another end. */
const struct trace *gen_ended(const struct walk *walk, uint32_t frames, bool has_cfa, enum stop stop);
/* The first frames and `last`, whose PC is in no function. */
const struct trace *gen_astray(const struct walk *walk, uint32_t frames, struct frame last);
/* The first frames, the last of which then comes three times more, `step` bytes further out each time. */
const struct trace *gen_repeated(struct walk *walk, uint32_t frames, uint64_t step);
/* The trace of a reader that takes a routine's first row although the frame has been set up since.  It ends
 * at that frame: the CFA is wrong, and RA is where nothing can be read, or in a register (unsafe). */
const struct trace *gen_misled(const struct walk *walk, uint32_t frame);
