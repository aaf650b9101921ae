/* Functions that run: what they do to their frame, by ABI, and the kinds that are made of that. */
#ifndef GENERATOR_PROGRAMS_FAMILIES_RUNS_H
#define GENERATOR_PROGRAMS_FAMILIES_RUNS_H

#include "emit/sets.h"
#include "../running.h"

enum { MOST_WAYS = 8 };

/* Does something to the frame: runs it, says it, and says how it is taken back.  False: it is impossible
 * here. */
typedef bool way(struct running *running);

/* What such a function begins with, all of it; and of what it then does some. */
struct kind {
    const char *name;
    bool outside; /* what it begins with is done before it, and it is entered by a jump, as a cold part is */
    way *first[MOST_WAYS], *more[MOST_WAYS];
};

/* The last one has no name. */
extern const struct kind gen_amd64_kinds[], gen_aarch64_kinds[], gen_s390x_kinds[];

/* Ways of all ABIs. */
bool gen_body(struct running *running);
bool gen_early_exit(struct running *running);

#define BIT(reg) (UINT64_C(1) << (reg))
/* How what was done since this frame is taken back: by an instruction of so many bytes; or by none. */
#define DID(running, frame, registers, size, ...)                                                            \
    gen_did(running, &(struct done){.before = (frame),                                                       \
                                    .restored = (registers),                                                 \
                                    .back = {.bytes = (size), .form = __VA_ARGS__}})

int64_t gen_draw_number(struct running *running, int64_t bound);
bool gen_is_on(const struct running *running, uint8_t reg); /* the CFA counts from it */

/* SP has moved to a place that is no constant away. */
void gen_lose_sp(struct running *running);

/* So many bytes that are free in the frame: where; -1: there are not. */
int64_t gen_take_room(struct running *running, int64_t bytes);

/* A register that is kept and that nothing counts from, or -1. */
int gen_draw_kept(struct running *running, const uint8_t *regs, size_t count);

/* What interrupts a function keeps the CFA, RA and FP at places that count from SP.  The code before the
 * function makes such a frame.  These are put back one by one. */
bool gen_interrupted(struct running *running, uint8_t scratch, const struct instruction back[3]);

#endif
