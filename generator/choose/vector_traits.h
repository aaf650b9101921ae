/* The traits of a vector: small things that a reader may get wrong and that this vector would notice.  They
 * are a clause that is exercised or broken, a way of breaking it, two values of two dimensions together, a PC
 * beside an edge of a row, a rule of a row, a point of the ledger, a public report, and why a trace ends.  A
 * trait belongs to the vector's operation: a reader that answers lookups only notices only theirs. */
#pragma once

#include "emit/vector.h"
#include "model/fnv1a.h"
#include "model/random.h"

#include <string.h>

enum { MAX_PARTS = 8, SET_SLOTS = 1 << 19 };

/* Hashes, in open addressing; 0 is an empty slot. */
struct hash_set {
    uint32_t count;
    uint64_t slots[SET_SLOTS];
};

/* Where the hash is, or would be. */
static inline uint64_t find_slot(const struct hash_set *set, uint64_t hash)
{
    uint64_t slot = hash % SET_SLOTS;
    while (set->slots[slot] != 0 && set->slots[slot] != hash)
        slot = (slot + 1) % SET_SLOTS;
    return slot;
}

static inline bool holds(const struct hash_set *set, uint64_t hash)
{
    return set->slots[find_slot(set, hash)] == hash;
}

/* Returns where it is now. */
static inline uint64_t put(struct hash_set *set, uint64_t hash)
{
    const uint64_t slot = find_slot(set, hash);
    set->count += set->slots[slot] == 0;
    set->slots[slot] = hash;
    return slot;
}

static inline uint64_t hash_word(uint64_t hash, const char *word)
{
    fnv1a(&hash, word, strlen(word));
    fnv1a(&hash, "\xff", 1);
    return hash;
}

static inline uint64_t hash_number(uint64_t hash, uint64_t number)
{
    struct random random = random_of(hash ^ number);
    return random_next(&random);
}

/* A trait: its kind, and what it is about, in parts with words for people.  Its hash identifies it: some ten
 * thousand traits will hardly share one of 2^64 hashes. */
struct trait {
    const char *kind;
    uint64_t hash;
    unsigned part_count;
    struct part {
        const char *name; /* null: the word says enough */
        const char *word;
    } parts[MAX_PARTS];
};

/* These functions are inline, as each call would copy the whole trait twice. */
static inline struct trait trait_of(const char *kind)
{
    return (struct trait){.kind = kind, .hash = hash_word(FNV1A_BEGIN, kind)};
}

/* Adds words alone: the caller changes the hash. */
static inline struct trait with_part(struct trait trait, struct part part)
{
    trait.parts[trait.part_count++] = part;
    return trait;
}

/* Adds a part to the trait, which distinguishes it from traits with another number or word there. */
static inline struct trait with_named(struct trait trait, const char *name, const char *word, uint64_t number)
{
    trait.hash = hash_number(trait.hash, number);
    return with_part(trait, (struct part){name, word});
}

static inline struct trait with_yes_or_no(struct trait trait, const char *yes, const char *no, bool value)
{
    return with_named(trait, NULL, value ? yes : no, value);
}

static inline struct trait with_word(struct trait trait, const char *word)
{
    trait.hash = hash_word(trait.hash, word);
    return with_part(trait, (struct part){NULL, word});
}

/* Adds no words, only a number that distinguishes the trait from others of its kind. */
static inline struct trait with_number(struct trait trait, uint64_t number)
{
    trait.hash = hash_number(trait.hash, number);
    return trait;
}

struct view {
    struct hash_set *known; /* hashes of the traits seen before, which are not shown again; null: none */
    uint32_t count;         /* how many traits were shown; one may be shown more than once */
    /* What becomes of each trait; null: nothing. */
    void (*take)(void *into, const struct trait *trait, uint64_t hash);
    void *into;
    enum operation operation; /* of the vector that is seen */
};

/* Shows the vector's traits to the view. */
void see(struct view *view, const struct vector *vector);

/* Shows the shape of an unwinding, for readers that read only its profile on its ABI. */
void see_unwinding(struct view *view, const struct vector *vector);

/* Shows the same, and the clauses that the vector exercises or breaks, for such readers. */
void see_own(struct view *view, const struct vector *vector);
