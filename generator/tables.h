/* Words for the tables of families: sets of profiles and ABIs, and rules as initialisers. */
#ifndef GENERATOR_TABLES_H
#define GENERATOR_TABLES_H

#include "model.h"

enum { V1 = 1, V2 = 2, V2E1 = 4, V2E2 = 8, V3 = 16, ALL = 31, E1ON = V2E1 | V2E2 | V3 };
enum { AMD = 1, ARM_BIG = 4, ARM = 2 | ARM_BIG, S390 = 8, ANY_ABI = 15 };
enum { EITHER_END = AMD | ARM_BIG }; /* of what no ABI changes: one in each byte order, known to all texts */

#define SP(n)                                                                                                \
    {                                                                                                        \
        .place = PLACE_SP, .offset = n                                                                       \
    }
#define FP(n)                                                                                                \
    {                                                                                                        \
        .place = PLACE_FP, .offset = n                                                                       \
    }
#define SLOT(n)                                                                                              \
    {                                                                                                        \
        .place = PLACE_CFA, .deref = true, .offset = n                                                       \
    }
#define VALUE(n)                                                                                             \
    {                                                                                                        \
        .place = PLACE_CFA, .offset = n                                                                      \
    }
#define REG(r, n)                                                                                            \
    {                                                                                                        \
        .place = PLACE_REGISTER, .reg = r, .offset = n                                                       \
    }
#define AT_REG(r, n)                                                                                         \
    {                                                                                                        \
        .place = PLACE_REGISTER, .deref = true, .reg = r, .offset = n                                        \
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
