/* A function that runs.  For each thing that it does to its frame, a text (docs/program-texts.md) has in one
 * place the instruction, what CFI says of it, and the instruction that takes it back.  So directives agree with
 * the instructions, not only with one another. */
#pragma once

#include "texts.h"

enum { NO_BASE = 255, MAX_DONE = 24, RUNNING_TEXT = 1 << 14, MOST_EXITS = 3, STATE_NAMES = 13 };

struct made_frame {
    uint8_t base; /* the CFA is this register + offset; NO_BASE: an expression says it */
    int64_t offset;
    int64_t depth; /* from SP to the CFA */
    bool known;    /* whether the depth is known: SP was moved by constants only */
    bool mangled;
    int64_t room, room_end; /* the free bytes of the frame, as offsets from SP */
    uint64_t kept; /* registers that were saved, so that the function may change them; a bit each */
};

/* Its text lasts until the next function begins. */
struct instruction {
    int64_t bytes;
    const char *text;
};

/* Something that was done and has to be taken back: by the instruction `back`, if it has bytes. */
struct done {
    struct made_frame before; /* to which the frame returns */
    uint64_t restored; /* registers, a bit each */
    bool must;         /* .cfi_restore is needed: the place where they were saved does not last */
    struct instruction back;
};

struct running {
    struct program_emitter *emitter;
    struct made_frame now, mark;
    struct done done[MAX_DONE];
    unsigned count, exits;
    int64_t skip;  /* bytes from a branch to what follows the early exit that it skips */
    bool fails;    /* the way is impossible here */
    bool adjusts;  /* style: it uses .cfi_adjust_cfa_offset */
    bool relative; /* style: .cfi_rel_offset */
    bool restores; /* style: .cfi_restore, also where it is not needed */
    bool outside;  /* instructions stand before the function, which is entered by a jump from there */
    struct name names[STATE_NAMES]; /* what texts may name; a null name ends them */
    struct text texts, entry;
    char texts_buffer[RUNNING_TEXT], entry_buffer[1024];
};

void gen_running_begin(struct running *running, struct program_emitter *emitter);

/* Takes the way NAME: adds its instructions and directives, and notes how they are taken back.  A way is a
 * function of the text.  There are two more: `body` is code that does nothing to the frame, and `exit` is a
 * return in the middle, for callers that ask for it.  False: the way is impossible here. */
bool gen_run_way(struct running *running, const char *name);

/* Takes back all that was done, and lets the function return. */
void gen_running_end(struct running *running);
