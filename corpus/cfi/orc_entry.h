/* One entry of .orc_unwind. */
#pragma once

#include "recovery.h"

enum { ORC_ENTRY_SIZE = 6 };

enum orc_meaning {
    ORC_UNDEFINED,    /* nothing is known here */
    ORC_END_OF_STACK, /* nobody called */
    ORC_CALL,         /* the stack begins above a return address */
    ORC_REGS,         /* it begins at the registers of what was interrupted */
    ORC_REGS_PARTIAL, /* it begins at what the processor saved of them: RIP, CS, RFLAGS, RSP, SS */
    ORC_BROKEN,       /* a type, a register or bits that no kernel knows */
};

/* What an entry's registers name. */
enum orc_base {
    ORC_NO_BASE, /* a number that no kernel gives a meaning */
    ORC_BASE_UNDEFINED,
    ORC_PREV_SP,
    ORC_AX,
    ORC_DX,
    ORC_DI,
    ORC_BP,
    ORC_SP,
    ORC_R10,
    ORC_R13,
    ORC_BP_INDIRECT,
    ORC_SP_INDIRECT,
};

struct orc_entry {
    int16_t sp_offset, bp_offset;
    uint8_t sp_base, bp_base; /* enum orc_base */
    uint8_t meaning;          /* enum orc_meaning */
    bool signal;              /* the next frame was interrupted: it did not call */
};

struct orc_format;

/* The format that a release of Linux has, or that the bytes of .orc_header mean; NULL: not known. */
const struct orc_format *orc_format_named(const char *release);
const struct orc_format *orc_format_of(const uint8_t *header, size_t size);
#define ORC_WITHOUT_HEADER "5.12"

/* Reads an entry.  False: bits are set that belong to another format. */
bool orc_entry_read(const struct orc_format *format, const uint8_t *bytes, struct orc_entry *entry);

bool orc_entry_equal(const struct orc_entry *left, const struct orc_entry *right);

/* The rules that an entry gives.  If it is undefined, broken or the end of the stack, RA is undefined. */
struct recovery orc_entry_recovery(const struct orc_entry *entry);
