/* What the files of bits share: the table of bits. */
#pragma once

#include "emit/sets.h"

struct turn;

/* What one entry of the table is about.  Its field is that of function 0 and, in rows, of row `row`. */
struct flip {
    enum field_name field;
    int row, word;
    unsigned from, to; /* bits of the field */
    unsigned profiles, abis;
    const char *name;
    const char *clause; /* the one that defines the bit */
    /* Null where it is left to others, and `name` says why. */
    void (*build)(struct section *section, const struct turn *turn);
    bool splits;         /* the same bytes into rows in another way */
    unsigned operations; /* 0: all of them */
};

/* One section that an entry of the table makes: its base, or flipped in one bit. */
struct turn {
    const struct flip *flip;
    unsigned bit;
    bool flipped;
    struct emitter *emitter;
};

extern const struct flip gen_flips[];
extern const unsigned gen_flip_count;

/* Its sections are texts: NAME-base and NAME-flipped of sections/bits.txt. */
void gen_flip_by_text(struct section *section, const struct turn *turn);

/* The one whose flipped section no model says. */
void gen_flip_overrun(struct section *section, const struct turn *turn);
