/* The rows are libdw's; each is asked for at the end of the one before it. */
#include "cfi.h"

#include "entries.h"
#include "evaluate.h"

#include <elfutils/libdw.h>
#include <libelf.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_WORK = 100000000, WORK_PER_BYTE = 64 };

/* Where the CFI is read from. */
struct reader {
    struct cfi_table *table;
    const struct elf_view *view;
    Elf *elf; /* with the sections' addresses and relocations in place */
    Dwarf *dwarf;
    Dwarf_CFI *cfi;
    struct frame_section section;
    struct frame_cie cie;
    uint64_t work; /* how many more instructions libdw may run again for a later row */
};

void *grow(void *items, size_t count, size_t *room, size_t size)
{
    if (count < *room)
        return items;
    const size_t wanted = *room == 0 ? 64 : *room * 2;
    void *const grown = realloc(items, wanted * size);
    if (grown != NULL)
        *room = wanted;
    return grown;
}

/* --- Rows ---------------------------------------------------------------------------------------------- */

static bool add_row(struct cfi_table *table, const struct cfi_row *row)
{
    struct cfi_function *const function = &table->functions[table->function_count];
    struct cfi_row *const last = function->row_count != 0 ? &table->rows[table->row_count - 1] : NULL;
    if (last != NULL && last->end == row->start && last->by_pc == row->by_pc &&
        recovery_equal(&last->recovery, &row->recovery)) {
        last->end = row->end;
        return true;
    }
    struct cfi_row *const rows = grow(table->rows, table->row_count, &table->row_room, sizeof *rows);
    if (rows == NULL)
        return false;
    table->rows = rows;
    rows[table->row_count++] = *row;
    function->row_count++;
    return true;
}

static struct place place_of(struct evaluation *evaluation, Dwarf_Frame *frame, uint16_t regnum)
{
    Dwarf_Op *operations, simple[3];
    size_t count;
    if (dwarf_frame_register(frame, regnum, simple, &operations, &count) != 0)
        return place_kind(PLACE_COMPLEX);
    if (count == 0)
        return place_kind(operations == NULL ? PLACE_SAME : PLACE_UNDEFINED);
    return evaluate(evaluation, operations, count, true);
}

static struct place cfa_of(struct evaluation *evaluation, Dwarf_Frame *frame)
{
    Dwarf_Op *operations;
    size_t count;
    if (dwarf_frame_cfa(frame, &operations, &count) != 0 || count == 0)
        return place_kind(PLACE_COMPLEX);
    return evaluate(evaluation, operations, count, false);
}

/* False: it computes with PC, so that it holds at this one alone. */
static bool recover(const struct machine *machine, Dwarf_Frame *frame, int ra, uint64_t pc,
                    struct recovery *recovery)
{
    struct evaluation evaluation = {.pc_register = machine->abi == SFR_AMD64 ? machine->ra : UINT16_MAX,
                                    .pc = pc};
    recovery->cfa = cfa_of(&evaluation, frame);
    recovery->ra = place_of(&evaluation, frame, ra < 0 ? machine->ra : (uint16_t)ra);
    recovery->fp = place_of(&evaluation, frame, machine->fp);
    recovery->sp = place_of(&evaluation, frame, machine->sp);
    return !evaluation.used_pc;
}

/* No more PCs are looked at than the file has bytes: code that is there. */
static bool add_each_pc(struct reader *reader, Dwarf_Frame *frame, int ra, const struct cfi_row *whole)
{
    struct cfi_row row = *whole;
    const uint64_t unit = reader->table->machine->code_unit;
    if (row.end - row.start > reader->view->input->size) {
        row.recovery.cfa = place_kind(PLACE_COMPLEX);
        return add_row(reader->table, &row);
    }
    row.by_pc = true;
    bool added = true;
    for (uint64_t pc = whole->start; added && pc < whole->end; pc += unit) {
        (void)recover(reader->table->machine, frame, ra, pc, &row.recovery);
        row.start = pc;
        row.end = whole->end - pc > unit ? pc + unit : whole->end;
        added = add_row(reader->table, &row);
    }
    return added;
}

/* From PC to the end of its row or of the function.  0: no more can be read; -1: no memory. */
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
    row.recovery.mangled = machine->elf_machine == EM_AARCH64 && signing_at(signing, pc);
    *next = row.end;
    bool added = true;
    if (forward)
        added = recover(machine, frame, ra, pc, &row.recovery) ? add_row(reader->table, &row)
                                                               : add_each_pc(reader, frame, ra, &row);
    free(frame);
    return !added ? -1 : forward ? 1 : 0;
}

/* libdw runs a function's instructions from the first for every row: what that costs is held against what
 * the file can pay. */
static bool add_rows(struct reader *reader, const struct frame_fde *fde)
{
    struct cfi_table *const table = reader->table;
    struct cfi_function *const function = &table->functions[table->function_count];
    struct signing signing;
    signing_begin(&signing, &reader->cie, fde);
    int added = 1;
    uint64_t pc = function->start;
    for (uint64_t rows = 0; added == 1 && pc < function->end; rows++) {
        added = rows > reader->work ? 0 : add_row_at(reader, &signing, pc, function->end, &pc);
        reader->work -= added == 1 ? rows : 0;
    }
    function->unreadable = added == 0;
    return added >= 0;
}

/* --- Functions ----------------------------------------------------------------------------------------- */

static bool add_function(struct reader *reader, const struct frame_fde *fde)
{
    struct cfi_table *const table = reader->table;
    struct cfi_function *const functions =
        grow(table->functions, table->function_count, &table->function_room, sizeof *functions);
    if (functions == NULL)
        return false;
    table->functions = functions;
    functions[table->function_count] = (struct cfi_function){
        .start = fde->start,
        .end = fde->start + fde->size,
        .offset = fde->offset,
        .first_row = table->row_count,
        .signal = reader->cie.signal,
        .key_b = reader->cie.key_b,
    };
    if (!add_rows(reader, fde))
        return false;
    table->function_count++;
    return true;
}

static int by_start(const void *left, const void *right)
{
    const struct cfi_function *const a = left, *const b = right;
    if (a->start != b->start)
        return a->start < b->start ? -1 : 1;
    return a->offset < b->offset ? -1 : a->offset > b->offset;
}

static bool add_functions(struct reader *reader)
{
    struct frame_fde fde;
    bool odd;
    uint64_t offset = 0, next;
    for (;; offset = next) {
        const int got = frame_next(&reader->section, offset, &next, &reader->cie, &fde, &odd);
        reader->table->odd_count += odd;
        if (got < 0)
            break;
        if (got == 0 && !add_function(reader, &fde))
            return input_fail(reader->view->input, "out of memory");
    }
    if (reader->table->function_count != 0)
        qsort(reader->table->functions, reader->table->function_count, sizeof *reader->table->functions,
              by_start);
    return true;
}

/* --- Opening ------------------------------------------------------------------------------------------- */

static size_t find_section(const struct elf_view *view, const char *wanted)
{
    size_t names = 0;
    (void)elf_getshdrstrndx(view->input->elf, &names);
    for (size_t i = 1; i < view->section_count; i++) {
        const GElf_Shdr *const header = &view->sections[i].header;
        const char *const name = elf_strptr(view->input->elf, names, header->sh_name);
        if (name != NULL && strcmp(name, wanted) == 0 && header->sh_type != SHT_NOBITS &&
            (header->sh_flags & SHF_COMPRESSED) == 0 &&
            input_holds(view->input, header->sh_offset, header->sh_size))
            return i;
    }
    return 0;
}

static void store_word(uint8_t *field, unsigned width, bool big_endian, uint64_t value)
{
    for (unsigned i = 0; i < width; i++)
        field[i] = (uint8_t)(value >> 8 * (big_endian ? width - 1 - i : i));
}

/* libdw neither relocates nor gives addresses: both are written into the file's image before it reads that.
 * sh_addr lies at 16 of a section header of 64 bits, at 12 of one of 32. */
static bool settle(const struct elf_view *view, size_t index)
{
    const GElf_Shdr *const header = &view->sections[index].header;
    struct source source = {.index = index,
                            .bytes = view->input->bytes + header->sh_offset,
                            .size = (size_t)header->sh_size,
                            .address = view->sections[index].address};
    const bool relocated = elf_relocate(view, &source, RELOCATE_WHAT_IS_KNOWN);
    if (relocated && source.copy != NULL)
        memcpy(view->input->bytes + header->sh_offset, source.copy, source.size);
    free(source.copy);
    const bool narrow = view->file.e_ident[EI_CLASS] == ELFCLASS32;
    const size_t at = (size_t)(view->file.e_shoff + index * view->file.e_shentsize) + (narrow ? 12 : 16);
    store_word(view->input->bytes + at, narrow ? 4 : 8, view->file.e_ident[EI_DATA] == ELFDATA2MSB,
               view->sections[index].address);
    return relocated;
}

static bool open_cfi(struct reader *reader, size_t index)
{
    const struct elf_view *const view = reader->view;
    const struct elf_section *const section = &view->sections[index];
    if (view->file.e_type == ET_REL && !settle(view, index))
        return false;
    reader->elf = elf_memory((char *)view->input->bytes, view->input->size);
    if (reader->elf == NULL)
        return input_fail(view->input, "cannot read it again: %s", elf_errmsg(-1));
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
    reader.work = LEAST_WORK + WORK_PER_BYTE * (uint64_t)view->input->size;
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
    *table = (struct cfi_table){
        .machine = machine_of(view->file.e_machine, view->file.e_ident[EI_DATA] == ELFDATA2MSB)};
    if (table->machine == NULL)
        return input_fail(view->input, "machine %u in this byte order has no SFrame ABI",
                          view->file.e_machine);
    return read_section(table, view, ".eh_frame", &read) &&
           (table->function_count != 0 || read_section(table, view, ".debug_frame", &read));
}

void cfi_free(struct cfi_table *table)
{
    free(table->functions);
    free(table->rows);
}
