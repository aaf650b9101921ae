/* Numbers in our own texts (texts.h): sums, products and comparisons of numbers and names. */
#pragma once

#include "model/random.h"

#include <stdbool.h>

/* A name and its value; a null name ends a list. */
struct name {
    const char *name;
    int64_t value;
};

struct names {
    const struct name *of_abi, *of_family; /* the second may be null */
    struct random *random;                 /* from which draw(N) draws */
    const uint64_t *kept;                  /* registers that kept(N) knows, a bit each; may be null */
};

/* The value of all the words.  False: they are no number. */
bool gen_evaluate(const struct names *names, const char *words, int64_t *value);
