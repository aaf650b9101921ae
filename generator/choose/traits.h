/* Traits of vectors, each a small thing that a vector shows, and sets of them. */
#ifndef GENERATOR_CHOOSE_TRAITS_H
#define GENERATOR_CHOOSE_TRAITS_H

#include "model/text_buffer.h"

#include <stdbool.h>
#include <stdint.h>

enum { MAX_PARTS = 8, SET_SLOTS = 1 << 19 };

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

/* Its kind, and what it is about, in parts with words for people.  Its hash stands for it: some ten thousand
 * traits will hardly share one of 2^64 hashes. */
struct trait {
    const char *kind;
    uint64_t hash;
    unsigned part_count;
    struct part {
        const char *name; /* null: the word says enough */
        const char *word;
    } parts[MAX_PARTS];
};

struct trait trait_of(const char *kind);
/* Adds a part to the trait, which distinguishes it from traits with another number or word there. */
struct trait with_named(struct trait trait, const char *name, const char *word, uint64_t number);
struct trait with_yes_or_no(struct trait trait, const char *yes, const char *no, bool value);
struct trait with_word(struct trait trait, const char *word);
/* Those whose other parts say which number it is. */
struct trait with_number(struct trait trait, uint64_t number);
/* Adds words alone: the caller changes the hash. */
struct trait with_part(struct trait trait, struct part part);

void write_trait(struct text *text, const struct trait *trait);

#endif
