#include "link_emitter.h"

#include "emit/core.h"
#include "emit/sets.h"
#include "exports/export_place.h"
#include "show.h"

#include <elf.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *name;
    const char *words[4];
} modes[LINK_MODES] = {
    [MODE_SHARED] = {"shared", {"-shared"}},
    [MODE_STATIC] = {"static", {"-static", "-e", "f0"}},
    [MODE_PIE] = {"pie", {"-pie", "-e", "f0"}},
    [MODE_RELOCATABLE] = {"relocatable", {"-r"}},
};

static const char *const starts_names[] = {
    [STARTS_PCREL] = "pcrel", [STARTS_FROM_FIELD] = "field", [STARTS_FROM_SECTION] = "section"};

static void fail(struct link_emitter *emitter, const char *fault)
{
    if (emitter->fault == NULL)
        emitter->fault = fault;
}

/* --- Links ---------------------------------------------------------------------------------------------- */

static bool is_selected(const struct link_emitter *emitter)
{
    const struct link_selection *const selection = emitter->selection;
    if (emitter->fault != NULL || (selection->core && !gen_core_has(emitter->id)))
        return false;
    return selection->select.count == 0 || gen_pattern_matches(&selection->select, emitter->id);
}

static bool is_wanted(const struct link_emitter *emitter)
{
    const struct link_selection *const selection = emitter->selection;
    return (selection->abi < 0 || selection->abi == (int)emitter->abi) &&
           (selection->profile < 0 || selection->profile == (int)emitter->manner->profile) &&
           is_in(emitter->manner->abis, emitter->abi) && is_selected(emitter);
}

static void write_beginning(struct link_emitter *emitter)
{
    struct text *const text = &emitter->text;
    gen_text_format(
        text,
        "{\"id\":\"%s\",\"profile\":\"%s\",\"abi\":\"%s\",\"operation\":\"link\",\"family\":\"%s\","
        "\"input\":{\"starts\":\"%s\",\"objects\":[",
        emitter->id, profile_name(emitter->manner->profile), abi_name(emitter->abi), emitter->family,
        starts_names[emitter->manner->starts]);
}

bool gen_begin_link(struct link_emitter *emitter, const char *format, ...)
{
    const struct link_manner *const manner = emitter->manner;
    const enum abi abi = emitter->abi;
    const enum link_mode mode = emitter->mode;
    char detail[LINK_ID];
    va_list values;
    va_start(values, format);
    (void)vsnprintf(detail, sizeof detail, format, values);
    va_end(values);
    SAY(emitter->id, "%s/%s/link/%s/%s/%s/%s", profile_name(manner->profile), abi_name(abi), emitter->family,
        detail, manner->name, modes[mode].name);
    if (!is_wanted(emitter))
        return false;
    emitter->object_count = emitter->name_count = emitter->function_count = emitter->part_count = 0;
    emitter->ledger = manner->ledger;
    emitter->script = NULL;
    emitter->unmixed = emitter->silent_stubs = false;
    gen_text_clear(&emitter->options);
    gen_text_clear(&emitter->truths);
    gen_text_clear(&emitter->gone);
    gen_text_clear(&emitter->silent);
    gen_text_clear(&emitter->broken);
    for (unsigned i = 0; i < COUNT(modes[mode].words) && modes[mode].words[i] != NULL; i++)
        gen_link_option(emitter, modes[mode].words[i]);

    gen_section_init(&emitter->result, manner->profile, abi);
    (emitter->shows ? gen_show_link_begin : write_beginning)(emitter);
    return true;
}

void gen_link_option(struct link_emitter *emitter, const char *word)
{
    if (emitter->options.length != 0)
        gen_text_char(&emitter->options, ',');
    gen_text_quoted(&emitter->options, word);
}

void gen_link_script(struct link_emitter *emitter, const char *script)
{
    emitter->script = script;
    gen_link_option(emitter, "-T");
    gen_link_option(emitter, "script");
}

bool gen_link_has_part(struct link_emitter *emitter)
{
    if (emitter->part_count == MAX_LINK_PARTS) {
        fail(emitter, "a link has too many parts");
        return false;
    }
    return !emitter->selection->without[emitter->part_count++];
}

static void write_expectation(struct link_emitter *emitter)
{
    struct text *const text = &emitter->text;
    if (emitter->ledger != NULL)
        gen_text_format(text, ",\"ledger\":\"%s\"", emitter->ledger);
    gen_text_string(text, ",\"expect\":{\"functions\":[");
    gen_text_append(text, &emitter->truths);
    gen_text_string(text, "],\"gone\":[");
    gen_text_append(text, &emitter->gone);
    gen_text_string(text, "],\"free\":[");
    gen_text_append(text, &emitter->silent);
    gen_text_string(text, emitter->mode == MODE_RELOCATABLE ? "],\"sorted\":false" : "],\"sorted\":true");
    if (emitter->silent_stubs)
        gen_text_string(text, ",\"silent_stubs\":true");
    if (emitter->unmixed)
        gen_text_string(text, ",\"unmixed\":true");
    if (emitter->broken.length != 0) {
        gen_text_string(text, ",\"broken\":");
        gen_text_append(text, &emitter->broken);
    }
    gen_text_string(text, "}}\n");
}

static void write_end(struct link_emitter *emitter, const char *link_class)
{
    struct text *const text = &emitter->text;
    gen_text_string(text, "],\"options\":[");
    gen_text_append(text, &emitter->options);
    gen_text_char(text, ']');
    if (emitter->script != NULL) {
        gen_text_string(text, ",\"script\":");
        gen_text_quoted(text, emitter->script);
    }
    if (emitter->part_count != 0)
        gen_text_format(text, ",\"parts\":%u", emitter->part_count);
    gen_text_format(text, "},\"class\":\"%s\"", link_class);
    write_expectation(emitter);
}

void gen_end_link(struct link_emitter *emitter)
{
    const char *const classes[] = {"valid", "contested", "malformed"};
    const bool contested = emitter->ledger != NULL || emitter->manner->starts != STARTS_PCREL;
    const char *const link_class = classes[emitter->broken.length != 0 ? 2 : contested];
    if (emitter->shows)
        gen_show_link_end(emitter, link_class, starts_names[emitter->manner->starts]);
    else
        write_end(emitter, link_class);
    if (emitter->truths.full || emitter->gone.full || emitter->silent.full || emitter->options.full ||
        emitter->broken.full)
        fail(emitter, "a link is too large");
    gen_text_drain(&emitter->text);
    emitter->emitted++;
}

/* --- Objects -------------------------------------------------------------------------------------------- */

void gen_begin_object(struct link_emitter *emitter)
{
    gen_link_object_init(&emitter->object, emitter->abi);
}

static void write_base64(struct text *text, const uint8_t *bytes, size_t size)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < size; i += 3) {
        const size_t left = size - i;
        const uint32_t group = (uint32_t)bytes[i] << 16 | (left > 1 ? (uint32_t)bytes[i + 1] << 8 : 0) |
                               (left > 2 ? bytes[i + 2] : 0U);
        gen_text_char(text, digits[group >> 18]);
        gen_text_char(text, digits[group >> 12 & 63]);
        gen_text_raw(text, left > 1 ? &digits[group >> 6 & 63] : "=", 1);
        gen_text_raw(text, left > 2 ? &digits[group & 63] : "=", 1);
    }
}

void gen_end_object(struct link_emitter *emitter)
{
    struct text *const text = &emitter->text;
    const size_t size = gen_link_write_elf(&emitter->object, emitter->elf, sizeof emitter->elf);
    if (emitter->object.fault != NULL) {
        fail(emitter, emitter->object.fault);
        return;
    }
    const unsigned number = emitter->object_count++;
    if (emitter->shows)
        return;
    gen_text_format(text, "%s{\"name\":\"o%u.o\",\"elf\":\"", number == 0 ? "" : ",", number);
    write_base64(text, emitter->elf, size);
    gen_text_string(text, "\"}");
}

int gen_add_text(struct link_emitter *emitter, const char *name, const char *group)
{
    return gen_link_add_section(&emitter->object, name, SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, 16, group);
}

/* --- Code ----------------------------------------------------------------------------------------------- */

static void add_code(struct link_emitter *emitter, int text, uint32_t size)
{
    const struct link_machine *const machine = &gen_link_machines[emitter->abi];
    const uint32_t filled = size >= machine->ending_size ? size - machine->ending_size : 0;
    for (uint32_t i = 0; i < filled; i += machine->filler_size)
        gen_link_append(&emitter->object, text, machine->filler, machine->filler_size);
    if (size != 0)
        gen_link_append(&emitter->object, text, machine->ending, machine->ending_size);
}

static void add_symbol(struct link_emitter *emitter, const char *name, int text, uint32_t size, bool local)
{
    struct link_symbol *const symbol = &emitter->object.symbols[gen_link_symbol(&emitter->object, name)];
    symbol->section = text;
    symbol->at = emitter->object.sections[text].size;
    symbol->size = size;
    symbol->type = STT_FUNC;
    symbol->binding = local                                             ? STB_LOCAL
                      : emitter->object.sections[text].group[0] != '\0' ? STB_WEAK
                                                                        : STB_GLOBAL;
}

static const char *next_name(struct link_emitter *emitter, char buffer[LINK_NAME])
{
    return gen_print(buffer, LINK_NAME, "f%u", emitter->name_count++);
}

void gen_add_filler(struct link_emitter *emitter, int text, uint32_t size, const char *name)
{
    add_symbol(emitter, name, text, size, false);
    add_code(emitter, text, size);
}

void gen_add_undescribed(struct link_emitter *emitter, int text, uint32_t size)
{
    char name[LINK_NAME];
    gen_add_filler(emitter, text, size, next_name(emitter, name));
}

void gen_add_call_of(struct link_emitter *emitter, int text, const char *name)
{
    const struct link_machine *const machine = &gen_link_machines[emitter->abi];
    gen_link_relocate(&emitter->object, &(struct link_relocation){
                                            .section = text,
                                            .at = emitter->object.sections[text].size + machine->call_field,
                                            .type = machine->call_type,
                                            .symbol = gen_link_symbol(&emitter->object, name),
                                            .addend = machine->call_addend});
    gen_link_append(&emitter->object, text, machine->call, machine->call_size);
}

/* --- Tables --------------------------------------------------------------------------------------------- */

void gen_begin_table(struct link_emitter *emitter)
{
    struct link_table *const table = &emitter->table;
    gen_section_init(&table->section, emitter->manner->profile, emitter->abi);
    table->section.flags = emitter->manner->starts == STARTS_PCREL ? FLAG_PCREL : 0;
    table->type = emitter->manner->section_type;
    table->name = ".sframe";
}

/* Writes what becomes of a function. */
static void write_fate(struct link_emitter *emitter, const char *name, const struct function *function,
                       enum link_fate fate)
{
    struct text *const lists[] = {
        [FATE_KEPT] = &emitter->truths, [FATE_GONE] = &emitter->gone, [FATE_SILENT] = &emitter->silent};
    struct text *const list = lists[fate];
    if (fate == FATE_KEPT && emitter->shows)
        return; /* gen_show_table writes them all */
    if (list->length != 0)
        gen_text_char(list, ',');
    if (fate == FATE_KEPT)
        gen_write_link_truth(list, name, &emitter->table.section, function);
    else
        gen_text_quoted(list, name);
}

/* An entry without rows, its code and its symbol. */
static struct function *add_entry(struct link_emitter *emitter, int text, uint32_t size, enum link_fate fate,
                                  const char *name, bool local)
{
    struct link_table *const table = &emitter->table;
    const uint32_t number = table->section.function_count;
    struct function *const function = gen_add_function(&table->section, 0, size);
    add_symbol(emitter, name, text, size, local);
    table->places[number].text = text;
    table->places[number].at = emitter->object.sections[text].size;
    table->fates[number] = fate;
    memcpy(table->names[number], name, strlen(name) + 1);
    add_code(emitter, text, size);
    return function;
}

struct function *gen_add_named(struct link_emitter *emitter, int text, unsigned shape, enum link_fate fate,
                               const char *name, bool local)
{
    struct function *const function =
        add_entry(emitter, text, gen_shape_size(shape, emitter->abi), fate, name, local);
    gen_link_shapes[shape].fill(&emitter->table.section, function);
    return function;
}

void gen_add_sharing(struct link_emitter *emitter, int text, unsigned other)
{
    char name[LINK_NAME];
    struct section *const section = &emitter->table.section;
    const struct function *const owner = &section->functions[other];
    (void)add_entry(emitter, text, owner->size, FATE_KEPT, next_name(emitter, name), false);
    gen_share_rows(section, (int)other, 0, owner->row_count);
}

void gen_permute_table(struct link_emitter *emitter, const unsigned *order)
{
    static struct link_table before;
    struct link_table *const table = &emitter->table;
    before = *table;
    for (uint32_t i = 0; i < table->section.function_count; i++) {
        table->section.functions[i] = before.section.functions[order[i]];
        table->places[i] = before.places[order[i]];
        table->fates[i] = before.fates[order[i]];
        memcpy(table->names[i], before.names[order[i]], LINK_NAME);
    }
}

struct function *gen_add_described(struct link_emitter *emitter, int text, unsigned shape,
                                   enum link_fate fate)
{
    char name[LINK_NAME];
    return gen_add_named(emitter, text, shape, fate, next_name(emitter, name), false);
}

/* The field of a start is left to its relocation. */
static void relocate_start(struct link_emitter *emitter, int section, uint32_t function)
{
    const struct link_table *const table = &emitter->table;
    const struct link_machine *const machine = &gen_link_machines[emitter->abi];
    const uint32_t field = table->encoded.start_at[function];
    const bool wide = gen_profile_facts[table->section.profile].start_width == 8;
    const bool to_section = emitter->manner->starts == STARTS_FROM_SECTION;
    gen_link_relocate(&emitter->object,
                      &(struct link_relocation){
                          .section = section,
                          .at = field,
                          .type = wide ? machine->pcrel64 : machine->pcrel32,
                          .symbol = SECTION_SYMBOL + (uint32_t)table->places[function].text,
                          .addend = (int64_t)table->places[function].at + (to_section ? (int64_t)field : 0)});
}

void gen_end_table(struct link_emitter *emitter)
{
    struct link_table *const table = &emitter->table;
    if (!gen_encode(&table->encoded, &table->section)) {
        fail(emitter, table->encoded.error);
        return;
    }
    const uint32_t width = gen_profile_facts[table->section.profile].start_width;
    const int section = gen_link_add_section(&emitter->object, table->name, table->type, SHF_ALLOC, 8, NULL);
    for (uint32_t i = 0; i < table->section.function_count; i++) {
        memset(table->encoded.bytes + table->encoded.start_at[i], 0, width);
        relocate_start(emitter, section, i);
        write_fate(emitter, table->names[i], &table->section.functions[i], table->fates[i]);
    }
    if (emitter->shows)
        gen_show_table(emitter);
    gen_link_append(&emitter->object, section, table->encoded.bytes, table->encoded.length);
}

void gen_begin_tabled_object(struct link_emitter *emitter)
{
    gen_begin_object(emitter);
    gen_begin_table(emitter);
}

int gen_begin_plain_object(struct link_emitter *emitter)
{
    gen_begin_tabled_object(emitter);
    return gen_add_text(emitter, ".text", NULL);
}

void gen_end_tabled_object(struct link_emitter *emitter)
{
    gen_end_table(emitter);
    gen_end_object(emitter);
}

void gen_add_simple_object(struct link_emitter *emitter, const unsigned *shapes, unsigned count)
{
    const int text = gen_begin_plain_object(emitter);
    for (unsigned i = 0; i < count; i++)
        gen_add_described(emitter, text, shapes[i], FATE_KEPT);
    gen_end_tabled_object(emitter);
}

void gen_add_leaves(struct link_emitter *emitter, unsigned count)
{
    const int text = gen_begin_plain_object(emitter);
    for (unsigned i = 0; i < count; i++)
        gen_add_described(emitter, text, SHAPE_LEAF, FATE_KEPT);
    gen_end_tabled_object(emitter);
}
