/* What the library's files share: the tables of texts and ABIs, and how a broken clause is reported. */
#ifndef REF_LIB_INTERNAL_H
#define REF_LIB_INTERNAL_H

#include "cursor.h"
#include "sframe-ref.h"

/* NULL for a number that has no name. */
#define NAME_OF(names, number) ((size_t)(number) < sizeof(names) / sizeof *(names) ? (names)[number] : NULL)

enum { ABI_OFFSET = 0x04 }; /* in the header */

/* Where violations go: to the caller's report, and into what the call itself gives back. */
struct sink {
    const struct sfr_report *report;
    enum sfr_verdict verdict;
    struct sfr_violation *fault; /* where the first that ends a read is told; NULL: nowhere */
};

/* A statement is broken; reading goes on. */
void sfr_breach(struct sink *sink, enum sfr_clause clause, enum sfr_verdict severity, uint64_t offset,
                uint64_t found, uint64_t allowed);

/* The same, but what was being read cannot be: false, for the reader to give back. */
bool sfr_fault(struct sink *sink, enum sfr_clause clause, enum sfr_verdict severity, uint64_t offset,
               uint64_t found, uint64_t allowed);

/* What reads the words of a default row with at least one word, where that is the ABI's to say.  False if
 * they do not say all that they begin to. */
typedef bool words_reader(const struct sfr_section *section, const struct sfr_row *row,
                          struct sfr_rules *rules, struct sink *sink);

/* amd64.c, aarch64.c, s390x.c */
bool sfr_amd64_rules(const struct sfr_section *section, const struct sfr_row *row, struct sfr_rules *rules,
                     struct sink *sink);
bool sfr_aarch64_rules(const struct sfr_section *section, const struct sfr_row *row, struct sfr_rules *rules,
                       struct sink *sink);
bool sfr_s390x_rules(const struct sfr_section *section, const struct sfr_row *row, struct sfr_rules *rules,
                     struct sink *sink);

/* flexible.c: the same of rows that are alike for every ABI. */
bool sfr_flexible_rules(const struct sfr_section *section, const struct sfr_row *row, struct sfr_rules *rules,
                        struct sink *sink);

/* tables.c.  The first ABI is none: what a section has whose ABI no text lists. */
struct abi {
    struct sfr_abi_facts facts;
    words_reader *read_words;
};

extern const struct sfr_text_facts sfr_texts[SFR_PROFILE_COUNT];
extern const struct abi sfr_abis[SFR_ABI_END];

/* A compiler may let an enumerator be negative. */
static inline bool is_text(enum sfr_profile profile)
{
    return (unsigned)profile < SFR_PROFILE_COUNT;
}

static inline const struct sfr_text_facts *text_of(const struct sfr_section *section)
{
    return &sfr_texts[section->profile];
}

static inline bool has_attributes(const struct sfr_section *section)
{
    return text_of(section)->attribute_fields != NULL; /* [index.own] */
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

/* Of two clauses on one matter the one that the text has. */
static inline enum sfr_clause stated(const struct sfr_section *section, enum sfr_clause one,
                                     enum sfr_clause other)
{
    return states(section, one) ? one : other;
}

static inline struct cursor cursor_at(const struct sfr_section *section, size_t at, size_t end)
{
    return (struct cursor){section->bytes, at, end, section->big_endian, false}; /* [header.endianness] */
}

/* preamble.c */
bool sfr_read_preamble(struct sfr_section *section, struct cursor *cursor, struct sink *sink);

/* fde.c */
bool sfr_read_function(const struct sfr_section *section, uint32_t index, struct sfr_function *function,
                       struct sink *sink);
void sfr_check_function(const struct sfr_section *section, const struct sfr_function *function,
                        struct sink *sink);
size_t sfr_rep_size_offset(const struct sfr_section *section, const struct sfr_function *function);

/* fre.c */
bool sfr_read_row(const struct sfr_section *section, const struct sfr_function *function, size_t offset,
                  struct sfr_row *row, struct sink *sink);
void sfr_check_row_start(const struct sfr_section *section, const struct sfr_function *function,
                         const struct sfr_row *row, bool first, uint32_t previous_start, struct sink *sink);
void sfr_check_row(const struct sfr_section *section, const struct sfr_function *function,
                   const struct sfr_row *row, struct sink *sink);
bool sfr_read_rules(const struct sfr_section *section, const struct sfr_function *function,
                    const struct sfr_row *row, struct sfr_rules *rules, struct sink *sink);

#endif
