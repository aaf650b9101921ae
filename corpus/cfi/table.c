/* The table that CFI, ORC or a list of true rules fills in. */
#include "cfi.h"

#include <stdlib.h>

void *cfi_grow(struct input *input, void *items, size_t count, size_t *room, size_t size)
{
    if (input != NULL && !tool_input_spend(input, RESOURCE_MEMORY, size))
        return NULL;
    if (count < *room)
        return items;
    const size_t wanted = *room == 0 ? 64 : *room * 2;
    void *const grown = realloc(items, wanted * size);
    if (grown != NULL)
        *room = wanted;
    else if (input != NULL)
        (void)tool_input_fail(input, "out of memory");
    return grown;
}

struct cfi_function *cfi_put_function(struct cfi_table *table, struct input *input,
                                      const struct cfi_function *function)
{
    struct cfi_function *const functions =
        cfi_grow(input, table->functions, table->function_count, &table->function_room, sizeof *functions);
    if (functions == NULL)
        return NULL;
    table->functions = functions;
    functions[table->function_count] = *function;
    return &functions[table->function_count];
}

static size_t hash_of(const struct recovery *recovery)
{
    const struct place places[] = {recovery->cfa, recovery->ra, recovery->fp};
    uint64_t hash = recovery->mangled;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        hash = (hash ^ (uint64_t)places[i].offset ^ (uint64_t)places[i].base << 8 ^ places[i].kind) *
               0x9e3779b97f4a7c15;
    return (size_t)(hash >> 32) % RECENT_COUNT;
}

/* Sets *NUMBER to the index of an equal recovery, if `recent` has one; else adds RECOVERY. */
static bool add_recovery(struct cfi_table *table, struct input *input, const struct recovery *recovery,
                         uint32_t *number)
{
    uint32_t *const recent = &table->recent[hash_of(recovery)];
    if (*recent >= table->recovery_count || !cfi_recovery_equal(&table->recoveries[*recent], recovery)) {
        struct recovery *const recoveries = cfi_grow(input, table->recoveries, table->recovery_count,
                                                     &table->recovery_room, sizeof *recoveries);
        if (recoveries == NULL)
            return false;
        table->recoveries = recoveries;
        *recent = (uint32_t)table->recovery_count;
        recoveries[table->recovery_count++] = *recovery;
    }
    *number = *recent;
    return true;
}

bool cfi_put_row(struct cfi_table *table, struct input *input, const struct cfi_row *row,
                 const struct recovery *recovery)
{
    struct cfi_row *const rows =
        cfi_grow(input, table->rows, table->row_count, &table->row_room, sizeof *rows);
    if (rows == NULL)
        return false;
    table->rows = rows;
    rows[table->row_count] = *row;
    if (!add_recovery(table, input, recovery, &rows[table->row_count].said))
        return false;
    table->row_count++;
    table->functions[table->function_count].row_count++;
    return true;
}

bool cfi_add_row(struct cfi_table *table, struct input *input, const struct cfi_row *row,
                 const struct recovery *recovery)
{
    const struct cfi_function *const function = &table->functions[table->function_count];
    struct cfi_row *const last = function->row_count != 0 ? &table->rows[table->row_count - 1] : NULL;
    if (last != NULL && last->end == row->start && last->by_pc == row->by_pc &&
        cfi_recovery_equal(cfi_said(table, last), recovery)) {
        last->end = row->end;
        return true;
    }
    return cfi_put_row(table, input, row, recovery);
}

bool cfi_find_machine(struct cfi_table *table, const struct elf_view *view)
{
    *table = (struct cfi_table){
        .machine = cfi_machine_of(view->file.e_machine, view->file.e_ident[EI_DATA] == ELFDATA2MSB)};
    return table->machine != NULL ||
           tool_input_fail(view->input, "machine %u in this byte order has no SFrame ABI",
                           view->file.e_machine);
}

bool cfi_section_readable(const struct elf_view *view, size_t index)
{
    const GElf_Shdr *const header = &view->sections[index].header;
    return header->sh_type != SHT_NOBITS && (header->sh_flags & SHF_COMPRESSED) == 0 &&
           tool_input_holds(view->input, header->sh_offset, header->sh_size);
}

void cfi_free(struct cfi_table *table)
{
    free(table->functions);
    free(table->rows);
    free(table->recoveries);
}
