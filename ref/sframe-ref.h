/* libsframe-ref: a strict, spec-literal reader of SFrame sections.
 *
 * Freestanding C17: no allocation, no I/O, no globals that change, no recursion.  Any bytes,
 * any length, any profile and any address give a verdict.  Nothing is copied; a section is read in place.
 *
 *     struct sfr_section section;
 *     if (sfr_open(&section, bytes, size, address, SFR_PROFILE_BY_VERSION, NULL) == SFR_MALFORMED)
 *         ...
 *     sfr_survey(&section);                      // once: enables binary search, if functions are sorted
 *     struct sfr_answer answer;
 *     sfr_lookup(&section, pc, &answer);
 *
 * Offsets count from the start of the section unless a name says otherwise.
 */
#ifndef SFRAME_REF_H
#define SFRAME_REF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- Vocabulary ---------------------------------------------------------------------------------- */

/* The text by which a section is read.  A version byte of 2 does not say which errata its writer knew. */
enum sfr_profile {
    SFR_V1,
    SFR_V2,
    SFR_V2E1,
    SFR_V2E2,
    SFR_V3,
    SFR_PROFILE_BY_VERSION, /* what the version byte says: for 2 the newest errata, else the newest text */
};
#define SFR_PROFILE_COUNT SFR_PROFILE_BY_VERSION

enum sfr_clause {
    SFR_CLAUSE_NONE,
#define CLAUSE(name, id, subject, strength, sections, words) SFR_##name,
#include "clauses.def"
#undef CLAUSE
    SFR_CLAUSE_END,
};

enum sfr_subject { SFR_SECTION, SFR_READER, SFR_WRITER, SFR_TRACER, SFR_CONTAINER };
enum sfr_strength { SFR_MUST, SFR_SHOULD, SFR_STATES, SFR_IMPLIED };

struct sfr_clause_text {
    const char *id;
    enum sfr_subject subject;
    enum sfr_strength strength;
    const char *sections[SFR_PROFILE_COUNT]; /* where each profile's text says it, or NULL */
    const char *words;
};

/* All names are NULL for a value that has none. */
const struct sfr_clause_text *sfr_clause_text(enum sfr_clause clause); /* NULL for what is no clause */
const char *sfr_profile_name(enum sfr_profile profile);                /* "v1" ... "v3" */
enum sfr_profile sfr_profile_named(const char *name); /* SFR_PROFILE_COUNT for a name that is none */
const char *sfr_subject_name(enum sfr_subject subject);
const char *sfr_strength_name(enum sfr_strength strength);

/* SFR_VALID: no clause is broken.  SFR_IRREGULAR: some clause is, but the section can be read.
 * SFR_MALFORMED: it cannot be read.  SFR_UNFINISHED: no verdict, as the caller gave too little scratch
 * memory. */
enum sfr_verdict { SFR_VALID, SFR_IRREGULAR, SFR_MALFORMED, SFR_UNFINISHED };

const char *sfr_verdict_name(enum sfr_verdict verdict);

/* A clause that is broken, and where.  A severity of SFR_VALID makes it a note, which leaves the verdict
 * as it is. */
struct sfr_violation {
    enum sfr_clause clause;
    enum sfr_verdict severity;
    uint64_t offset;  /* of the field at fault; of the first field that is not whole, if bytes are missing */
    uint64_t found;   /* what is there, where one number says it */
    uint64_t allowed; /* what it is compared with: the limit, the expected value, or a twin's offset */
};

/* A function to call once for each violation, in the order in which they are found.  NULL: none. */
struct sfr_report {
    void (*violation)(void *context, const struct sfr_violation *violation);
    void *context;
};

/* --- Facts ---------------------------------------------------------------------------------------- */

enum sfr_abi { SFR_AARCH64_BIG = 1, SFR_AARCH64_LITTLE = 2, SFR_AMD64 = 3, SFR_S390X = 4, SFR_ABI_END };
enum sfr_flag { SFR_SORTED = 0x1, SFR_FRAME_POINTER = 0x2, SFR_PCREL = 0x4 };
const char *sfr_flag_name(enum sfr_profile profile,
                          unsigned flag); /* NULL for what its text does not define */

/* The facts in which ABIs differ.  Numbers of registers are DWARF's. */
struct sfr_abi_facts {
    const char *name; /* "aarch64_be" ... */
    bool big_endian;
    enum sfr_profile since; /* the first text that lists it */
    uint32_t sp, fp, ra;    /* of AMD64's RA the column's, as no register holds it */
    int8_t fixed_ra;        /* where a call leaves RA, from the CFA; 0: in a register, so rows track it */
    int16_t sp_from_cfa;    /* the caller's SP */
    int16_t cfa_bias;       /* the offset of a CFA is stored less this, */
    uint8_t cfa_scale;      /* divided by this */
    bool signs_ra;          /* return addresses may be mangled, by one of two keys */
    bool paired_words;      /* a default row has both RA's word and FP's, or neither */
    bool register_words;    /* such a word may name a register, in texts that have register_words */
    bool zero_ra_word;      /* RA's word of 0 only fills its place */
};

const struct sfr_abi_facts *sfr_abi_facts(unsigned abi); /* NULL for what no text lists */
const char *sfr_abi_name(unsigned abi);                  /* NULL, too */
unsigned sfr_abi_named(const char *name);                /* 0 for a name that is none */

/* The facts in which the texts differ; what each text demands of a section is in the catalogue. */
struct sfr_text_facts {
    const char *name;
    uint8_t version;
    uint8_t flags;                   /* those that it defines */
    uint8_t start_size;              /* bytes of a function's start */
    uint8_t entry_size;              /* bytes of a function's entry (V3: index entry) */
    const uint8_t *entry_fields;     /* the width of each of its fields, then 0 */
    const uint8_t *attribute_fields; /* the same of what stands before the rows; NULL: nothing does */
    uint8_t info_unused;             /* bits of a function's info byte */
    bool rep_size;                   /* functions have a repetition size */
    bool blocks;                     /* by which rows of SFR_MASK repeat; else they are masks of bits */
    bool signals;                    /* functions may be signal frames */
    bool flexible;                   /* functions may be SFR_FLEX */
    bool abi_words;           /* what a default row's words mean is the ABI's to say, not the header's */
    bool register_words;      /* they may name registers, on ABIs that have register_words */
    bool outermost_rows;      /* a row without words says that RA is undefined */
    bool outermost_functions; /* so does a default function without rows */
};

const struct sfr_text_facts *sfr_text_facts(enum sfr_profile profile); /* NULL for what is no text */

/* Whether the text of that profile states the clause. */
bool sfr_text_states(enum sfr_profile profile, enum sfr_clause clause);

/* --- Sections ------------------------------------------------------------------------------------- */

enum { SFR_LANDMARKS = 1024 }; /* more find a function sooner, and make a section larger */

/* A section after sfr_open: the fields of its header, and where its parts lie. */
struct sfr_section {
    const uint8_t *bytes;
    size_t size;
    uint64_t address; /* where bytes[0] lies in memory */
    enum sfr_profile profile;
    bool malformed; /* its header cannot be read, so it holds no function */
    bool big_endian;
    uint8_t version, flags, abi, aux_len;
    int8_t fixed_fp, fixed_ra;
    uint32_t num_fdes, num_fres, fre_len, fdeoff, freoff;
    uint32_t function_count; /* how many can be read: num_fdes, or none of a malformed section */
    size_t fdes, fdes_end;   /* their entries, all present */
    size_t fres, fres_end;   /* the row sub-section, all present */
    size_t header_read;      /* how many of the header's bytes were there and laid out as described */
    bool searchable;         /* surveyed: starts ascend and no two functions overlap */
    int64_t first_start; /* if searchable: where addresses begin; they fall into parts of part_shift bits, */
    uint8_t part_shift;
    uint32_t last_part,
        landmarks[SFR_LANDMARKS + 1]; /* of which each has a function to begin at, and the next one ends */
};

/* Reads the header; whatever it breaks is reported.  If that is SFR_MALFORMED the section holds no function,
 * and of its header only the first header_read bytes were read. */
enum sfr_verdict sfr_open(struct sfr_section *section, const uint8_t *bytes, size_t size, uint64_t address,
                          enum sfr_profile profile, const struct sfr_report *report);

/* Reads every function entry once and finds out whether functions are in order, so that lookups can search by
 * halving.  The section's own flag is not trusted. */
void sfr_survey(struct sfr_section *section);

/* --- Functions and rows --------------------------------------------------------------------------- */

enum sfr_pc_type { SFR_INC, SFR_MASK };
enum sfr_fre_type { SFR_ADDR1, SFR_ADDR2, SFR_ADDR4 };
enum sfr_fde_type { SFR_DEFAULT, SFR_FLEX };

struct sfr_function {
    uint32_t index;
    size_t entry;     /* offset of its entry (V3: index entry) */
    size_t attribute; /* offset of its attribute; 0 before V3 */
    size_t info_offset;
    int64_t start_field;
    uint64_t start;   /* address, modulo 2^64 */
    int64_t relative; /* the same, from the start of the section */
    uint32_t size, num_fres, rep_size;
    size_t rows; /* offset of its first row */
    uint8_t info, info2;
    uint16_t padding;
    enum sfr_pc_type pc_type;
    enum sfr_fre_type fre_type;
    enum sfr_fde_type fde_type;
    bool signal, pauth_key_b;
};

/* Reads function INDEX, below function_count.  False if its fields cannot be read as the text lays them
 * out: then *fault says why, and its place (start, relative, size) is set all the same. */
bool sfr_function(const struct sfr_section *section, uint32_t index, struct sfr_function *function,
                  struct sfr_violation *fault);

struct sfr_row {
    size_t offset;  /* of the row */
    size_t next;    /* of what follows it */
    size_t words;   /* of its first word */
    uint32_t start; /* from the start of the function; a mask or place in the block if pc_type is SFR_MASK */
    uint8_t info;
    uint8_t word_size, word_count;
    bool base_sp, mangled_ra;
};

/* The row at OFFSET: function->rows, then each row's next, function->num_fres times. */
bool sfr_row(const struct sfr_section *section, const struct sfr_function *function, size_t offset,
             struct sfr_row *row, struct sfr_violation *fault);

/* Word I (below word_count) of a row. */
uint32_t sfr_word_unsigned(const struct sfr_section *section, const struct sfr_row *row, unsigned i);
int32_t sfr_word_signed(const struct sfr_section *section, const struct sfr_row *row, unsigned i);

enum sfr_rule_kind {
    SFR_UNSTATED,  /* the bytes give no rule */
    SFR_SAME,      /* still in its register */
    SFR_UNDEFINED, /* there is none: an outermost frame */
    SFR_AT,        /* base plus offset, or what lies there */
};
enum sfr_base { SFR_SP, SFR_FP, SFR_CFA, SFR_REGISTER };

struct sfr_rule {
    enum sfr_rule_kind kind;
    enum sfr_base base;
    bool deref;
    uint32_t regnum; /* DWARF number, if base is SFR_REGISTER */
    int64_t offset;
};

struct sfr_rules {
    struct sfr_rule cfa, ra, fp;
};

/* Whether the second word of a default row is RA's, so that the third is FP's. */
bool sfr_tracks_ra(const struct sfr_section *section);

/* Works out the rules of a row.  False if its words do not say how to find the CFA or break off inside a
 * rule: then *fault says why, and the rules that the words do give are set all the same. */
bool sfr_rules(const struct sfr_section *section, const struct sfr_function *function,
               const struct sfr_row *row, struct sfr_rules *rules, struct sfr_violation *fault);

/* --- Lookup --------------------------------------------------------------------------------------- */

enum sfr_found {
    SFR_FOUND,
    SFR_OUTERMOST,   /* a function of the default type without rows: RA is undefined */
    SFR_NO_FUNCTION, /* no function holds the PC */
    SFR_NO_ROW,      /* one does, but none of its rows matches */
    SFR_ERROR,       /* what should answer cannot be read: fault says why */
};

struct sfr_answer {
    enum sfr_found found;
    struct sfr_function function; /* unless SFR_NO_FUNCTION or SFR_ERROR */
    uint32_t row_index;           /* these three if SFR_FOUND */
    struct sfr_row row;
    struct sfr_rules rules;
    struct sfr_violation fault; /* if SFR_ERROR */
};

/* The row that holds at PC.  Where functions overlap, the one that starts nearest before PC answers, of
 * twins the last.  Logarithmic in functions if the section is searchable, else linear. */
enum sfr_found sfr_lookup(const struct sfr_section *section, uint64_t pc, struct sfr_answer *answer);

/* The same for function INDEX, which is known to hold PC: for callers with an index of functions of their
 * own. */
enum sfr_found sfr_lookup_in(const struct sfr_section *section, uint32_t index, uint64_t pc,
                             struct sfr_answer *answer);

/* --- Unwinding ------------------------------------------------------------------------------------- */

/* A frame of a stack: its registers, and what is known of it. */
struct sfr_frame {
    uint64_t pc, sp, fp;
    uint64_t cfa;     /* if cfa_known */
    bool cfa_known;   /* set by the step from the frame, also if that stops after its CFA */
    bool topmost;     /* the other registers are still the machine's */
    bool interrupted; /* by a signal: its PC was not returned to, so it is looked up as it is */
};

/* Callbacks that read the memory and registers of the program that is unwound. */
struct sfr_machine {
    bool (*memory)(void *context, uint64_t address, uint64_t *value);   /* 8 bytes; false: unreadable */
    bool (*registers)(void *context, uint32_t regnum, uint64_t *value); /* as the topmost frame has them */
    void *context;
    uint64_t pac_mask; /* the bits of a mangled return address that are not address */
};

enum sfr_step {
    SFR_STEPPED,
    SFR_STOP_OUTERMOST,
    SFR_STOP_NO_FUNCTION,
    SFR_STOP_NO_ROW,
    SFR_STOP_MEMORY, /* a word cannot be read, or does not lie at a multiple of 8 */
    SFR_STOP_UNSAFE, /* a register that only the topmost frame still has */
    SFR_STOP_LOOP,   /* SP has not risen */
    SFR_STOP_LIMIT,
    SFR_STOP_ERROR,
};

const char *sfr_step_name(enum sfr_step step); /* "stepped", "outermost" ... "error" */

/* One step from a frame to its caller's, which is set only if the result is SFR_STEPPED; of FRAME only the
 * CFA is set.  PC - 1 is looked up unless the frame is the topmost or was interrupted.  At most three
 * words are read. */
enum sfr_step sfr_step(const struct sfr_section *section, struct sfr_frame *frame,
                       const struct sfr_machine *machine, struct sfr_frame *caller);

/* What was found at a PC, kept for the next time if its row is of the usual kind: recursion and repeated
 * traces come to the same PCs. */
struct sfr_remembered {
    uint64_t pc;
    int32_t cfa, ra, fp; /* the CFA from SP or FP; and from there, where RA and FP were saved */
    uint32_t caller;     /* the place of its caller's PC, the last time */
    int16_t sp;          /* the caller's SP, from the CFA */
    bool used, from_fp, keeps_fp, mangled_ra;
};

/* Traces through a program of several modules.
 *
 *     struct sfr_remembered remembered[64];
 *     struct sfr_unwind unwind;
 *     struct sfr_frame frame;
 *     sfr_unwind_begin(&unwind, sections, count, &machine, remembered, 64);
 *     for (sfr_unwind_from(&unwind, pc, sp, fp, 128); sfr_unwind_next(&unwind, &frame);)
 *         ...
 *     puts(sfr_step_name(unwind.stop));
 */
struct sfr_unwind {
    const struct sfr_section *sections;
    size_t count;
    const struct sfr_machine *machine;
    struct sfr_remembered *remembered;
    uint64_t mask;      /* of the numbers of places: a power of two of them is used */
    uint64_t recent;    /* the place that was asked last */
    uint64_t sought;    /* the PC by which the row of `frame` is looked up */
    enum sfr_step stop; /* why there is no further frame */
    uint32_t left;
    struct sfr_frame frame; /* the next to give, if stop is SFR_STEPPED */
    size_t last;            /* the section that answered last */
};

/* All sections, of which no two hold the same PC, MACHINE and REMEMBERED are used until the last trace's end.
 * REMEMBERED, with any contents, has at least one place; their number changes the speed and no answer.
 * What is remembered is kept from trace to trace: begin again when modules come, go or move. */
void sfr_unwind_begin(struct sfr_unwind *unwind, const struct sfr_section *sections, size_t count,
                      const struct sfr_machine *machine, struct sfr_remembered *remembered, size_t places);

/* Begins a trace at the topmost frame, whose registers are given; it ends after LIMIT frames. */
void sfr_unwind_from(struct sfr_unwind *unwind, uint64_t pc, uint64_t sp, uint64_t fp, uint32_t limit);

/* Gives the next frame, outwards.  False if there is none: unwind->stop says why. */
bool sfr_unwind_next(struct sfr_unwind *unwind, struct sfr_frame *frame);

/* --- Check and flip --------------------------------------------------------------------------------- */

/* How much scratch a check or a flip of a section of this size needs: less than two thirds of it. */
size_t sfr_check_scratch(size_t size);

/* Reports every violation, in time that is linear in SIZE.  Where functions share rows, each row is checked
 * once, as a row of the function that has most of them left; each of the other functions is reported to share
 * rows [fre.unshared].  SCRATCH has at least sfr_check_scratch(size) bytes, with any contents.
 * With less, or NULL, only the header is judged: SFR_MALFORMED if it cannot be read, else SFR_UNFINISHED. */
enum sfr_verdict sfr_check(const uint8_t *bytes, size_t size, uint64_t address, enum sfr_profile profile,
                           void *scratch, size_t scratch_size, const struct sfr_report *report);

/* Writes the section in the other byte order to OUT, which has room for SIZE bytes and does not overlap
 * BYTES.  All values stay what they were.  The auxiliary header and bytes outside every structure are
 * copied, as no text says what they mean.  False if the section is malformed, if rows overlap so that no
 * order of bytes gives both their values, or if SCRATCH (as for a check) is too small; all but the last is
 * reported.  Then the contents of OUT mean nothing. */
bool sfr_flip(const uint8_t *bytes, size_t size, enum sfr_profile profile, uint8_t *out, void *scratch,
              size_t scratch_size, const struct sfr_report *report);

#ifdef __cplusplus
}
#endif
#endif
