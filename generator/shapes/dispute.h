/* Contested unwindings: a point of the ledger about traces, and the trace of each of its readings.  A walk is
 * opened and, once all calls are there, contested under its name; then each reading gives its trace, and
 * with the last one the vector is emitted.  The walk's own trace is that of who goes on where another stops;
 * the others' are its first frames, and perhaps more.  (Contested vectors of other operations are texts:
 * corpus/cases/contested_*.) */
#pragma once

#include "chains.h"

enum { MAX_READINGS = 5 };

struct dispute;

/* An entry of the ledger, or some of the walks that rest on it. */
struct contested_point {
    const char *ledger;
    unsigned profiles, abis;
    uint32_t count; /* of walks */
    void (*make)(struct dispute *dispute, uint32_t number);
    const char *readings[MAX_READINGS]; /* the oracle's comes first */
};

/* A point while its vectors are made for one profile and ABI. */
struct dispute {
    struct emitter *emitter;
    enum abi abi;
    const struct contested_point *point;
    struct walk *walk;    /* the present one */
    const char *name;     /* its vector's, which is wanted; else null */
    unsigned given;       /* how many readings have given a trace of it */
    struct trace oracles; /* the first of these, the vector's own */
    bool made;            /* each of them has */
    char shape[MAX_ID];
};

/* The walks of those points that this profile and ABI have. */
void gen_make_contested_points(struct emitter *emitter, const struct contested_point *points, unsigned count);

/* --- Walks ---------------------------------------------------------------------------------------------- */

/* One whose shape is named by the point. */
struct walk *gen_open_walk(struct dispute *dispute, const char *note, uint32_t modules);
/* `above` calls of others, the call at issue, and its callers. */
struct call *gen_add_chain(struct walk *walk, uint32_t above, uint32_t routine, uint32_t stage);
/* Lays the stack.  The vector has a name as printf makes it. */
#define CONTEST(dispute, ...) gen_contest_walk(dispute, SAY((dispute)->emitter->detail, __VA_ARGS__))
void gen_contest_walk(struct dispute *dispute, const char *name);
/* The generator stops if these are not the readings of the point, in its order. */
void gen_gives(struct dispute *dispute, const char *reading, const struct trace *trace);
/* The same of one that ends in an error because the reading has a section refused: an error in place of the
 * trace is as good, and so is to do as if the section were not there. */
void gen_gives_or_refuses(struct dispute *dispute, const char *reading, const struct trace *trace);

/* --- Traces --------------------------------------------------------------------------------------------- */

/* The first frames of the walk's own. */
const struct trace *gen_ended(const struct walk *walk, uint32_t frames, bool has_cfa, enum stop stop);
/* The first frames and one more, that no function holds. */
const struct trace *gen_astray(const struct walk *walk, uint32_t frames, struct frame last);
/* The first frames, the last of which then comes again and again, `step` bytes further out each time. */
const struct trace *gen_repeated(struct walk *walk, uint32_t frames, uint64_t step);
/* What a first row says of a frame that its routine has set up since: another CFA, and RA where nothing can
 * be read, or in its register. */
const struct trace *gen_misled(const struct walk *walk, uint32_t frame);
