/* The files that the program is made of, where they lie, and what their .sframe sections say. */
#pragma once

#include "target.h"

struct file;

struct module {
    char *path;
    uint64_t bias, start, end; /* addresses in the process */
    struct file *file;         /* as ../crosscheck/ reads it; NULL: there is none, or it is no ELF file */
};

struct modules {
    struct module *list;
    size_t count;
    struct sfr_section *sections; /* of the modules that have one */
    size_t section_count;
    enum sfr_profile profile;
};

/* What an ELF file is made for.  NULL: it is none, or no machine of ours, which is reported. */
const struct arch *live_program_arch(const char *path);

/* Finds the modules anew, as the program may have loaded or unloaded some. */
void live_modules_find(struct modules *modules, const struct target *target);

const struct module *live_module_at(const struct modules *modules, uint64_t pc); /* NULL: none */

/* The section that has an answer for PC, and that answer.  NULL: none has; *ANSWER says: no function. */
const struct sfr_section *live_section_at(const struct modules *modules, uint64_t pc,
                                          struct sfr_answer *answer);

enum { PLACE_SIZE = 160 };
/* "function+0x12" or "[module]+0x1234", of a PC. */
void live_place_of(const struct modules *modules, uint64_t pc, char place[PLACE_SIZE]);
void live_function_of(const struct modules *modules, uint64_t pc,
                      char place[PLACE_SIZE]); /* without the offset */
