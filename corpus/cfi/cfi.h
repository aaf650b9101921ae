/* The DWARF CFI of an ELF file as a table: functions, and of each its rows. */
#pragma once

#include "recovery.h"
#include "tool/elf.h"

struct cfi_row {
    uint64_t start, end;
    uint32_t said; /* which of the table's recoveries */
    bool by_pc;    /* its rules compute with PC: they were evaluated at each PC, and equal rows joined */
};

struct cfi_function {
    uint64_t start, end;
    uint64_t offset; /* of its FDE in the CFI section */
    size_t first_row, row_count;
    bool signal, key_b;
    bool unreadable; /* its rows end where its instructions cannot be run */
};

enum { RECENT_COUNT = 1 << 10 };

struct cfi_table {
    const struct machine *machine;
    const char *section;            /* the CFI's; NULL if the file has none */
    struct cfi_function *functions; /* by start */
    struct cfi_row *rows;
    struct recovery *recoveries; /* what rows say; many rows share one */
    size_t function_count, row_count, recovery_count;
    size_t function_room, row_room, recovery_room;
    size_t odd_count; /* FDEs whose range is not known; of ORC, entries that hold for no code */
    /* Only for ORC.  Silent: inside a function symbol, but ORC says nothing.  Nameless: ORC says something,
     * but no function symbol holds it. */
    uint64_t silent_rows, silent_pcs, nameless_pcs;
    uint32_t recent[RECENT_COUNT]; /* indices of the latest recoveries, by a hash */
};

/* Makes an empty table for the file's machine; false: SFrame has no ABI for it, which is reported. */
bool cfi_find_machine(struct cfi_table *table, const struct elf_view *view);
/* Fills it from .eh_frame or else .debug_frame.  False: the reason is reported. */
bool cfi_read(struct cfi_table *table, const struct elf_view *view);
void cfi_free(struct cfi_table *table);

/* What a row says. */
static inline const struct recovery *cfi_said(const struct cfi_table *table, const struct cfi_row *row)
{
    return &table->recoveries[row->said];
}

/* Adds a row to the function that is being read, which is the one behind the last that is counted.
 * cfi_add_row() joins it with the row before if that says the same.  False: the reason is reported. */
bool cfi_put_row(struct cfi_table *table, struct input *input, const struct cfi_row *row,
                 const struct recovery *recovery);
bool cfi_add_row(struct cfi_table *table, struct input *input, const struct cfi_row *row,
                 const struct recovery *recovery);

/* Whether the section's bytes are in the file, uncompressed. */
bool cfi_section_readable(const struct elf_view *view, size_t index);

/* Returns ITEMS, of which COUNT are used, with room for one more, for which INPUT pays.  NULL: there is no
 * memory, which is reported, and ITEMS stays.  Without an INPUT nothing is paid or reported. */
void *cfi_grow(struct input *input, void *items, size_t count, size_t *room, size_t size);

/* Puts a function behind the table's last.  The caller counts it, once its rows are in.  NULL: there is no
 * room, which is reported. */
struct cfi_function *cfi_put_function(struct cfi_table *table, struct input *input,
                                      const struct cfi_function *function);
