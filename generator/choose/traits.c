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
