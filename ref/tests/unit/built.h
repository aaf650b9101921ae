/* Sections for AMD64, little-endian, that tests put together, and what a check of them reports. */
#pragma once

#include "sframe-ref.h"

enum { ROOM = 1 << 20 };

struct built {
    uint8_t bytes[ROOM];
    size_t size;
    unsigned version; /* which put_header sets */
};

/* Each adds something at the end.  A header comes first; functions follow, then rows. */
void put(struct built *built, uint64_t value, unsigned width);
void put_header(struct built *built, unsigned version, uint8_t flags, uint32_t functions, uint32_t rows,
                uint32_t row_bytes);
void put_function(struct built *built, int64_t start, uint32_t size, uint32_t rows_at, uint32_t rows,
                  enum sfr_fre_type type);

struct place {
    int32_t start;
    uint32_t size;
};

/* A section of version 2.  At each place is a function with one row of its own; its CFA offset is its
 * index plus 8. */
void build_at(struct built *built, uint8_t flags, const struct place *places, uint32_t count);

struct kept {
    struct sfr_violation violations[64]; /* the first of them */
    size_t count;
};

/* For a report whose context is a struct kept. */
void keep(void *context, const struct sfr_violation *violation);
size_t count_clause(const struct kept *kept, enum sfr_clause clause);

/* Checks a section, with scratch of exactly the size that it asks for. */
enum sfr_verdict check(const struct built *built, const struct sfr_report *report);
/* The same; KEPT holds what was reported of it. */
enum sfr_verdict check_keeping(const struct built *built, struct kept *kept);
/* Flips the section into OUT, which has room for it. */
bool flip(const struct built *built, uint8_t *out, const struct sfr_report *report);
