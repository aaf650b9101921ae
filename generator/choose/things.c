#include "things.h"

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

struct thing thing_of(const char *kind)
{
    return (struct thing){.kind = kind, .hash = hash_word(FNV1A_BEGIN, kind)};
}

struct thing with_part(struct thing thing, struct part part)
{
    thing.parts[thing.part_count++] = part;
    return thing;
}

struct thing with_named(struct thing thing, const char *name, const char *word, uint64_t number)
{
    thing.hash = hash_number(thing.hash, number);
    return with_part(thing, (struct part){name, word});
}

struct thing with_number(struct thing thing, uint64_t number)
{
    thing.hash = hash_number(thing.hash, number);
    return thing;
}

struct thing with_yes_or_no(struct thing thing, const char *yes, const char *no, bool value)
{
    return with_named(thing, NULL, value ? yes : no, value);
}

struct thing with_word(struct thing thing, const char *word)
{
    thing.hash = hash_word(thing.hash, word);
    return with_part(thing, (struct part){NULL, word});
}

void write_thing(struct text *text, const struct thing *thing)
{
    gen_text_string(text, thing->kind);
    for (unsigned i = 0; i < thing->part_count; i++) {
        const struct part *part = &thing->parts[i];
        gen_text_string(text, i == 0 ? ": " : ", ");
        gen_text_string(text, part->name != NULL ? part->name : "");
        gen_text_string(text, part->name != NULL ? " " : "");
        gen_text_string(text, part->word);
    }
}
