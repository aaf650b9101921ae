/* What the files of metamorphic share: the sections that are said in several ways. */
#ifndef GENERATOR_FAMILIES_METAMORPHIC_H
#define GENERATOR_FAMILIES_METAMORPHIC_H

#include "emit/sets.h"

/* Sets of bases, by the order of the table. */
enum {
    SIMPLE = 1,
    PROLOGUE = 2,
    SEVERAL = 4,
    MANY_ROWS = 8,
    STUB = 16,
    STUB_ROWS = 32,
    MIXED = 64,
    TWINS = 128,
    SIGNAL = 256,
    FLEXIBLE = 512,
    MANGLED = 1024,
    UNDEFINED = 2048,
    REGISTERS = 4096,
    SPECIAL = SIGNAL | FLEXIBLE | MANGLED | UNDEFINED | REGISTERS,
};

struct base_section {
    const char *name;
    unsigned profiles, abis;
    void (*build)(struct section *section);
};

extern const struct base_section gen_bases[];
extern const unsigned gen_base_count;

#endif
