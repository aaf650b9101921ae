/* The open points of the ledger, as tables of predicates: whether the answer to a question about a section
 * rests on the point.  open.c goes through the tables. */
#pragma once

#include "open.h"
#include "sets.h"

enum { RULES = DECODE | LOOKUP, ANY = BOTH | LOOKUP };

struct ledger_point {
    const char *ledger;
    unsigned asks[CLASSES];                           /* by class: the operations whose answers differ */
    bool (*touches)(const struct question *question); /* null: no vector rests on it */
};

/* A class is left out if no vector of it can rest on the point, or if its vectors accept all readings. */
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

enum { POINTS_MAX = 128 };

struct ledger_points {
    const struct ledger_point *list;
    unsigned count;
    /* By class and operation: the points that may matter, as numbers from 1; a 0 ends them.  Computed once. */
    bool known;
    uint8_t asked[CLASSES][OPERATIONS][POINTS_MAX];
};

#define POINTS(name, points)                                                                                 \
    _Static_assert(sizeof(points) / sizeof *(points) < POINTS_MAX, "room for each");                         \
    struct ledger_points name = {.list = (points), .count = sizeof(points) / sizeof *(points)}

extern struct ledger_points gen_open_row_points;      /* of the row that is looked at */
extern struct ledger_points gen_open_function_points; /* of the function that is looked at */
extern struct ledger_points gen_open_section_points;
extern struct ledger_points gen_open_fault_points; /* of a fault for which only some readers refuse */

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
