#include "mutate.h"
#include "edits.h"
#include "machine.h"

#include <string.h>

/* Offsets in the head: fuzz/common/case.h. */
enum { PROFILE = 0, OPTIONS = 1, COUNT = 2, SIZE = 4, ADDRESS = 8, PC = 16, CHOICE = 24, HEAD = 32 };
enum { PROFILES = 6, BY_VERSION = 5, V1 = 0, V2 = 1, V3 = 4, V2_PROFILES = 3 };
enum { BIG_ENDIAN_MEMORY = 1 }; /* an option of the unwind target */

/* The parts of an input; the draft is of its section, if that can be read. */
struct parts {
    uint8_t head[HEAD];
    struct bytes section, rest;
    bool readable;
};

static uint64_t head_number(const uint8_t *head, unsigned at, unsigned width)
{
    return number_at(head + at, width, false);
}

static void set_head(uint8_t *head, unsigned at, unsigned width, uint64_t value)
{
    put_number(head + at, width, false, value);
}

static void take_apart(struct parts *parts, const uint8_t *data, size_t size, struct draft *draft)
{
    const size_t head_size = size < HEAD ? size : HEAD;
    memset(parts->head, 0, HEAD);
    memcpy(parts->head, data, head_size);
    const size_t left = size - head_size, claimed = (size_t)head_number(parts->head, SIZE, 4);
    parts->section = (struct bytes){data + head_size, claimed < left ? claimed : left};
    parts->rest = (struct bytes){parts->section.at + parts->section.size, left - parts->section.size};
    parts->readable = draft_read(draft, parts->section.at, parts->section.size);
    draft->pc = (int64_t)(head_number(parts->head, PC, 8) - head_number(parts->head, ADDRESS, 8));
}

/* --- The head ------------------------------------------------------------------------------------------ */

/* Sets a profile that reads the version. */
static void suit_profile(uint8_t *head, uint8_t version, struct random *random)
{
    const uint8_t by_version[] = {V1, (uint8_t)(V2 + below(random, V2_PROFILES)), V3};
    head[PROFILE] = one_in(random, 4) ? BY_VERSION : by_version[version - 1];
}

static void odd_head(uint8_t *head, unsigned at, unsigned width, struct random *random)
{
    set_head(head, at, width, odd_number(random, head_number(head, at, width), width));
}

static void edit_head(struct mutator *mutator, struct parts *parts, struct random *random)
{
    static const struct place odd[] = {{OPTIONS, 1}, {COUNT, 2}, {CHOICE, 8}, {PC, 8}};
    const unsigned choice = below(random, 10);
    if (choice == 0)
        parts->head[PROFILE] = (uint8_t)below(random, PROFILES);
    else if (choice < 3) { /* the section's address moves, and mostly the PC, too */
        const uint64_t old = head_number(parts->head, ADDRESS, 8), pc = head_number(parts->head, PC, 8);
        if (one_in(random, 2)) /* by pages, near either end of the address space */
            set_head(parts->head, ADDRESS, 8, 0x1000 * ((uint64_t)below(random, 128) - 64));
        else
            odd_head(parts->head, ADDRESS, 8, random);
        if (!one_in(random, 4))
            set_head(parts->head, PC, 8, pc + (head_number(parts->head, ADDRESS, 8) - old));
    } else if (choice < 7 || !parts->readable)
        odd_head(parts->head, odd[choice % 4].at, odd[choice % 4].width, random);
    else
        set_head(parts->head, PC, 8,
                 head_number(parts->head, ADDRESS, 8) + (uint64_t)near_edge(&mutator->draft, random));
}

/* --- Whole cases --------------------------------------------------------------------------------------- */

/* What is done to a case; the seed decides. */
struct choices {
    bool edit, fault, head, rest;
};

static struct choices choose(const struct mutator *mutator, const struct parts *parts, struct random *random)
{
    const unsigned plan = below(random, 16);
    struct choices choices = {.edit = parts->readable && plan < 12,
                              .fault = !mutator->never_break && (plan < 3 || plan == 12 || plan == 13),
                              .head = plan == 14 || one_in(random, 4),
                              .rest = parts->rest.size != 0 ? plan == 15 || one_in(random, 3)
                                                            : one_in(random, 64)};
    if (!choices.edit && !choices.fault && !choices.head && !choices.rest)
        choices.edit = choices.head = true;
    return choices;
}

/* Writes the case.  ROOM is at least the size of a head. */
static size_t put_together(struct mutator *mutator, struct parts *parts, struct choices choices, uint8_t *out,
                           size_t room, struct random *random)
{
    uint8_t *const section = out + HEAD;
    const size_t left = room - HEAD;
    /* How much of the rest stays. */
    const size_t kept = parts->rest.size < left / 2 ? parts->rest.size : left / 2;
    size_t size = choices.edit && parts->readable ? draft_fit(&mutator->draft, section, left - kept) : 0;
    if (size == 0)
        size = put_bytes(section, left - kept, parts->section);
    if (choices.fault)
        size = break_section(mutator, section, size, left - kept, random);
    uint8_t *const rest = section + size;
    size_t rest_size = put_bytes(rest, left - size, parts->rest);
    if (choices.rest) {
        const struct surroundings surroundings = {parts->readable ? &mutator->draft : NULL,
                                                  head_number(parts->head, ADDRESS, 8),
                                                  {section, size},
                                                  (parts->head[OPTIONS] & BIG_ENDIAN_MEMORY) != 0};
        rest_size = edit_machine(rest, rest_size, left - size, &surroundings, random);
        if (head_number(parts->head, COUNT, 2) == 0) /* the count of frames: with 0, nothing is read */
            set_head(parts->head, COUNT, 2, 1 + (uint64_t)below(random, 16));
    }
    set_head(parts->head, SIZE, 4, size);
    if (choices.fault && one_in(random, 32))
        odd_head(parts->head, SIZE, 4, random);
    memcpy(out, parts->head, HEAD);
    return HEAD + size + rest_size;
}

size_t mutate_case(struct mutator *mutator, uint8_t *data, size_t size, size_t most, uint64_t seed)
{
    struct random random = random_of(seed);
    struct parts parts;
    if (size > most)
        size = most;
    const bool elf = is_elf(data, size);
    if ((size > MOST_CASE && !elf) || most < HEAD + HEADER_SIZE ||
        (one_in(&random, 16) && !mutator->never_break))
        return mutator->plain(data, size, most, &random);
    if (elf)
        return mutate_elf(mutator, data, size, most, &random);
    memcpy(mutator->input, data, size);
    take_apart(&parts, mutator->input, size, &mutator->draft);
    const bool begins = !parts.readable && one_in(&random, 2);
    if (begins) {
        const uint8_t version = (uint8_t)(1 + below(&random, VERSIONS));
        draft_begin(&mutator->draft, version, (uint8_t)(1 + below(&random, mutator_last_abi(version))));
        suit_profile(parts.head, version, &random);
        parts.readable = true;
    }
    struct choices choices = choose(mutator, &parts, &random);
    choices.edit |= begins;
    const uint8_t version = mutator->draft.version;
    if (choices.edit && parts.readable)
        edit_draft(mutator, &random);
    if (choices.head)
        edit_head(mutator, &parts, &random);
    if (parts.readable && mutator->draft.version != version)
        suit_profile(parts.head, mutator->draft.version, &random);
    return put_together(mutator, &parts, choices, data, most, &random);
}

/* --- Two cases ----------------------------------------------------------------------------------------- */

/* Puts some functions of the other draft, with their rows, into ours; sometimes instead of ours, and
 * sometimes moved to where ours are. */
static void splice(struct draft *draft, const struct draft *other, struct random *random)
{
    const unsigned from = below(random, other->function_count);
    const unsigned count = other->function_count == 0 ? 0 : 1 + below(random, other->function_count - from);
    const unsigned at = below(random, draft->function_count + 1U);
    if (one_in(random, 2)) {
        const unsigned most = draft->function_count - at;
        draft_remove_functions(draft, at, most < count ? most : count);
    }
    const uint64_t shift =
        one_in(random, 2) ? (uint64_t)near_edge(draft, random) - (uint64_t)other->functions[from].start : 0;
    if (!draft_insert_functions(draft, at, count))
        return;
    for (unsigned i = 0; i < count; i++) {
        struct draft_function *const function = &draft->functions[at + i];
        *function = other->functions[from + i];
        function->start = (int64_t)((uint64_t)function->start + shift);
        if (!draft_own_rows(draft, function, &other->rows[function->first], function->count))
            function->first = function->count = 0;
        draft_suit(function, draft->version);
    }
}

size_t cross_cases(struct mutator *mutator, const uint8_t *ours, size_t our_size, const uint8_t *others,
                   size_t other_size, uint8_t *out, size_t most, uint64_t seed)
{
    struct random random = random_of(seed);
    struct parts parts = {.readable = false}, other = parts;
    if (our_size <= MOST_CASE && other_size <= MOST_CASE && most >= HEAD + HEADER_SIZE) {
        memcpy(mutator->input, ours, our_size);
        memcpy(mutator->other_input, others, other_size);
        take_apart(&parts, mutator->input, our_size, &mutator->draft);
        take_apart(&other, mutator->other_input, other_size, &mutator->other);
    }
    if (!parts.readable || !other.readable) {
        /* Of two files one is edited: that reaches more than sections of both. */
        const size_t size = put_bytes(out, most, (struct bytes){ours, our_size});
        return is_elf(ours, our_size) ? mutate_case(mutator, out, size, most, seed)
                                      : mutator->plain(out, size, most, &random);
    }
    const unsigned choice = below(&random, 8);
    if (choice == 0)
        memcpy(parts.head, other.head, HEAD);
    else if (choice == 1)
        parts.rest = other.rest;
    else
        splice(&mutator->draft, &mutator->other, &random);
    const struct choices choices = {.edit = choice > 1, .rest = parts.rest.size != 0 && one_in(&random, 3)};
    return put_together(mutator, &parts, choices, out, most, &random);
}
