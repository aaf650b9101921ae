#include "traits.h"

#include "check.h"
#include "sframe-ref.h"

#include <stdio.h>
#include <string.h>

#define TRAITS(TRAIT)                                                                                        \
    TRAIT(FOREIGN, "big-endian")                                                                             \
    TRAIT(IS_SORTED, "sorted")                                                                               \
    TRAIT(IS_PCREL, "pcrel")                                                                                 \
    TRAIT(AUX, "aux")           /* an auxiliary header */                                                    \
    TRAIT(GAP, "gap")           /* entries do not gen_begin right behind the header */                       \
    TRAIT(ROOM, "room")         /* rows do not gen_begin right behind the entries */                         \
    TRAIT(NO_RA, "no-ra")       /* AMD64, and the header has no offset of RA */                              \
    TRAIT(SHARED, "shared")     /* bytes of rows are more than one function's */                             \
    TRAIT(AROUND, "around")     /* functions lie on both sides of the end of the address space */            \
    TRAIT(DISORDER, "disorder") /* starts do not ascend: a lookup may lead to any function */                \
    TRAIT(OUTSIDE, "outside")   /* no function holds the PC */                                               \
    TRAIT(AWAY, "away")         /* a function begins 4 GiB before it, or more */                             \
    TRAIT(INNER, "inner")       /* one does, but another that does not begins nearer */                      \
    TRAIT(TWICE, "twice")       /* more than one does */                                                     \
    TRAIT(MASKS, "masks")                                                                                    \
    TRAIT(LONG_BLOCK, "long-block") /* the function is smaller than the block that it repeats */             \
    TRAIT(BELOW, "below")           /* the function begins below the section */                              \
    TRAIT(ACROSS, "across")         /* and ends, or a row begins, where that does or behind */               \
    TRAIT(FAR, "far")               /* its end or a row's is not within 2 GiB of the section */              \
    TRAIT(LAST, "last")             /* it ends where the address space does */                               \
    TRAIT(ROWLESS, "rowless")                                                                                \
    TRAIT(UNORDERED, "unordered")                                                                            \
    TRAIT(LATE, "late")     /* its first row does not gen_begin with it */                                   \
    TRAIT(AGAIN, "again")   /* a row behind the first begins with it */                                      \
    TRAIT(BEYOND, "beyond") /* a row begins outside it */                                                    \
    TRAIT(BARE, "bare")     /* a row has no words */                                                         \
    TRAIT(WORDS, "words")   /* a row has more than the three that versions 1 and 2 allow */                  \
    TRAIT(EIGHT, "eight")   /* a row has eight words or more */

enum trait {
#define TRAIT(enumerator, name) enumerator,
    TRAITS(TRAIT)
#undef TRAIT
        TRAIT_COUNT
};

static const char *const trait_names[] = {
#define TRAIT(enumerator, name) name,
    TRAITS(TRAIT)
#undef TRAIT
};

static void see_violation(void *context, const struct sfr_violation *violation)
{
    bool *const has = context;
    if (strcmp(sfr_clause_text(violation->clause)->id, "fre.unshared") == 0)
        has[SHARED] = true;
}

static void see_header(const struct implementation_request *request, const struct sfr_section *section,
                       bool *has)
{
    const struct sfr_report report = {see_violation, has};
    (void)check_section(request->bytes, request->size, request->address, section->profile, &report);
    has[FOREIGN] = section->big_endian;
    has[IS_SORTED] = (section->flags & SFR_SORTED) != 0;
    has[IS_PCREL] = (section->flags & SFR_PCREL) != 0;
    has[AUX] = section->aux_len != 0;
    has[GAP] = section->fdeoff != 0;
    has[ROOM] = section->fres != section->fdes_end;
    has[NO_RA] = sfr_abi_facts(section->abi) != NULL && sfr_abi_facts(section->abi)->fixed_ra != 0 &&
                 section->fixed_ra == 0;
}

static bool is_far(int64_t place)
{
    return place < INT32_MIN || place > INT32_MAX;
}

static void see_rows(const struct sfr_section *section, const struct sfr_function *function, bool *has)
{
    struct sfr_row row;
    struct sfr_violation fault;
    size_t at = function->rows;
    uint32_t before = 0;
    for (uint32_t i = 0; i < function->num_fres && sfr_row(section, function, at, &row, &fault); i++) {
        has[LATE] |= i == 0 && row.start != 0;
        has[UNORDERED] |= i > 0 && row.start <= before;
        has[AGAIN] |= i > 0 && row.start == 0;
        has[BEYOND] |= row.start >= function->size && row.start != 0;
        has[ACROSS] |= function->relative < 0 && function->relative + row.start >= 0;
        has[FAR] |= is_far(function->relative + row.start);
        has[BARE] |= row.word_count == 0;
        has[WORDS] |= row.word_count > 3 && !sfr_text_facts(section->profile)->flexible;
        has[EIGHT] |= row.word_count >= 8;
        before = row.start;
        at = row.next;
    }
}

static void see_function(const struct sfr_section *section, const struct sfr_function *function, bool *has)
{
    has[MASKS] |= function->pc_type == SFR_MASK;
    has[LONG_BLOCK] |= function->pc_type == SFR_MASK && function->rep_size > function->size;
    has[BELOW] |= function->relative < 0;
    has[ACROSS] |= function->relative < 0 && function->relative + function->size >= 0;
    has[FAR] |= is_far(function->relative) || is_far(function->relative + function->size);
    has[LAST] |= function->size != 0 && function->start + function->size < function->start;
    has[ROWLESS] |= function->num_fres == 0;
    see_rows(section, function, has);
}

/* The start of the nearest function before the PC, from the section; INT64_MIN: there is none. */
static int64_t nearest_before(const struct sfr_section *section, int64_t place)
{
    struct sfr_function function;
    struct sfr_violation fault;
    int64_t nearest = INT64_MIN;
    for (uint32_t i = 0; i < section->function_count; i++)
        if (sfr_function(section, i, &function, &fault) && function.relative <= place &&
            function.relative > nearest)
            nearest = function.relative;
    return nearest;
}

static void see_starts(const struct sfr_section *section, bool *has)
{
    struct sfr_function function;
    struct sfr_violation fault;
    int64_t before = INT64_MIN;
    for (uint32_t i = 0; i < section->function_count; i++) {
        if (!sfr_function(section, i, &function, &fault))
            continue;
        has[AROUND] |= (function.relative < 0) != (function.start < section->address);
        has[DISORDER] |= function.relative < before;
        before = function.relative;
    }
}

static void see_all_functions(const struct sfr_section *section, bool *has)
{
    struct sfr_function function;
    struct sfr_violation fault;
    for (uint32_t i = 0; i < section->function_count; i++)
        if (sfr_function(section, i, &function, &fault))
            see_function(section, &function, has);
}

static void see_functions_at(const struct sfr_section *section, uint64_t pc, bool *has)
{
    struct sfr_function function;
    struct sfr_violation fault;
    const uint64_t place = pc - section->address;
    const int64_t nearest = nearest_before(section, (int64_t)place);
    unsigned holders = 0;
    for (uint32_t i = 0; i < section->function_count; i++) {
        if (!sfr_function(section, i, &function, &fault))
            continue;
        const bool holds = pc - function.start < function.size;
        holders += holds;
        has[INNER] |= !holds && function.relative == nearest;
        has[AWAY] |= function.relative <= (int64_t)place && (place - (uint64_t)function.relative) >> 32 != 0;
        if (holds || function.relative == nearest)
            see_function(section, &function, has);
    }
    has[OUTSIDE] = holders == 0;
    has[INNER] &= holders > 0;
    has[TWICE] = holders > 1;
}

const char *traits_of(const struct implementation_request *request)
{
    static char text[LONGEST_TRAITS];
    struct sfr_section section;
    bool has[TRAIT_COUNT] = {false};
    (void)sfr_open(&section, request->bytes, request->size, request->address,
                   sfr_profile_named(request->profile), NULL);
    see_header(request, &section, has);
    see_starts(&section, has);
    if (strcmp(request->operation, "lookup") == 0)
        see_functions_at(&section, request->pc, has);
    if (strcmp(request->operation, "lookup") != 0 || has[DISORDER])
        see_all_functions(&section, has);
    size_t size = (size_t)snprintf(text, sizeof text, "version %u", section.version);
    for (unsigned i = 0; i < TRAIT_COUNT && size < sizeof text; i++)
        if (has[i])
            size += (size_t)snprintf(text + size, sizeof text - size, " %s", trait_names[i]);
    return text;
}
