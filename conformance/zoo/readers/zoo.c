/* The zoo as an adapter: a decoder that is right, or has one bug that is switched on. */
#include "bug.h"
#include "decoder.h"

#include "sframe_adapter.h"

#include <stdlib.h>
#include <string.h>

/* --- Requests ------------------------------------------------------------------------------------------- */

/* What is kept of a section while it is open. */
struct opened {
    struct section section;
    const char *error; /* why its header cannot be read; else null */
};

static void *open_section(const struct request *request)
{
    static uint8_t before[1 << 16];
    struct opened *const opened = malloc(sizeof *opened);
    const uint8_t *bytes = request->bytes;
    if (opened == NULL)
        abort();
    if (BUG(bytes_of_one_section) && request->length <= sizeof before) {
        memcpy(before, bytes, request->length);
        bytes = before;
    }
    forget_lookups();
    opened->error = read_header(&opened->section, bytes, request->length, request->address,
                                profile_named(request->profile));
    return opened;
}

/* --- Answers -------------------------------------------------------------------------------------------- */

static const char *base_name(struct answer *answer, int64_t base)
{
    static const char *const names[] = {[-BASE_CFA] = "cfa", [-BASE_SP] = "sp", [-BASE_FP] = "fp"};
    return base < 0 && base >= BASE_FP ? names[-base] : answer_register(answer, (unsigned)base);
}

static void answer_rule(struct answer *answer, const char *key, const struct rule *rule)
{
    if (rule->kind == SAME)
        answer_same(answer, key);
    else if (rule->kind == UNDEFINED)
        answer_undefined(answer, key);
    else if (rule->kind == PLACE && rule->deref)
        answer_load(answer, key, base_name(answer, rule->base), rule->offset);
    else if (rule->kind == PLACE)
        answer_sum(answer, key, base_name(answer, rule->base), rule->offset);
}

static void answer_rules(struct answer *answer, const struct rules *rules)
{
    answer_rule(answer, "cfa", &rules->cfa);
    answer_rule(answer, "ra", &rules->ra);
    answer_rule(answer, "fp", &rules->fp);
}

static unsigned flags_swapped(unsigned flags)
{
    return (flags & ~6u) | (flags & 2) << 1 | (flags & 4) >> 1;
}

static void answer_header(struct answer *answer, const struct section *s)
{
    const uint8_t *aux = s->size >= HEADER_SIZE ? s->bytes + HEADER_SIZE : s->bytes;
    const size_t left = s->size >= HEADER_SIZE ? s->size - HEADER_SIZE : 0;
    answer_number(answer, "version", s->version);
    answer_string(answer, "byte_order", s->big ? "big" : "little");
    answer_string(answer, "abi", abi_of(s)->name);
    answer_flags(answer, BUG(flags_2_and_4_swapped) ? flags_swapped(s->flags) : s->flags);
    answer_number(answer, "fixed_fp", s->fixed_fp);
    answer_number(answer, "fixed_ra", BUG(fixed_ra_unsigned) ? (uint8_t)s->fixed_ra : s->fixed_ra);
    answer_hex(answer, "aux", BUG(aux_forgotten) ? NULL : aux,
               BUG(aux_forgotten)   ? 0
               : s->aux_size < left ? s->aux_size
                                    : left);
    answer_address(answer, "address", s->address);
}

/* The offset of the row with this index, found by reading all rows before it. */
static uint64_t row_at(const struct section *s, const struct function *f, uint32_t index)
{
    struct row row = {.end_at = f->rows_at};
    for (uint32_t i = 0; i < index && read_row(s, f, row.end_at, &row) == NULL; i++)
        ;
    return row.end_at;
}

static void answer_function(struct answer *answer, const struct section *s, const struct function *f)
{
    uint64_t at = f->rows_at;
    struct row row = {0};
    struct rules rules = {0};
    const uint32_t count = f->row_count - (BUG(last_row_lost) && f->row_count != 0);
    answer_function_begin(answer);
    answer_address(answer, "start", f->start);
    answer_number(answer, "size", f->size);
    answer_string(answer, "pc_type", f->mask ? "mask" : "inc");
    answer_string(answer, "fre_type",
                  f->row_start_width == 1   ? "addr1"
                  : f->row_start_width == 2 ? "addr2"
                                            : "addr4");
    answer_number(answer, "rep_size", f->rep_size);
    answer_string(answer, "fde_type", f->flex ? "flex" : "default");
    answer_bool(answer, "signal", f->signal);
    answer_string(answer, "pauth_key", f->key_b ? "b" : "a");
    answer_rows(answer);
    for (uint32_t i = 0; i < count; i++, at = row.end_at) {
        const struct rules before = rules;
        const bool mangled_before = row.mangled;
        if (BUG(rows_counted_from_first))
            at = row_at(s, f, i);
        if (read_row(s, f, at, &row) != NULL)
            break;
        read_rules(s, f, &row, &rules);
        if (BUG(fp_rule_sticks) && rules.fp.kind == SAME && before.fp.kind == PLACE)
            rules.fp = before.fp;
        if (BUG(ra_rule_sticks) && rules.ra.kind == SAME && before.ra.kind == PLACE)
            rules.ra = before.ra;
        if (BUG(mangled_sticks) && mangled_before)
            row.mangled = true;
        answer_row_begin(answer);
        answer_number(answer, "start", row.start);
        answer_bool(answer, "mangled_ra", row.mangled);
        answer_rules(answer, &rules);
        answer_row_end(answer);
        if (BUG(no_words_end_the_rows) && row.word_count == 0)
            break;
    }
    answer_function_end(answer);
}

/* --- Operations ----------------------------------------------------------------------------------------- */

/* A bug: takes memory for a section that is refused, and never frees it. */
static void keep_refused(void)
{
    enum { TAKEN = 4096 };
    static struct refused {
        struct refused *before;
        uint8_t taken[TAKEN];
    } * last;
    struct refused *const refused = malloc(sizeof *refused);
    if (refused == NULL)
        abort();
    memset(refused->taken, 0xff, sizeof refused->taken);
    refused->before = last;
    last = refused;
}

static const char *check_opened(const struct opened *opened)
{
    const char *const error = opened->error != NULL ? opened->error : check(&opened->section);
    if (BUG(refused_kept) && error != NULL)
        keep_refused();
    return error;
}

static void answer_decode(const struct request *request, struct answer *answer)
{
    const struct opened *const opened = request->opened;
    const struct section *const s = &opened->section;
    struct function f;
    const char *error = check_opened(opened);
    if (error != NULL) {
        answer_error(answer, error);
        return;
    }
    answer_string(answer, "profile", request->profile);
    answer_header(answer, s);
    answer_functions(answer);
    for (uint32_t i = BUG(first_function_lost) && s->function_count > 1; i < s->function_count; i++)
        if (read_function(s, i, &f) == NULL)
            answer_function(answer, s, &f);
}

static void answer_check(const struct request *request, struct answer *answer)
{
    answer_string(answer, "verdict", check_opened(request->opened) == NULL ? "valid" : "malformed");
}

static void answer_lookup(const struct request *request, struct answer *answer)
{
    const struct opened *const opened = request->opened;
    struct found found = {.kind = NO_FUNCTION};
    const char *error = opened->error;
    if (error == NULL)
        error = lookup(&opened->section, request->pc, &found);
    if (error != NULL) {
        answer_error(answer, error);
        return;
    }
    if (found.kind == NO_FUNCTION || found.kind == NO_ROW) {
        answer_none(answer, found.kind == NO_FUNCTION ? "function" : "row");
        return;
    }
    answer_number(answer, "function", found.function + BUG(function_index_from_1));
    if (found.kind == ROW)
        answer_number(answer, "row", found.row + BUG(row_index_from_1));
    answer_rules(answer, &found.rules);
    if (found.kind == ROW)
        answer_bool(answer, "mangled_ra", found.mangled);
    answer_bool(answer, "signal", found.signal);
}

static void answer_flip(const struct request *request, struct answer *answer)
{
    const struct opened *const opened = request->opened;
    uint8_t *const to = malloc(request->length + 1);
    const char *error = to == NULL ? "no memory" : opened->error;
    if (error == NULL)
        error = flip(&opened->section, to);
    if (error != NULL)
        answer_error(answer, error);
    else
        answer_hex(answer, "bytes", to, opened->section.size);
    free(to);
}

const struct adapter adapter = {
    .name = "zoo",
    .version = SFRAME_CONFORMANCE_VERSION,
    .profiles = text_names,
    .abis = abi_names,
    .exposes = "decode.profile decode.version decode.byte_order decode.abi decode.flags decode.fixed_fp "
               "decode.fixed_ra decode.aux decode.address decode.functions lookup flip unwind",
    .decode = answer_decode,
    .check = answer_check,
    .lookup = answer_lookup,
    .flip = answer_flip,
    .unwind = answer_unwind,
    .open = open_section,
    .close = free,
    .concurrently = adapter_concurrently,
};
