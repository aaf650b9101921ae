/* What the files of the library share: how they report violations, the tables of texts and ABIs, and the
 * functions that read functions and rows. */
#ifndef REF_LIB_INTERNAL_H
#define REF_LIB_INTERNAL_H

#include "cursor.h"
#include "texts.h"

/* The entry of a table of names; NULL for a number that has none. */
#define NAME_OF(names, number) ((size_t)(number) < sizeof(names) / sizeof *(names) ? (names)[number] : NULL)

enum { ABI_OFFSET = 0x04 }; /* in the header */

/* Where violations go during a call. */
struct sink {
    const struct sfr_report *report; /* the caller's; NULL: none */
    enum sfr_verdict verdict;        /* the worst severity so far */
    struct sfr_violation *fault;     /* gets the violation that ends a read; NULL: nothing does */
};

/* Reports that a clause is broken, at OFFSET; reading goes on.  FOUND and ALLOWED are as in sfr_violation. */
void sfr_breach(struct sink *sink, enum sfr_clause clause, enum sfr_verdict severity, uint64_t offset,
                uint64_t found, uint64_t allowed);

/* The same if the clause makes it impossible to read on.  The result is false, which the reader returns; that
 * compilers see it here makes lookups 5 % faster. */
COLD void sfr_report_fault(struct sink *sink, enum sfr_clause clause, enum sfr_verdict severity,
                           uint64_t offset, uint64_t found, uint64_t allowed);
static inline bool sfr_fault(struct sink *sink, enum sfr_clause clause, enum sfr_verdict severity,
                             uint64_t offset, uint64_t found, uint64_t allowed)
{
    sfr_report_fault(sink, clause, severity, offset, found, allowed);
    return false;
}

/* Works out what default_rules() leaves to the ABI, of a default row that has more than one word.
 * False if a word gives a register an invalid number. */
typedef bool words_reader(const struct sfr_section *section, const struct sfr_row *row,
                          struct sfr_rules *rules, struct sink *sink);

/* In fre.c, for ABIs whose words can mean nothing else; in s390x.c. */
bool sfr_counted_rules(const struct sfr_section *section, const struct sfr_row *row, struct sfr_rules *rules,
                       struct sink *sink);
bool sfr_s390x_rules(const struct sfr_section *section, const struct sfr_row *row, struct sfr_rules *rules,
                     struct sink *sink);

/* flexible.c: all rules of a row of a flexible function, whose words mean the same on every ABI.  False if
 * one breaks off. */
bool sfr_flexible_rules(const struct sfr_section *section, const struct sfr_row *row, struct sfr_rules *rules,
                        struct sink *sink);

/* tables.c.  The first entry of the ABIs is for a section whose ABI no text lists. */
struct abi {
    struct sfr_abi_facts facts;
    words_reader *read_words;
};

extern const struct abi sfr_abis[SFR_ABI_END];

/* How many bytes the words of a row take, by the size and the count in its info byte. */
extern const uint32_t sfr_words_sizes[256];

/* The cast is for compilers whose enumerations may be negative. */
static inline bool is_text(enum sfr_profile profile)
{
    return (unsigned)profile < SFR_PROFILE_COUNT;
}

static inline const struct sfr_text_facts *text_of(const struct sfr_section *section)
{
    return &sfr_texts[section->profile];
}

/* By which text a section is read, and in which byte order. */
struct manner {
    const struct sfr_text_facts *text;
    bool big_endian;
};

static inline struct manner manner_of(const struct sfr_section *section)
{
    return (struct manner){text_of(section), section->big_endian};
}

static inline const struct abi *abi_numbered(unsigned abi)
{
    return &sfr_abis[abi < SFR_ABI_END ? abi : 0];
}

static inline const struct sfr_abi_facts *abi_of(const struct sfr_section *section)
{
    return &abi_numbered(section->abi)->facts;
}

static inline bool states(const struct sfr_section *section, enum sfr_clause clause)
{
    return sfr_text_states(section->profile, clause);
}

/* Two clauses on the same subject: the one that the section's text states. */
static inline enum sfr_clause stated(const struct sfr_section *section, enum sfr_clause one,
                                     enum sfr_clause other)
{
    return states(section, one) ? one : other;
}

/* A cursor over the section's bytes from AT to END. */
static inline struct cursor cursor_at(const struct sfr_section *section, size_t at, size_t end)
{
    return (struct cursor){section->bytes, at, end, section->big_endian, false}; /* [header.endianness] */
}

/* preamble.c: reads the first four bytes.  False if the rest cannot be read. */
bool sfr_read_preamble(struct sfr_section *section, struct cursor *cursor, struct sink *sink);

/* fde.c: reads function INDEX; reports the clauses that its fields break; gives the offset of rep_size. */
bool sfr_read_function(const struct sfr_section *section, uint32_t index, struct sfr_function *function,
                       struct sink *sink);
void sfr_check_function(const struct sfr_section *section, const struct sfr_function *function,
                        struct sink *sink);
size_t sfr_rep_size_offset(const struct sfr_section *section, const struct sfr_function *function);

/* fre.c: reports why the row at row->offset could not be read; reads the row at OFFSET; reports the clauses
 * that its start breaks, after that of the row before; reports those that its other fields and rules break. */
COLD bool sfr_explain_row(const struct sfr_section *section, enum sfr_fre_type type,
                          const struct sfr_row *row, struct sink *sink);
bool sfr_read_row(const struct sfr_section *section, const struct sfr_function *function, size_t offset,
                  struct sfr_row *row, struct sink *sink);
void sfr_check_row_start(const struct sfr_section *section, const struct sfr_function *function,
                         const struct sfr_row *row, bool first, uint32_t previous_start, struct sink *sink);
void sfr_check_row(const struct sfr_section *section, const struct sfr_function *function,
                   const struct sfr_row *row, struct sink *sink);

#endif
