/* Programs, unit by unit, as JSON Lines: the text for an assembler, and what is true at each byte. */
#pragma once

#include "model/glob.h"
#include "model/random.h"
#include "model/text_buffer.h"
#include "unit.h"

#include <stdio.h>

struct outlet;
struct program_emitter;
struct truth;

/* How many functions one unit has at most: to start an assembler costs as much as to assemble hundreds. */
enum { UNIT_FUNCTIONS = 500 };

struct program_selection {
    bool core;
    uint64_t functions; /* one unit of so many drawn functions, in the place of the families; 0: the families */
    int abi;            /* -1: all */
    const char *family;
    struct patterns select;
    const char *ids; /* a pattern that ids must match; NULL: all ids do */
    uint64_t seed;
};

struct program_emitter {
    const struct program_selection *selection;
    struct random random;
    enum abi abi;
    const char *family;
    struct program program; /* the present one, which a family fills in */
    struct text text, functions, truths;
    const char *sections; /* operands of the unit's .cfi_sections */
    bool wants_sframe;    /* they name .sframe */
    unsigned unit, in_unit;
    bool base_is_in; /* this unit has the program that others are equal to */
    unsigned base;   /* its number */
    uint64_t emitted;
    const char *fault;
    unsigned long line; /* of the text that is read, where the fault is; 0: of no line */
    void (*take)(void *into, const struct program_emitter *emitter,
                 const struct truth *truth); /* gets each function; null: units are written */
    void *into;
    char buffer[1 << 14];
    char functions_buffer[1 << 20], truths_buffer[1 << 22];
    char about_buffer[160], fault_buffer[256];
};

/* From here on programs are in new units, whose .cfi_sections names SECTIONS; NULL: GEN_SECTIONS. */
void gen_begin_unit(struct program_emitter *emitter, const char *sections, bool wants_sframe);

/* An empty program; `about` must outlive it. */
struct program *gen_begin_program(struct program_emitter *emitter, const char *about);

/* A program whose directives have no meaning is passed over, so that families may combine them blindly. */
void gen_emit_program(struct program_emitter *emitter);

/* As gen_begin_program, with a number behind what it is about. */
struct program *gen_begin_numbered(struct program_emitter *emitter, const char *about, int64_t number);

/* The id of the present program, as sframe-conform has it: ABI/FAMILY/ABOUT, with `_` for odd characters. */
const char *gen_program_id(const struct program_emitter *emitter);

/* All families that are selected, on all ABIs that are: as units to the outlet, or each function to `take`,
 * if the emitter has one.  False: `fault` says why. */
bool gen_run_programs(struct program_emitter *emitter, const struct program_selection *selection,
                      struct outlet *outlet);

/* The functions of a text (reading.h) for the selection's ABI.  False: `fault` and `line` say why and
 * where. */
bool gen_run_text(struct program_emitter *emitter, const struct program_selection *selection,
                  struct outlet *outlet, FILE *file);

/* Writes what is true of a function, as JSON.  END: the step of the label behind it.  BASE: the name of the
 * function that it is equal to, or null. */
void gen_write_truth(struct text *text, const char *name, unsigned end, const struct truth *truth, const char *base);

bool gen_take_program_family(void *to, const char *name); /* for a table of options; TO is a const char * */
void gen_list_program_families(FILE *file);
