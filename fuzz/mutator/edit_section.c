/* Edits of what a section says as a whole, and of single values. */
#include "edits.h"

#include <stddef.h>

const char *const edit_names[EDITS] = {
#define EDIT(name, what) #name,
#define VALUE(name, ...) #name,
#include "edits.def"
#undef EDIT
#undef VALUE
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

/* Replaces a gap's or the auxiliary header's bytes: mostly by a few bytes of the section, often by none. */
bool edit_bytes(struct draft *draft, struct random *random)
{
    struct draft_function *const function = any_function(draft, random);
    const unsigned choice = below(random, GAPS + 1 + (function != NULL));
    struct bytes *const bytes = choice < GAPS    ? &draft->gaps[choice]
                                : choice == GAPS ? &draft->aux
                                                 : &function->gap;
    const struct bytes old = *bytes, source = draft->source;
    const size_t most = one_in(random, 8) ? 64 : 8;
    const size_t size = one_in(random, 4) ? 0 : below(random, (source.size < most ? source.size : most) + 1);
    *bytes = (struct bytes){size == 0 ? NULL : source.at + below(random, source.size - size + 1), size};
    return size != old.size || (size != 0 && bytes->at != old.at);
}

bool edit_sort(struct draft *draft, struct random *random)
{
    bool changed = (draft->flags & FLAG_SORTED) == 0;
    if (one_in(random, 4)) {
        draft->rows_reversed = !draft->rows_reversed;
        return draft->function_count > 1;
    }
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

/* --- Edits of values ------------------------------------------------------------------------------------ */

enum { ANY = FUNCTION_FIELDS, HOST_IS_BIG = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ };

/* A member, and how it changes.  SET: it becomes a usual value.  NIBBLE: its lower four bits do.  XOR: the
 * bits of a usual value are flipped.  ODD: it becomes a usual value or an odd_number(). */
struct value {
    enum { OF_draft, OF_function, OF_row, OF_word } of;
    enum { SET, NIBBLE, XOR, ODD } how;
    unsigned needs;
    size_t at;
    unsigned width, count;
    int16_t usual[12];
};

static bool change_value(struct draft *draft, const struct value *value, struct random *random)
{
    struct draft_function *function = value->of == OF_function ? any_function(draft, random) : NULL;
    struct draft_row *const row = value->of >= OF_row ? any_row(draft, random, &function) : NULL;
    uint8_t *at = value->of == OF_draft      ? (uint8_t *)draft
                  : value->of == OF_function ? (uint8_t *)function
                                             : (uint8_t *)row;
    if (at == NULL ||
        (value->needs != ANY && !has_field(draft->version, (enum function_field)value->needs)) ||
        (value->of == OF_word && row->word_count == 0))
        return false;
    at += value->at + (value->of == OF_word ? sizeof row->words[0] * below(random, row->word_count) : 0);
    const uint64_t old = number_at(at, value->width, HOST_IS_BIG);
    const uint64_t usual = (uint64_t)value->usual[below(random, value->count)];
    const uint64_t new = value->how == XOR      ? old ^ usual
                         : value->how == NIBBLE ? (old & ~UINT64_C(0xf)) | usual
                         : value->how == SET || one_in(random, 2)
                             ? usual
                             : odd_number(random, old, value->of == OF_word ? row->word_width : value->width);
    put_number(at, value->width, HOST_IS_BIG, new);
    return number_at(at, value->width, HOST_IS_BIG) != old;
}

#define TYPE_draft    struct draft
#define TYPE_function struct draft_function
#define TYPE_row      struct draft_row
#define TYPE_word     struct draft_row

bool edit_apply(struct draft *draft, enum edit edit, struct random *random)
{
    static const struct {
        bool (*apply)(struct draft *draft, struct random *random); /* null: a value */
        struct value value;
    } kinds[EDITS] = {
#define EDIT(name, what) {.apply = edit_##name},
#define VALUE(name, of_what, member, field, change, what, ...)                                               \
    {.value = {OF_##of_what,                                                                                 \
               change,                                                                                       \
               field,                                                                                        \
               offsetof(TYPE_##of_what, member),                                                             \
               sizeof(((TYPE_##of_what *)NULL)->member),                                                     \
               sizeof((int16_t[]){__VA_ARGS__}) / sizeof(int16_t),                                           \
               {__VA_ARGS__}}},
#include "edits.def"
#undef EDIT
#undef VALUE
    };
    return kinds[edit].apply != NULL ? kinds[edit].apply(draft, random)
                                     : change_value(draft, &kinds[edit].value, random);
}
