/* The points that the ledger leaves open, as tables of predicates: what a vector must ask of which section
 * for its answer to rest on the point.  open.c goes through the tables. */
#ifndef GENERATOR_EMIT_OPEN_POINTS_H
#define GENERATOR_EMIT_OPEN_POINTS_H

#include "open.h"
#include "sets.h"

enum { RULES = DECODE | LOOKUP, ANY = BOTH | LOOKUP };

struct ledger_point {
    const char *ledger;
    unsigned asks[CLASSES];                           /* by class: of which operations answers differ */
    bool (*touches)(const struct question *question); /* null: no vector can */
};

/* Classes are left out where no vector can touch the point or where what it accepts is fair. */
#define TOUCHED(ledger, valid, irregular, touches)                                                           \
    {                                                                                                        \
        ledger, {[CLASS_VALID] = (valid), [CLASS_IRREGULAR] = (irregular)}, touches                          \
    }
#define UNREADABLE(ledger, malformed, touches)                                                               \
    {                                                                                                        \
        ledger, {[CLASS_MALFORMED] = (malformed)}, touches                                                   \
    }
#define UNTOUCHED(ledger)                                                                                    \
    {                                                                                                        \
        ledger, {0}, NULL                                                                                    \
    }

struct ledger_points {
    const struct ledger_point *list;
    unsigned count;
};

#define POINTS(list)                                                                                         \
    {                                                                                                        \
        list, sizeof(list) / sizeof *(list)                                                                  \
    }

extern const struct ledger_points gen_open_row_points;      /* of the row that is looked at */
extern const struct ledger_points gen_open_function_points; /* of the function that is looked at */
extern const struct ledger_points gen_open_section_points;
extern const struct ledger_points gen_open_fault_points; /* of a fault that some readers can live with */

static inline const struct profile_facts *profile_of(const struct question *question)
{
    return &gen_profile_facts[question->section->profile];
}

static inline const struct abi_facts *abi_of(const struct question *question)
{
    return &gen_abi_facts[question->section->abi];
}

static inline bool flexible(const struct question *question)
{
    return question->function->fde_type == FDE_FLEX;
}

#endif
