/* The DWARF CFI of an ELF file as a table: functions, and of each its rows. */
#pragma once

#include "recovery.h"
#include "tool/elf.h"

struct cfi_row {
    uint64_t start, end;
    uint32_t said; /* which of the table's recoveries */
    bool by_pc;    /* an expression that computes with PC: said for each PC, rows of one value joined */
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
    struct recovery *recoveries; /* that rows say, most of them once */
    size_t function_count, row_count, recovery_count;
    size_t function_room, row_room, recovery_room;
    size_t odd_count; /* FDEs whose range is not known; of ORC, entries that hold for no code */
    /* Of ORC alone: rows and bytes of function symbols of which it says nothing, bytes of no symbol of which
     * it says something */
    uint64_t silent_rows, silent_pcs, nameless_pcs;
    uint32_t recent[RECENT_COUNT]; /* recoveries, by a hash */
};

/* An empty table for the file's machine; false: SFrame knows none like it, which is reported. */
bool cfi_find_machine(struct cfi_table *table, const struct elf_view *view);
/* Fills it from .eh_frame or else .debug_frame.  False: the reason is reported. */
bool cfi_read(struct cfi_table *table, const struct elf_view *view);
void cfi_free(struct cfi_table *table);

/* What a row says. */
static inline const struct recovery *cfi_said(const struct cfi_table *table, const struct cfi_row *row)
{
    return &table->recoveries[row->said];
}

/* Adds a row to the function behind the table's last, which is being read; false: the reason is reported.
 * cfi_add_row() joins it with the one before if that says the same. */
bool cfi_put_row(struct cfi_table *table, struct input *input, const struct cfi_row *row,
                 const struct recovery *recovery);
bool cfi_add_row(struct cfi_table *table, struct input *input, const struct cfi_row *row,
                 const struct recovery *recovery);

/* Whether the file has the section's bytes, as they are. */
bool cfi_section_readable(const struct elf_view *view, size_t index);

/* Room for one more of what ITEMS points to, for which INPUT pays; NULL: there is none, which is
 * reported, and ITEMS stays.  Without an INPUT nothing is paid or reported. */
void *cfi_grow(struct input *input, void *items, size_t count, size_t *room, size_t size);

/* Puts a function behind the table's last, without counting it.  NULL: there is no room, which is
 * reported. */
struct cfi_function *cfi_put_function(struct cfi_table *table, struct input *input,
                                      const struct cfi_function *function);
