/* What a vector shows: whatever a reader may get wrong that this vector would notice, cut up into small things.
 * A clause that is exercised or broken; a way of breaking it; two values of two dimensions together; a PC beside an
 * edge of a row; a rule of a row; a point of the ledger; a public report; why a trace ends. */
#ifndef GENERATOR_CHOOSE_SHOWS_H
#define GENERATOR_CHOOSE_SHOWS_H

#include "vector.h"

enum { MAX_PARTS = 8, MAX_SHOWN = 1024 /* new things of one vector */, SET_SLOTS = 1 << 17 };

/* Hashes, in open addressing; 0 is an empty slot. */
struct hash_set {
    uint32_t count;
    uint64_t slots[SET_SLOTS];
};

uint64_t find_slot(const struct hash_set *set, uint64_t hash); /* where the hash is, or would be */
bool holds(const struct hash_set *set, uint64_t hash);
void put(struct hash_set *set, uint64_t hash);
uint64_t hash_word(uint64_t hash, const char *word);

/* One of the things: of which kind, and what it is about, each part with a name for people.  Its hash stands for
 * it: of some ten thousand things no two are to be expected to share one of 2^64 hashes. */
struct thing {
    const char *kind;
    uint64_t hash;
    unsigned part_count;
    struct part {
        const char *name; /* null: the word says enough */
        const char *word; /* null: the number says it */
        uint64_t number;
    } parts[MAX_PARTS];
};

void write_thing(struct text *text, const struct thing *thing);

struct view {
    struct hash_set *known; /* what is no news; null: everything is */
    uint32_t count;         /* of the news, each of which may stand there more than once */
    uint64_t news[MAX_SHOWN];
    bool full;          /* there is more news than that */
    uint64_t sought;    /* the hash of a thing of which people want to know what it is */
    struct thing found; /* that thing; without a kind if the vector does not show it */
};

/* Adds to the view what the vector shows. */
void see(struct view *view, const struct vector *vector);

/* The clauses that it exercises or breaks for those who read its profile on its ABI alone. */
void see_own(struct view *view, const struct vector *vector);

#endif
