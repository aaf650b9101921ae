#include "core.h"

#include "dimensions.h"

#include <string.h>

/* --- Hashes -----------------------------------------------------------------------------------------------
 */

/* What is shown is told as a few words and numbers; its hash stands for it.  Of some ten thousand no two are
 * to be expected to share one of 2^64 hashes, and if two did they would on every host. */
static uint64_t hash_word(uint64_t hash, const char *word)
{
    for (const char *at = word; *at != '\0'; at++)
        hash = (hash ^ (unsigned char)*at) * 0x100000001b3U;
    return (hash ^ 0xff) * 0x100000001b3U;
}

static uint64_t hash_number(uint64_t hash, uint64_t number)
{
    struct random random = {hash ^ number};
    return random_next(&random);
}

static uint64_t hash_kind(const char *kind)
{
    return hash_word(0xcbf29ce484222325U, kind);
}

static uint64_t find_slot(const struct hash_set *set, uint64_t hash)
{
    uint64_t slot = hash % CORE_SLOTS;
    while (set->slots[slot] != 0 && set->slots[slot] != hash)
        slot = (slot + 1) % CORE_SLOTS;
    return slot;
}

static bool holds(const struct hash_set *set, uint64_t hash)
{
    return set->slots[find_slot(set, hash)] == hash;
}

static void put(struct hash_set *set, uint64_t hash)
{
    uint64_t slot = find_slot(set, hash);
    set->count += set->slots[slot] == 0;
    set->slots[slot] = hash;
}

/* --- What a vector shows ----------------------------------------------------------------------------------
 */

static void show(struct core *core, uint64_t hash)
{
    if (core->showing < CORE_MOST_SHOWN)
        core->shows[core->showing++] = hash;
    else
        core->fault = "a vector shows more than the core can keep (CORE_MOST_SHOWN)";
}

static void show_clauses(struct core *core, const struct vector *vector)
{
    for (uint32_t i = 0; i < vector->clause_count; i++) {
        uint64_t hash = hash_word(hash_kind("clause"), vector->clauses[i]);
        show(core, hash_number(hash_number(hash, vector->vector_class), vector->profile));
    }
}

/* A way of breaking a clause, whatever the profile. */
static void show_fault(struct core *core, const struct vector *vector)
{
    if (vector->fault == NULL)
        return;
    uint64_t hash = hash_word(hash_kind("fault"), vector->fault->clause);
    show(core, hash_word(hash, vector->fault->way));
}

static void show_pairs(struct core *core, const struct vector *vector)
{
    uint8_t values[DIMENSIONS + 2];
    dimensions_of(vector->section, vector->encoded, values);
    values[DIMENSIONS] = (uint8_t)vector->operation;
    values[DIMENSIONS + 1] = (uint8_t)vector->vector_class;
    for (unsigned i = 0; i < sizeof values; i++) {
        uint64_t one = hash_number(hash_kind("pair"), i << 8 | values[i]);
        for (unsigned k = 0; k < i; k++)
            show(core, hash_number(one, k << 8 | values[k]));
    }
}

static void show_sides(struct core *core, uint64_t hash, uint64_t offset, uint64_t edge)
{
    if (offset + 1 - edge <= 2)
        show(core, hash_number(hash, offset + 1 - edge));
}

/* The PC one before, at and one after an edge of a function or a row, where readers are off by one. */
static void show_edges(struct core *core, const struct vector *vector)
{
    const struct section *section = vector->section;
    if (vector->operation != OPERATION_LOOKUP || vector->vector_class != CLASS_VALID)
        return;
    for (uint32_t i = 0; i < section->function_count; i++) {
        const struct function *function = &section->functions[i];
        uint64_t offset = vector->pc - function_address(section, function);
        uint64_t hash = hash_number(hash_kind("edge"), vector->profile);
        hash = hash_number(hash_number(hash, function->pc_type), function->fde_type);
        hash = hash_number(hash_number(hash, i == 0), i + 1 == section->function_count);
        show_sides(core, hash_word(hash, "start"), offset, 0);
        show_sides(core, hash_word(hash, "end"), offset, function->size);
        for (uint32_t row = 1; row < function->row_count; row++)
            show_sides(core, hash_word(hash, "row"), offset, function_row(section, function, row)->start);
    }
}

/* A point of the ledger (contested shapes are named by it), and where the idea came from. */
static void show_source(struct core *core, const struct vector *vector)
{
    if (vector->vector_class == CLASS_CONTESTED)
        show(core, hash_word(hash_kind("shape"), vector->shape));
    if (vector->ledger != NULL)
        show(core, hash_word(hash_kind("ledger"), vector->ledger));
    show(core, hash_word(hash_kind("origin"), vector->origin));
}

/* --- Choosing ---------------------------------------------------------------------------------------------
 */

static void join(struct core *core, uint64_t id)
{
    if (core->count++ == CORE_MOST)
        core->fault = "the core is larger than it may be (CORE_MOST)";
    put(&core->members, id);
    for (uint32_t i = 0; i < core->showing; i++)
        put(&core->shown, core->shows[i]);
    if (core->shown.count > CORE_SLOTS / 2)
        core->fault = "all vectors show more than the core can keep (CORE_SLOTS)";
}

static bool consider(struct sink *sink, const struct vector *vector)
{
    struct core *core = (struct core *)sink;
    if (vector->length > CORE_LONGEST || vector->encoded == NULL || core_has(core, vector->id))
        return true;
    core->showing = 0;
    show_clauses(core, vector);
    show_fault(core, vector);
    show_source(core, vector);
    show_edges(core, vector);
    show_pairs(core, vector);
    uint32_t unseen = 0;
    for (uint32_t i = 0; i < core->showing; i++)
        unseen += !holds(&core->shown, core->shows[i]);
    if (unseen >= 1U << (CORE_RUNS - 1 - core->run))
        join(core, hash_word(hash_kind("id"), vector->id));
    return core->fault == NULL;
}

void core_init(struct core *core)
{
    memset(core, 0, sizeof *core);
    core->sink.take = consider;
}

bool core_has(const struct core *core, const char *id)
{
    return holds(&core->members, hash_word(hash_kind("id"), id));
}
