/* The suite's judges of what writers wrote (corpus/crosscheck/written.h and corpus/crosscheck/linked.h), who
 * read it by the oracle. Their words and the generator's for the same things stay apart. */
#ifndef FUZZ_WRITERS_JUDGED_H
#define FUZZ_WRITERS_JUDGED_H

#include "sframe-ref.h"

#include "zoo_writers.h"

/* Of a function. */
enum judged {
    JUDGED_TRUE,   /* at each byte it is said what is true */
    JUDGED_ABSENT, /* it is not there, and no row could say it */
    JUDGED_OMITS,  /* it is not there */
    JUDGED_FALSE,  /* something else is said */
};

struct machine_asked {
    uint16_t number; /* as ELF has it */
    bool big_endian;
};

/* What an object says of each of its functions, of which TRUTHS tells, a list in JSON: in their order.  The
 * section must be whole, and of no others.  False: there is none.  Takes the object's bytes. */
bool judge_written(const struct machine_asked *machine, struct zoo_file *object, const char *truths,
                   enum judged *functions);

struct linked_demand {
    struct machine_asked machine;
    enum sfr_profile profile;
    bool sorted;
    bool open;                           /* the texts leave open what is right: it need only be readable */
    const char *functions, *free, *gone; /* lists in JSON: truths, names, names */
};

/* Each function that must be there is described as is true of it, no other is, and the table is sorted. Takes
 * the file's bytes. */
void demand_linked(const struct linked_demand *demand, struct zoo_file *result);

#endif
