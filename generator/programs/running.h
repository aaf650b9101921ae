/* A function that runs.  What it does to its frame is an instruction and, in the same lines of a text, what
 * CFI says of it; and how it is taken back.  So directives are true of the instructions, not only of one
 * another. */
#pragma once

#include "texts.h"

enum { NO_BASE = 255, MAX_DONE = 24, RUNNING_TEXT = 1 << 14, MOST_EXITS = 3, STATE_NAMES = 13 };

struct made_frame {
    uint8_t base; /* the register that the CFA counts from; NO_BASE: an expression says it */
    int64_t offset;
    int64_t depth; /* from SP to the CFA */
    bool known;    /* the depth is: SP is where it was moved to by constants */
    bool mangled;
    int64_t room, room_end; /* what is free in the frame, from SP */
    uint64_t kept; /* registers whose value for the caller is elsewhere, so that they may be spoilt */
};

/* Its text lasts until the next function begins. */
struct instruction {
    int64_t bytes;
    const char *text;
};

/* What one instruction takes back (none, if it has no bytes), and what CFI says of it then. */
struct done {
    struct made_frame before;
    uint64_t restored; /* registers */
    bool must;         /* say so: the place where they were saved does not last */
    struct instruction back;
};

struct running {
    struct program_emitter *emitter;
    struct made_frame now, mark;
    struct done done[MAX_DONE];
    unsigned count, exits;
    int64_t skip;  /* from a branch over an early exit to what follows that */
    bool fails;    /* what was tried is impossible here */
    bool adjusts;  /* style: .cfi_adjust_cfa_offset */
    bool relative; /* .cfi_rel_offset */
    bool restores; /* .cfi_restore, where it need not be said */
    bool outside;  /* instructions stand before the function, which is entered by a jump from there */
    struct name names[STATE_NAMES]; /* what texts may name; the last one has none */
    struct text texts, entry;
    char texts_buffer[RUNNING_TEXT], entry_buffer[1024];
};

void gen_running_begin(struct running *running, struct program_emitter *emitter);

/* Does something to the frame: runs it, says it, and says how it is taken back.  A way is a function of the
 * text, or `body`, code that does nothing to the frame, or `exit`, a return in the middle for callers that
 * ask for it.  False: it is impossible here. */
bool gen_run_way(struct running *running, const char *name);

/* All is taken back, and the function returns. */
void gen_running_end(struct running *running);
