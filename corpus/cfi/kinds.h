#pragma once

#include "cfi.h"
#include "sframe-ref.h"

enum kind {
    KIND_NONE,
#define KIND(name, id, owner, words) KIND_##name,
#include "kinds.def"
#undef KIND
    KIND_COUNT,
};

enum owner { OWNER_FORMAT, OWNER_LINKER, OWNER_LEDGER, OWNER_READER, OWNER_FOREIGN, OWNER_NOBODY };

struct kind_text {
    const char *id;
    enum owner owner;
    const char *words;
};

extern const struct kind_text cfi_kind_texts[KIND_COUNT];

/* For each value that a row recovers: why a text of SFrame cannot say it (limits.c).  KIND_NONE: it can. */
struct limits {
    enum kind cfa, ra, fp, sp;
};

/* FLEXIBLE: in a flexible row, which version 3 has; else in a default one. */
struct limits cfi_limits_of_row(enum sfr_profile profile, const struct machine *machine,
                                const struct recovery *recovery, bool flexible);

/* The first reason among them: of CFA, RA, FP, SP. */
enum kind cfi_limit_of_row(enum sfr_profile profile, const struct machine *machine,
                           const struct recovery *recovery, bool flexible);

/* Why SFrame cannot say where and how large the function is, and how many rows it has. */
enum kind cfi_limit_of_place(enum sfr_profile profile, const struct cfi_function *function,
                             uint64_t origin);

/* The first reason why SFrame cannot say the function, if its start counts from ORIGIN: the section, or the field. */
enum kind cfi_limit_of_function(enum sfr_profile profile, const struct cfi_table *table,
                                const struct cfi_function *function, uint64_t origin);
