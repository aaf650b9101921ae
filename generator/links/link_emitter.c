#include "link_emitter.h"

#include "emit/sets.h"
#include "programs/machine.h"
#include "programs/program_emitter.h"

#include <elf.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *name, *options;
} modes[LINK_MODES] = {
    [MODE_SHARED] = {"shared", "-shared"},
    [MODE_STATIC] = {"static", "-static -e f0"},
    [MODE_PIE] = {"pie", "-pie -e f0"},
    [MODE_RELOCATABLE] = {"relocatable", "-r"},
};

const char *gen_link_mode_name(enum link_mode mode)
{
    return modes[mode].name;
}

static const char *const starts_names[] = {
    [STARTS_PCREL] = "pcrel", [STARTS_FROM_FIELD] = "field", [STARTS_FROM_SECTION] = "section"};

static void fail(struct link_emitter *emitter, const char *fault)
{
    if (emitter->fault == NULL)
        emitter->fault = fault;
}

/* --- Links ---------------------------------------------------------------------------------------------- */

static bool is_wanted(const struct link_emitter *emitter)
{
    const struct link_selection *const selection = emitter->selection;
    return emitter->fault == NULL && (selection->abi < 0 || selection->abi == (int)emitter->abi) &&
           (selection->profile < 0 || selection->profile == (int)emitter->manner->profile) &&
           is_in(emitter->manner->abis, emitter->abi) && (!selection->core || gen_core_has(emitter->id)) &&
           (selection->select.count == 0 || gen_pattern_matches(&selection->select, emitter->id));
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
    emitter->random_before = emitter->random;
    emitter->object_count = emitter->name_count = emitter->part_count = 0;
    emitter->ledger = manner->ledger;
    emitter->script[0] = '\0';
    emitter->unmixed = false;
    gen_text_init(&emitter->lines, emitter->lines_buffer, sizeof emitter->lines_buffer);
    gen_text_init(&emitter->options, emitter->options_buffer, sizeof emitter->options_buffer);
    gen_text_init(&emitter->truths, emitter->truths_buffer, sizeof emitter->truths_buffer);
    gen_text_init(&emitter->gone, emitter->gone_buffer, sizeof emitter->gone_buffer);
    gen_text_init(&emitter->silent, emitter->silent_buffer, sizeof emitter->silent_buffer);
    gen_text_init(&emitter->broken, emitter->broken_buffer, sizeof emitter->broken_buffer);
    gen_section_init(&emitter->result, manner->profile, abi);
    (emitter->shows ? gen_show_link_begin : write_beginning)(emitter);
    gen_text_format(&emitter->lines, "option %s\n", modes[mode].options);
    gen_build_link(emitter);
    return true;
}

void gen_link_option(struct link_emitter *emitter, const char *word)
{
    if (emitter->options.length != 0)
        gen_text_char(&emitter->options, ',');
    gen_text_quoted(&emitter->options, word);
}

void gen_link_sections(struct link_emitter *emitter, const char *commands, size_t length)
{
    SAY(emitter->script, "SECTIONS {%s%.*s }\n",
        emitter->mode == MODE_RELOCATABLE ? " " : " . = 0x100000 + SIZEOF_HEADERS; ", (int)length, commands);
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
    if (emitter->script[0] != '\0') {
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
    gen_build_link(emitter);
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
    emitter->random = emitter->random_before; /* the next link draws the same as without this one */
    emitter->emitted++;
}

/* --- Objects -------------------------------------------------------------------------------------------- */

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
    if (emitter->change != NULL)
        emitter->change(emitter, emitter->change_by);
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

static void add_symbol(struct link_object *object, const char *name, struct link_symbol symbol)
{
    struct link_symbol *const own = &object->symbols[gen_link_symbol(object, name)];
    memcpy(symbol.name, own->name, sizeof symbol.name);
    *own = symbol;
}

static void add_reference(struct link_emitter *emitter, int text, const struct link_reference *reference,
                          const char *name)
{
    const uint32_t symbol = gen_link_symbol(&emitter->object, name);
    if (reference->of_thread)
        emitter->object.symbols[symbol].type = STT_TLS;
    gen_link_relocate(&emitter->object,
                      &(struct link_relocation){.section = text,
                                                .at = emitter->object.sections[text].size + reference->field,
                                                .type = reference->type,
                                                .symbol = symbol,
                                                .addend = reference->addend});
    gen_link_append(&emitter->object, text, reference->bytes, reference->size);
}

/* Adds an entry to the table, for the code that is added next. */
static void add_entry(struct link_emitter *emitter, int text, const struct link_item *item, const char *name,
                      uint32_t size)
{
    struct link_table *const table = &emitter->table;
    struct section *const section = &table->section;
    struct link_entry *const entry = &table->entries[section->function_count];
    struct function *const function = gen_add_function(section, 0, size);
    *entry = (struct link_entry){.text = text, .at = emitter->object.sections[text].size, .fate = item->fate};
    SAY(entry->name, "%s", name);
    SAY(entry->by, "%s", item->by);
    if (item->kind == ITEM_SHARING)
        gen_share_rows(section, (int)item->number, 0, section->functions[item->number].row_count);
    else
        gen_link_shapes[item->shape].fill(section, function);
}

static void add_function(struct link_emitter *emitter, int text, const struct link_item *item,
                         const char *name, const char *chosen)
{
    const struct link_section *const section = &emitter->object.sections[text];
    const uint32_t size = item->kind == ITEM_CODE      ? item->number
                          : item->kind == ITEM_SHARING ? emitter->table.section.functions[item->number].size
                                                       : gen_shape_size(item->shape, emitter->abi);
    struct link_symbol symbol = {.section = text, .at = section->size, .size = size, .type = STT_FUNC};
    symbol.binding = item->local ? STB_LOCAL : section->group != 0 ? STB_WEAK : STB_GLOBAL;
    if (item->kind != ITEM_CODE && !item->undescribed)
        add_entry(emitter, text, item, name, size);
    add_symbol(&emitter->object, name, symbol);
    symbol.type = STT_GNU_IFUNC;
    symbol.binding = STB_GLOBAL;
    if (chosen[0] != '\0') /* in the result, it is the name of a stub */
        add_symbol(&emitter->object, chosen, symbol);
    add_code(emitter, text, size);
}

/* NAME with a number in the place of %. */
static void print_name(char buffer[LINK_NAME], const char *name, uint32_t number)
{
    const size_t before = strcspn(name, "%");
    if (name[before] == '\0')
        gen_print(buffer, LINK_NAME, "%s", name);
    else
        gen_print(buffer, LINK_NAME, "%.*s%u%s", (int)before, name, number, name + before + 1);
}

void gen_add_item(struct link_emitter *emitter, int text, const struct link_item *item, uint32_t number)
{
    char name[LINK_NAME], chosen[LINK_NAME];
    print_name(name, item->name, number);
    print_name(chosen, item->chosen, number);
    if (name[0] == '\0')
        SAY(name, "f%u", emitter->name_count++);
    if (item->kind == ITEM_REFERENCE)
        add_reference(emitter, text, item->reference, name);
    else if (item->kind == ITEM_SYMBOL)
        add_symbol(&emitter->object, name,
                   (struct link_symbol){.section = text, .at = item->number, .binding = STB_LOCAL});
    else
        add_function(emitter, text, item, name, chosen);
}

/* --- What is true of a function ------------------------------------------------------------------------- */

static struct cfi_rule at(int base, int64_t offset, bool deref)
{
    return (struct cfi_rule){.kind = RULE_AT, .base = (int16_t)base, .offset = offset, .deref = deref};
}

/* Without a word, the register is saved where the header fixes it (FIXED), or (0) keeps its value. */
static struct cfi_rule rule_of(const struct section *section, const struct rule *rule, int8_t fixed)
{
    const struct abi_facts *const abi = &gen_abi_facts[section->abi];
    const int bases[] = {[PLACE_SP] = (int)abi->sp,
                         [PLACE_FP] = (int)abi->fp,
                         [PLACE_CFA] = BASE_IS_CFA,
                         [PLACE_REGISTER] = (int)rule->reg};
    if (gen_is_said(rule))
        return at(bases[rule->place], rule->offset, rule->deref);
    return fixed != 0 ? at(BASE_IS_CFA, fixed, true) : (struct cfi_rule){.kind = RULE_SAME};
}

/* An empty row has no words: the function is the outermost. */
static void add_row(struct truth *truth, const struct section *section, const struct row *row, uint32_t start)
{
    struct cfi_stretch *const stretch = &truth->stretches[truth->count++];
    *stretch = (struct cfi_stretch){.at = start, .sp = at(BASE_IS_CFA, 0, false)};
    if (row->empty) {
        stretch->cfa = at((int)gen_abi_facts[section->abi].sp, cfa_at_entry(section->abi), false);
        stretch->ra.kind = RULE_UNDEFINED;
        stretch->fp.kind = RULE_SAME;
        return;
    }
    stretch->cfa = rule_of(section, &row->cfa, 0);
    stretch->ra = rule_of(section, &row->ra, section->fixed_ra);
    stretch->fp = rule_of(section, &row->fp, section->fixed_fp);
    stretch->mangled = row->mangled;
}

/* Writes what is true of a function, from its rows.  One of the PC type MASK has the same rows for each block. */
static void write_truth(struct text *text, const char *name, const struct section *section,
                          const struct function *function)
{
    static struct truth truth; /* nothing in it is contested, and sizes are known */
    const bool repeats = function->pc_type == PC_MASK && function->rep_size != 0;
    truth.size = function->size;
    truth.signal = function->signal;
    truth.key_b = function->key_b;
    truth.count = 0;
    if (function->row_count == 0)
        add_row(&truth, section, &(struct row){.empty = true}, 0);
    for (uint32_t block = 0; block < function->size && function->row_count != 0;
         block += repeats ? function->rep_size : function->size)
        for (uint32_t i = 0; i < function->row_count; i++) {
            const struct row *const row = gen_function_row(section, function, i);
            add_row(&truth, section, row, block + row->start);
        }
    gen_write_truth(text, name, 0, &truth, NULL);
}

/* --- Tables --------------------------------------------------------------------------------------------- */

void gen_begin_table(struct link_emitter *emitter, enum abi abi)
{
    struct section *const section = &emitter->table.section;
    gen_section_init(section, emitter->manner->profile, abi);
    section->flags = emitter->manner->starts == STARTS_PCREL ? FLAG_PCREL : 0;
}

/* Adds a function to the list of its fate. */
static void write_fate(struct link_emitter *emitter, const struct link_entry *entry,
                       const struct function *function)
{
    struct text *const lists[] = {
        [FATE_KEPT] = &emitter->truths, [FATE_GONE] = &emitter->gone, [FATE_SILENT] = &emitter->silent};
    struct text *const list = lists[entry->fate];
    if (entry->fate == FATE_KEPT && emitter->shows)
        return; /* gen_show_table writes them all */
    if (list->length != 0)
        gen_text_char(list, ',');
    if (entry->fate == FATE_KEPT)
        write_truth(list, entry->name, &emitter->table.section, function);
    else
        gen_text_quoted(list, entry->name);
}

void gen_permute_table(struct link_emitter *emitter, const unsigned *order)
{
    static struct link_table before;
    struct link_table *const table = &emitter->table;
    before = *table;
    for (uint32_t i = 0; i < table->section.function_count; i++) {
        table->section.functions[i] = before.section.functions[order[i]];
        table->entries[i] = before.entries[order[i]];
    }
}

/* Adds the relocation of a start; its field stays zero. */
static void relocate_start(struct link_emitter *emitter, int section, uint32_t function)
{
    const struct link_table *const table = &emitter->table;
    const struct link_machine *const machine = &gen_link_machines[emitter->abi];
    const struct link_entry *const entry = &table->entries[function];
    const uint32_t field = table->encoded.start_at[function];
    const bool wide = gen_profile_facts[table->section.profile].start_width == 8;
    const bool to_section = emitter->manner->starts == STARTS_FROM_SECTION;
    struct link_relocation relocation = {.section = section,
                                         .at = field,
                                         .type = wide ? machine->pcrel64 : machine->pcrel32,
                                         .symbol = SECTION_SYMBOL + (uint32_t)entry->text,
                                         .addend = (int64_t)entry->at + (to_section ? (int64_t)field : 0)};
    if (entry->by[0] != '\0') {
        relocation.symbol = gen_link_symbol(&emitter->object, entry->by);
        relocation.addend -= emitter->object.symbols[relocation.symbol].at;
    }
    gen_link_relocate(&emitter->object, &relocation);
}

void gen_end_table(struct link_emitter *emitter)
{
    struct link_table *const table = &emitter->table;
    if (table->section.row_count == 0) /* all parts with rows were left out, so none can come first */
        table->section.rows_first = false;
    if (!gen_encode(&table->encoded, &table->section)) {
        fail(emitter, table->encoded.error);
        return;
    }
    const uint32_t width = gen_profile_facts[table->section.profile].start_width;
    const int section =
        gen_link_add_section(&emitter->object, ".sframe", emitter->manner->section_type, SHF_ALLOC, 8, "");
    for (uint32_t i = 0; i < table->section.function_count; i++) {
        memset(table->encoded.bytes + table->encoded.start_at[i], 0, width);
        relocate_start(emitter, section, i);
        write_fate(emitter, &table->entries[i], &table->section.functions[i]);
    }
    if (emitter->shows)
        gen_show_table(emitter);
    gen_link_append(&emitter->object, section, table->encoded.bytes, table->encoded.length);
}
