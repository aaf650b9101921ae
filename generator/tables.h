/* Words for the tables of families: sets of profiles and ABIs, and rules as initialisers. */
#ifndef GENERATOR_TABLES_H
#define GENERATOR_TABLES_H

#include "model.h"

enum { V1 = 1, V2 = 2, V2E1 = 4, V2E2 = 8, V3 = 16, ALL = 31, E1ON = V2E1 | V2E2 | V3 };
enum {
    BEFORE_E1 = V1 | V2,
    BEFORE_E2 = V1 | V2 | V2E1,
    BEFORE_V3 = ALL & ~V3,
    SINCE_V2 = ALL & ~V1,
    ERRATA = V2E1 | V2E2
};
enum { AMD = 1, ARM_BIG = 4, ARM = 2 | ARM_BIG, S390 = 8, ANY_ABI = 15 };
/* Of what no ABI changes: one in each byte order.  Of what only the kind of ABI changes: one of each kind. */
enum { EITHER_END = AMD | ARM_BIG, EACH_KIND = AMD | ARM_BIG | S390 };

/* Whether sets hold this profile and this ABI. */
static inline bool applies(unsigned profile_set, unsigned abi_set, enum profile profile, enum abi abi)
{
    return (profile_set >> profile & 1) != 0 && (abi_set >> abi & 1) != 0;
}

#define SP(n)                                                                                                \
    {                                                                                                        \
        .place = PLACE_SP, .offset = (n)                                                                     \
    }
#define FP(n)                                                                                                \
    {                                                                                                        \
        .place = PLACE_FP, .offset = (n)                                                                     \
    }
#define SLOT(n)                                                                                              \
    {                                                                                                        \
        .place = PLACE_CFA, .deref = true, .offset = (n)                                                     \
    }
#define VALUE(n)                                                                                             \
    {                                                                                                        \
        .place = PLACE_CFA, .offset = (n)                                                                    \
    }
#define REG(r, n)                                                                                            \
    {                                                                                                        \
        .place = PLACE_REGISTER, .reg = (r), .offset = (n)                                                   \
    }
#define AT_REG(r, n)                                                                                         \
    {                                                                                                        \
        .place = PLACE_REGISTER, .deref = true, .reg = (r), .offset = (n)                                    \
    }
#define PAD                                                                                                  \
    {                                                                                                        \
        .place = PLACE_PADDED                                                                                \
    }
#define NONE                                                                                                 \
    {                                                                                                        \
        .place = PLACE_UNSAID                                                                                \
    }

#endif
