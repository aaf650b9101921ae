/* A file that a linker made of objects whose functions are known: all that is wrong with its SFrame. */
#pragma once

#include "../cfi/recovery.h"
#include "../cfi/symbols.h"

#include <jansson.h>

/* From bad to good. */
enum fault_sort {
    FAULT_UNREADABLE, /* nobody can read a section */
    FAULT_FUNCTION,   /* a function that must be there is not described, or wrongly */
    FAULT_FILE,       /* something else in the file is wrong */
    FAULT_READING,    /* by one reading of the ledger it is no fault */
    FAULT_LEFT_OUT,   /* something is left out, and the linker says so, or need not */
    FAULT_SORTS,
};

enum { FAULT_KIND = 96, FAULTS_MAX = 64 };

struct fault {
    enum fault_sort sort;
    char kind[FAULT_KIND]; /* without names and addresses, so that files can be compared */
    /* The first of its kind: where it is, and in words what is true and what the section says; empty:
     * nothing. */
    char place[NAME_TEXT], is_true[RECOVERY_TEXT], stated[RECOVERY_TEXT];
};

/* A fault of each kind. */
struct faults {
    size_t count; /* also counts those beyond the room */
    struct fault faults[FAULTS_MAX];
};

/* What is asked of a file. */
struct linked {
    uint8_t *bytes; /* on the heap */
    size_t size;
    enum sfr_profile profile; /* the text that its objects are by, or SFR_PROFILE_BY_VERSION */
    uint16_t machine;         /* for which it should be, as ELF has it */
    bool big_endian;
    const json_t *functions; /* what is true of each that must be there */
    const json_t *free;      /* names of others, of which anything may be said */
    const json_t *gone;      /* names of those that must not be in the file */
    bool sorted;             /* the table must say that it is */
    bool warned;             /* the linker said something of SFrame */
};

/* Judges a file, whose bytes it takes.  False, and WHY: it is no result of this link. */
bool cfi_judge_linked(const struct linked *linked, struct faults *faults, char *why, size_t why_size);
