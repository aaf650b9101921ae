/* For the tables of families: rules as initialisers. */
#pragma once

#include "emit/sets.h"

#define RULE(...)                                                                                            \
    {                                                                                                        \
        __VA_ARGS__                                                                                          \
    }
#define SP(n)        RULE(.place = PLACE_SP, .offset = (n))
#define FP(n)        RULE(.place = PLACE_FP, .offset = (n))
#define AT_SP(n)     RULE(.place = PLACE_SP, .deref = true, .offset = (n))
#define AT_FP(n)     RULE(.place = PLACE_FP, .deref = true, .offset = (n))
#define SLOT(n)      RULE(.place = PLACE_CFA, .deref = true, .offset = (n))
#define REG(r, n)    RULE(.place = PLACE_REGISTER, .reg = (r), .offset = (n))
#define AT_REG(r, n) RULE(.place = PLACE_REGISTER, .deref = true, .reg = (r), .offset = (n))
#define ANY(n)       REG(ANY_REGISTER, n)
#define AT_ANY(n)    AT_REG(ANY_REGISTER, n)
#define PAD          RULE(.place = PLACE_PADDED)
#define NONE         RULE(.place = PLACE_UNSAID)
