/* Broken links: between healthy objects stands one of which something is wrong.  Of one half it is the
 * section: those of sframe-gen that break a clause.  Of the other half it is what holds the section in its
 * object: relocations, the section's header, bytes that were cut off or changed. */
#include "families/families.h"
#include "emit/sets.h"
#include "../families.h"

#include <elf.h>
#include <string.h>

enum { BROKEN_TEXT = 0x2000 };

static const char broken_name[] = "b0";

/* --- The link around what is broken --------------------------------------------------------------------- */

static void name_damage(struct link_emitter *emitter, const char *kind, const char *what)
{
    gen_text_format(&emitter->broken, "{\"kind\":\"%s\",\"what\":\"%s\"}", kind, what);
    gen_text_quoted(&emitter->silent, broken_name);
}

static void healthy(struct link_emitter *emitter)
{
    gen_add_simple_object(emitter, (const unsigned[]){SHAPE_LEAF, SHAPE_FRAME}, 2);
}

static int broken_text(struct link_emitter *emitter)
{
    const int text = gen_add_text(emitter, ".text", NULL);
    gen_add_filler(emitter, text, BROKEN_TEXT, broken_name);
    return text;
}

/* --- Sections that break a clause ----------------------------------------------------------------------- */

struct taker {
    struct sink sink; /* first, so that a sink is a taker */
    struct link_emitter *emitter;
    uint64_t seen, total, wanted;
    uint64_t made; /* or not selected */
};

static const struct link_manner *manner_of(const struct vector *vector)
{
    for (unsigned i = 0; i < LINK_MANNERS; i++) {
        const struct link_manner *const manner = &gen_link_manners[i];
        if (profile_version(manner->profile) == profile_version(vector->profile) &&
            is_in(manner->abis, vector->abi) &&
            (manner->starts == STARTS_PCREL) == ((vector->section->flags & FLAG_PCREL) != 0))
            return manner;
    }
    return NULL;
}

/* A start is left to a relocation, where it lies in the section and in the code. */
static void relocate_starts(struct link_emitter *emitter, const struct vector *vector, int text, int section)
{
    const struct link_machine *const machine = &gen_link_machines[vector->abi];
    const uint32_t width = gen_profile_facts[vector->profile].start_width;
    const int64_t lowest = 0x1000; /* where the generator's functions begin, most of them */
    for (uint32_t i = 0; vector->encoded != NULL && i < vector->section->function_count; i++) {
        const int64_t at = vector->section->functions[i].start - lowest;
        const uint32_t field = vector->encoded->start_at[i];
        if (at < 0 || at >= BROKEN_TEXT || field > vector->length || vector->length - field < width)
            continue;
        gen_link_relocate(&emitter->object,
                          &(struct link_relocation){.section = section,
                                                    .at = field,
                                                    .type = width == 8 ? machine->pcrel64 : machine->pcrel32,
                                                    .symbol = SECTION_SYMBOL + (uint32_t)text,
                                                    .addend = at});
    }
}

static void broken_section(struct link_emitter *emitter, const struct vector *vector)
{
    gen_begin_object(emitter);
    const int text = broken_text(emitter);
    const int section =
        gen_link_add_section(&emitter->object, ".sframe", emitter->manner->section_type, SHF_ALLOC, 8, NULL);
    gen_link_append(&emitter->object, section, vector->bytes, vector->length);
    relocate_starts(emitter, vector, text, section);
    gen_end_object(emitter);
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
    broken_section(emitter, vector);
    if (number / LINK_MODES % 2 != 0)
        healthy(emitter);
    gen_end_link(emitter);
}

/* Families that came after the names of these links had been given. */
static bool is_later(const char *family)
{
    static const char *const later[] = {"thresholds", "searches", "holes", "survivors", "beside_faults", "beside_extremes"};
    for (size_t i = 0; i < COUNT(later); i++)
        if (strcmp(family, later[i]) == 0)
            return true;
    return false;
}

/* So many of all, evenly. */
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

static void change_header(struct damage *damage)
{
    const uint32_t at = some(damage, HEADER_SIZE);
    damage->object->bytes[damage->section->offset + at] = (uint8_t)some(damage, 256);
}

static void change_several(struct damage *damage)
{
    for (unsigned i = 0; i < 8; i++)
        change_byte(damage);
}

static void cut(struct damage *damage)
{
    damage->section->size = some(damage, damage->section->size);
}

static void cut_header(struct damage *damage)
{
    damage->section->size = some(damage, HEADER_SIZE);
}

static void outside(struct damage *damage)
{
    one(damage)->at = damage->section->size + some(damage, 16);
}

static void far_outside(struct damage *damage)
{
    one(damage)->at = 0xfffffff0U + some(damage, 16);
}

static void elsewhere(struct damage *damage)
{
    one(damage)->at = some(damage, damage->section->size);
}

static void unknown_symbol(struct damage *damage)
{
    one(damage)->symbol = 10000 + some(damage, 1 << 15);
}

static void undefined_symbol(struct damage *damage)
{
    struct link_relocation *const relocation = one(damage);
    relocation->symbol = gen_link_symbol(damage->object, "nowhere");
    damage->object->symbols[relocation->symbol].binding = STB_WEAK;
}

static void itself(struct damage *damage)
{
    one(damage)->symbol = SECTION_SYMBOL + (uint32_t)(damage->section - damage->object->sections);
}

static void unknown_type(struct damage *damage)
{
    one(damage)->type = 200 + some(damage, 5000);
}

static void absolute(struct damage *damage)
{
    one(damage)->type = gen_link_machines[damage->object->abi].absolute64;
}

static void other_width(struct damage *damage)
{
    const struct link_machine *const machine = &gen_link_machines[damage->object->abi];
    struct link_relocation *const relocation = one(damage);
    relocation->type = relocation->type == machine->pcrel32 ? machine->pcrel64 : machine->pcrel32;
}

static void no_relocation(struct damage *damage)
{
    *one(damage) = damage->relocations[damage->count - 1];
    damage->object->relocation_count--;
}

static void no_relocations(struct damage *damage)
{
    damage->object->relocation_count -= damage->count;
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

static void far_away(struct damage *damage)
{
    one(damage)->addend = (int64_t)1 << (30 + some(damage, 33));
}

static void before(struct damage *damage)
{
    one(damage)->addend = -1 - (int64_t)some(damage, 1 << 20);
}

static void no_bits(struct damage *damage)
{
    damage->section->type = SHT_NOBITS;
}

static void other_type(struct damage *damage)
{
    damage->section->type = 0x6fff0000U + some(damage, 1 << 16);
}

static void other_flags(struct damage *damage)
{
    static const uint64_t flags[] = {0,           SHF_WRITE, SHF_EXECINSTR, SHF_MERGE,
                                     SHF_STRINGS, SHF_TLS,   SHF_EXCLUDE};
    damage->section->flags = SHF_ALLOC ^ flags[some(damage, COUNT(flags))];
}

static void not_loaded(struct damage *damage)
{
    damage->section->flags = 0;
}

static void odd_alignment(struct damage *damage)
{
    damage->section->align = 1U << some(damage, 14);
}

static const struct {
    const char *name;
    void (*apply)(struct damage *damage);
} damages[] = {
    {"a byte is changed", change_byte},
    {"the header is changed", change_header},
    {"several bytes are changed", change_several},
    {"the end is cut off", cut},
    {"the header is cut off", cut_header},
    {"a relocation outside", outside},
    {"a relocation far outside", far_outside},
    {"a relocation elsewhere", elsewhere},
    {"a relocation against no symbol", unknown_symbol},
    {"a relocation against what is undefined", undefined_symbol},
    {"a relocation against the section", itself},
    {"a relocation of no type", unknown_type},
    {"an absolute relocation", absolute},
    {"a relocation of another width", other_width},
    {"a relocation is missing", no_relocation},
    {"all relocations are missing", no_relocations},
    {"a relocation twice", twice},
    {"relocations in another order", backwards},
    {"a start far away", far_away},
    {"a start before its code", before},
    {"a section without bytes in the file", no_bits},
    {"a section of another type", other_type},
    {"other flags of the section", other_flags},
    {"a section that is not loaded", not_loaded},
    {"another alignment", odd_alignment},
};

static void broken_object(struct link_emitter *emitter, unsigned number)
{
    struct link_object *const object = &emitter->object;
    const int text = gen_begin_plain_object(emitter);
    for (unsigned i = 0; i < 4; i++)
        gen_add_described(emitter, text, i % 2 != 0 ? SHAPE_FRAME : SHAPE_LEAF, FATE_SILENT);
    gen_end_table(emitter);
    struct damage damage = {.object = object,
                            .section = &object->sections[object->section_count - 1],
                            .relocations = object->relocations + object->relocation_count - 4,
                            .count = 4,
                            .random = &emitter->random};
    damages[number].apply(&damage);
    gen_end_object(emitter);
}

static void draw_damaged(struct link_emitter *emitter, uint64_t number)
{
    const unsigned damage = (unsigned)(number % COUNT(damages));
    const struct link_manner *const manner = &gen_link_manners[random_below(&emitter->random, USUAL_MANNERS)];
    emitter->manner = manner;
    emitter->mode = (enum link_mode)random_below(&emitter->random, LINK_MODES);
    do
        emitter->abi = (enum abi)random_below(&emitter->random, ABIS);
    while (!is_in(manner->abis, emitter->abi));
    const uint64_t state = random_next(&emitter->random);
    if (!gen_begin_link(emitter, "damage-%" PRIu64, number))
        return;
    const struct random kept = emitter->random;
    emitter->random.state = state; /* what is drawn does not depend on what else is asked for */
    name_damage(emitter, "damage", damages[damage].name);
    if (random_below(&emitter->random, 2) == 0)
        healthy(emitter);
    broken_object(emitter, damage);
    healthy(emitter);
    emitter->random = kept;
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
