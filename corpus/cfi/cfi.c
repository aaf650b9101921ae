/* The rows are libdw's; each is asked for at the end of the one before it. */
#include "cfi.h"

#include "entries.h"
#include "evaluate.h"

#include <elfutils/libdw.h>
#include <libelf.h>
#include <stdlib.h>
#include <string.h>

/* What libdw keeps of an FDE; and steps: for an FDE that is read, a row that is asked for, a PC that is
 * tried. */
enum { FDE_MEMORY = 160, FDE_WORK = 4, ROW_WORK = 4, PC_WORK = 32 };

/* Where the CFI is read from. */
struct reader {
    struct cfi_table *table;
    const struct elf_view *view;
    Elf *elf; /* with the sections' addresses and relocations in place */
    Dwarf *dwarf;
    Dwarf_CFI *cfi;
    struct frame_section section;
    struct frame_cie cie;
    uint64_t at_work; /* bytes of memory that are paid for what libdw needs while it runs */
};

/* --- Rows ---------------------------------------------------------------------------------------------- */

static bool spend(const struct reader *reader, enum resource resource, uint64_t amount)
{
    return tool_input_spend(reader->view->input, resource, amount);
}

static bool add_row(const struct reader *reader, const struct cfi_row *row)
{
    return cfi_add_row(reader->table, reader->view->input, row);
}

static struct place place_of(struct evaluation *evaluation, Dwarf_Frame *frame, uint16_t regnum)
{
    Dwarf_Op *operations, simple[3];
    size_t count;
    if (dwarf_frame_register(frame, regnum, simple, &operations, &count) != 0)
        return place_kind(PLACE_COMPLEX);
    if (count == 0)
        return place_kind(operations == NULL ? PLACE_SAME : PLACE_UNDEFINED);
    return cfi_evaluate(evaluation, operations, count, true);
}

static struct place cfa_of(struct evaluation *evaluation, Dwarf_Frame *frame)
{
    Dwarf_Op *operations;
    size_t count;
    if (dwarf_frame_cfa(frame, &operations, &count) != 0 || count == 0)
        return place_kind(PLACE_COMPLEX);
    return cfi_evaluate(evaluation, operations, count, false);
}

/* What the return column's register had, where it is another than the ABI's: that register holds RA.  libdw
 * calls some registers undefined of which the CFI says nothing, and does not say which. */
static struct place ra_of(struct evaluation *evaluation, Dwarf_Frame *frame, const struct sfr_abi_facts *abi,
                          int column)
{
    const struct place place = place_of(evaluation, frame, (uint16_t)(column < 0 ? (int)abi->ra : column));
    if (column < 0 || column == (int)abi->ra)
        return place;
    if (place.kind == PLACE_UNDEFINED)
        return place_kind(PLACE_COMPLEX);
    return place.kind == PLACE_SAME ? place_at((uint16_t)column, 0, false) : place;
}

/* False: it computes with PC, so that it holds at this one alone. */
static bool recover(const struct machine *machine, Dwarf_Frame *frame, int ra, uint64_t pc,
                    struct recovery *recovery)
{
    const struct sfr_abi_facts *const abi = facts_of(machine);
    const bool column = abi->fixed_ra != 0; /* RA's number is no register's, so that PC has it */
    struct evaluation evaluation = {.pc_register = column ? (uint16_t)abi->ra : UINT16_MAX, .pc = pc};
    recovery->cfa = cfa_of(&evaluation, frame);
    recovery->ra = ra_of(&evaluation, frame, abi, ra);
    recovery->fp = place_of(&evaluation, frame, (uint16_t)abi->fp);
    recovery->sp = place_of(&evaluation, frame, (uint16_t)abi->sp);
    return !evaluation.used_pc;
}

/* No more PCs are looked at than the file has bytes: code that is there. */
static bool add_each_pc(struct reader *reader, Dwarf_Frame *frame, int ra, const struct cfi_row *whole)
{
    struct cfi_row row = *whole;
    const uint64_t unit = reader->table->machine->code_unit;
    if (row.end - row.start > reader->view->input->size) {
        row.recovery.cfa = place_kind(PLACE_COMPLEX);
        return add_row(reader, &row);
    }
    const uint64_t evaluation = reader->table->functions[reader->table->function_count].cost.evaluation;
    row.by_pc = true;
    bool added = true;
    for (uint64_t pc = whole->start; added && pc < whole->end; pc += unit) {
        (void)recover(reader->table->machine, frame, ra, pc, &row.recovery);
        row.start = pc;
        row.end = whole->end - pc > unit ? pc + unit : whole->end;
        added = spend(reader, RESOURCE_WORK, PC_WORK + evaluation) && add_row(reader, &row);
    }
    return added;
}

/* From PC to the end of its row or of the function.  0: no more can be read; -1: the reason is reported. */
static int add_row_at(struct reader *reader, struct signing *signing, uint64_t pc, uint64_t end,
                      uint64_t *next)
{
    Dwarf_Frame *frame;
    Dwarf_Addr row_start, row_end;
    bool signal;
    if (dwarf_cfi_addrframe(reader->cfi, pc, &frame) != 0)
        return 0;
    struct cfi_row row = {.start = pc};
    const int ra = dwarf_frame_info(frame, &row_start, &row_end, &signal);
    row.end = row_end < end ? row_end : end;
    const bool forward = row.end > pc;
    const struct machine *const machine = reader->table->machine;
    row.recovery.mangled = cfi_signing_at(signing, pc) && facts_of(machine)->signs_ra;
    *next = row.end;
    const bool alike = !forward || recover(machine, frame, ra, pc, &row.recovery);
    if (!cfi_cfa_at(signing))
        row.recovery.cfa = place_kind(PLACE_COMPLEX);
    const bool added = !forward || (alike ? add_row(reader, &row) : add_each_pc(reader, frame, ra, &row));
    free(frame);
    return !added ? -1 : forward ? 1 : 0;
}

/* libdw runs a function's instructions from the first for every row. */
static uint64_t cost_of_row(const struct cfi_function *function, uint64_t row)
{
    const struct frame_cost *const cost = &function->cost;
    const bool part = function->lone && row < cost->rows;
    const uint64_t run = part ? cost->run * (row + 1) / (cost->rows + 1) : cost->run;
    return ROW_WORK + cost->evaluation + run;
}

static bool add_rows(struct reader *reader, const struct frame_fde *fde)
{
    struct cfi_function *const function = &reader->table->functions[reader->table->function_count];
    struct signing signing;
    cfi_signing_begin(&signing, &reader->cie, fde);
    int added = 1;
    uint64_t pc = function->start;
    for (uint64_t row = 0; added == 1 && pc < function->end; row++) {
        if (!spend(reader, RESOURCE_WORK, cost_of_row(function, row)))
            return false;
        added = add_row_at(reader, &signing, pc, function->end, &pc);
    }
    function->unreadable = added == 0;
    return added >= 0;
}

/* --- Functions ----------------------------------------------------------------------------------------- */

/* What is read of a CIE when it is another one than that of the FDE before. */
static bool pay_for_cie(struct reader *reader)
{
    const uint64_t passed = reader->cie.passed, kept = reader->cie.cost.kept;
    reader->cie.passed = 0;
    return passed == 0 || (spend(reader, RESOURCE_WORK, passed) && spend(reader, RESOURCE_MEMORY, kept));
}

/* What libdw needs while it runs is given back: only what is more than ever before is paid. */
static bool pay_for_function(struct reader *reader, const struct frame_cost *cost)
{
    const uint64_t memory = cfi_frame_memory(cost);
    const uint64_t more = memory > reader->at_work ? memory - reader->at_work : 0;
    reader->at_work += more;
    return spend(reader, RESOURCE_MEMORY, FDE_MEMORY) && spend(reader, RESOURCE_MEMORY, more) &&
           spend(reader, RESOURCE_MEMORY, cost->kept) && spend(reader, RESOURCE_WORK, FDE_WORK + cost->run);
}

static bool add_function(struct reader *reader, const struct frame_fde *fde, const struct frame_cost *cost)
{
    struct cfi_table *const table = reader->table;
    if (!pay_for_function(reader, cost))
        return false;
    const struct cfi_function function = {
        .start = fde->start,
        .end = fde->start + fde->size,
        .offset = fde->offset,
        .cost = *cost,
        .lone = true,
        .signal = reader->cie.signal,
        .key_b = reader->cie.key_b,
    };
    if (cfi_put_function(table, reader->view->input, &function) == NULL)
        return false;
    table->function_count++;
    return true;
}

/* Hides from libdw those that cannot be placed, and those that no machine can mean. */
static bool find_functions(struct reader *reader)
{
    struct frame_fde fde;
    bool odd;
    uint64_t offset = 0, next;
    for (;; offset = next) {
        const int got = cfi_frame_next(&reader->section, offset, &next, &reader->cie, &fde, &odd);
        reader->table->odd_count += odd;
        if (got < 0)
            return true;
        if (!pay_for_cie(reader))
            return false;
        if (odd)
            cfi_frame_strike(&reader->section, offset);
        if (got != 0)
            continue;
        struct frame_cost cost = cfi_frame_cost(&reader->section, &reader->cie, &fde);
        if (cost.strange) {
            cfi_frame_strike(&reader->section, offset);
            cost = (struct frame_cost){.strange = true};
        }
        if (!add_function(reader, &fde, &cost))
            return false;
    }
}

static int by_start(const void *left, const void *right)
{
    const struct cfi_function *const a = left, *const b = right;
    if (a->start != b->start)
        return a->start < b->start ? -1 : 1;
    return a->offset < b->offset ? -1 : a->offset > b->offset;
}

static uint64_t larger(uint64_t left, uint64_t right)
{
    return left > right ? left : right;
}

/* Where functions share PCs, any of them may be the one that libdw runs for another. */
static void share_costs(struct cfi_table *table)
{
    struct cfi_function *const functions = table->functions;
    for (size_t i = 0, next; i < table->function_count; i = next) {
        struct frame_cost most = functions[i].cost;
        uint64_t end = functions[i].end;
        for (next = i + 1; next < table->function_count && functions[next].start < end; next++) {
            end = larger(end, functions[next].end);
            most.run = larger(most.run, functions[next].cost.run);
            most.evaluation = larger(most.evaluation, functions[next].cost.evaluation);
        }
        for (size_t k = i; k < next && next - i > 1; k++) {
            functions[k].cost.run = most.run;
            functions[k].cost.evaluation = most.evaluation;
            functions[k].lone = false;
        }
    }
}

static bool add_functions(struct reader *reader)
{
    struct cfi_table *const table = reader->table;
    if (!find_functions(reader))
        return false;
    if (table->function_count != 0)
        qsort(table->functions, table->function_count, sizeof *table->functions, by_start);
    share_costs(table);
    const size_t count = table->function_count;
    for (table->function_count = 0; table->function_count < count; table->function_count++) {
        struct cfi_function *const function = &table->functions[table->function_count];
        struct frame_fde fde;
        uint64_t next;
        bool odd;
        function->first_row = table->row_count;
        function->unreadable =
            cfi_frame_next(&reader->section, function->offset, &next, &reader->cie, &fde, &odd) != 0;
        if (!pay_for_cie(reader) || (!function->unreadable && !add_rows(reader, &fde)))
            return false;
    }
    return true;
}

/* --- Opening ------------------------------------------------------------------------------------------- */

/* The first of that name, if it can be read: that is the one that libdw takes. */
static size_t find_section(const struct elf_view *view, const char *wanted)
{
    for (size_t i = 1; i < view->section_count; i++) {
        if (strcmp(tool_elf_name(view, i), wanted) != 0)
            continue;
        return cfi_section_readable(view, i) ? i : 0;
    }
    return 0;
}

static void store_word(uint8_t *field, unsigned width, bool big_endian, uint64_t value)
{
    for (unsigned i = 0; i < width; i++)
        field[i] = (uint8_t)(value >> 8 * (big_endian ? width - 1 - i : i));
}

/* A field of a section header, in the file's image. */
static void store_field(const struct elf_view *view, size_t index, size_t narrow_at, size_t wide_at,
                        unsigned wide_width, uint64_t value)
{
    const bool narrow = view->file.e_ident[EI_CLASS] == ELFCLASS32;
    const size_t header = (size_t)(view->file.e_shoff + index * view->file.e_shentsize);
    store_word(view->input->bytes + header + (narrow ? narrow_at : wide_at), narrow ? 4 : wide_width,
               view->file.e_ident[EI_DATA] == ELFDATA2MSB, value);
}
#define STORE_FIELD(view, index, field, value)                                                               \
    store_field(view, index, offsetof(Elf32_Shdr, field), offsetof(Elf64_Shdr, field),                       \
                sizeof((Elf64_Shdr){0}.field), value)

/* libdw neither relocates nor gives addresses: both are written into the file's image before it reads
 * that. */
static bool settle(const struct elf_view *view, size_t index)
{
    const GElf_Shdr *const header = &view->sections[index].header;
    struct source source = {.index = index,
                            .bytes = view->input->bytes + header->sh_offset,
                            .size = (size_t)header->sh_size,
                            .address = view->sections[index].address};
    const bool relocated = tool_elf_relocate(view, &source, RELOCATE_WHAT_IS_KNOWN);
    if (relocated && source.copy != NULL)
        memcpy(view->input->bytes + header->sh_offset, source.copy, source.size);
    free(source.copy);
    STORE_FIELD(view, index, sh_addr, view->sections[index].address);
    return relocated;
}

/* libdw must see no other section: it would decompress those with debugging information, and believe
 * .eh_frame_hdr about which FDEs there are.  Nor may it see names without an end, which it would look for
 * each time. */
static void hide_others(const struct elf_view *view, size_t index)
{
    const uint64_t nameless = view->names_size - 1;
    size_t names = 0;
    for (size_t i = 1; i < view->section_count; i++)
        if (i != index)
            STORE_FIELD(view, i, sh_name, nameless);
    STORE_FIELD(view, index, sh_name, view->sections[index].header.sh_name);
    if (elf_getshdrstrndx(view->input->elf, &names) == 0)
        STORE_FIELD(view, names, sh_size, view->names_size);
}

static bool open_cfi(struct reader *reader, size_t index)
{
    const struct elf_view *const view = reader->view;
    const struct elf_section *const section = &view->sections[index];
    if (view->file.e_type == ET_REL && !settle(view, index))
        return false;
    hide_others(view, index);
    reader->elf = elf_memory((char *)view->input->bytes, view->input->size);
    if (reader->elf == NULL)
        return tool_input_fail(view->input, "cannot read it again: %s", elf_errmsg(-1));
    if (!reader->section.eh_frame)
        reader->dwarf = dwarf_begin_elf(reader->elf, DWARF_C_READ, NULL);
    reader->cfi = reader->section.eh_frame ? dwarf_getcfi_elf(reader->elf)
                  : reader->dwarf != NULL  ? dwarf_getcfi(reader->dwarf)
                                           : NULL;
    reader->section.data = elf_rawdata(elf_getscn(reader->elf, index), NULL);
    reader->section.ident = view->file.e_ident;
    reader->section.address = section->address;
    return true;
}

static bool read_section(struct cfi_table *table, const struct elf_view *view, const char *name, bool *read)
{
    struct reader reader = {.table = table, .view = view, .section.eh_frame = strcmp(name, ".eh_frame") == 0};
    const size_t index = find_section(view, name);
    *read = false;
    if (index == 0)
        return true;
    bool well = open_cfi(&reader, index);
    if (well && reader.cfi != NULL && reader.section.data != NULL && reader.section.data->d_buf != NULL) {
        *read = true;
        table->section = name;
        well = add_functions(&reader);
    }
    if (reader.cfi != NULL && reader.dwarf == NULL)
        (void)dwarf_cfi_end(reader.cfi);
    if (reader.dwarf != NULL)
        (void)dwarf_end(reader.dwarf);
    if (reader.elf != NULL)
        (void)elf_end(reader.elf);
    return well;
}

bool cfi_read(struct cfi_table *table, const struct elf_view *view)
{
    bool read;
    return read_section(table, view, ".eh_frame", &read) &&
           (table->function_count != 0 || read_section(table, view, ".debug_frame", &read));
}
