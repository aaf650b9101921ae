/* A call chain and the stack that it leaves: what unwinding vectors are made from.
 *
 * The chain is drawn first: routines, what each has done in each stage of its code, who called whom and from
 * where.  Then the calls are gone through as a processor would, from the outermost inwards: each stage puts
 * what it says into registers and memory.  The frames are what was true on the way.  Only then are the
 * sections written that describe the routines.  Nobody reads a section or a word of memory.
 *
 *     struct walk *walk = gen_begin_walk(emitter, "unwinding-example");
 *     gen_add_module(walk, 0x10000, 0x11000);
 *     uint32_t leaf = gen_add_routine(walk, 0, STYLE_LEAF), outer = gen_add_routine(walk, 0, STYLE_FP);
 *     gen_add_call(walk, leaf, 0);
 *     gen_add_call(walk, outer, 2);
 *     gen_lay_stack(walk);
 *     if (gen_describe(walk))
 *         gen_emit_walk(walk, "two-frames"); */
#pragma once

#include "emit/vector.h"

enum { MAX_STAGES = 6, MAX_ROUTINES = 40, MAX_CALLS = 140, MAX_WORDS_LAID = MAX_PIECES };

/* Of rules: a register that is drawn, and the one that RA is in. */
enum { ANY_REGISTER = 1000, LINK_REGISTER };

/* What a routine has done while its PC is here: the rules say where it has put what. */
struct stage {
    uint32_t length; /* of its code */
    int64_t size;    /* from SP up to the CFA */
    bool calls;      /* RA is safe from a call */
    bool keeps_fp;   /* its FP is its caller's, though it has saved that */
    bool loses_fp;   /* its FP is another value in any case, as it has saved that; else perhaps */
    bool borrows;    /* the CFA counts from the FP of its caller, which it has not touched */
    struct row row;  /* its start follows from the stages before */
};

/* How a routine goes about its frame.  Stage 0 is the first instruction, the last the return. */
enum style {
    STYLE_LEAF, /* no frame; on AMD64 alone it may call */
    STYLE_SP,   /* 1: the frame is there */
    STYLE_FP,   /* 1: the frame is there; 2: and FP leads to it */
    STYLES
};

struct routine {
    unsigned module;
    uint64_t address;
    uint32_t size;
    enum pc_type pc_type;
    enum fde_type fde_type;
    uint8_t rep_size;
    bool signal, key_b;
    bool usual;           /* of one of the styles, so that callers may be drawn from it */
    uint32_t stage_count; /* 0: it has no rows */
    struct stage stages[MAX_STAGES];
};

struct call {
    uint32_t routine, stage;
    uint64_t stack; /* where SP is instead, as on a signal stack; 0: below its caller's */
    struct frame frame;
    uint64_t saved_pc;                   /* its caller's, as it keeps it: signed, if it is mangled */
    uint64_t cfa_word, ra_word, fp_word; /* where they were read; 0: nowhere */
};

struct module {
    uint64_t section, text; /* text: where the next routine goes */
    bool foreign;           /* its section is in the byte order that the ABI is not */
};

struct laid_word {
    uint64_t address, value;
    uint32_t present; /* bytes from its first that can be read */
    unsigned cuts;    /* a bit for each of its bytes that begins a piece of memory of its own */
};

struct walk {
    struct emitter *emitter;
    enum profile profile;
    enum abi abi;
    uint8_t flags;
    uint32_t module_count;
    struct module modules[MAX_MODULES];
    uint32_t routine_count;
    struct routine routines[MAX_ROUTINES];
    uint32_t call_count;
    struct call calls[MAX_CALLS]; /* the topmost one first */
    struct frame world;           /* the caller of the outermost one */
    uint32_t word_count;
    struct laid_word words[MAX_WORDS_LAID];
    struct scenario scenario;
    struct trace trace;
    bool module_open; /* a module but the first rests on an open point */
};

/* A walk without modules: there is one, so the last one is over. */
struct walk *gen_begin_walk(struct emitter *emitter, const char *shape);

/* The first module's section is the vector's own. */
void gen_add_module(struct walk *walk, uint64_t section, uint64_t text);
/* One or more of them, in places as systems have them. */
void gen_add_usual_modules(struct walk *walk, uint32_t count);

/* Routines of a module follow each other.  Their numbers are returned. */
uint32_t gen_add_routine(struct walk *walk, unsigned module, enum style style);
/* One without stages yet; gen_end_routine() follows the last of them. */
uint32_t gen_add_bare_routine(struct walk *walk, unsigned module);
struct stage *gen_add_stage(struct walk *walk, uint32_t number, int64_t size, struct rule cfa, struct rule ra,
                            struct rule fp);
/* The stage before it has done anything, and one in which the frame is there, by SP, with RA and FP saved. */
struct stage *gen_add_entry(struct walk *walk, uint32_t number);
struct stage *gen_add_saving(struct walk *walk, uint32_t number, int64_t size);
void gen_end_routine(struct walk *walk, uint32_t number);
/* A stub of procedure linkage: a mask function of one row, or of two. */
uint32_t gen_add_linkage(struct walk *walk, unsigned module);
/* One stage, from the first byte on.  Its rules may name ANY_REGISTER and LINK_REGISTER. */
uint32_t gen_add_framed(struct walk *walk, unsigned module, int64_t size, struct rule cfa, struct rule ra,
                        struct rule fp);
/* The same in the first module, flexible. */
uint32_t gen_add_flexible(struct walk *walk, int64_t size, struct rule cfa, struct rule ra, struct rule fp);
/* The same whose RA and FP are saved, and whose CFA is elsewhere than above SP. */
uint32_t gen_add_flexible_cfa(struct walk *walk, int64_t size, struct rule cfa);
/* One that is in the second of these stages from the first byte on. */
uint32_t gen_add_plain(struct walk *walk, unsigned module, int64_t size);
/* Beside the CFA, or where the ABI has it in any case. */
struct rule gen_saved_ra(const struct walk *walk);
/* The row of its first stage. */
struct row *gen_first_row(struct walk *walk, uint32_t routine);

/* The caller of what was added before it; the first is topmost. */
struct call *gen_add_call(struct walk *walk, uint32_t routine, uint32_t stage);
void gen_add_calls(struct walk *walk, uint32_t count, uint32_t routine, uint32_t stage);

uint64_t gen_stage_address(const struct walk *walk, uint32_t routine, uint32_t stage);
uint64_t gen_last_instruction(const struct walk *walk, uint32_t routine, uint32_t stage);
uint64_t gen_end_of(const struct walk *walk, uint32_t routine);

/* Goes through the calls.  The generator stops if what a stage says cannot be so. */
void gen_lay_stack(struct walk *walk);

void gen_set_register(struct walk *walk, uint32_t number, uint64_t value);
void gen_forget_register(struct walk *walk, uint32_t number);
/* Of this word only so many first bytes can be read. */
void gen_spoil_word(struct walk *walk, uint64_t address, uint32_t present);
/* Pieces of memory that touch begin at these bytes of the word, a bit each. */
void gen_cut_word(struct walk *walk, uint64_t address, unsigned cuts);
uint64_t gen_strip(const struct walk *walk, uint64_t address);

/* The trace's first frames, and why it ends there. */
void gen_stop_after(struct walk *walk, uint32_t frames, bool has_cfa, enum stop stop);

/* Writes the sections and the memory; the vector's own section is the emitter's afterwards. */
bool gen_describe(struct walk *walk);
/* The same if this vector is wanted; if not, false. */
bool gen_describe_if_asked(struct walk *walk, const char *name);
void gen_emit_walk(struct walk *walk, const char *name);

/* A number below `bound`. */
uint64_t gen_draw(struct walk *walk, uint64_t bound);
