/* What the library's files share: a table of facts about the texts, and how a broken clause is reported. */
#ifndef SFR_INTERNAL_H
#define SFR_INTERNAL_H

#include "cursor.h"
#include "sframe-ref.h"

/* NULL for a number that has no name. */
#define NAME_OF(names, number) ((size_t)(number) < sizeof(names) / sizeof *(names) ? (names)[number] : NULL)

/* What a profile's text says that another's does not. */
struct sfr_text {
    const char *name;
    uint8_t version;           /* [version.described] */
    uint8_t flags;             /* defined ones [flags.versions] */
    uint8_t last_abi;          /* identifiers run from 1 to this [abi.known] */
    uint8_t entry_size;        /* [fde.layout-17]; [fde.layout-20]; [index.layout] */
    bool attribute;            /* entries are split into index and attribute [index.own] */
    bool abi_chapters;         /* the words' meaning is the ABI's, not the header's [fre.words-abi] */
    bool count_zero_undefined; /* [fre.count-zero] */
    bool s390x_registers;      /* [s390x.register]: until [changes.s390x-flex] */
    bool rep_size;             /* version 1 has none [fde.rep-size] */
};

extern const struct sfr_text sfr_texts[SFR_PROFILE_COUNT];

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

static inline const struct sfr_text *text_of(const struct sfr_section *section)
{
    return &sfr_texts[section->profile];
}

static inline bool is_aarch64(const struct sfr_section *section)
{
    return section->abi == SFR_AARCH64_BIG || section->abi == SFR_AARCH64_LITTLE;
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

/* amd64.c, aarch64.c, s390x.c, flexible.c: what the words of a row with at least one word say.  False if
 * they do not say all that they begin to. */
void sfr_amd64_rules(const struct sfr_section *section, const struct sfr_row *row, struct sfr_rules *rules,
                     struct sink *sink);
void sfr_aarch64_rules(const struct sfr_section *section, const struct sfr_row *row, struct sfr_rules *rules,
                       struct sink *sink);
bool sfr_s390x_rules(const struct sfr_section *section, const struct sfr_row *row, struct sfr_rules *rules,
                     struct sink *sink);
bool sfr_flexible_rules(const struct sfr_section *section, const struct sfr_row *row, struct sfr_rules *rules,
                        struct sink *sink);

#endif
