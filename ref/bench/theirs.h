/* Another reader of SFrame sections, which does the same work as libsframe-ref: GNU libsframe or glibc's. */
#pragma once

#include "sframe-ref.h"

typedef struct sframe_decoder_ctx sframe_decoder_ctx;

struct bench {
    uint8_t *bytes;
    size_t size;
    struct sfr_section section;
    sframe_decoder_ctx *theirs; /* NULL: there is no other reader, or it cannot read the section */
    uint64_t *pcs;              /* counted from the start of the section, which lies at 0 */
    void *scratch;
    bool even; /* all functions are equally long */
};

/* One turn: COUNT functions or PCs.  The result sums up what was read, so that no compiler leaves work out. */
typedef uint64_t turn(const struct bench *bench, uint32_t count);

struct reader {
    const char *name;
    bool walks; /* it also gives each row of each function */
    void (*open)(struct bench *bench);
    void (*close)(struct bench *bench);
    turn *lookups, *rows;
    /* Whether both readers give the same answers for COUNT PCs; the same rows of COUNT functions. */
    bool (*same_lookups)(const struct bench *bench, uint32_t count);
    bool (*same_functions)(const struct bench *bench, uint32_t count);
};

/* Its address is NULL if bench is linked without theirs.c. */
extern const struct reader other_reader __attribute__((weak));
