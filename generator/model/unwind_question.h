/* What an unwinding is asked besides its section and PC, and the trace that answers it: docs/unwinding.md. */
#pragma once

#include "text_buffer.h"

#include <stdbool.h>
#include <stdint.h>

enum { MAX_FRAMES = 144, MAX_REGISTERS = 16, MAX_PIECES = 320, MAX_MODULES = 20, DEFAULT_LIMIT = 128 };

struct section;

enum stop {
    STOP_OUTERMOST,
    STOP_NO_FUNCTION,
    STOP_NO_ROW,
    STOP_MEMORY,
    STOP_UNSAFE,
    STOP_LOOP,
    STOP_LIMIT,
    STOP_ERROR,
    STOPS
};

struct frame {
    uint64_t pc, sp, fp, cfa;
    bool has_cfa;
};

struct trace {
    uint32_t count;
    struct frame frames[MAX_FRAMES]; /* from the topmost one outwards */
    enum stop stop;
};

/* Memory, or a further module's section. */
struct piece {
    uint64_t address;
    uint32_t length;
    const uint8_t *bytes;
};

struct register_value {
    uint32_t number; /* DWARF's */
    uint64_t value;
};

struct scenario {
    uint64_t sp, fp;
    uint32_t register_count;
    struct register_value registers[MAX_REGISTERS]; /* besides SP and FP */
    uint64_t pac_mask;                              /* 0: none */
    uint32_t limit;                                 /* 0: none is given */
    uint32_t module_count;                          /* besides the vector's own section */
    struct piece modules[MAX_MODULES];
    const struct section *models[MAX_MODULES]; /* the models of these modules' sections */
    uint32_t piece_count;
    struct piece memory[MAX_PIECES];
};

const char *gen_stop_name(enum stop stop);

/* The members of a vector's input that only an unwinding has, each with a comma before it. */
void gen_write_scenario(struct text *text, const struct scenario *scenario);
void gen_write_trace(struct text *text, const struct trace *trace);
