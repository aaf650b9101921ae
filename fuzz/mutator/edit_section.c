/* Edits of what a section says as a whole. */
#include "edits.h"

const struct edit_kind edit_kinds[EDITS] = {
#define EDIT(name, what) {#name, edit_##name},
#include "edits.def"
#undef EDIT
};

struct draft_function *any_function(struct draft *draft, struct random *random)
{
    return draft->function_count == 0 ? NULL : &draft->functions[below(random, draft->function_count)];
}

struct draft_row *any_row(struct draft *draft, struct random *random, struct draft_function **owner)
{
    *owner = any_function(draft, random);
    for (unsigned i = 0; *owner != NULL && (*owner)->count == 0 && i < draft->function_count; i++)
        *owner = &draft->functions[i];
    if (*owner == NULL || (*owner)->count == 0)
        return NULL;
    return &draft->rows[(*owner)->first + below(random, (*owner)->count)];
}

struct bytes any_bytes(const struct draft *draft, struct random *random, size_t most)
{
    const struct bytes source = draft->source;
    const size_t size = below(random, (source.size < most ? source.size : most) + 1);
    return (struct bytes){size == 0 ? NULL : source.at + below(random, source.size - size + 1), size};
}

int64_t near_edge(const struct draft *draft, struct random *random)
{
    uint64_t edge = (uint64_t)draft->pc;
    if (draft->function_count != 0 && !one_in(random, 4)) {
        const struct draft_function *const function = &draft->functions[below(random, draft->function_count)];
        edge = (uint64_t)function->start;
        if (one_in(random, 2))
            edge += function->size;
        else if (function->count != 0 && one_in(random, 2))
            edge += draft->rows[function->first + below(random, function->count)].start;
    }
    return (int64_t)(edge - 1 + below(random, 3));
}

/* --- Edits of a section ------------------------------------------------------------------------------------- */

/* Changes the byte order, mostly together with the ABI. */
bool edit_byte_order(struct draft *draft, struct random *random)
{
    draft->big_endian = !draft->big_endian;
    if (draft->abi < ABI_END && mutator_abis[draft->abi].big_endian != draft->big_endian &&
        !one_in(random, 4)) {
        const uint8_t other = mutator_abis[draft->abi].other;
        draft->abi = other <= mutator_last_abi(draft->version) ? other : ABI_AARCH64_BIG;
    }
    return true;
}

bool edit_version(struct draft *draft, struct random *random)
{
    const uint8_t old = draft->version;
    draft->version = (uint8_t)(1 + (old + below(random, VERSIONS - 1)) % VERSIONS);
    if (draft->abi < ABI_END && draft->abi > mutator_last_abi(draft->version))
        draft->abi = ABI_AARCH64_BIG;
    for (unsigned i = 0; i < draft->function_count; i++)
        draft_suit(&draft->functions[i], draft->version);
    return true;
}

bool edit_abi(struct draft *draft, struct random *random)
{
    const uint8_t known = mutator_last_abi(draft->version);
    const uint8_t old = draft->abi;
    draft->abi = (uint8_t)(1 + (old + below(random, known - 1U)) % known);
    if (!one_in(random, 4)) {
        draft->big_endian = mutator_abis[draft->abi].big_endian;
        draft->fixed_ra = mutator_abis[draft->abi].fixed_ra;
    }
    return draft->abi != old;
}

bool edit_flags(struct draft *draft, struct random *random)
{
    draft->flags ^= (uint8_t)(1U << below(random, one_in(random, 8) ? 8 : 3));
    return true;
}

static bool set_fixed(uint8_t *field, struct random *random)
{
    static const int8_t usual[] = {0, -8, -16, 8, 16, 1, -1, 127, -128};
    const uint8_t old = *field;
    *field = (uint8_t)usual[below(random, sizeof usual)];
    return *field != old;
}

bool edit_fixed_fp(struct draft *draft, struct random *random)
{
    return set_fixed(&draft->fixed_fp, random);
}

bool edit_fixed_ra(struct draft *draft, struct random *random)
{
    return set_fixed(&draft->fixed_ra, random);
}

/* Sets bytes: mostly few, often none. */
static bool set_bytes(struct bytes *bytes, const struct draft *draft, struct random *random, size_t most)
{
    const struct bytes old = *bytes;
    *bytes = any_bytes(draft, random, one_in(random, 8) ? most : 8);
    if (one_in(random, 4))
        bytes->size = 0;
    return bytes->size != old.size || (bytes->size != 0 && bytes->at != old.at);
}

bool edit_aux(struct draft *draft, struct random *random)
{
    return set_bytes(&draft->aux, draft, random, UINT8_MAX);
}

bool edit_gap(struct draft *draft, struct random *random)
{
    return set_bytes(&draft->gaps[below(random, GAPS)], draft, random, 64);
}

bool edit_function_gap(struct draft *draft, struct random *random)
{
    struct draft_function *const function = any_function(draft, random);
    return function != NULL && set_bytes(&function->gap, draft, random, 32);
}

bool edit_rows_first(struct draft *draft, struct random *random)
{
    (void)random;
    draft->rows_first = !draft->rows_first;
    return true;
}

bool edit_rows_reversed(struct draft *draft, struct random *random)
{
    (void)random;
    draft->rows_reversed = !draft->rows_reversed;
    return draft->function_count > 1;
}

bool edit_sort(struct draft *draft, struct random *random)
{
    bool changed = (draft->flags & FLAG_SORTED) == 0;
    (void)random;
    draft->flags |= FLAG_SORTED;
    for (unsigned i = 1; i < draft->function_count; i++) {
        const struct draft_function moved = draft->functions[i];
        unsigned at = i;
        for (; at > 0 && draft->functions[at - 1].start > moved.start; at--)
            draft->functions[at] = draft->functions[at - 1];
        draft->functions[at] = moved;
        changed |= at != i;
    }
    return changed;
}
