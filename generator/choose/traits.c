#include "traits.h"

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

uint64_t put(struct hash_set *set, uint64_t hash)
{
    const uint64_t slot = find_slot(set, hash);
    set->count += set->slots[slot] == 0;
    set->slots[slot] = hash;
    return slot;
}

bool say_trait(const struct trait *trait, const char *before, char *buffer, size_t size)
{
    struct text text;
    gen_text_init(&text, buffer, size);
    gen_text_format(&text, "%s%s", before, trait->kind);
    for (unsigned i = 0; i < trait->part_count; i++) {
        const struct part *part = &trait->parts[i];
        gen_text_format(&text, "%s%s%s%s", i == 0 ? ": " : ", ", part->name != NULL ? part->name : "",
                        part->name != NULL ? " " : "", part->word);
    }
    gen_text_c(&text);
    return !text.full;
}
