#include "shows.h"

#include "../dimensions.h"
#include "../edges.h"
#include "../fnv1a.h"

#include <string.h>

/* --- Hashes ----------------------------------------------------------------------------------------------- */

uint64_t hash_word(uint64_t hash, const char *word)
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

/* --- Things ----------------------------------------------------------------------------------------------- */

static struct thing thing_of(const char *kind)
{
    return (struct thing){.kind = kind, .hash = hash_word(FNV1A_BEGIN, kind)};
}

static struct thing with_part(struct thing thing, struct part part)
{
    thing.parts[thing.part_count++] = part;
    return thing;
}

static struct thing with(struct thing thing, const char *name, uint64_t number)
{
    thing.hash = hash_number(thing.hash, number);
    return with_part(thing, (struct part){name, NULL, number});
}

/* What has a number and a word for it. */
static struct thing with_named(struct thing thing, const char *name, const char *word, uint64_t number)
{
    thing.hash = hash_number(thing.hash, number);
    return with_part(thing, (struct part){name, word, number});
}

static struct thing with_word(struct thing thing, const char *word)
{
    thing.hash = hash_word(thing.hash, word);
    return with_part(thing, (struct part){NULL, word, 0});
}

void write_thing(struct text *text, const struct thing *thing)
{
    text_string(text, thing->kind);
    for (unsigned i = 0; i < thing->part_count; i++) {
        const struct part *part = &thing->parts[i];
        text_string(text, i == 0 ? ": " : ", ");
        text_string(text, part->name != NULL ? part->name : "");
        text_string(text, part->name != NULL ? " " : "");
        if (part->word != NULL)
            text_string(text, part->word);
        else
            text_unsigned(text, part->number);
    }
}

static void show(struct view *view, const struct thing *thing)
{
    if (thing->hash == view->sought)
        view->found = *thing;
    if (view->known != NULL && holds(view->known, thing->hash))
        return;
    if (view->count < MAX_SHOWN)
        view->news[view->count++] = thing->hash;
    else
        view->full = true;
}

static void show_one(struct view *view, struct thing thing)
{
    show(view, &thing);
}

/* --- Clauses and faults ----------------------------------------------------------------------------------- */

static struct thing with_class(struct thing thing, enum vector_class vector_class)
{
    return with_named(thing, NULL, class_name(vector_class), vector_class);
}

static struct thing with_profile(struct thing thing, enum profile profile)
{
    return with_named(thing, NULL, profile_name(profile), profile);
}

static struct thing with_abi(struct thing thing, enum abi abi)
{
    return with_named(thing, NULL, abi_name(abi), abi);
}

static void show_clauses(struct view *view, const struct vector *vector)
{
    for (uint32_t i = 0; i < vector->clause_count; i++) {
        struct thing thing = with_word(thing_of("clause"), vector->clauses[i]);
        show_one(view, with_profile(with_class(thing, vector->vector_class), vector->profile));
    }
}

/* Fields whose numbers stand for kinds: these clauses say which numbers there are.  A reader may take another number
 * for one of them, and which it takes depends on how it reads the field. */
static bool is_about_kinds(const char *clause)
{
    static const char *const about_kinds[] = {"version.known", "abi.known", "info.fre-type-known",
                                              "info2.fde-type-known", "fre.size-known"};
    for (unsigned i = 0; i < sizeof about_kinds / sizeof *about_kinds; i++)
        if (strcmp(clause, about_kinds[i]) == 0)
            return true;
    return false;
}

/* The part of a section that a clause is about is the first part of its id. */
static bool is_about(const char *clause, const char *part)
{
    return strncmp(clause, part, strlen(part)) == 0 && clause[strlen(part)] == '.';
}

static unsigned count_binary_digits(uint64_t number)
{
    unsigned digits = 0;
    while (digits < 63 && number >> digits != 0)
        digits++;
    return digits;
}

/* The numbers below 6, a single bit, or all bits below one: as kinds, those are the ones that readers confuse. */
static bool is_telling_kind(uint64_t number)
{
    return number < 6 || (number & (number + 1)) == 0 || (number & (number - 1)) == 0;
}

/* The way in which a clause is broken, but for the numbers in it.  Two numbers count as the same if they have the
 * same number of binary digits.  Where numbers stand for kinds, each telling one counts as itself. */
static struct thing with_way(struct thing thing, const char *way, bool kinds)
{
    const char *at = way;
    while (*at != '\0') {
        uint64_t number = 0;
        for (; *at >= '0' && *at <= '9'; at++)
            number = 10 * number + (uint64_t)(*at - '0');
        const unsigned size =
            kinds && is_telling_kind(number) ? 64 + (unsigned)(number % 64) : count_binary_digits(number);
        thing.hash = hash_number(thing.hash, size << 8 | (unsigned char)*at);
        at += *at != '\0';
    }
    return with_part(thing, (struct part){NULL, way, 0});
}

/* A broken clause; the way only where every reader must refuse the section.  Such a fault is shown once more to
 * lookups, in entries of version 3, in rows with words of each size, and, where the type of rows is unknown, with
 * each type. */
static void show_fault(struct view *view, const struct vector *vector)
{
    if (vector->fault == NULL)
        return;
    const char *clause = vector->fault->clause;
    const struct section *section = vector->section;
    const bool version_3 = vector->profile == PROFILE_V3, lookup = vector->operation == OPERATION_LOOKUP;
    struct thing broken = with_word(thing_of("fault"), clause);
    if (vector->vector_class != CLASS_IRREGULAR)
        broken = with_way(broken, vector->fault->way, false);
    show(view, &broken);
    if (vector->vector_class != CLASS_MALFORMED)
        return;
    if (is_about_kinds(clause)) {
        struct thing kind = with_way(with_word(thing_of("fault"), clause), vector->fault->way, true);
        show_one(view, with_named(kind, NULL,
                                  lookup ? version_3 ? "lookup in version 3" : "lookup"
                                         : version_3 ? "version 3" : "before version 3",
                                  (version_3 ? 2U : 0U) + lookup));
    }
    show_one(view, with_named(broken, NULL, lookup ? "lookup" : "whole section", lookup));
    if (!lookup && is_about(clause, "fde"))
        show_one(view, with_named(broken, NULL, version_3 ? "version 3" : "before version 3", 2 + version_3));
    if (section->row_count == 0)
        return;
    if (is_about(clause, "fre"))
        show_one(view, with(broken, "4 + bytes of a word", 4 + section->rows[0].word_size));
    if (strcmp(clause, "info.fre-type-known") == 0)
        show_one(view, with(broken, "16 + type of rows", 16 + section->functions[0].fre_type));
}

/* --- Dimensions ------------------------------------------------------------------------------------------- */

enum { OF_OPERATION = DIMENSIONS, OF_CLASS, PAIRED };

static const char *paired_name(unsigned dimension)
{
    return dimension == OF_OPERATION ? "operation" : dimension == OF_CLASS ? "class" : dimension_name(dimension);
}

static const char *paired_value(unsigned dimension, unsigned value)
{
    if (dimension == OF_OPERATION)
        return operation_name((enum operation)value);
    return dimension == OF_CLASS ? class_name((enum vector_class)value) : value_name(dimension, value);
}

static struct thing with_value(struct thing thing, unsigned dimension, unsigned value)
{
    return with_named(thing, paired_name(dimension), paired_value(dimension, value), dimension << 8 | value);
}

static void show_each_pair(struct view *view, const uint8_t values[PAIRED])
{
    for (unsigned i = 0; i < PAIRED; i++) {
        const struct thing one = with_value(thing_of("pair"), i, values[i]);
        for (unsigned k = 0; k < i; k++)
            show_one(view, with_value(one, k, values[k]));
    }
}

/* Many sections have the same values: once nothing about them is news, nothing ever will be. */
static void show_pairs(struct view *view, const struct vector *vector)
{
    uint8_t values[PAIRED];
    dimensions_of(vector->section, vector->encoded, values);
    values[OF_OPERATION] = (uint8_t)vector->operation;
    values[OF_CLASS] = (uint8_t)vector->vector_class;
    uint64_t all = hash_word(FNV1A_BEGIN, "all values");
    for (unsigned i = 0; i < PAIRED; i++)
        all = hash_number(all, values[i]);
    if (view->known != NULL && holds(view->known, all))
        return;
    const uint32_t before = view->count;
    show_each_pair(view, values);
    if (view->known != NULL && view->count == before)
        put(view->known, all);
}

/* --- Lookups ---------------------------------------------------------------------------------------------- */

static void show_sides(struct view *view, struct thing thing, uint64_t offset, uint64_t edge, const char *name)
{
    static const char *const sides[] = {"one before it", "at it", "one after it"};
    const uint64_t side = offset + 1 - edge;
    if (side <= 2)
        show_one(view, with_named(with_word(thing, name), NULL, sides[side], side));
}

/* The PC one before, at and one after an edge of a function or a row, where readers are off by one. */
static void show_edges(struct view *view, const struct vector *vector)
{
    const struct section *section = vector->section;
    if (vector->operation != OPERATION_LOOKUP || vector->vector_class != CLASS_VALID)
        return;
    for (uint32_t i = 0; i < section->function_count; i++) {
        const struct function *function = &section->functions[i];
        const bool first = i == 0, last = i + 1 == section->function_count;
        uint64_t offset = vector->pc - function_address(section, function);
        struct thing thing = with_profile(thing_of("edge"), vector->profile);
        thing = with(with(thing, "PC type", function->pc_type), "function type", function->fde_type);
        thing = with_named(thing, "function", first ? "first" : "not first", first);
        thing = with_named(thing, NULL, last ? "last" : "not last", last);
        show_sides(view, thing, offset, 0, "start");
        show_sides(view, thing, offset, function->size, "end");
        for (uint32_t row = 1; row < function->row_count; row++)
            show_sides(view, thing, offset, function_row(section, function, row)->start, "row");
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

static struct thing with_width(struct thing thing, const char *name, uint64_t number)
{
    return with(thing, name, width_of(number));
}

static unsigned width_and_sign(int64_t number)
{
    return number < 0 ? width_of(0 - (uint64_t)number) << 1 | 1 : width_of((uint64_t)number) << 1;
}

static void show_nothing_found(struct view *view, const struct vector *vector, struct thing thing)
{
    const struct section *section = vector->section;
    show_one(view, with(thing, "none found, functions", section->function_count > 1 ? 2 : section->function_count));
    for (uint32_t i = 0; i < section->function_count; i++) {
        uint64_t offset = vector->pc - function_address(section, &section->functions[i]);
        show_one(view, with_width(with_named(thing, NULL, "none found", 3), "width of the offset", offset));
    }
}

/* What a reader has to get right on the way to the row that holds at the PC, by twos. */
static void show_way_to_row(struct view *view, const struct vector *vector)
{
    const struct section *section = vector->section;
    if (vector->operation != OPERATION_LOOKUP || vector->vector_class != CLASS_VALID)
        return;
    struct answer_lookup found = look_up(section, vector->pc);
    const struct thing thing = with(thing_of("way to a row"), "version", profile_version(vector->profile));
    if (found.found == FOUND_NO_FUNCTION) {
        show_nothing_found(view, vector, thing);
        return;
    }
    const struct function *function = &section->functions[found.function];
    const uint64_t address = function_address(section, function), offset = vector->pc - address;
    const unsigned block = edge_block(function);
    const struct {
        const char *name;
        unsigned value;
    } steps[] = {
        {"PC type", function->pc_type},
        {"row type", function->fre_type},
        {"beyond the first block", offset >= block},
        {"kind of block", block == 1 ? 2 : (block & (block - 1)) != 0},
        {"width of the offset", width_of(offset)},
        {"width of the size", width_of(function->size)},
        {"width and sign of the start", width_and_sign(function->start)},
        {"PC-relative", section->flags & FLAG_PCREL},
        {"row", found.found == FOUND_ROW ? 1 + (found.row > 0) : 0},
        {"function in the other half", address >> 63 != vector->pc >> 63},
    };
    for (unsigned i = 0; i < sizeof steps / sizeof *steps; i++)
        for (unsigned k = 0; k <= i; k++) {
            struct thing two = with(thing, steps[i].name, i << 8 | steps[i].value);
            two.parts[1].number = steps[i].value;
            two = with(two, steps[k].name, k << 8 | steps[k].value);
            two.parts[2].number = steps[k].value;
            show(view, &two);
        }
}

/* --- Rows and traces -------------------------------------------------------------------------------------- */

enum { RULES = 3 };

static const char *const rule_names[RULES] = {"CFA", "RA", "FP"};

/* Where a row starts and what each of its words says, and how far their numbers go either way. */
static void show_row(struct view *view, const struct section *section, const struct function *function,
                     const struct row *row)
{
    const struct rule *const rules[RULES] = {&row->cfa, &row->ra, &row->fp};
    show_one(view, with_width(with(thing_of("row"), "row type", function->fre_type), "width of the start", row->start));
    for (unsigned k = 0; k < RULES && !row->empty; k++) {
        struct thing thing = with_named(with_abi(thing_of("rule"), section->abi), NULL, rule_names[k], k);
        thing = with(with(thing, "place", rules[k]->place), "dereferenced", rules[k]->deref);
        show_one(view, with(thing, "width and sign", width_and_sign(rules[k]->offset)));
    }
}

static void show_rows(struct view *view, const struct vector *vector)
{
    const struct section *section = vector->section;
    if (vector->operation != OPERATION_DECODE || vector->vector_class != CLASS_VALID)
        return;
    for (uint32_t i = 0; i < section->function_count; i++)
        for (uint32_t row = 0; row < section->functions[i].row_count; row++)
            show_row(view, section, &section->functions[i],
                     function_row(section, &section->functions[i], row));
}

/* Why a trace ends, and by what rules it leaves the topmost frame. */
static void show_trace(struct view *view, const struct vector *vector)
{
    const struct section *section = vector->section;
    if (vector->operation != OPERATION_UNWIND)
        return;
    const struct thing stop =
        with_class(with(thing_of("stop"), "reason", vector->trace->stop), vector->vector_class);
    show_one(view, with_abi(with_named(stop, NULL, "ABI", 0), vector->abi));
    show_one(view, with_profile(with_named(stop, NULL, "text", 1), vector->profile));
    struct answer_lookup found = look_up(section, vector->pc);
    if (found.found != FOUND_ROW || vector->vector_class != CLASS_VALID)
        return;
    const struct function *function = &section->functions[found.function];
    const struct row *row = function_row(section, function, found.row);
    const struct rule *const rules[RULES] = {&row->cfa, &row->ra, &row->fp};
    const struct thing left = with(with_abi(thing_of("frame left by"), vector->abi), "function type", function->fde_type);
    show_one(view, with(with_named(left, NULL, "PC type", 3), NULL, function->pc_type));
    show_one(view, with(with_named(left, NULL, "signal", 4), NULL, function->signal));
    for (unsigned i = 0; i < RULES; i++) {
        struct thing rule = with(left, rule_names[i], i << 8 | rules[i]->place);
        rule.parts[rule.part_count - 1].number = rules[i]->place;
        show_one(view, with(rule, "dereferenced", rules[i]->deref));
    }
}

/* A point of the ledger (shapes are named by it), and where the idea came from. */
static void show_source(struct view *view, const struct vector *vector)
{
    if (vector->vector_class == CLASS_CONTESTED || vector->ledger != NULL)
        show_one(view, with_word(thing_of("shape"), vector->shape));
    if (vector->ledger != NULL)
        show_one(view, with_word(thing_of("ledger"), vector->ledger));
    show_one(view, with_word(thing_of("origin"), vector->origin));
}

/* --- All -------------------------------------------------------------------------------------------------- */

void see(struct view *view, const struct vector *vector)
{
    show_clauses(view, vector);
    show_fault(view, vector);
    show_source(view, vector);
    show_edges(view, vector);
    show_way_to_row(view, vector);
    show_rows(view, vector);
    show_trace(view, vector);
    if (vector->operation != OPERATION_UNWIND) /* its sections are plain, and many */
        show_pairs(view, vector);
}

void see_own(struct view *view, const struct vector *vector)
{
    struct thing thing = with_abi(with_profile(thing_of("of its own"), vector->profile), vector->abi);
    thing = with_named(thing, NULL, operation_name(vector->operation), vector->operation);
    thing = with_class(thing, vector->vector_class);
    for (uint32_t i = 0; i < vector->clause_count; i++)
        show_one(view, with_word(thing, vector->clauses[i]));
}
