#include "traits.h"

#include "model/fnv1a.h"
#include "model/random.h"

#include <string.h>

/* --- Hashes --------------------------------------------------------------------------------------------- */

uint64_t hash_word(uint64_t hash, const char *word)
{
    fnv1a(&hash, word, strlen(word));
    fnv1a(&hash, "\xff", 1);
    return hash;
}

uint64_t hash_number(uint64_t hash, uint64_t number)
{
    struct random random = random_of(hash ^ number);
    return random_next(&random);
}

uint64_t find_slot(const struct hash_set *set, uint64_t hash)
{
    uint64_t slot = hash % SET_SLOTS;
    while (set->slots[slot] != 0 && set->slots[slot] != hash)
        slot = (slot + 1) % SET_SLOTS;
    return slot;
}

bool holds(const struct hash_set *set, uint64_t hash)
{
    return set->slots[find_slot(set, hash)] == hash;
}

void put(struct hash_set *set, uint64_t hash)
{
    uint64_t slot = find_slot(set, hash);
    set->count += set->slots[slot] == 0;
    set->slots[slot] = hash;
}

/* --- Things --------------------------------------------------------------------------------------------- */

struct trait trait_of(const char *kind)
{
    return (struct trait){.kind = kind, .hash = hash_word(FNV1A_BEGIN, kind)};
}

struct trait with_part(struct trait trait, struct part part)
{
    trait.parts[trait.part_count++] = part;
    return trait;
}

struct trait with_named(struct trait trait, const char *name, const char *word, uint64_t number)
{
    trait.hash = hash_number(trait.hash, number);
    return with_part(trait, (struct part){name, word});
}

struct trait with_number(struct trait trait, uint64_t number)
{
    trait.hash = hash_number(trait.hash, number);
    return trait;
}

struct trait with_yes_or_no(struct trait trait, const char *yes, const char *no, bool value)
{
    return with_named(trait, NULL, value ? yes : no, value);
}

struct trait with_word(struct trait trait, const char *word)
{
    trait.hash = hash_word(trait.hash, word);
    return with_part(trait, (struct part){NULL, word});
}

void write_trait(struct text *text, const struct trait *trait)
{
    gen_text_string(text, trait->kind);
    for (unsigned i = 0; i < trait->part_count; i++) {
        const struct part *part = &trait->parts[i];
        gen_text_string(text, i == 0 ? ": " : ", ");
        gen_text_string(text, part->name != NULL ? part->name : "");
        gen_text_string(text, part->name != NULL ? " " : "");
        gen_text_string(text, part->word);
    }
}
