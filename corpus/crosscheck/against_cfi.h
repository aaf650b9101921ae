/* SFrame against CFI, at every PC where either changes. */
#pragma once

#include "../cfi/kinds.h"
#include "../cfi/symbols.h"

struct amount {
    uint64_t rows, pcs, functions; /* rows: pieces between edges */
    uint64_t otherwise;            /* those of the rows for which SFrame has a row, which differs */
};

struct finding {
    enum kind kind;
    uint64_t pc, end;
    uint64_t rows, last_row; /* how many adjacent rows it is of; the number of the last one among all rows */
    bool has_cfi, has_sframe;
    struct recovery cfi, sframe;
};

struct comparison {
    const struct cfi_table *cfi;
    const struct sfr_section *sections;
    size_t section_count;
    enum sfr_profile profile; /* whose limits count */
    const struct landmarks *landmarks;
    const struct names *foreign; /* functions of inputs that have no SFrame */
    size_t finding_limit;
    bool folds_missing; /* rows that are missing one after the other are one finding */
    bool keep_explained; /* as findings, too */
    struct input *input; /* whose budget pays */

    /* Results */
    struct amount all, same, by_kind[KIND_COUNT];
    uint64_t sframe_functions;
    struct finding *findings;
    size_t finding_count, finding_room;
};

/* Compares, and fills in the results.  False: the reason is reported. */
bool cfi_compare(struct comparison *comparison);
void cfi_comparison_free(struct comparison *comparison);

/* Looks PC up after a comparison; sets RECOVERY if the answer has rules.  Returns the cost, in steps. */
uint64_t cfi_look_up(const struct comparison *comparison, uint64_t pc, struct sfr_answer *answer,
                     struct recovery *recovery);

/* All rows but those whose CFI could not be read and those of inputs that the user excused. */
uint64_t cfi_judged_rows(const struct comparison *comparison);

/* The sum over the kinds of difference that nothing explains. */
struct amount cfi_unexplained(const struct comparison *comparison);
