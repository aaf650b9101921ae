/* A small assembler of CFI directives; this header has what its files share.
 *
 *     source.c    lines of assembly text -> sections, symbols, and functions with steps
 *     cfi.c       steps -> rows: the state after each CFI directive
 *     escape.c    the bytes of .cfi_escape -> a step
 *     words.c     a row -> its words in SFrame, or the reason why it has none
 *     section.c   functions -> the bytes of .sframe, and their relocations
 *     object.c    all of it -> an ELF object
 *     facts.c     the ABIs, and the versions of the format, a row each
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* --- Facts: the differences between the ABIs, and between the versions of the format ---------------------- */

struct abi {
    const char *name;
    uint16_t elf_machine;
    bool big_endian;
    uint8_t number;                   /* its number in the header: V3 2.2.1 */
    uint8_t sp, fp;                   /* DWARF register numbers */
    uint8_t ra;                       /* the return column */
    int16_t entry;                    /* at a function's start the CFA is SP plus this */
    int8_t fixed_ra;                  /* where RA always is, from the CFA; 0: it has no fixed place */
    int16_t bias;                     /* a stored offset of the CFA is less by this ... */
    uint8_t scale;                    /* ... and divided by this: V3 3.1.3 */
    bool pairs;                       /* RA and FP have words only together: V3 3.1.2 */
    bool pads_ra;                     /* a word of 0 says that RA is unsaved: V3 3.1.3 */
    bool sp_is_free;                  /* the caller's SP is not the CFA: V3 3.1.3 */
    bool signs;                       /* return addresses can be signed */
    uint32_t pc32, pc64;              /* types of PC-relative relocations, of 32 and 64 bits */
    const char *jump;                 /* the mnemonic of a jump to a label ... */
    uint8_t jump_bytes[5], jump_size; /* ... and the longest instruction for it, without the target */
};

const struct abi *abi_of_name(const char *name);
const struct abi *abi_of_machine(uint16_t elf_machine, bool big_endian);

struct version {
    uint8_t number;
    uint8_t start_size; /* bytes of a function's start */
    uint8_t entry_size;
    bool repeats;            /* the size of repeated blocks is stored: V2 2.3 */
    bool attributes;         /* five bytes before a function's rows: V3 2.3.2 */
    bool flexible;           /* flexible rows: V3 3.2 */
    bool signals;            /* signal frames: V3 2.3.3 */
    bool registers_as_words; /* on s390x an odd word names a register: V2E1 3.3 */
};

const struct version *version_of(unsigned number);

enum { SECTION_TYPE = 0x6ffffff4, SEGMENT_TYPE = 0x6474e554 }; /* SHT_GNU_SFRAME, PT_GNU_SFRAME */
enum { MAGIC = 0xdee2, HEADER_SIZE = 28, ATTRIBUTE_SIZE = 5 };
enum { FLAG_SORTED = 1, FLAG_PCREL = 4 };

/* --- Memory --------------------------------------------------------------------------------------------- */

/* Returns ITEMS with room for at least one more behind `count`; ends the program if memory ran out. */
void *grown(void *items, size_t count, size_t *room, size_t size);
/* Returns memory of zeros.  This and the next end the program, too, if memory ran out. */
void *zeroed(size_t count, size_t size);
char *copy_of(const char *text, size_t length);

struct bytes {
    uint8_t *at;
    size_t size, room;
};

void put_bytes(struct bytes *bytes, const void *from, size_t size);
void put_zeros(struct bytes *bytes, size_t count);
/* Appends the value as `size` bytes in this byte order. */
void put_number(struct bytes *bytes, bool big_endian, unsigned size, uint64_t value);
void set_number(uint8_t *at, bool big_endian, unsigned size, uint64_t value);
uint64_t get_number(const uint8_t *at, bool big_endian, unsigned size);

/* --- CFI ------------------------------------------------------------------------------------------------ */

enum { REGISTERS = 128, BASE_CFA = REGISTERS };

enum rule_kind {
    RULE_SAME,
    RULE_UNDEFINED,
    RULE_AT,      /* base plus offset, or the word at that address */
    RULE_UNKNOWN, /* an expression that SFrame cannot express, or not stated at all */
};

struct rule {
    enum rule_kind kind;
    bool deref;
    unsigned base; /* a register, or BASE_CFA */
    int64_t offset;
};

static inline struct rule rule_of(enum rule_kind kind)
{
    return (struct rule){.kind = kind};
}

static inline struct rule rule_at(unsigned base, int64_t offset, bool deref)
{
    return (struct rule){RULE_AT, deref, base, offset};
}

static inline bool rules_equal(const struct rule *a, const struct rule *b)
{
    return a->kind == b->kind && a->deref == b->deref && a->base == b->base && a->offset == b->offset;
}

enum step_kind {
    STEP_DEF_CFA,
    STEP_DEF_CFA_REGISTER,
    STEP_DEF_CFA_OFFSET,
    STEP_ADJUST_CFA_OFFSET,
    STEP_OFFSET,
    STEP_REL_OFFSET,
    STEP_VAL_OFFSET,
    STEP_REGISTER,
    STEP_RESTORE,
    STEP_UNDEFINED,
    STEP_SAME_VALUE,
    STEP_REMEMBER,
    STEP_RESTORE_STATE,
    STEP_NEGATE_RA_STATE,
    STEP_WINDOW_SAVE,
    STEP_VAL_ENCODED,
    STEP_ESCAPE,
    STEP_SIGNAL_FRAME,
    STEP_B_KEY,
    STEP_RETURN_COLUMN,
    STEP_CFA_RULE,      /* from an escape: `rule` is the CFA's */
    STEP_REGISTER_RULE, /* from an escape: `rule` is that of `reg` */
    STEP_NOTHING,       /* no effect on stack traces */
};

enum { ESCAPE_BYTES = 64 };

struct step {
    enum step_kind kind;
    unsigned reg, other;
    int64_t value;
    uint64_t at; /* bytes behind the function's start */
    int line;
    struct rule rule;
    uint8_t escape[ESCAPE_BYTES];
    size_t escape_size;
};

/* How a step is written: as a directive, and as an operation of .cfi_escape.  Operands: r is a register
 * for `reg`, s is one for `other`, o is an offset, b is bytes, and * is anything. */
struct form_of_step {
    const char *name, *operands;
    enum step_kind kind;
    uint8_t operation; /* 0: escape.c reads no operation for this step */
};

/* The form with this operation; NULL if there is none. */
const struct form_of_step *step_of_operation(uint8_t operation);

struct row {
    uint64_t at;
    struct rule cfa, ra, fp, sp;
    bool is_signed;
};

struct function {
    size_t section; /* index in unit.sections */
    uint64_t start, size;
    int line;
    bool simple, refused, without_sframe;
    bool signal, key_b;
    unsigned return_column;
    struct step *steps;
    size_t step_count, step_room;
    struct row *rows;
    size_t row_count, row_room;
};

/* --- A unit of assembly text ---------------------------------------------------------------------------- */

struct text_section {
    const char *name, *group; /* group: NULL if it has none */
    int64_t subsection;       /* each subsection becomes a section of its own */
    struct bytes code;
    uint64_t flags, alignment;
};

enum { SECTION_NONE = -1 };

struct symbol {
    const char *name;
    int section; /* SECTION_NONE: not defined here */
    uint64_t value, size;
    bool is_function;
};

struct unit {
    const char *path;
    const struct abi *abi;
    const struct version *version;
    struct text_section *sections;
    size_t section_count, section_room, current;
    struct symbol *symbols;
    size_t symbol_count, symbol_room;
    struct function *functions;
    size_t function_count, function_room;
    struct function *open; /* between .cfi_startproc and .cfi_endproc */
    bool wants_sframe, is_quiet;
    int errors, line;
};

/* Prints one line to standard error, and refuses the function that is open. */
void refuse(struct unit *unit, int line, const char *format, ...) __attribute__((format(printf, 3, 4)));
void warn(const struct unit *unit, int line, const char *format, ...) __attribute__((format(printf, 3, 4)));

void assemble_text(struct unit *unit, FILE *file);

/* Sets the function's rows, signal, key and column.  Refuses the function if its steps have no meaning. */
void run_steps(struct unit *unit, struct function *function);
/* Gets the step that an escape stands for.  If it is not a known operation, refuses the function and returns
 * false. */
bool read_escape(struct unit *unit, const struct step *escape, struct step *step);

/* --- SFrame --------------------------------------------------------------------------------------------- */

enum { MAX_WORDS = 6 };

struct words {
    int64_t at[MAX_WORDS];
    unsigned count, controls; /* a bit for each word that is a control, and unsigned: V3 3.2 */
    bool base_sp;
};

/* Sets the words that express the row.  Returns NULL, or what cannot be expressed. */
const char *default_words(const struct unit *unit, const struct row *row, struct words *words);
const char *flexible_words(const struct unit *unit, const struct row *row, struct words *words);
/* The smallest size, 1, 2 or 4 bytes, that holds each of the words; 0 if a word needs more. */
unsigned word_size(const struct words *words);

/* A function in the section. */
struct entry {
    const struct function *function;
    uint32_t rows_at, rows_end, row_count; /* offsets in the part with the rows */
    uint8_t info, info2;
};

struct sframe {
    struct bytes bytes; /* the section */
    struct bytes rows;  /* its part with the rows */
    struct entry *entries;
    size_t entry_count, entry_room;
    struct bytes relocations; /* GElf_Rela */
};

/* Makes the section of all functions.  Returns false if the source wants none. */
bool make_sframe(struct unit *unit, struct sframe *sframe);
void free_sframe(struct sframe *sframe);

/* In differ.c: prints a line for each bug of the version's area that changes the SFrame of some function of
 * the file: its name, and the numbers of the functions in the file; tabs are between them. */
void print_differences(struct unit *unit, FILE *to);

/* Writes the object to PATH.  If that fails, reports the error and returns false. */
bool write_object(const struct unit *unit, const struct sframe *sframe, const char *path);
