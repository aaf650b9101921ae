/* A small linker; this header has what its files share.
 *
 *     link_read.c    objects -> sections, symbols, relocations; which sections stay
 *     link_table.c   a .sframe section of an object -> functions
 *     link_plt.c     calls of functions that are only known at start-up -> stubs, and functions that
 *                    describe them
 *     link_merge.c   the functions of all objects -> one section
 *     link_write.c   places and bytes -> an ELF file
 */
#pragma once

#include "../elf_out.h"

struct link_section {
    const char *name;
    GElf_Shdr header;
    struct bytes code; /* our own copy */
    const GElf_Rela *relocations;
    size_t relocation_count;
    struct link_input *input;
    bool is_wanted; /* it is loaded, and its group was not discarded */
    bool is_kept;   /* it is wanted, and something refers to it */
    bool is_sframe;
    uint64_t address;  /* in the result; 0 if that is relocatable */
    size_t out_number; /* the number of its section in the result */
};

struct link_symbol {
    const char *name;
    struct link_section *section; /* NULL: undefined, or in no section */
    GElf_Sym symbol;
};

struct link_input {
    const char *path;
    uint8_t *bytes; /* the file's; NULL: the linker made this input */
    Elf *elf;
    struct link_section *sections;
    size_t section_count;
    struct link_symbol *symbols;
    size_t symbol_count;
};

/* A function of an SFrame section. */
struct link_function {
    struct link_section *section;
    uint64_t offset; /* in its section */
    uint64_t address;
    uint32_t size, row_count;
    uint8_t info, info2, rep_size;
    const uint8_t *rows;
    size_t rows_size;
    uint32_t rows_at; /* offset in the result */
};

struct linker {
    const struct abi *abi; /* NULL before the first object */
    bool big_endian, relocatable, shared, gc_sections;
    bool now, ibt; /* now: stubs without lazy binding; ibt: jumps must land on endbr64 */
    const char *entry, *output;
    struct link_input *inputs;
    size_t input_count;
    const struct version *version; /* of the SFrame sections; NULL before the first */
    bool pcrel;                    /* in the result, starts count from their field; else from the section */
    int8_t fixed_fp, fixed_ra;
    uint8_t said_version, said_abi, aux; /* from the last header; the result has no auxiliary header */
    struct link_function *functions;
    size_t function_count, function_room;
    uint32_t row_total;
    size_t table_count;
    const char **stubs; /* the names of the functions that they call */
    size_t stub_count, stub_room, call_count;
    struct bytes stub_rows[3]; /* as bytes of .sframe */
    struct bytes sframe, relocations; /* the section, and GElf_Rela of it if the result is relocatable */
    uint64_t sframe_address;
};

/* The next section of this input or, behind its last one, of the next input; null sections are skipped.  NULL
 * gives the first section, and is returned behind the last. */
struct link_section *link_next(const struct linker *linker, const struct link_section *section);

/* These return false after they have reported the error in one line. */
bool link_read(struct linker *linker, struct link_input *input, const char *path);
bool link_take_tables(struct linker *linker);
bool link_write(struct linker *linker);
bool link_fail(const char *path, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Decides which sections stay. */
void link_choose(struct linker *linker);
void link_make_stubs(struct linker *linker);
void link_add_function(struct linker *linker, const struct link_function *function);
void link_describe_stubs(struct linker *linker);

/* Makes the section, for the addresses that the functions have now. */
void link_merge(struct linker *linker);

/* The symbol of a section's relocation. */
const struct link_symbol *link_symbol_of(const struct link_section *section, const GElf_Rela *relocation);
/* The definition of a symbol, in this or another input; NULL: there is none. */
const struct link_symbol *link_definition(const struct linker *linker, const struct link_symbol *symbol);
