/* One ELF file as it is judged. */
#pragma once

#include "against_cfi.h"
#include "../convert/convert.h"

#include <jansson.h>
#include <stdio.h>

struct wishes {
    size_t finding_limit;
    bool folds_missing;
    bool keep_explained;
    const char *orc; /* its format, or empty: what the file says; NULL: CFI is read, not ORC */
    const char *truth; /* a file with what is true; NULL: the CFI or ORC is taken for true */
    struct names foreign;
};

struct file {
    const struct wishes *wishes;
    struct input input;
    struct elf_view view;
    struct landmarks landmarks; /* empty until MARKED */
    bool marked;
    struct cfi_table cfi;
    struct sfr_section *sections;
    enum sfr_verdict verdict; /* of the worst section */
    bool is_foreign; /* a section is for another ABI than the code, so nothing was compared */
    struct comparison comparison;
    struct converted converted; /* if cfi_file_convert() has made its section */
    /* Are called for what a section breaks, and for what the file around it breaks; NULL: not called. */
    const struct sfr_report *report, *around;
};

/* Takes INPUT, whose bytes have been read, and reads no CFI.  False: the reason is reported; if the
 * machine is known by then, the fault is in its SFrame sections.  To be closed either way. */
bool cfi_file_take(struct file *file, const struct wishes *wishes, const struct input *input);

/* Finds its landmarks, unless that was done.  False: the reason is reported. */
bool cfi_file_mark(struct file *file);

/* Opens PATH and reads its CFI or, if that is wished for, its ORC or the truth.  False: the reason is
 * reported. To be closed either way. */
bool cfi_file_open(struct file *file, const struct wishes *wishes, const char *path);
void cfi_file_close(struct file *file);

/* Why there is nothing to compare with or to convert; NULL if there is. */
const char *cfi_file_lacks(const struct file *file);

/* Replaces its SFrame sections by what its CFI converts to; false: the reason is reported. */
bool cfi_file_convert(struct file *file, enum sfr_profile profile);

/* Replaces its CFI by what a list says of its functions; false: the reason is reported. */
bool cfi_file_take_truth(struct file *file, const json_t *functions);

/* Where a section might be added: beyond all that is loaded. */
uint64_t cfi_file_end(const struct file *file);

/* Compares its SFrame sections, read by the text PROFILE, with the CFI; false: the reason is reported. */
bool cfi_file_judge(struct file *file, enum sfr_profile profile);

/* The same, but a file without CFI, or a truth without functions, is no error. */
bool cfi_file_compare(struct file *file, enum sfr_profile profile);

/* report.c */
void cfi_report_text(FILE *out, const struct file *file);
void cfi_report_json(FILE *out, const struct file *file);
void cfi_report_cfi(FILE *out, const struct file *file);
void cfi_report_converted(FILE *out, const char *path, const char *profile,
                          const struct converted *converted);
struct json;
void cfi_report_kinds(struct json *json, const struct comparison *comparison);
void cfi_report_total(FILE *out, const struct comparison *total, size_t file_count, bool orc);
/* The page in conformance/findings/, if nearly every program of some linker has this finding; else NULL. */
const char *cfi_page_of(const struct file *file, const struct finding *finding);
void cfi_total_add(struct comparison *total, const struct comparison *one);
