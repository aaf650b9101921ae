/* Functions and rows laid out one after another: header, function entries, rows. */
#include "convert.h"

#include <endian.h>
#include <stdlib.h>
#include <string.h>

enum { MAGIC = 0xdee2, HEADER_SIZE = 28 };
enum { BLOCK = 16 }; /* of a PLT that CFI describes by an expression on PC */
enum { MASK = 1 << 4, KEY_B = 1 << 5, SIGNAL = 1 << 7 };
enum { BASE_SP = 1, COUNT_SHIFT = 1, SIZE_SHIFT = 5, MANGLED = 1 << 7 };

const struct drop cfi_drops[DROP_COUNT] = {
    {"cfa-base", KIND_CFA_REGISTER, KIND_CFA_REGISTER},
    {"cfa-expression", KIND_CFA_EXPRESSION, KIND_CFA_EXPRESSION},
    {"cfa-offset", KIND_CFA_OFFSET, KIND_CFA_OFFSET},
    {"ra-undefined", KIND_RA_UNDEFINED, KIND_RA_UNDEFINED},
    {"ra", KIND_RA_REGISTER, KIND_RA_OFFSET},
    {"fp", KIND_FP_UNDEFINED, KIND_RA_WITHOUT_FP},
    {"sp", KIND_SP_ELSEWHERE, KIND_SP_ELSEWHERE},
    {"signal-frame", KIND_SIGNAL_FRAME, KIND_SIGNAL_FRAME},
    {"cfi-unreadable", KIND_CFI_UNREADABLE, KIND_CFI_UNREADABLE},
    {"too-far-or-large", KIND_TOO_LARGE, KIND_TOO_FAR},
    {"too-many-rows", KIND_TOO_MANY_ROWS, KIND_TOO_MANY_ROWS},
    {"overlap", OVERLAPS, OVERLAPS},
};

uint64_t cfi_dropped(const struct converted *converted, const struct drop *drop)
{
    uint64_t functions = 0;
    for (unsigned reason = drop->first; reason <= drop->last; reason++)
        functions += converted->by_limit[reason].functions;
    return functions;
}

bool cfi_text_knows(enum sfr_profile profile, const struct machine *machine)
{
    return facts_of(machine)->since <= profile;
}

enum { NO_RA = 0 }; /* the word that fills RA's place if RA is not saved */
enum { REG_P = 1, DEREF_P = 2, REGNUM_SHIFT = 3 };

/* --- Words --------------------------------------------------------------------------------------------- */

enum { MOST_WORDS = 6 };

struct words {
    int64_t values[MOST_WORDS];
    uint8_t count;
    uint8_t size; /* each word has 2^SIZE bytes */
    bool base_sp, mangled;
};

static void add(struct words *words, int64_t value)
{
    words->values[words->count++] = value;
}

static bool in_slot(const struct place *place)
{
    return place->kind == PLACE_AT && place->base == BASE_CFA && place->deref;
}

/* s390x stores the CFA's offset biased and scaled, in flexible rows too: V2E1 3.3, V3 3.1.3 (ledger:
 * s390x-flex-cfa-scaled). */
static void add_cfa_offset(const struct sfr_abi_facts *abi, int64_t offset, struct words *words)
{
    add(words, (offset - abi->cfa_bias) / abi->cfa_scale);
}

/* --- Words of default rows ----------------------------------------------------------------------------- */

/* The word of a slot is its offset.  That of a register is odd, with the number above the lowest bit: s390x
 * (V2E1 3.3), where slots are even; V3 has it no more. */
static int64_t slot_or_register(const struct place *place)
{
    return in_slot(place) ? place->offset : (int64_t)place->base << 1 | 1;
}

/* The CFA's base is a bit; the first word is its offset.  Then comes RA's word, unless RA's place is fixed or
 * RA is not saved; on s390x another word may fill its place.  FP's word is last. */
static void add_default(const struct sfr_abi_facts *abi, const struct recovery *recovery, struct words *words)
{
    const bool ra = abi->fixed_ra == 0 && recovery->ra.kind != PLACE_SAME,
               fp = recovery->fp.kind != PLACE_SAME;
    words->base_sp = recovery->cfa.base == abi->sp;
    add_cfa_offset(abi, recovery->cfa.offset, words);
    if (ra)
        add(words, slot_or_register(&recovery->ra));
    else if (fp && abi->zero_ra_word)
        add(words, NO_RA);
    if (fp)
        add(words, slot_or_register(&recovery->fp));
}

/* --- Words of flexible rows ---------------------------------------------------------------------------- */

static void add_control(const struct place *place, struct words *words)
{
    const int64_t control = place->base == BASE_CFA ? 0 : (int64_t)place->base << REGNUM_SHIFT | REG_P;
    add(words, control | (place->deref ? DEREF_P : 0));
}

/* What is the CFA plus an offset is said from the register that the CFA counts from: V3 3.2. */
static void add_register(const struct recovery *recovery, const struct place *place, struct words *words)
{
    const struct place said = in_slot(place) ? *place : cfi_place_resolved(place, &recovery->cfa);
    add_control(&said, words);
    add(words, said.offset);
}

static void add_flexible(const struct sfr_abi_facts *abi, const struct recovery *recovery,
                         struct words *words)
{
    const bool usual = abi->fixed_ra != 0 ? in_slot(&recovery->ra) && recovery->ra.offset == abi->fixed_ra
                                          : recovery->ra.kind == PLACE_SAME, /* RA needs no word */
               fp = recovery->fp.kind != PLACE_SAME;
    add_control(&recovery->cfa, words);
    add_cfa_offset(abi, recovery->cfa.offset, words);
    if (!usual)
        add_register(recovery, &recovery->ra, words);
    else if (fp)
        add(words, 0);
    if (fp)
        add_register(recovery, &recovery->fp, words);
}

/* --- Words of either ----------------------------------------------------------------------------------- */

/* The size code of the narrowest words that hold all values.  Control words are unsigned. */
static uint8_t size_of(const struct words *words, bool flexible)
{
    uint8_t size = 0;
    bool control = flexible;
    for (unsigned i = 0; i < words->count; i++) {
        const int64_t value = words->values[i];
        while (size < 2 && (control ? value >= (int64_t)1 << (8 << size)
                                    : value < -((int64_t)1 << ((8 << size) - 1)) ||
                                          value >= (int64_t)1 << ((8 << size) - 1)))
            size++;
        control = flexible && (!control || value == 0);
    }
    return size;
}

/* The words of a row that says RECOVERY; it must be able to: cfi_limits_of_row(). */
static struct words words_of(const struct machine *machine, const struct recovery *recovery, bool flexible)
{
    struct words words = {.mangled = recovery->mangled};
    if (recovery->ra.kind != PLACE_UNDEFINED) {
        (flexible ? add_flexible : add_default)(facts_of(machine), recovery, &words);
        words.size = size_of(&words, flexible);
    }
    return words;
}

/* --- Bytes --------------------------------------------------------------------------------------------- */

struct buffer {
    uint8_t *bytes;
    size_t size, room;
    bool big_endian, failed;
};

static bool reserve(struct buffer *buffer, size_t size)
{
    if (buffer->room - buffer->size >= size)
        return true;
    const size_t room = buffer->room * 2 + size + 256;
    uint8_t *const grown = realloc(buffer->bytes, room);
    buffer->failed = buffer->failed || grown == NULL;
    if (grown == NULL)
        return false;
    buffer->bytes = grown;
    buffer->room = room;
    return true;
}

/* Writes eight bytes, of which the next put() overwrites all but WIDTH: so no loop depends on the width. */
static void put(struct buffer *buffer, unsigned width, uint64_t value)
{
    enum { WIDEST = 8 };
    if (!reserve(buffer, WIDEST))
        return;
    const uint64_t bytes = buffer->big_endian ? htobe64(value << 8 * (WIDEST - width)) : htole64(value);
    memcpy(buffer->bytes + buffer->size, &bytes, WIDEST);
    buffer->size += width;
}

static void put_all(struct buffer *buffer, const struct buffer *part)
{
    if (part->size == 0 || !reserve(buffer, part->size))
        return;
    memcpy(buffer->bytes + buffer->size, part->bytes, part->size);
    buffer->size += part->size;
}

/* --- Rows ---------------------------------------------------------------------------------------------- */

/* The words in which a row says a recovery; or why it cannot. */
struct said {
    struct words words;
    enum kind limit;
    bool known;
};

struct writer {
    const struct cfi_table *cfi;
    struct said *said; /* two for each recovery: in a default row, in a flexible one */
    enum sfr_profile profile;
    const struct sfr_text_facts *text;
    uint64_t address;
    struct buffer entries, rows;
    uint32_t entry_count, row_count;
};

static const struct said *say_row(const struct writer *writer, const struct cfi_row *row, bool flexible)
{
    struct said *const said = &writer->said[2 * (size_t)row->said + flexible];
    const struct machine *const machine = writer->cfi->machine;
    if (!said->known) {
        said->known = true;
        said->limit = cfi_limit_of_row(writer->profile, machine, cfi_said(writer->cfi, row), flexible);
        if (said->limit == KIND_NONE)
            said->words = words_of(machine, cfi_said(writer->cfi, row), flexible);
    }
    return said;
}

/* The first reason why a row of the function cannot be said; KIND_NONE: all can. */
static enum kind limit_of_rows(const struct writer *writer, const struct cfi_function *function,
                               bool flexible)
{
    const struct cfi_row *const rows = &writer->cfi->rows[function->first_row];
    enum kind limit = KIND_NONE;
    for (size_t i = 0; i < function->row_count && limit == KIND_NONE; i++)
        limit = say_row(writer, &rows[i], flexible)->limit;
    return limit;
}

/* A run of rows that becomes one SFrame function. */
struct run {
    const struct cfi_function *function;
    const struct cfi_row *rows;
    size_t count;        /* of the rows to write */
    uint64_t start, end; /* of the code */
    uint8_t block;       /* 0: the rows do not repeat */
    bool flexible, outermost;
};

/* The width of starts in SIZE bytes of code: 1, 2 or 4 bytes, as code 0, 1 or 2. */
static unsigned start_code(uint64_t size)
{
    return size <= 0xff ? 0 : size <= 0xffff ? 1 : 2;
}

static bool same_words(const struct words *left, const struct words *right)
{
    return left->count == right->count && left->base_sp == right->base_sp &&
           left->mangled == right->mangled &&
           memcmp(left->values, right->values, left->count * sizeof *left->values) == 0;
}

/* Writes the rows of a run, and counts them.  Neighbours with the same words become one: they differ only in
 * registers that SFrame does not know. */
static uint32_t put_rows(struct writer *writer, const struct run *run)
{
    const unsigned start_width = 1U << start_code(run->block != 0 ? run->block : run->end - run->start);
    const struct words *last = NULL;
    uint32_t count = 0;
    for (size_t i = 0; i < run->count && !run->outermost; i++) {
        const struct words *const words = &say_row(writer, &run->rows[i], run->flexible)->words;
        if (last != NULL && (last == words || same_words(last, words)))
            continue;
        put(&writer->rows, start_width, run->rows[i].start - run->start);
        put(&writer->rows, 1,
            (words->base_sp ? BASE_SP : 0U) | (unsigned)words->count << COUNT_SHIFT |
                (unsigned)words->size << SIZE_SHIFT | (words->mangled ? MANGLED : 0U));
        for (unsigned word = 0; word < words->count; word++)
            put(&writer->rows, 1U << words->size, (uint64_t)words->values[word]);
        last = words;
        count++;
    }
    writer->row_count += count;
    return count;
}

/* --- Functions ----------------------------------------------------------------------------------------- */

static unsigned info_of(const struct writer *writer, const struct run *run)
{
    const uint64_t limit = run->block != 0 ? run->block : run->end - run->start;
    return start_code(limit) | (run->block != 0 ? MASK : 0U) | (run->function->key_b ? KEY_B : 0U) |
           (writer->text->signals && run->function->signal ? SIGNAL : 0U);
}

/* From where the start of the next entry counts. */
static uint64_t origin(const struct writer *writer)
{
    return writer->address + ((writer->text->flags & SFR_PCREL) != 0 ? HEADER_SIZE + writer->entries.size : 0);
}

/* A function by V1 1.3 and V2 2.3: all in one entry. */
static void put_entry(struct writer *writer, const struct run *run)
{
    const size_t rows = writer->rows.size;
    const uint32_t count = put_rows(writer, run);
    put(&writer->entries, writer->text->start_size, run->start - origin(writer));
    put(&writer->entries, 4, run->end - run->start);
    put(&writer->entries, 4, rows);
    put(&writer->entries, 4, count);
    put(&writer->entries, 1, info_of(writer, run));
    if (writer->text->rep_size) {
        put(&writer->entries, 1, run->block);
        put(&writer->entries, 2, 0);
    }
}

/* A function by V3 2.3: an index entry, and before the rows an attribute that counts them. */
static void put_index(struct writer *writer, const struct run *run)
{
    put(&writer->entries, writer->text->start_size, run->start - origin(writer));
    put(&writer->entries, 4, run->end - run->start);
    put(&writer->entries, 4, writer->rows.size);
    const size_t at = writer->rows.size;
    put(&writer->rows, 2, 0);
    put(&writer->rows, 1, info_of(writer, run));
    put(&writer->rows, 1, run->flexible);
    put(&writer->rows, 1, run->block);
    const uint32_t count = put_rows(writer, run);
    for (unsigned i = 0; i < 2 && !writer->rows.failed; i++)
        writer->rows.bytes[at + i] = (uint8_t)(count >> 8 * (writer->rows.big_endian ? 1 - i : i));
}

/* How many rows make up a block, if the whole run repeats the first block; else 0. */
static size_t block_rows(const struct cfi_table *cfi, const struct run *run)
{
    size_t period = 0;
    while (period < run->count && run->rows[period].end - run->start < BLOCK)
        period++;
    period++;
    if (period >= run->count || run->rows[period - 1].end != run->start + BLOCK)
        return 0;
    for (size_t i = period; i < run->count; i++) {
        const struct cfi_row *const row = &run->rows[i], *const twin = &run->rows[i - period];
        if (row->start != twin->start + BLOCK || row->end > twin->end + BLOCK ||
            !cfi_recovery_equal(cfi_said(cfi, row), cfi_said(cfi, twin)))
            return 0;
    }
    return period;
}

/* Rows that were evaluated at each PC get an SFrame function of their own.  So a PLT comes out as linkers
 * describe it: one function for its head, and one for all entries, which repeats a block. */
static void put_function(struct writer *writer, const struct cfi_function *function, bool flexible,
                         bool outermost)
{
    const struct cfi_row *const rows = writer->cfi->rows + function->first_row;
    for (size_t i = 0, next; i < function->row_count; i = next) {
        for (next = i + 1; next < function->row_count && rows[next].by_pc == rows[i].by_pc;)
            next++;
        struct run run = {.function = function,
                          .rows = &rows[i],
                          .count = next - i,
                          .start = rows[i].start,
                          .end = rows[next - 1].end,
                          .flexible = flexible,
                          .outermost = outermost};
        const size_t repeated = rows[i].by_pc && writer->text->blocks ? block_rows(writer->cfi, &run) : 0;
        if (repeated != 0) {
            run.count = repeated;
            run.block = BLOCK;
        }
        if (writer->text->attribute_fields != NULL)
            put_index(writer, &run);
        else
            put_entry(writer, &run);
        writer->entry_count++;
    }
}

/* --- What can be said ---------------------------------------------------------------------------------- */

static bool is_outermost(const struct writer *writer, const struct cfi_function *function)
{
    for (size_t i = 0; i < function->row_count; i++)
        if (cfi_said(writer->cfi, &writer->cfi->rows[function->first_row + i])->ra.kind != PLACE_UNDEFINED)
            return false;
    return writer->text->outermost_functions;
}

/* Writes a function.  KIND_NONE: it is written; else why it cannot be said. */
static enum kind say(struct writer *writer, const struct cfi_function *function)
{
    if (function->unreadable)
        return KIND_CFI_UNREADABLE;
    if (function->signal && !writer->text->signals)
        return KIND_SIGNAL_FRAME;
    enum kind limit = cfi_limit_of_place(writer->profile, function, origin(writer));
    if (limit != KIND_NONE)
        return limit;
    limit = limit_of_rows(writer, function, false);
    const bool flexible = limit != KIND_NONE && writer->text->flexible;
    if (flexible)
        limit = limit_of_rows(writer, function, true);
    if (limit == KIND_NONE)
        put_function(writer, function, flexible, is_outermost(writer, function));
    return limit;
}

/* --- The section --------------------------------------------------------------------------------------- */

static bool assemble(struct writer *writer, struct converted *converted)
{
    struct buffer out = {.big_endian = writer->entries.big_endian};
    const struct machine *const machine = writer->cfi->machine;
    put(&out, 2, MAGIC);
    put(&out, 1, writer->text->version);
    put(&out, 1, SFR_SORTED | (writer->text->flags & SFR_PCREL));
    put(&out, 1, machine->abi);
    put(&out, 1, 0);
    put(&out, 1, (uint8_t)facts_of(machine)->fixed_ra);
    put(&out, 1, 0);
    put(&out, 4, writer->entry_count);
    put(&out, 4, writer->row_count);
    put(&out, 4, writer->rows.size);
    put(&out, 4, 0);
    put(&out, 4, writer->entries.size);
    put_all(&out, &writer->entries);
    put_all(&out, &writer->rows);
    converted->bytes = out.bytes;
    converted->size = out.size;
    return !out.failed && !writer->entries.failed && !writer->rows.failed;
}

bool cfi_convert(const struct cfi_table *cfi, enum sfr_profile profile, uint64_t address,
                 struct converted *converted)
{
    struct writer writer = {
        .cfi = cfi, .profile = profile, .text = sfr_text_facts(profile), .address = address};
    writer.entries.big_endian = writer.rows.big_endian = facts_of(cfi->machine)->big_endian;
    *converted = (struct converted){.address = address, .functions = cfi->function_count};
    writer.said = calloc(2 * (size_t)cfi->recovery_count + 1, sizeof *writer.said);
    if (writer.said == NULL)
        return false;
    uint64_t reached = 0;
    for (size_t i = 0; i < cfi->function_count; i++) {
        const struct cfi_function *const function = &cfi->functions[i];
        const unsigned limit = function->start < reached ? OVERLAPS : say(&writer, function);
        converted->by_limit[limit].functions++;
        converted->by_limit[limit].code += function->end - function->start;
        if (limit == KIND_NONE)
            reached = function->end;
    }
    const bool assembled = assemble(&writer, converted);
    free(writer.said);
    free(writer.entries.bytes);
    free(writer.rows.bytes);
    return assembled;
}

void cfi_converted_free(struct converted *converted)
{
    free(converted->bytes);
}
