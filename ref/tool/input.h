/* Where sections come from: a file of raw bytes, or an ELF file and the SFrame sections in it. */
#ifndef REF_TOOL_INPUT_H
#define REF_TOOL_INPUT_H

#include "budget.h"
#include "sframe-ref.h"

/* What the ELF file says of a section, for the clauses on what is around one. */
struct container {
    bool elf, section_header; /* false, false: a raw file; true, false: found by its segment alone */
    bool linked;              /* an executable or shared object: segments count */
    bool loaded, named, typed, in_segment, own_segment;
};

struct source {
    char name[64]; /* of the ELF section, printable and perhaps cut; empty if there is none */
    size_t index;  /* of the ELF section or, without section headers, of the segment */
    const uint8_t *bytes;
    size_t size;
    uint64_t address;
    struct container container;
    uint8_t *copy; /* what `bytes` is if the file's own could not serve */
};

struct input {
    const char *path; /* for messages */
    char *why;        /* where a failure is told, WHY_SIZE bytes; NULL: on standard error */
    size_t why_size;
    uint8_t *bytes;
    size_t size;
    void *elf;
    struct source *sources;
    size_t count, room;
    uint64_t spent[RESOURCE_COUNT];
};

/* Reads PATH ("-": standard input).  On failure says why in one line on standard error: false. */
bool tool_input_open(struct input *input, const char *path);
void tool_input_close(struct input *input);

/* Its bytes alone, whatever they are. */
bool tool_input_read(struct input *input, const char *path);

/* elf.c */
bool tool_elf_is(const struct input *input);
bool tool_elf_sources(struct input *input);
void tool_elf_close(struct input *input);
void tool_elf_check(const struct source *source, enum sfr_profile profile, const struct sfr_report *report);

/* sources.c: whether the file reaches so far; another source, and a failure, which is told, or false. */
bool tool_input_holds(const struct input *input, uint64_t offset, uint64_t size);
bool tool_input_add(struct input *input, const struct source *source);
bool tool_input_fail(const struct input *input, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
