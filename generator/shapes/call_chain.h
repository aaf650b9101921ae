/* A call chain and the stack that it leaves: what unwinding vectors are made from.
 *
 * The chain is drawn first: routines, what each has done in each stage of its code, who called whom and from
 * where.  Then the calls are made as a processor would make them, from the outermost inwards: each stage puts
 * into registers and memory what its rules say.  The values on the way are the frames of the trace.  The
 * sections that describe the routines are written last: the trace never comes from reading them.
 *
 *     struct walk *walk = gen_start_walk(emitter, "unwinding-example", "", 0);
 *     gen_add_module(walk, 0x10000, 0x11000);
 *     uint32_t leaf = gen_add_routine(walk, 0, STYLE_LEAF), outer = gen_add_routine(walk, 0, STYLE_FP);
 *     gen_add_call(walk, leaf, 0);
 *     gen_add_call(walk, outer, 2);
 *     gen_lay_stack(walk);
 *     if (gen_describe(walk, "two-frames"))
 *         gen_emit_walk(walk, "two-frames"); */
#pragma once

#include "emit/sets.h"

enum { MAX_STAGES = 6, MAX_ROUTINES = 40, MAX_CALLS = 140, MAX_WORDS_LAID = MAX_PIECES };

/* Register numbers in rules for gen_add_framed(): any register, which is drawn, and the ABI's for RA. */
enum { ANY_REGISTER = 1000, LINK_REGISTER };

/* A part of a routine's code that has one row, which says what the routine has done with its frame so far. */
struct stage {
    uint32_t length; /* of its code, in bytes */
    int64_t size;    /* from SP up to the CFA */
    bool calls;      /* it may call, as RA is not in a register */
    bool keeps_fp;   /* it has saved FP, and FP still has the caller's value */
    bool loses_fp;   /* it has saved FP, and FP has another value; if neither is set, chance decides */
    bool borrows;    /* the CFA counts from FP, which still has the caller's value */
    struct row row;  /* its start follows from the stages before */
};

/* How a routine sets up its frame.  Stage 0 is its entry, the last stage its return. */
enum style {
    STYLE_LEAF, /* no frame; it may call only where calls push RA */
    STYLE_SP,   /* stage 1: the frame is there */
    STYLE_FP,   /* stage 1: the frame is there; 2: FP leads to it */
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
    bool usual;           /* it has one of the styles: gen_add_callers() draws it */
    uint32_t stage_count; /* 0: it has no rows */
    struct stage stages[MAX_STAGES];
};

struct call {
    uint32_t routine, stage;
    uint64_t stack; /* its SP, if it is on another stack, such as a signal stack; 0: it is not */
    struct frame frame;
    uint64_t saved_pc;                   /* its caller's PC as saved: signed if mangled */
    uint64_t cfa_word, ra_word, fp_word; /* addresses of the saved values; 0: in no memory */
};

struct module {
    uint64_t section, text; /* text: where the next routine goes */
    bool foreign;           /* its section has the other byte order than the ABI */
};

struct laid_word {
    uint64_t address, value;
    uint32_t present; /* how many of its bytes, from the first on, can be read */
    unsigned cuts;    /* bit N: a new piece of memory begins at byte N */
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
    bool module_open; /* the trace rests on an open point in a module other than the first */
};

/* The first module's section is the vector's own. */
void gen_add_module(struct walk *walk, uint64_t section, uint64_t text);
/* Adds `count` modules, at addresses like those of real systems. */
void gen_add_usual_modules(struct walk *walk, uint32_t count);

/* Adds a routine behind those that the module has.  All functions that add one return its number. */
uint32_t gen_add_routine(struct walk *walk, unsigned module, enum style style);
/* A routine without stages: gen_end_routine() must be called when all are added. */
uint32_t gen_add_bare_routine(struct walk *walk, unsigned module);
struct stage *gen_add_stage(struct walk *walk, uint32_t number, int64_t size, struct rule cfa, struct rule ra,
                            struct rule fp);
/* Stages: one before the routine has done anything, and one whose frame is above SP, with RA and FP saved. */
struct stage *gen_add_entry(struct walk *walk, uint32_t number);
struct stage *gen_add_saving(struct walk *walk, uint32_t number, int64_t size);
void gen_end_routine(struct walk *walk, uint32_t number);
/* A PLT: a mask function with one row, or with two. */
uint32_t gen_add_linkage(struct walk *walk, unsigned module);
/* A routine of one stage with these rules, which may name ANY_REGISTER and LINK_REGISTER. */
uint32_t gen_add_framed(struct walk *walk, unsigned module, int64_t size, struct rule cfa, struct rule ra,
                        struct rule fp);
/* The same, flexible, in the first module. */
uint32_t gen_add_flexible(struct walk *walk, int64_t size, struct rule cfa, struct rule ra, struct rule fp);
/* The same with any rule for the CFA, and RA and FP saved next to it. */
uint32_t gen_add_flexible_cfa(struct walk *walk, int64_t size, struct rule cfa);
/* A routine of one stage, that of gen_add_saving(). */
uint32_t gen_add_plain(struct walk *walk, unsigned module, int64_t size);
/* The rule for a saved RA: next to the CFA, or unsaid where the ABI fixes its place. */
struct rule gen_saved_ra(const struct walk *walk);
/* The row of the routine's first stage. */
struct row *gen_first_row(struct walk *walk, uint32_t routine);

/* Adds a call: the caller of the one that was added before.  The first is the topmost. */
struct call *gen_add_call(struct walk *walk, uint32_t routine, uint32_t stage);
void gen_add_calls(struct walk *walk, uint32_t count, uint32_t routine, uint32_t stage);

uint64_t gen_stage_address(const struct walk *walk, uint32_t routine, uint32_t stage);
uint64_t gen_last_instruction(const struct walk *walk, uint32_t routine, uint32_t stage);
uint64_t gen_end_of(const struct walk *walk, uint32_t routine);

/* Makes the calls, from the outermost inwards.  The generator stops if a stage's rules cannot be true. */
void gen_lay_stack(struct walk *walk);

void gen_set_register(struct walk *walk, uint32_t number, uint64_t value);
void gen_forget_register(struct walk *walk, uint32_t number);
/* Leaves only the first `present` bytes of a saved word readable. */
void gen_spoil_word(struct walk *walk, uint64_t address, uint32_t present);
/* Splits the memory that holds a word: bit N of `cuts` lets a new piece begin at byte N. */
void gen_cut_word(struct walk *walk, uint64_t address, unsigned cuts);
uint64_t gen_strip(const struct walk *walk, uint64_t address);

/* Ends the trace after that many frames; `has_cfa`: the last of them has one. */
void gen_stop_after(struct walk *walk, uint32_t frames, bool has_cfa, enum stop stop);

/* Writes the sections and the memory of a vector; afterwards the emitter has the vector's own section.  False: there
 * is no vector, or it is not wanted. */
bool gen_describe(struct walk *walk, const char *name);
void gen_emit_walk(struct walk *walk, const char *name);

/* A number below `bound`. */
uint64_t gen_draw(struct walk *walk, uint64_t bound);

/* --- What families of walks have in common: routines and callers drawn by chance ------------------------- */

enum { SP_AND_FP = 1 << STYLE_SP | 1 << STYLE_FP, ANY_STYLE = SP_AND_FP | 1 << STYLE_LEAF };

/* A row of a family's table: `count` walks, each made by its number from 0, for profiles and ABIs in these
 * sets. */
struct walks {
    void (*make)(struct emitter *emitter, uint32_t number);
    uint32_t count;
    unsigned profiles, abis;
};

/* Makes the walks of one row after the other, each row for all wanted profiles and ABIs. */
void gen_make_walks(struct emitter *emitter, const struct walks *rows, unsigned count);

/* Begins a walk with `modules` usual modules (0: none), whose vector exercises the clauses about traces.  There is one
 * at a time: the one before is lost. */
struct walk *gen_start_walk(struct emitter *emitter, const char *shape, const char *note, uint32_t modules);

/* Adds routines to modules drawn by chance, of styles in the set.  The first can call, if a style can. */
void gen_add_routines(struct walk *walk, unsigned styles, uint32_t count);
/* Adds calls by chance until there are `depth`, of routines that have a style; some may recur. */
void gen_add_callers(struct walk *walk, uint32_t depth);

/* Sets the mask of signatures by its number, once all calls are there.  If a PC has bits of the mask, the one
 * for addresses of 48 bits is set instead. */
void gen_set_pac_mask(struct walk *walk, uint32_t number);

/* A signal frame.  Its CFA counts from SP in stage 0, and in stage 1 from FP, so that stacks may differ. */
uint32_t gen_add_signal_routine(struct walk *walk, unsigned module);

/* Emits the walk's vector, valid unless another class is demanded; printf makes its name.  The stack is laid
 * if it is not yet. */
#define FINISH(walk, ...) gen_finish_walk(walk, SAY((walk)->emitter->detail, __VA_ARGS__))
void gen_finish_walk(struct walk *walk, const char *name);
