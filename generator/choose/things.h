/* Small things that vectors show, and sets of them. */
#ifndef GENERATOR_CHOOSE_THINGS_H
#define GENERATOR_CHOOSE_THINGS_H

#include "model/text_buffer.h"

#include <stdbool.h>
#include <stdint.h>

enum { MAX_PARTS = 8, SET_SLOTS = 1 << 17 };

/* Hashes, in open addressing; 0 is an empty slot. */
struct hash_set {
    uint32_t count;
    uint64_t slots[SET_SLOTS];
};

uint64_t find_slot(const struct hash_set *set, uint64_t hash); /* where the hash is, or would be */
bool holds(const struct hash_set *set, uint64_t hash);
void put(struct hash_set *set, uint64_t hash);

uint64_t hash_word(uint64_t hash, const char *word);
uint64_t hash_number(uint64_t hash, uint64_t number);

/* Of which kind it is, and what it is about, each part with words for people.  Its hash stands for it: of
 * some ten thousand things no two are to be expected to share one of 2^64 hashes. */
struct thing {
    const char *kind;
    uint64_t hash;
    unsigned part_count;
    struct part {
        const char *name; /* null: the word says enough */
        const char *word;
    } parts[MAX_PARTS];
};

struct thing thing_of(const char *kind);
/* The same thing with a part more, that tells it from those which have another number or word there. */
struct thing with_named(struct thing thing, const char *name, const char *word, uint64_t number);
struct thing with_yes_or_no(struct thing thing, const char *yes, const char *no, bool value);
struct thing with_word(struct thing thing, const char *word);
/* Those whose other parts tell people which number it is. */
struct thing with_number(struct thing thing, uint64_t number);
/* The words alone: the hash is the caller's business. */
struct thing with_part(struct thing thing, struct part part);

void write_thing(struct text *text, const struct thing *thing);

#endif
