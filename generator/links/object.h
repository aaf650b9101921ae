/* An object file for a linker: sections of code and of SFrame, symbols, relocations.  A family adds to one,
 * and elf_file.c writes it as ELF.  What an assembler would do is done here, so that a linker is judged
 * alone. */
#pragma once

#include "model/encode.h"

enum {
    MAX_LINK_SECTIONS = 24,
    MAX_LINK_SYMBOLS = 256,
    MAX_LINK_RELOCATIONS = 512,
    MAX_LINK_BYTES = 1 << 19,
    LINK_NAME = 48,
    LINK_REFERENCES = 4,
    NO_SECTION = -1,
    SECTION_SYMBOL = 1 << 16, /* plus a section's number: a relocation against that section */
};

/* An instruction that refers to a symbol. */
struct link_reference {
    const char *name;
    uint8_t bytes[8], size, field; /* `field`: the offset of the bytes that the relocation sets */
    uint32_t type;                 /* of the relocation */
    int64_t addend;
    bool of_thread; /* the symbol is thread-local */
};

/* The numbers of an ABI's relocation types, and the instructions that functions are made of. */
struct link_machine {
    uint32_t pcrel32, pcrel64, absolute64;
    uint8_t filler[4], filler_size;                    /* an instruction that does nothing */
    uint8_t ending[4], ending_size;                    /* one that returns */
    struct link_reference references[LINK_REFERENCES]; /* the first calls */
};

extern const struct link_machine gen_link_machines[ABIS];

struct link_relocation {
    int section; /* that holds the field */
    uint32_t at, type;
    uint32_t symbol; /* a symbol's number in the object, or SECTION_SYMBOL + a section's number */
    int64_t addend;
};

struct link_section {
    char name[LINK_NAME];
    uint32_t group; /* a number of the object's, from 1; 0: in none */
    uint32_t type, align;
    uint64_t flags;
    uint32_t offset, size; /* in the object's bytes */
};

struct link_symbol {
    char name[LINK_NAME];
    int section; /* NO_SECTION: undefined */
    uint32_t at, size;
    uint8_t type, binding;
};

struct link_object {
    enum abi abi;
    uint32_t group_count, section_count, symbol_count, relocation_count, byte_count;
    char groups[MAX_LINK_SECTIONS][LINK_NAME]; /* the signatures of COMDAT groups */
    struct link_section sections[MAX_LINK_SECTIONS];
    struct link_symbol symbols[MAX_LINK_SYMBOLS];
    struct link_relocation relocations[MAX_LINK_RELOCATIONS];
    uint8_t bytes[MAX_LINK_BYTES];
    const char *fault;
};

void gen_link_object_init(struct link_object *object, enum abi abi);

/* Adds a section and returns its number.  Only the last one can still grow.  An empty GROUP: it is in none. */
int gen_link_add_section(struct link_object *object, const char *name, uint32_t type, uint64_t flags,
                         uint32_t align, const char *group);
void gen_link_append(struct link_object *object, int number, const uint8_t *bytes, uint32_t size);

/* The number of a symbol of this name, which is made if there is none. */
uint32_t gen_link_symbol(struct link_object *object, const char *name);
void gen_link_relocate(struct link_object *object, const struct link_relocation *relocation);

/* The object as an ELF file: how many bytes; 0: it cannot be written, see object->fault. */
size_t gen_link_write_elf(struct link_object *object, uint8_t *bytes, size_t room);
