#include "core.h"

#include "dimensions.h"
#include "edges.h"
#include "fnv1a.h"

#include <string.h>

/* --- Hashes -----------------------------------------------------------------------------------------------
 */

/* What is shown is told as a few words and numbers; its hash stands for it.  Of some ten thousand no two are
 * to be expected to share one of 2^64 hashes, and if two did they would on every host. */
static uint64_t hash_word(uint64_t hash, const char *word)
{
    fnv1a(&hash, word, strlen(word));
    fnv1a(&hash, "\xff", 1);
    return hash;
}

static uint64_t hash_number(uint64_t hash, uint64_t number)
{
    struct random random = {hash ^ number};
    return random_next(&random);
}

static uint64_t hash_kind(const char *kind)
{
    return hash_word(FNV1A_BEGIN, kind);
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
    if (holds(&core->shown, hash))
        return;
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

/* Ways that differ in a number alone are one if the number is as long in binary; what stands for a kind is
 * told by the smallest values, and by those with one bit or all. */
static uint64_t hash_way(uint64_t hash, const char *way, bool kinds)
{
    while (*way != '\0') {
        uint64_t number = 0;
        unsigned bits = 0;
        for (; *way >= '0' && *way <= '9'; way++)
            number = 10 * number + (uint64_t)(*way - '0');
        if (kinds && (number < KINDS || (number & (number + 1)) == 0 || (number & (number - 1)) == 0))
            bits = 64 + (unsigned)(number % 64);
        while (bits < 63 && number >> bits != 0)
            bits++;
        hash = hash_number(hash, bits << 8 | (unsigned char)*way);
        way += *way != '\0';
    }
    return hash;
}

/* A broken clause, and the way where that binds a reader: the kind, which may be mistaken for others; what is
 * to be refused by lookups too; entries in the form of version 3; rows with words of each size, and of each
 * type where the type is unknown. */
static void show_fault(struct core *core, const struct vector *vector)
{
    if (vector->fault == NULL)
        return;
    const char *clause = vector->fault->clause, *way = vector->fault->way;
    const bool version_3 = vector->profile == PROFILE_V3;
    const uint64_t seed = hash_word(hash_kind("fault"), clause);
    const uint64_t hash = vector->vector_class == CLASS_IRREGULAR ? seed : hash_way(seed, way, false);
    show(core, hash);
    if (vector->vector_class != CLASS_MALFORMED)
        return;
    if (strstr(clause, "known") != NULL)
        show(core, hash_number(hash_way(seed, way, true),
                               (version_3 ? 2U : 0U) + (vector->operation == OPERATION_LOOKUP)));
    show(core, hash_number(hash, vector->operation == OPERATION_LOOKUP));
    if (vector->operation != OPERATION_LOOKUP && strncmp(clause, "fde.", 4) == 0)
        show(core, hash_number(hash, 2 + version_3));
    if (vector->section->row_count == 0)
        return;
    if (strncmp(clause, "fre.", 4) == 0)
        show(core, hash_number(hash, 4 + vector->section->rows[0].word_size));
    if (strcmp(clause, "info.fre-type-known") == 0)
        show(core, hash_number(hash, 16 + vector->section->functions[0].fre_type));
}

/* Most sections are asked many times, and many are alike: once nothing of their values is new, nothing ever
 * is. */
static void show_pairs(struct core *core, const struct vector *vector)
{
    uint8_t values[DIMENSIONS + 2];
    dimensions_of(vector->section, vector->encoded, values);
    values[DIMENSIONS] = (uint8_t)vector->operation;
    values[DIMENSIONS + 1] = (uint8_t)vector->vector_class;
    uint64_t all = hash_kind("all pairs");
    for (unsigned i = 0; i < sizeof values; i++)
        all = hash_number(all, values[i]);
    if (holds(&core->shown, all))
        return;
    uint32_t before = core->showing;
    for (unsigned i = 0; i < sizeof values; i++) {
        uint64_t one = hash_number(hash_kind("pair"), i << 8 | values[i]);
        for (unsigned k = 0; k < i; k++)
            show(core, hash_number(one, k << 8 | values[k]));
    }
    if (core->showing == before)
        put(&core->shown, all);
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

/* How many bytes hold a number: where readers take too few, or mistake its sign. */
static unsigned width_of(uint64_t number)
{
    static const uint64_t last[] = {0,         INT8_MAX,       UINT8_MAX,  INT16_MAX,        UINT16_MAX,
                                    INT32_MAX, UINT32_MAX - 1, UINT32_MAX, UINT64_C(1) << 32};
    unsigned width = 0;
    while (width < sizeof last / sizeof *last && number > last[width])
        width++;
    return width;
}

static unsigned width_and_sign(int64_t number)
{
    return number < 0 ? width_of(0 - (uint64_t)number) << 1 | 1 : width_of((uint64_t)number) << 1;
}

/* What a reader has to get right on the way to the row that holds at the PC. */
static void show_way_to_row(struct core *core, const struct vector *vector)
{
    const struct section *section = vector->section;
    if (vector->operation != OPERATION_LOOKUP || vector->vector_class != CLASS_VALID)
        return;
    struct answer_lookup found = look_up(section, vector->pc);
    uint64_t hash = hash_number(hash_kind("way"), profile_version(vector->profile));
    if (found.found == FOUND_NO_FUNCTION) {
        show(core, hash_number(hash, section->function_count > 1 ? 2 : section->function_count));
        for (uint32_t i = 0; i < section->function_count; i++) {
            uint64_t offset = vector->pc - function_address(section, &section->functions[i]);
            show(core, hash_number(hash_number(hash, 3), width_of(offset)));
        }
        return;
    }
    const struct function *function = &section->functions[found.function];
    uint64_t offset = vector->pc - function_address(section, function);
    unsigned block = edge_block(function);
    const unsigned steps[] = {
        function->pc_type,
        function->fre_type,
        offset >= block,
        block == 1 ? 2 : (block & (block - 1)) != 0,
        width_of(offset),
        width_of(function->size),
        width_and_sign(function->start),
        section->flags & FLAG_PCREL,
        found.found == FOUND_ROW ? 1 + (found.row > 0) : 0,
        function_address(section, function) >> 63 != vector->pc >> 63,
    };
    for (unsigned i = 0; i < sizeof steps / sizeof *steps; i++)
        for (unsigned k = 0; k <= i; k++)
            show(core, hash_number(hash_number(hash, i << 8 | steps[i]), k << 8 | steps[k]));
}

enum { RULES = 3 };

/* Where a row starts and what each of its words says, and how far their numbers go either way. */
static void show_row(struct core *core, const struct section *section, const struct function *function,
                     const struct row *row)
{
    const struct rule *const rules[RULES] = {&row->cfa, &row->ra, &row->fp};
    show(core, hash_number(hash_number(hash_kind("row-start"), function->fre_type), width_of(row->start)));
    for (unsigned k = 0; k < RULES && !row->empty; k++) {
        uint64_t hash = hash_number(hash_number(hash_kind("rule"), section->abi), k);
        hash = hash_number(hash_number(hash, rules[k]->place), rules[k]->deref);
        show(core, hash_number(hash, width_and_sign(rules[k]->offset)));
    }
}

static void show_rows(struct core *core, const struct vector *vector)
{
    const struct section *section = vector->section;
    if (vector->operation != OPERATION_DECODE || vector->vector_class != CLASS_VALID)
        return;
    for (uint32_t i = 0; i < section->function_count; i++)
        for (uint32_t row = 0; row < section->functions[i].row_count; row++)
            show_row(core, section, &section->functions[i],
                     function_row(section, &section->functions[i], row));
}

/* Why a trace ends, and by what rules it leaves the topmost frame. */
static void show_trace(struct core *core, const struct vector *vector)
{
    const struct section *section = vector->section;
    if (vector->operation != OPERATION_UNWIND)
        return;
    uint64_t hash = hash_number(hash_number(hash_kind("stop"), vector->trace->stop), vector->vector_class);
    show(core, hash_number(hash_number(hash, 0), vector->abi));
    show(core, hash_number(hash_number(hash, 1), vector->profile));
    struct answer_lookup found = look_up(section, vector->pc);
    if (found.found != FOUND_ROW || vector->vector_class != CLASS_VALID)
        return;
    const struct function *function = &section->functions[found.function];
    const struct row *row = function_row(section, function, found.row);
    const struct rule *const rules[RULES] = {&row->cfa, &row->ra, &row->fp};
    hash = hash_number(hash_number(hash_kind("left by"), vector->abi), function->fde_type);
    show(core, hash_number(hash_number(hash, 3), function->pc_type));
    show(core, hash_number(hash_number(hash, 4), function->signal));
    for (unsigned i = 0; i < RULES; i++)
        show(core, hash_number(hash_number(hash, i << 8 | rules[i]->place), rules[i]->deref));
}

/* A point of the ledger (shapes are named by it), and where the idea came from. */
static void show_source(struct core *core, const struct vector *vector)
{
    if (vector->vector_class == CLASS_CONTESTED || vector->ledger != NULL)
        show(core, hash_word(hash_kind("shape"), vector->shape));
    if (vector->ledger != NULL)
        show(core, hash_word(hash_kind("ledger"), vector->ledger));
    show(core, hash_word(hash_kind("origin"), vector->origin));
}

/* --- Choosing ---------------------------------------------------------------------------------------------
 */

/* How much that is new a vector has to show, by run. */
static const struct {
    uint32_t thin, other; /* of pairs with fewer members than the average, and of the others */
} least[CORE_RUNS - 1] = {{64, 128}, {32, 64}, {16, 32}, {8, 16}, {6, 8},
                          {4, 6},    {3, 4},   {2, 3},   {1, 2},  {1, 1}};

static bool fills_up(const struct core *core)
{
    return core->run + 1 == CORE_RUNS;
}

/* So many that places just suffice for all pairs with fewer to have as many. */
static uint32_t find_level(const struct core *core)
{
    for (uint32_t level = 0;; level++) {
        uint32_t missing = 0;
        for (enum profile profile = PROFILE_V1; profile < PROFILES; profile++)
            for (enum abi abi = ABI_AMD64; abi < ABIS; abi++)
                if (abi_known(profile, abi) && core->of_pair[profile][abi] <= level)
                    missing += level + 1 - core->of_pair[profile][abi];
        if (core->count + missing > CORE_MOST)
            return level;
    }
}

static bool shows_enough(const struct core *core, const struct vector *vector)
{
    bool thin = core->of_pair[vector->profile][vector->abi] * PROFILES * ABIS <= core->count;
    return core->showing >= (thin ? least[core->run].thin : least[core->run].other);
}

/* To its own pair a vector shows the clauses that it exercises or breaks there, by operation. */
static void show_own(struct core *core, const struct vector *vector)
{
    uint64_t hash = hash_number(hash_number(hash_kind("own"), vector->profile), vector->abi);
    hash = hash_number(hash_number(hash, vector->operation), vector->vector_class);
    for (uint32_t i = 0; i < vector->clause_count; i++)
        show(core, hash_word(hash, vector->clauses[i]));
}

static void join(struct core *core, const struct vector *vector)
{
    if (core->count++ == CORE_MOST)
        core->fault = "the core is larger than it may be (CORE_MOST)";
    core->of_pair[vector->profile][vector->abi]++;
    put(&core->members, hash_word(hash_kind("id"), vector->id));
    show_own(core, vector);
    for (uint32_t i = 0; i < core->showing; i++)
        put(&core->shown, core->shows[i]);
    if (core->shown.count > CORE_SLOTS / 2)
        core->fault = "all vectors show more than the core can keep (CORE_SLOTS)";
}

/* Those that bind nobody strengthen no pair. */
static bool fill_up(struct core *core, const struct vector *vector)
{
    bool binds = vector->vector_class == CLASS_VALID || vector->vector_class == CLASS_MALFORMED;
    if (core->level == 0)
        core->level = find_level(core);
    if (!binds || core->of_pair[vector->profile][vector->abi] >= core->level)
        return true;
    show_own(core, vector);
    if (core->showing > 0)
        join(core, vector);
    return core->fault == NULL;
}

static bool consider(struct sink *sink, const struct vector *vector)
{
    struct core *core = (struct core *)sink;
    if (vector->length > CORE_LONGEST || vector->encoded == NULL)
        return true;
    core->showing = 0;
    if (fills_up(core))
        return fill_up(core, vector);
    show_clauses(core, vector);
    show_fault(core, vector);
    show_source(core, vector);
    show_edges(core, vector);
    show_way_to_row(core, vector);
    show_rows(core, vector);
    show_trace(core, vector);
    if (vector->operation != OPERATION_UNWIND) /* its sections are plain, and many */
        show_pairs(core, vector);
    if (shows_enough(core, vector))
        join(core, vector);
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
