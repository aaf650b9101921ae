/* A tiny reader of SFrame version 2 on AMD64; the examples are adapters for it. */
#ifndef TINY_H
#define TINY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct tiny_section {
    /* The caller gives the section's address, and the text to read by: "v2", "v2e1" or "v2e2". */
    uint64_t address;
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
    bool has_cfa;   /* else nothing below is known */
    bool cfa_from_sp, fp_saved;
    int32_t cfa_offset, fp_offset; /* of the CFA from SP or FP; of FP's slot from the CFA */
};

/* Each function returns NULL, or words that say why it refuses. Read a function before its rows, and rows in
 * order. */
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
