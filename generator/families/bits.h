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
    /* Null: no section has the bit flipped, and `name` says why. */
    void (*build)(struct section *section, const struct turn *turn);
    bool splits;         /* the bit splits the same bytes into rows in another way */
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

/* Builds a section from a text: NAME-base or NAME-flipped of sections/bits.txt. */
void gen_flip_by_text(struct section *section, const struct turn *turn);

/* Builds the base of the entry whose flipped section no model can express: there bytes lie. */
void gen_flip_overrun(struct section *section, const struct turn *turn);
