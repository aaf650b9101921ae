/* The suite's judges of what writers wrote (corpus/crosscheck/written.h and corpus/crosscheck/linked.h),
 * which read it with the oracle.  Their types and the generator's stay apart. */
#ifndef FUZZ_WRITERS_JUDGED_H
#define FUZZ_WRITERS_JUDGED_H

#include "sframe-ref.h"

#include "zoo_writers.h"

/* The judgement of a function. */
enum judged {
    JUDGED_TRUE,   /* what is said is true at each byte */
    JUDGED_ABSENT, /* it is not there, and no row could express it */
    JUDGED_OMITS,  /* it is not there */
    JUDGED_FALSE,  /* something else is said */
};

struct machine_asked {
    uint16_t number; /* ELF's number */
    bool big_endian;
};

/* Judges what an object says about each of its functions, in their order; TRUTHS is a JSON list of their
 * truths.  The section must be whole, and have no other functions.  Returns false if there is none.  Frees
 * the object's bytes. */
bool judge_written(const struct machine_asked *machine, struct zoo_file *object, const char *truths,
                   enum judged *functions);

struct linked_demand {
    struct machine_asked machine;
    enum sfr_profile profile;
    bool sorted;
    bool open;                           /* the texts leave open what is right: it must only be readable */
    const char *functions, *free, *gone; /* JSON lists: truths, names, names */
};

/* A law: each function that must be there is described truly, no other is described, and the table is sorted.
 * Frees the file's bytes. */
void demand_linked(const struct linked_demand *demand, struct zoo_file *result);

#endif
