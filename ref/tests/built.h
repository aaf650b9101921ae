/* Sections of version 2 for AMD64 that tests build up, and what a check of them reports. */
#ifndef REF_TESTS_BUILT_H
#define REF_TESTS_BUILT_H

#include "sframe-ref.h"

enum { ROOM = 16384 };

struct kept {
    struct sfr_violation violations[64];
    size_t count;
};

/* For a report: its context is a struct kept. */
void keep(void *context, const struct sfr_violation *violation);
size_t count_clause(const struct kept *kept, enum sfr_clause clause);
/* With scratch of its own; KEPT begins empty. */
enum sfr_verdict check(const uint8_t *bytes, size_t size, struct kept *kept);

struct built {
    uint8_t bytes[ROOM];
    size_t size;
};

void put(struct built *built, uint64_t value, unsigned width);
void put_header(struct built *built, uint8_t flags, uint32_t fdes, uint32_t fres, uint32_t fre_len);
void put_function(struct built *built, int32_t start, uint32_t size, uint32_t fre_off, uint32_t fres);

struct place {
    int32_t start;
    uint32_t size;
};

/* A function at each place, each with a row of its own whose CFA offset is its index plus 8. */
void build_at(struct built *built, uint8_t flags, const struct place *places, uint32_t count);

#endif
