/* A function that runs.  What it does to its frame is an instruction and, from the same call, what CFI says
 * of it; and how it is taken back.  So directives are true of the instructions, not only of one another. */
#ifndef GENERATOR_PROGRAMS_RUNNING_H
#define GENERATOR_PROGRAMS_RUNNING_H

#include "program_emitter.h"

enum { NO_BASE = 255, MAX_DONE = 24, RUNNING_TEXT = 1 << 14, MOST_EXITS = 3 };

/* In the form, @ stands for the next of the registers, and # for the next of the numbers. */
struct instruction {
    int64_t bytes;
    const char *form;
    uint8_t reg[2];
    int64_t number[2];
};

struct made_frame {
    uint8_t base; /* the register that the CFA counts from; NO_BASE: an expression says it */
    int64_t offset;
    int64_t depth; /* from SP to the CFA */
    bool known;    /* the depth is: SP is where it was moved to by constants */
    bool mangled;
    int64_t room, room_end; /* what is free in the frame, from SP */
    uint64_t kept; /* registers whose value for the caller is elsewhere, so that they may be spoilt */
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
    struct program *program;
    struct random *random;
    enum abi abi;
    struct made_frame now;
    struct done done[MAX_DONE];
    unsigned count, exits;
    bool adjusts;  /* style: .cfi_adjust_cfa_offset */
    bool relative; /* .cfi_rel_offset */
    bool restores; /* .cfi_restore, where it need not be said */
    bool outside;  /* instructions stand before the function, which is entered by a jump from there */
    struct text texts, entry;
    char texts_buffer[RUNNING_TEXT], entry_buffer[1024];
};

void gen_running_begin(struct running *running, struct program_emitter *emitter);

void gen_run_instruction(struct running *running, const struct instruction *instruction);
#define RUN(running, size, ...)                                                                              \
    gen_run_instruction(running, &(struct instruction){.bytes = (size), .form = __VA_ARGS__})

void gen_say(struct running *running, struct step step);
void gen_move_sp(struct running *running, int64_t deeper);               /* says what it does to the CFA */
void gen_base_on(struct running *running, uint8_t reg, int64_t offset);  /* the CFA */
void gen_keep_at(struct running *running, uint8_t reg, int64_t from_sp); /* it was saved in the frame */
void gen_keep_in(struct running *running, uint8_t reg, uint8_t other);   /* in a register */
void gen_toggle_signature(struct running *running);

/* To be called when something was done: how it is taken back. */
void gen_did(struct running *running, const struct done *done);

/* Code that does nothing to the frame. */
void gen_run_body(struct running *running);

/* A return in the middle, for callers that ask for it: the first argument is its number. */
void gen_exit_early(struct running *running);

/* All is taken back, and the function returns. */
void gen_running_end(struct running *running);

static inline bool is_kept(const struct running *running, uint8_t reg)
{
    return (running->now.kept >> reg & 1) != 0;
}

#endif
