/* Words for the tables of families: sets, and rules as initialisers. */
#ifndef GENERATOR_SHAPES_TABLES_H
#define GENERATOR_SHAPES_TABLES_H

#include "emit/sets.h"

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
