/* Broken links: between healthy objects stands a broken one.  In one half of the links its section is one of
 * sframe-gen's that breaks a clause.  In the other half a good section is damaged: its bytes, its section
 * header, or its relocations. */
#include "../families.h"
#include "emit/sets.h"
#include "families/families.h"

#include <elf.h>
#include <string.h>

enum { BROKEN_TEXT = 0x2000 };

/* --- The link around what is broken --------------------------------------------------------------------- */

static void name_damage(struct link_emitter *emitter, const char *kind, const char *what)
{
    gen_text_format(&emitter->broken, "{\"kind\":\"%s\",\"what\":\"%s\"}", kind, what);
    gen_text_quoted(&emitter->silent, "b0");
}

static void healthy(struct link_emitter *emitter)
{
    gen_text_string(&emitter->lines, "object\ntext .text leaf frame\n");
}

/* Adds an object of these lines; CHANGE is called before it is written. */
static void broken_object(struct link_emitter *emitter, const char *lines,
                          void (*change)(struct link_emitter *emitter, const void *by), const void *by)
{
    gen_build_link(emitter);
    gen_text_string(&emitter->lines, lines);
    emitter->change = change;
    emitter->change_by = by;
    gen_build_link(emitter);
    emitter->change = NULL;
}

/* --- Sections that break a clause ----------------------------------------------------------------------- */

struct taker {
    struct sink sink; /* first, so that a sink is a taker */
    struct link_emitter *emitter;
    uint64_t seen, total, wanted;
    uint64_t made; /* counts links that were not selected, too */
};

static const struct link_manner *manner_of(const struct vector *vector)
{
    for (unsigned i = 0; i < LINK_MANNERS; i++) {
        const struct link_manner *const manner = &gen_link_manners[i];
        if (gen_profile_facts[manner->profile].version == gen_profile_facts[vector->profile].version &&
            is_in(manner->abis, vector->abi) &&
            (manner->starts == STARTS_PCREL) == ((vector->section->flags & FLAG_PCREL) != 0))
            return manner;
    }
    return NULL;
}

/* Adds the vector's section.  A start gets a relocation if its field is in the section, and it in the code. */
static void add_section(struct link_emitter *emitter, const void *by)
{
    const struct vector *const vector = by;
    const struct link_machine *const machine = &gen_link_machines[vector->abi];
    const uint32_t width = gen_profile_facts[vector->profile].start_width;
    const int64_t lowest = 0x1000; /* where most of the generator's functions begin */
    const int section =
        gen_link_add_section(&emitter->object, ".sframe", emitter->manner->section_type, SHF_ALLOC, 8, "");
    gen_link_append(&emitter->object, section, vector->bytes, vector->length);
    for (uint32_t i = 0; vector->encoded != NULL && i < vector->section->function_count; i++) {
        const int64_t at = vector->section->functions[i].start - lowest;
        const uint32_t field = vector->encoded->start_at[i];
        if (at < 0 || at >= BROKEN_TEXT || field > vector->length || vector->length - field < width)
            continue;
        gen_link_relocate(&emitter->object,
                          &(struct link_relocation){.section = section,
                                                    .at = field,
                                                    .type = width == 8 ? machine->pcrel64 : machine->pcrel32,
                                                    .symbol = SECTION_SYMBOL,
                                                    .addend = at});
    }
}

static void link_of(struct taker *taker, const struct vector *vector, uint64_t number)
{
    struct link_emitter *const emitter = taker->emitter;
    const struct link_manner *const manner = manner_of(vector);
    taker->made += manner != NULL;
    emitter->manner = manner;
    emitter->abi = vector->abi;
    emitter->mode = (enum link_mode)(number % LINK_MODES);
    if (manner == NULL || !gen_begin_link(emitter, "%s", vector->id))
        return;
    name_damage(emitter, vector->clauses[0], vector->id);
    healthy(emitter);
    broken_object(emitter, "object bare\ntext .text code 0x2000 as b0\n", add_section, vector);
    if (number / LINK_MODES % 2 != 0)
        healthy(emitter);
    gen_end_link(emitter);
}

/* Families that are younger than these links: counting their vectors would change which links there are. */
static bool is_later(const char *family)
{
    static const char *const later[] = {"thresholds", "searches",      "holes",
                                        "survivors",  "beside_faults", "beside_extremes"};
    return gen_is_among(later, COUNT(later), family);
}

/* Makes links from `wanted` of the `total` vectors, evenly spread; without an emitter it only counts. */
static bool take(struct sink *sink, const struct vector *vector)
{
    struct taker *const taker = (struct taker *)sink;
    if (is_later(vector->family))
        return true;
    const uint64_t number = taker->seen++;
    if (taker->emitter != NULL && vector->length < MAX_BYTES &&
        (number + 1) * taker->wanted / taker->total != number * taker->wanted / taker->total)
        link_of(taker, vector, number);
    return true;
}

static uint64_t visit(struct taker *taker, struct emitter *generator)
{
    static const enum vector_class classes[] = {CLASS_MALFORMED, CLASS_IRREGULAR};
    taker->sink.take = take;
    taker->seen = 0;
    for (size_t i = 0; i < COUNT(classes); i++) {
        struct selection selection = gen_select_all();
        selection.operation = OPERATION_CHECK;
        selection.vector_class = (int)classes[i];
        gen_run_families(generator, &selection, &taker->sink, 0);
    }
    return taker->seen;
}

/* --- Objects that break what holds a section ------------------------------------------------------------ */

struct damage {
    struct link_object *object;
    struct link_section *section;        /* the table */
    struct link_relocation *relocations; /* of the table, the last ones of the object */
    uint32_t count;
    struct random *random;
};

static uint32_t some(struct damage *damage, uint32_t bound)
{
    return bound == 0 ? 0 : (uint32_t)random_below(damage->random, bound);
}

static struct link_relocation *one(struct damage *damage)
{
    return &damage->relocations[some(damage, damage->count)];
}

static void change_byte(struct damage *damage)
{
    damage->object->bytes[damage->section->offset + some(damage, damage->section->size)] ^=
        (uint8_t)(1U << some(damage, 8));
}

static void change_several(struct damage *damage)
{
    for (unsigned i = 0; i < 8; i++)
        change_byte(damage);
}

static void change_header(struct damage *damage)
{
    const uint32_t at = some(damage, HEADER_SIZE);
    damage->object->bytes[damage->section->offset + at] = (uint8_t)some(damage, 256);
}

static void undefined_symbol(struct damage *damage)
{
    struct link_relocation *const relocation = one(damage);
    relocation->symbol = gen_link_symbol(damage->object, "nowhere");
    damage->object->symbols[relocation->symbol].binding = STB_WEAK;
}

static void other_width(struct damage *damage)
{
    const struct link_machine *const machine = &gen_link_machines[damage->object->abi];
    struct link_relocation *const relocation = one(damage);
    relocation->type = relocation->type == machine->pcrel32 ? machine->pcrel64 : machine->pcrel32;
}

static uint32_t own_symbol(const struct damage *damage)
{
    return SECTION_SYMBOL + (uint32_t)(damage->section - damage->object->sections);
}

static void drop_one(struct damage *damage)
{
    *one(damage) = damage->relocations[damage->count - 1];
    damage->object->relocation_count--;
}

static void twice(struct damage *damage)
{
    const struct link_relocation again = *one(damage);
    gen_link_relocate(damage->object, &again);
}

static void backwards(struct damage *damage)
{
    const struct link_relocation first = damage->relocations[0];
    damage->relocations[0] = damage->relocations[damage->count - 1];
    damage->relocations[damage->count - 1] = first;
}

static void other_flags(struct damage *damage)
{
    static const uint64_t flags[] = {0,           SHF_WRITE, SHF_EXECINSTR, SHF_MERGE,
                                     SHF_STRINGS, SHF_TLS,   SHF_EXCLUDE};
    damage->section->flags = SHF_ALLOC ^ flags[some(damage, COUNT(flags))];
}

/* DAMAGE(name, what it is called, what does it).  The links go through them in this order, again and again. */
#define DAMAGES(DAMAGE)                                                                                      \
    DAMAGE(byte, "a byte is changed", change_byte(damage))                                                   \
    DAMAGE(header, "the header is changed", change_header(damage))                                           \
    DAMAGE(several, "several bytes are changed", change_several(damage))                                     \
    DAMAGE(cut, "the end is cut off", damage->section->size = some(damage, damage->section->size))           \
    DAMAGE(cut_header, "the header is cut off", damage->section->size = some(damage, HEADER_SIZE))           \
    DAMAGE(outside, "a relocation outside", one(damage)->at = damage->section->size + some(damage, 16))      \
    DAMAGE(far_outside, "a relocation far outside", one(damage)->at = 0xfffffff0U + some(damage, 16))        \
    DAMAGE(elsewhere, "a relocation elsewhere", one(damage)->at = some(damage, damage->section->size))       \
    DAMAGE(unknown_symbol, "a relocation against no symbol",                                                 \
           one(damage)->symbol = 10000 + some(damage, 1 << 15))                                              \
    DAMAGE(undefined, "a relocation against what is undefined", undefined_symbol(damage))                    \
    DAMAGE(itself, "a relocation against the section", one(damage)->symbol = own_symbol(damage))             \
    DAMAGE(unknown_type, "a relocation of no type", one(damage)->type = 200 + some(damage, 5000))            \
    DAMAGE(absolute, "an absolute relocation",                                                               \
           one(damage)->type = gen_link_machines[damage->object->abi].absolute64)                            \
    DAMAGE(width, "a relocation of another width", other_width(damage))                                      \
    DAMAGE(no_relocation, "a relocation is missing", drop_one(damage))                                       \
    DAMAGE(no_relocations, "all relocations are missing", damage->object->relocation_count -= damage->count) \
    DAMAGE(again, "a relocation twice", twice(damage))                                                       \
    DAMAGE(order, "relocations in another order", backwards(damage))                                         \
    DAMAGE(far_away, "a start far away", one(damage)->addend = (int64_t)1 << (30 + some(damage, 33)))        \
    DAMAGE(before, "a start before its code", one(damage)->addend = -1 - (int64_t)some(damage, 1 << 20))     \
    DAMAGE(no_bits, "a section without bytes in the file", damage->section->type = SHT_NOBITS)               \
    DAMAGE(other_type, "a section of another type",                                                          \
           damage->section->type = 0x6fff0000U + some(damage, 1 << 16))                                      \
    DAMAGE(flags, "other flags of the section", other_flags(damage))                                         \
    DAMAGE(not_loaded, "a section that is not loaded", damage->section->flags = 0)                           \
    DAMAGE(odd_alignment, "another alignment", damage->section->align = 1U << some(damage, 14))

#define DAMAGE(name, words, ...)                                                                             \
    static void damage_##name(struct damage *damage)                                                         \
    {                                                                                                        \
        __VA_ARGS__;                                                                                         \
    }
DAMAGES(DAMAGE)
#undef DAMAGE

static const struct sort_of_damage {
    const char *name;
    void (*apply)(struct damage *damage);
} damages[] = {
#define DAMAGE(name, words, ...) {words, damage_##name},
    DAMAGES(DAMAGE)};

static void do_damage(struct link_emitter *emitter, const void *by)
{
    const struct sort_of_damage *const sort = by;
    struct link_object *const object = &emitter->object;
    struct damage damage = {.object = object,
                            .section = &object->sections[object->section_count - 1],
                            .relocations = object->relocations + object->relocation_count - 4,
                            .count = 4,
                            .random = &emitter->random};
    sort->apply(&damage);
}

static void draw_damaged(struct link_emitter *emitter, uint64_t number)
{
    const struct sort_of_damage *const damage = &damages[number % COUNT(damages)];
    const struct link_manner *const manner = &gen_link_manners[random_below(&emitter->random, USUAL_MANNERS)];
    emitter->manner = manner;
    emitter->mode = (enum link_mode)random_below(&emitter->random, LINK_MODES);
    do
        emitter->abi = (enum abi)random_below(&emitter->random, ABIS);
    while (!is_in(manner->abis, emitter->abi));
    const uint64_t state = random_next(&emitter->random);
    if (!gen_begin_link(emitter, "damage-%" PRIu64, number))
        return;
    emitter->random.state = state;
    name_damage(emitter, "damage", damage->name);
    if (random_below(&emitter->random, 2) == 0)
        healthy(emitter);
    broken_object(emitter, "object\ntext .text leaf free frame free leaf free frame free\n", do_damage,
                  damage);
    healthy(emitter);
    gen_end_link(emitter);
}

void gen_links_broken(struct link_emitter *emitter)
{
    static struct emitter generator;
    struct taker taker = {.emitter = NULL};
    taker.total = visit(&taker, &generator);
    taker.emitter = emitter;
    taker.wanted = emitter->selection->broken / 2;
    if (taker.wanted > taker.total)
        taker.wanted = taker.total;
    (void)visit(&taker, &generator);
    for (uint64_t i = taker.made; i < emitter->selection->broken; i++)
        draw_damaged(emitter, i);
    if (generator.fault != NULL)
        emitter->fault = generator.fault;
}
