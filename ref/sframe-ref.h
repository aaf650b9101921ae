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

/* The text by which a section is read: an edition of the specification.  A version byte of 2 does not say
 * which errata its writer knew. */
enum sfr_profile {
    SFR_V1,
    SFR_V2,
    SFR_V2E1,
    SFR_V2E2,
    SFR_V3,
    SFR_PROFILE_BY_VERSION, /* the newest text for the version byte; for an unknown one, the newest of all */
};
#define SFR_PROFILE_COUNT SFR_PROFILE_BY_VERSION

/* A clause is a statement of the texts that a section or a reader can keep or break.  clauses.def lists all,
 * and explains subjects and strengths. */
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

/* Each function that gives a name gives NULL for a value without one. */
const struct sfr_clause_text *sfr_clause_text(enum sfr_clause clause); /* NULL for what is no clause */
const char *sfr_profile_name(enum sfr_profile profile);                /* "v1" ... "v3" */
enum sfr_profile sfr_profile_named(const char *name); /* SFR_PROFILE_COUNT if no profile has that name */
const char *sfr_subject_name(enum sfr_subject subject);
const char *sfr_strength_name(enum sfr_strength strength);

/* SFR_VALID: no clause is broken.  SFR_IRREGULAR: a clause is broken, but the section can be read.
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
    uint64_t found;   /* what is there, if that is one number */
    uint64_t allowed; /* what `found` is compared with: a limit, the expected value, or the one before it */
};

/* The library calls `violation` once for each violation, in the order in which it finds them.  If that or the
 * pointer to the report is NULL, nothing is reported. */
struct sfr_report {
    void (*violation)(void *context, const struct sfr_violation *violation);
    void *context;
};

/* --- Facts ---------------------------------------------------------------------------------------- */

enum sfr_abi { SFR_AARCH64_BIG = 1, SFR_AARCH64_LITTLE = 2, SFR_AMD64 = 3, SFR_S390X = 4, SFR_ABI_END };
enum sfr_flag { SFR_SORTED = 0x1, SFR_FRAME_POINTER = 0x2, SFR_PCREL = 0x4 };
const char *sfr_flag_name(enum sfr_profile profile,
                          unsigned flag); /* NULL if its text does not define the flag */

/* The facts in which ABIs differ.  Numbers of registers are DWARF's. */
struct sfr_abi_facts {
    const char *name; /* "aarch64_be" ... */
    bool big_endian;
    enum sfr_profile since; /* the first text that lists it */
    uint32_t sp, fp, ra;    /* for AMD64's RA, which no register holds, its column in DWARF's tables */
    int8_t fixed_ra;        /* the offset from the CFA where a call stores RA; 0: rows track RA */
    int16_t sp_from_cfa;    /* the offset of the caller's SP from the CFA */
    int16_t cfa_bias;       /* a row stores the CFA's offset less this, */
    uint8_t cfa_scale;      /* and then divided by this */
    bool signs_ra;          /* return addresses may be mangled, by one of two keys */
    bool paired_words;      /* a default row has both RA's word and FP's, or neither */
    bool register_words;    /* RA's and FP's word may name registers, in texts that have register_words */
    bool zero_ra_word;      /* RA's word may be 0: RA is still in its register */
};

const struct sfr_abi_facts *sfr_abi_facts(unsigned abi); /* NULL if no text lists the ABI */
const char *sfr_abi_name(unsigned abi);                  /* likewise */
unsigned sfr_abi_named(const char *name);                /* 0 if no ABI has that name */

/* The facts in which the texts differ; what each text demands of a section is in the catalogue. */
struct sfr_text_facts {
    const char *name;
    uint8_t version;
    uint8_t flags;                   /* those that it defines */
    uint8_t start_size;              /* bytes of a function's start */
    uint8_t entry_size;              /* bytes of a function's entry (V3: index entry) */
    const uint8_t *entry_fields;     /* the width of each of its fields, then 0 */
    const uint8_t *attribute_fields; /* likewise of the attribute before a function's rows; NULL: none */
    uint8_t info_unused;             /* the unused bits of a function's info byte */
    bool rep_size;                   /* functions have a repetition size */
    bool blocks;                     /* SFR_MASK: rows repeat by that size; else their starts are bit masks */
    bool signals;                    /* functions may be signal frames */
    bool flexible;                   /* functions may be SFR_FLEX */
    bool abi_words;           /* the ABI says which words a default row has; else the header's fixed RA does */
    bool register_words;      /* such a word may name a register, on ABIs that have register_words */
    bool outermost_rows;      /* a row without words says that RA is undefined */
    bool outermost_functions; /* so does a default function without rows */
};

const struct sfr_text_facts *sfr_text_facts(enum sfr_profile profile); /* NULL if it is no single text */

/* Whether the text of that profile states the clause. */
bool sfr_text_states(enum sfr_profile profile, enum sfr_clause clause);

/* --- Sections ------------------------------------------------------------------------------------- */

enum { SFR_LANDMARKS = 1024 }; /* more make searches faster and struct sfr_section larger */

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
    uint32_t function_count; /* num_fdes; 0 if the section is malformed */
    size_t fdes, fdes_end;   /* the array of function entries, of which all bytes are present */
    size_t fres, fres_end;   /* the row sub-section, likewise */
    size_t header_read;      /* how many bytes of the header and auxiliary header could be read */
    bool searchable;         /* sfr_survey found that starts ascend and no two functions overlap */
    /* If searchable: addresses from first_start on are divided into parts of 2^part_shift bytes.  A search in
     * part I looks at the functions landmarks[I] to landmarks[I + 1]. */
    int64_t first_start;
    uint8_t part_shift;
    uint32_t last_part, landmarks[SFR_LANDMARKS + 1];
};

/* Reads the header, and reports each clause that it breaks.  If the verdict is SFR_MALFORMED, the section holds
 * no function, and only the first header_read bytes of its header were read. */
enum sfr_verdict sfr_open(struct sfr_section *section, const uint8_t *bytes, size_t size, uint64_t address,
                          enum sfr_profile profile, const struct sfr_report *report);

/* Reads every function entry once and finds out whether functions are in order, so that lookups can use
 * binary search.  The section's own flag is not trusted. */
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
    int64_t start_field; /* the start as it is stored */
    uint64_t start;      /* address, modulo 2^64 */
    int64_t relative;    /* the same, from the start of the section */
    uint32_t size, rep_size, num_fres;
    size_t rows; /* offset of its first row */
    uint8_t info, info2;
    uint16_t padding;
    enum sfr_pc_type pc_type;
    enum sfr_fre_type fre_type;
    enum sfr_fde_type fde_type;
    bool signal, pauth_key_b;
};

/* Reads function INDEX.  False if there is none, or its fields cannot be read as the text lays them out: then
 * *fault says why.  In the latter case its place (start, relative, size) is set all the same. */
bool sfr_function(const struct sfr_section *section, uint32_t index, struct sfr_function *function,
                  struct sfr_violation *fault);

struct sfr_row {
    size_t offset;  /* of the row */
    size_t next;    /* of what follows it */
    size_t words;   /* of its first word */
    uint32_t start; /* offset in the function; if pc_type is SFR_MASK: in its block, or (V1) a bit mask */
    uint8_t info;
    uint8_t word_size, word_count;
    bool base_sp, mangled_ra;
};

/* Reads the row at OFFSET.  A function has num_fres rows: the first at function->rows, each other one at `next`
 * of the row before.  False if the row cannot be read: then *fault says why. */
bool sfr_row(const struct sfr_section *section, const struct sfr_function *function, size_t offset,
             struct sfr_row *row, struct sfr_violation *fault);

/* Word I (below word_count) of a row. */
uint32_t sfr_word_unsigned(const struct sfr_section *section, const struct sfr_row *row, unsigned i);
int32_t sfr_word_signed(const struct sfr_section *section, const struct sfr_row *row, unsigned i);

enum sfr_rule_kind {
    SFR_UNSTATED,  /* the bytes give no rule */
    SFR_SAME,      /* still in its register */
    SFR_UNDEFINED, /* there is none: an outermost frame */
    SFR_AT,        /* base plus offset, or if `deref` is set what lies there */
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
    SFR_ERROR,       /* the function or row that should answer cannot be read: fault says why */
};

struct sfr_answer {
    enum sfr_found found;
    struct sfr_function function; /* unless SFR_NO_FUNCTION or SFR_ERROR */
    uint32_t row_index;           /* these three if SFR_FOUND */
    struct sfr_row row;
    struct sfr_rules rules;
    struct sfr_violation fault; /* if SFR_ERROR */
};

/* Finds the row that holds at PC.  Where functions overlap, the one that starts nearest to PC answers; if
 * several start there, the last of them.  Time is logarithmic in functions if the section is searchable, else
 * linear. */
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
    bool cfa_known;   /* the step from this frame found the CFA; it may have stopped after that */
    bool topmost;     /* no call was made from here: the machine's registers are still this frame's */
    bool interrupted; /* by a signal: its PC is no return address, so it is looked up as it is */
};

/* Callbacks that read the memory and registers of the program that is unwound. */
struct sfr_machine {
    bool (*memory)(void *context, uint64_t address, uint64_t *value);   /* 8 bytes; false: unreadable */
    bool (*registers)(void *context, uint32_t regnum, uint64_t *value); /* as the topmost frame has them */
    void *context;
    uint64_t pac_mask; /* the bits of a mangled return address that do not belong to the address */
};

enum sfr_step {
    SFR_STEPPED,
    SFR_STOP_OUTERMOST,
    SFR_STOP_NO_FUNCTION,
    SFR_STOP_NO_ROW,
    SFR_STOP_MEMORY, /* a word cannot be read, or does not lie at a multiple of 8 */
    SFR_STOP_UNSAFE, /* a rule needs a register whose value is known in the topmost frame only */
    SFR_STOP_LOOP,   /* SP has not risen */
    SFR_STOP_LIMIT,
    SFR_STOP_ERROR,
};

const char *sfr_step_name(enum sfr_step step); /* "stepped", "outermost" ... "error" */

/* Makes one step, from FRAME to the frame of its caller.  *CALLER is set only if the result is SFR_STEPPED; in
 * *FRAME only cfa and cfa_known are set.  PC - 1 is looked up unless the frame is the topmost or was
 * interrupted.  At most three words of memory are read. */
enum sfr_step sfr_step(const struct sfr_section *section, struct sfr_frame *frame,
                       const struct sfr_machine *machine, struct sfr_frame *caller);

/* What was found at a PC, kept for the next time if its row is of the usual kind: recursion and repeated
 * traces come to the same PCs. */
struct sfr_remembered {
    uint64_t pc;
    int32_t cfa, ra, fp; /* offsets: of the CFA from SP or FP; of saved RA and FP from the CFA */
    uint32_t caller;     /* the number of the place with the caller's PC, the last time */
    int16_t sp;          /* the offset of the caller's SP from the CFA */
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
    uint64_t mask;                 /* the highest number of a place: a power of two of them is used */
    struct sfr_remembered *recent; /* the place that was used last */
    uint64_t sought;               /* the PC by which the row of `frame` is looked up */
    enum sfr_step stop;            /* why there is no further frame */
    uint32_t left;                 /* how many frames may still be given */
    struct sfr_frame frame;        /* the next to give, if stop is SFR_STEPPED */
    size_t last;                   /* the section that answered last */
};

/* Prepares for traces.  SECTIONS, MACHINE and REMEMBERED are used until the last trace ends.  No two of the
 * COUNT sections hold the same PC.  REMEMBERED has PLACES places, at least one, with any contents; their number
 * changes the speed and no answer.  What is remembered is kept from trace to trace: begin again when modules
 * come, go or move. */
void sfr_unwind_begin(struct sfr_unwind *unwind, const struct sfr_section *sections, size_t count,
                      const struct sfr_machine *machine, struct sfr_remembered *remembered, size_t places);

/* Begins a trace at the topmost frame, whose registers are given; it ends after LIMIT frames. */
void sfr_unwind_from(struct sfr_unwind *unwind, uint64_t pc, uint64_t sp, uint64_t fp, uint32_t limit);

/* Gives the next frame, outwards.  False if there is none: unwind->stop says why. */
bool sfr_unwind_next(struct sfr_unwind *unwind, struct sfr_frame *frame);

/* Writes the PCs of the next frames to PCS, MOST of them if the trace has as many, and gives their number.  It
 * takes about two thirds of the time of as many calls of sfr_unwind_next(). */
size_t sfr_unwind_pcs(struct sfr_unwind *unwind, uint64_t *pcs, size_t most);

/* --- Check and flip --------------------------------------------------------------------------------- */

/* How many bytes of scratch memory a check or a flip of a section of SIZE bytes needs: 5/8 of SIZE, and 16. */
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
