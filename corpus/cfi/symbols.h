/* Names of what lies at a PC, for messages; and which functions an input brought. */
#pragma once

#include "tool/elf.h"

enum { NAME_TEXT = 96 };

/* A function symbol, or a section of code. */
struct landmark {
    uint64_t start, size;
    size_t order; /* in the file */
    uint64_t entry_size; /* a section's, if its header says that it holds a table */
    const char *name;
};

/* The landmarks of a file, by start and then by order. */
struct landmarks {
    struct landmark *symbols, *sections;
    size_t symbol_count, symbol_room, section_count, section_room;
};

/* Compares landmarks by name, for qsort() and bsearch(). */
int cfi_name_order(const void *left, const void *right);

/* The symbols without a type that the file defines: they mark places in code.  Sorted by name; to be freed.
 * False: the reason is reported. */
bool cfi_labels_find(struct landmark **labels, size_t *count, const struct elf_view *view);

/* Finds the landmarks of a file.  False: the reason is reported.  To be freed either way. */
bool cfi_landmarks_find(struct landmarks *landmarks, const struct elf_view *view);
void cfi_landmarks_free(struct landmarks *landmarks);

/* The function symbol that holds PC, or else the section: "main+0x12", ".plt+0x10", "?". */
void cfi_name_pc(const struct landmarks *landmarks, uint64_t pc, char text[NAME_TEXT]);

/* Whether PC lies in a section that a linker fills with a procedure linkage table. */
bool cfi_in_plt(const struct landmarks *landmarks, uint64_t pc);

/* The size of the entries of the section that holds PC, as its header says; 0 if it does not. */
uint64_t cfi_entry_size(const struct landmarks *landmarks, uint64_t pc);

/* Function names of inputs that were made without SFrame. */
struct names {
    char **items;
    size_t count, room;
};

/* Adds the functions that the file at PATH, an object or an archive, defines.  False: it cannot be read, and
 * the reason is reported. */
bool cfi_names_add(struct names *names, const char *path);
void cfi_names_sort(struct names *names);
void cfi_names_free(struct names *names);

/* Whether a function symbol at PC, or else the last one before PC, has such a name.  That one need not hold
 * PC, as symbols of local functions may be stripped. */
bool cfi_names_hold(const struct names *names, const struct landmarks *landmarks, uint64_t pc);
