/* A tiny reader of SFrame version 2 on AMD64: what the examples are adapters for. */
#ifndef TINY_H
#define TINY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct tiny_section {
    uint64_t address; /* the caller says where it lies, and by which text to read: "v2", "v2e1" or "v2e2" */
    const char *text;
    const uint8_t *bytes, *aux, *functions, *rows, *rows_end;
    uint8_t flags, aux_length;
    int8_t fixed_fp, fixed_ra; /* from the CFA */
    uint32_t function_count;
};

struct tiny_function {
    uint64_t start;
    uint32_t size, row_count;
    const uint8_t *next_row;
    uint8_t row_type, rep_size; /* a row's start has 1 << row_type bytes */
    bool mask, key_b;
};

struct tiny_row {
    uint32_t start;
    bool mangled_ra;
    bool outermost; /* there is no caller */
    bool has_cfa;   /* else nothing below is said */
    bool cfa_from_sp, fp_saved;
    int32_t cfa_offset, fp_offset; /* from the base; from the CFA */
};

/* Each returns NULL, or why it refuses. A function is read before its rows, and those in turn. */
const char *tiny_open(struct tiny_section *section, const uint8_t *bytes, size_t length);
const char *tiny_function(const struct tiny_section *section, uint32_t index, struct tiny_function *function);
const char *tiny_next_row(const struct tiny_section *section, struct tiny_function *function,
                          struct tiny_row *row);

enum tiny_found { TINY_FOUND, TINY_NO_FUNCTION, TINY_NO_ROW };

struct tiny_place {
    enum tiny_found found;
    uint32_t function_index, row_index;
    struct tiny_row row;
};

const char *tiny_lookup(const struct tiny_section *section, uint64_t pc, struct tiny_place *place);

#endif
