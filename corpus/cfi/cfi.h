/* The DWARF CFI of an ELF file as a table: functions, and of each its rows. */
#ifndef CORPUS_CFI_CFI_H
#define CORPUS_CFI_CFI_H

#include "recovery.h"
#include "tool/elf.h"

/* What libdw will do for an FDE, computed from its instructions and its CIE's. */
struct frame_cost {
    uint64_t run;        /* steps for all instructions, which every row runs again up to its own */
    uint64_t rows;       /* how often the instructions move on */
    uint64_t evaluation; /* steps for the expressions of one row */
    uint64_t kept;       /* bytes of expressions, for ever */
    uint64_t registers;  /* that have rules, and those below them */
    uint64_t remembered; /* states */
    bool strange;        /* a register is named that no machine has; libdw would make room for all below it */
};

struct cfi_row {
    uint64_t start, end;
    struct recovery recovery;
    bool by_pc; /* an expression that computes with PC: said for each PC, rows of one value joined */
};

struct cfi_function {
    uint64_t start, end;
    uint64_t offset; /* of its FDE in the CFI section */
    size_t first_row, row_count;
    struct frame_cost cost; /* the most of those that it shares a PC with */
    bool lone;              /* it shares none */
    bool signal, key_b;
    bool unreadable; /* libdw would not read all of its rows */
};

struct cfi_table {
    const struct machine *machine;
    const char *section;            /* the CFI's; NULL if the file has none */
    struct cfi_function *functions; /* by start */
    struct cfi_row *rows;
    size_t function_count, row_count;
    size_t function_room, row_room;
    size_t odd_count; /* FDEs whose range is not known; of ORC, entries that hold for no code */
    /* Of ORC alone: rows and bytes of function symbols of which it says nothing, bytes of no symbol of which
     * it says something */
    uint64_t silent_rows, silent_pcs, nameless_pcs;
};

/* An empty table for the file's machine; false: SFrame knows none like it, which is reported. */
bool cfi_find_machine(struct cfi_table *table, const struct elf_view *view);
/* Fills it from .eh_frame or else .debug_frame.  False: the reason is reported. */
bool cfi_read(struct cfi_table *table, const struct elf_view *view);
void cfi_free(struct cfi_table *table);

/* Adds a row to the function behind the table's last, which is being read; false: the reason is reported. */
bool cfi_add_row(struct cfi_table *table, struct input *input, const struct cfi_row *row);

/* Whether the file has the section's bytes, as they are. */
bool cfi_section_readable(const struct elf_view *view, size_t index);

/* Room for one more of what ITEMS points to, for which INPUT pays; NULL: there is none, which is
 * reported, and ITEMS stays.  Without an INPUT nothing is paid or reported. */
void *cfi_grow(struct input *input, void *items, size_t count, size_t *room, size_t size);

/* Puts a function behind the table's last, without counting it.  NULL: there is no room, which is
 * reported. */
struct cfi_function *cfi_put_function(struct cfi_table *table, struct input *input,
                                      const struct cfi_function *function);

#endif
