/* Where sections come from: a file of raw bytes, or the SFrame sections of an ELF file. */
#pragma once

#include "budget.h"
#include "sframe-ref.h"

/* What the ELF file says of a section, for the clauses about the file around it. */
struct container {
    bool elf, section_header; /* false, false: a raw file; true, false: only a segment names it */
    bool linked;              /* an executable or shared object: segments count */
    bool loaded, named, typed, in_segment, own_segment;
};

/* One section of an input. */
struct source {
    char name[64]; /* of the ELF section, printable and perhaps cut; empty if there is none */
    size_t index;  /* of the ELF section or, without section headers, of the segment */
    const uint8_t *bytes;
    size_t size;
    uint64_t address;
    struct container container;
    uint8_t *copy; /* NULL, or a copy of the file's bytes that relocations change; `bytes` points to it */
};

/* A file that is read, and the sections in it. */
struct input {
    const char *path; /* for messages */
    char *why;        /* where a failure is written, in WHY_SIZE bytes; NULL: on standard error */
    size_t why_size;
    uint8_t *bytes;
    size_t size;
    void *elf;
    struct source *sources;
    size_t count, room;
    uint64_t spent[RESOURCE_COUNT];
};

/* Reads PATH ("-": standard input) and lists its sections.  False: it says why in one line on standard
 * error. */
bool tool_input_open(struct input *input, const char *path);
void tool_input_close(struct input *input);

/* Reads the bytes of a file only; lists no sections. */
bool tool_input_read(struct input *input, const char *path);

/* elf.c: whether the bytes begin as an ELF file does; adds its sections to the sources; frees what libelf
 * holds; reports the clauses about the file around a section. */
bool tool_elf_is(const struct input *input);
bool tool_elf_sources(struct input *input);
void tool_elf_close(struct input *input);
void tool_elf_check(const struct source *source, enum sfr_profile profile, const struct sfr_report *report);

/* Whether SIZE bytes at OFFSET lie in the file. */
bool tool_input_holds(const struct input *input, uint64_t offset, uint64_t size);
/* The number of WIDTH bytes, 8 at most, at FIELD. */
uint64_t tool_load(const uint8_t *field, size_t width, bool big_endian);
/* Adds a source; false: there is no memory, which is reported. */
bool tool_input_add(struct input *input, const struct source *source);
/* Reports a failure; the result is false, for the caller to return. */
bool tool_input_fail(const struct input *input, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
