/* An ELF file as its tables, which can be edited in place.
 *
 * It is tolerant: what is not in the file does not exist.  It knows both classes and both byte orders.
 * Whatever the bytes say, nothing outside the file is read or written; the file can grow up to its room. */
#pragma once

#include "chance.h"
#include "draft.h"
#include "mutate.h"

#include <elf.h>

enum { SHT_SFRAME = 0x6ffffff4, PT_SFRAME = 0x6474e554 };

/* The kinds of records in an ELF file, and their fields. */
enum elf_record {
    ELF_HEADER,
    ELF_SECTION,
    ELF_SEGMENT,
    ELF_SYMBOL,
    ELF_RELA,
    ELF_REL,
    ELF_COMPRESSED,
    ELF_RECORDS
};
enum { E_TYPE, E_MACHINE, E_PHOFF, E_SHOFF, E_PHENTSIZE, E_PHNUM, E_SHENTSIZE, E_SHNUM, E_NAMES, E_FIELDS };
enum { S_NAME, S_TYPE, S_FLAGS, S_ADDR, S_OFFSET, S_SIZE, S_LINK, S_INFO, S_ALIGN, S_ENTSIZE, S_FIELDS };
enum { P_TYPE, P_FLAGS, P_OFFSET, P_VADDR, P_PADDR, P_FILESZ, P_MEMSZ, P_ALIGN, P_FIELDS };
enum { Y_NAME, Y_INFO, Y_OTHER, Y_SHNDX, Y_VALUE, Y_SIZE, Y_FIELDS };
enum { R_OFFSET, R_INFO, R_ADDEND, R_FIELDS };
enum { C_TYPE, C_SIZE, C_ALIGN, C_FIELDS };
enum { MOST_ELF_FIELDS = 10 };

struct elf_file {
    uint8_t *bytes;
    size_t size, room;
    bool wide, big_endian;
    struct mutator *mutator; /* whose drafts and room the edits use */
};

/* Returns false if the bytes are no ELF file, or have no known class or byte order. */
bool file_begin(struct elf_file *file, struct mutator *mutator, uint8_t *bytes, size_t size, size_t room);

/* --- Records ------------------------------------------------------------------------------------------- */

size_t file_size(const struct elf_file *file, enum elf_record record);
unsigned file_fields(enum elf_record record);
unsigned file_width(const struct elf_file *file, enum elf_record record, unsigned field);
uint64_t file_get(const struct elf_file *file, enum elf_record record, size_t at, unsigned field);
void file_put(struct elf_file *file, enum elf_record record, size_t at, unsigned field, uint64_t value);

/* --- Tables -------------------------------------------------------------------------------------------- */

static inline size_t smaller_of(size_t one, size_t other)
{
    return one < other ? one : other;
}

/* Whole records, one behind the other. */
struct elf_table {
    enum elf_record record;
    size_t at, count;
};

/* The table of ELF_SECTION or ELF_SEGMENT. */
struct elf_table file_headers(const struct elf_file *file, enum elf_record record);

/* The table of symbols or relocations in a section. */
struct elf_table file_entries(const struct elf_file *file, size_t section);

static inline size_t file_at(const struct elf_file *file, const struct elf_table *table, size_t index)
{
    return table->at + index * file_size(file, table->record);
}

/* Adds COUNT headers of zeros at the end of their table, which moves to the end of the file if necessary.  A
 * table of sections begins with an empty one.  Returns false if there is no room; *first is the index of
 * the first new one. */
bool file_add_headers(struct elf_file *file, enum elf_record record, size_t count, size_t *first);

/* Adds a section, with these values of its header's fields.  Returns its index, or 0 if there is no room. */
size_t file_add_section(struct elf_file *file, const uint64_t values[S_FIELDS]);

/* --- Sections ------------------------------------------------------------------------------------------ */

uint64_t file_section_get(const struct elf_file *file, size_t index, unsigned field);
void file_section_put(struct elf_file *file, size_t index, unsigned field, uint64_t value);

/* Gets a section's bytes.  Returns false if they are not in the file. */
bool file_contents(const struct elf_file *file, size_t index, struct bytes *contents);

/* Any section, or any that FITS; 0 if none does. */
typedef bool file_fits(const struct elf_file *file, size_t section);
size_t file_any_section(const struct elf_file *file, file_fits *fits, struct random *random);

/* What FITS can be. */
file_fits file_is_any, file_is_sframe, file_is_relocations, file_is_symbols, file_is_compressed;

/* Appends bytes to the file, or zeros if BYTES is NULL.  Returns their offset, or 0 if there is no room. */
size_t file_append(struct elf_file *file, const uint8_t *bytes, size_t size);

/* --- Edits ----------------------------------------------------------------------------------------------- */

/* Each one changes one thing in place, and returns whether it changed any. */
enum elf_edit {
#define ELF_EDIT(name, breaks, what) ELF_EDIT_##name,
#include "elf_edits.def"
#undef ELF_EDIT
    ELF_EDITS
};

#define ELF_EDIT(name, breaks, what) bool elf_edit_##name(struct elf_file *file, struct random *random);
#include "elf_edits.def"
#undef ELF_EDIT

extern const struct elf_edit_kind {
    const char *name;
    bool breaks;
    bool (*apply)(struct elf_file *file, struct random *random);
} elf_edit_kinds[ELF_EDITS];

/* How many of something to make, from 1 to MOST: few are as frequent as many.  0 if MOST is 0. */
size_t file_how_many(struct random *random, size_t most);

/* Adds COUNT copies of a header at the end of its table; *first is the index of the first. */
bool file_copy_header(struct elf_file *file, enum elf_record record, size_t index, size_t count,
                      size_t *first);

/* The number of headers for which there is room. */
size_t file_room_for(const struct elf_file *file, enum elf_record record);
