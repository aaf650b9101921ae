/* An adapter for GNU libsframe, as its public headers describe it: one source for every generation of the
 * library.
 *
 * Macros of sframe.h show which generation it is: 2.40 reads version 1, and 2.41 to 2.44 version 2; from 2.45
 * on starts may count from their own fields; from 2.46 on there is version 3.
 *
 * If the headers have several ways to one answer, the adapter goes all of them, and if they differ the answer
 * says so: see libsframe_ways.h.  What a caller has to add is in rules(), default_rule() and flexible_rule(),
 * and nowhere else.
 *
 * Build: cc -Ikits/c $LIBSFRAME_CFLAGS libsframe.c kits/c/sframe_adapter.c $LIBSFRAME_LIBS */
#include "libsframe_ways.h"

/* --- Rules ---------------------------------------------------------------------------------------------- */

/* States a register for which the row has no offset: it is unchanged.  RA of AMD64 is in no register, so then
 * it is not stated.  Up to 2.40 getters only know the row, and callers must use the header's fixed offsets,
 * as sframe.h says; since then getters do that. */
static void rule_without_offset(const char *key, struct row *row)
{
#ifndef SFRAME_VERSION_2
    const int8_t fixed = strcmp(key, "ra") == 0 ? sframe_decoder_get_fixed_ra_offset(row->decoder)
                                                : sframe_decoder_get_fixed_fp_offset(row->decoder);
    if (fixed != 0) {
        answer_load(row->answer, key, "cfa", fixed);
        return;
    }
#endif
    if (strcmp(key, "ra") != 0 || sframe_decoder_get_abi_arch(row->decoder) != SFRAME_ABI_AMD64_ENDIAN_LITTLE)
        answer_same(row->answer, key);
}

/* States a rule of a default row.  On s390x a word has more than an offset: sframe.h has the encoding, and
 * leaves it to the caller. */
static void default_rule(const char *key, struct row *row, const struct offset *offset)
{
    if (!offset->is_there) {
        rule_without_offset(key, row);
        return;
    }
#ifdef SFRAME_ABI_S390X_ENDIAN_BIG
    if (sframe_decoder_get_abi_arch(row->decoder) == SFRAME_ABI_S390X_ENDIAN_BIG) {
        if (strcmp(key, "ra") == 0 && offset->value == SFRAME_FRE_RA_OFFSET_INVALID) {
            answer_same(row->answer, key);
            return;
        }
        if (sframe_decoder_get_version(row->decoder) == SFRAME_VERSION_2 &&
            SFRAME_V2_S390X_OFFSET_IS_REGNUM(offset->value)) {
            const unsigned number = (unsigned)SFRAME_V2_S390X_OFFSET_DECODE_REGNUM(offset->value);
            answer_sum(row->answer, key, answer_register(row->answer, number), 0);
            return;
        }
    }
#endif
    answer_load(row->answer, key, "cfa", offset->value);
}

#ifdef SFRAME_VERSION_3
/* States a rule of a flexible row.  A getter gives the offset, if there is one.  The control word says what
 * the offset counts from, and no getter returns it.  A control word of 0 says: none; if there is an offset
 * all the same, it is that of a slot in the frame. */
static void flexible_rule(const char *key, struct row *row, uint32_t control, const struct offset *offset)
{
    const unsigned number = SFRAME_V3_FLEX_FDE_CTRLWORD_REGNUM(control);
    if (!offset->is_there) {
        if (control == 0) /* otherwise a word says what an offset counts from, and there is none */
            rule_without_offset(key, row);
        return;
    }
    const char *const base =
        SFRAME_V3_FLEX_FDE_CTRLWORD_REG_P(control) ? answer_register(row->answer, number) : "cfa";
    const bool deref = control == 0 || SFRAME_V3_FLEX_FDE_CTRLWORD_DEREF_P(control);
    (deref ? answer_load : answer_sum)(row->answer, key, base, offset->value);
}

/* Control words stand before their offsets; if RA's is 0, it stands alone. */
static void flexible_rules(struct row *row, const struct offset *cfa, const struct offset *ra,
                           const struct offset *fp)
{
    const uint32_t control = get_word(row, 2);
    flexible_rule("cfa", row, get_word(row, 0), cfa);
    flexible_rule("ra", row, control, ra);
    flexible_rule("fp", row, get_word(row, control != 0 ? 4 : 3), fp);
}
#endif

static void default_rules(struct row *row, const struct offset *cfa, const struct offset *ra,
                          const struct offset *fp)
{
    answer_sum(row->answer, "cfa", base_of(row), cfa->value);
    default_rule("ra", row, ra);
    default_rule("fp", row, fp);
}

/* States the rules of a row, for which it calls every getter.  Without a CFA, nothing is stated that counts
 * from it. */
static void rules(struct row *row)
{
    struct offset cfa, ra, fp;
    answer_bool(row->answer, "mangled_ra", is_mangled(row));
    const bool undefined = is_undefined(row);
    get_cfa_offset(row, &cfa);
    get_ra_offset(row, &ra);
    get_fp_offset(row, &fp);
    if (undefined) {
        answer_undefined(row->answer, "ra");
        compare(row->answer, "sframe_fre_get_ra_undefined_p", undefined, "sframe_fre_get_ra_offset has none",
                !ra.is_there);
    } else if (cfa.is_there) {
#ifdef SFRAME_VERSION_3
        (row->type == SFRAME_FDE_TYPE_FLEX ? flexible_rules : default_rules)(row, &cfa, &ra, &fp);
#else
        default_rules(row, &cfa, &ra, &fp);
#endif
    }
}

/* --- Decode --------------------------------------------------------------------------------------------- */

static void state_header(sframe_decoder_ctx *decoder, const struct request *request, struct answer *answer)
{
    static const char *const abis[] = {"", "aarch64_be", "aarch64", "amd64", "s390x"};
    const unsigned abi = sframe_decoder_get_abi_arch(decoder), size = sframe_decoder_get_hdr_size(decoder);
#ifdef SFRAME_VERSION_2
    answer_number(answer, "version", sframe_decoder_get_version(decoder));
#endif
    if (abi >= 1 && abi < sizeof abis / sizeof abis[0])
        answer_string(answer, "abi", abis[abi]);
#ifdef SFRAME_F_FDE_FUNC_START_PCREL
    answer_flags(answer, sframe_decoder_get_flags(decoder));
#endif
    answer_number(answer, "fixed_fp", sframe_decoder_get_fixed_fp_offset(decoder));
    answer_number(answer, "fixed_ra", sframe_decoder_get_fixed_ra_offset(decoder));
    if (size >= sizeof(sframe_header) &&
        size <= request->length) /* the auxiliary header is the end of the header */
        answer_hex(answer, "aux", request->bytes + sizeof(sframe_header), size - sizeof(sframe_header));
    answer_address(answer, "address", request->address);
}

static void state_function(const struct function *function, struct answer *answer)
{
    static const char *const fre_types[] = {"addr1", "addr2", "addr4"};
    const unsigned fre_type = SFRAME_V1_FUNC_FRE_TYPE(function->info);
    const bool masks = SFRAME_V1_FUNC_FDE_TYPE(function->info) == SFRAME_FDE_TYPE_PCMASK;
    answer_address(answer, "start", function->start);
    answer_number(answer, "size", function->size);
    answer_string(answer, "pc_type", masks ? "mask" : "inc");
    if (fre_type < sizeof fre_types / sizeof fre_types[0])
        answer_string(answer, "fre_type", fre_types[fre_type]);
#ifdef SFRAME_VERSION_2
    answer_number(answer, "rep_size", function->rep_size);
#endif
#ifdef SFRAME_VERSION_3
    static const char *const fde_types[] = {"default", "flex"};
    answer_string(answer, "fde_type", fde_type(function) < 2 ? fde_types[fde_type(function)] : "unknown");
    answer_bool(answer, "signal", function->signal);
#endif
    answer_string(answer, "pauth_key",
                  SFRAME_V1_FUNC_PAUTH_KEY(function->info) == SFRAME_AARCH64_PAUTH_KEY_B ? "b" : "a");
}

static bool state_rows(sframe_decoder_ctx *decoder, uint32_t index, const struct function *function,
                       struct answer *answer)
{
    struct row row = {.decoder = decoder, .answer = answer, .type = fde_type(function)};
    struct walk walk = {.decoder = decoder, .answer = answer, .function = index};
    answer_rows(answer);
    if (!begin_walk(&walk, function))
        return false;
    for (uint32_t i = 0; i < walk.rows; i++) {
        if (!next_row(&walk, &row.entry))
            return false;
        answer_row_begin(answer);
        answer_number(answer, "start", row.entry.fre_start_addr);
        rules(&row);
        answer_row_end(answer);
        if (row.refused)
            return false;
    }
    end_walk(&walk);
    return true;
}

static bool state_functions(sframe_decoder_ctx *decoder, const struct request *request, struct answer *answer)
{
    struct function function;
    const uint32_t count = sframe_decoder_get_num_fidx(decoder);
    for (uint32_t i = 0; i < count; i++) {
        answer_function_begin(answer);
        if (!get_function(decoder, request->address, i, &function, answer))
            return false;
        state_function(&function, answer);
        if (!state_rows(decoder, i, &function, answer))
            return false;
        answer_function_end(answer);
    }
    compare_end(decoder, count, answer);
    return true;
}

static void decode(const struct request *request, struct answer *answer)
{
    sframe_decoder_ctx *decoder = open_section(request, answer);
    if (decoder == NULL)
        return;
    state_header(decoder, request, answer);
    answer_functions(answer);
    if (!state_functions(decoder, request, answer))
        answer_error(answer, "a function or a row cannot be read");
    sframe_decoder_free(&decoder);
}

#ifndef LIBSFRAME_BUFFER
static void check(const struct request *request, struct answer *answer)
{
    sframe_decoder_ctx *decoder = open_section(request, answer);
    if (decoder == NULL)
        return;
    answer_string(answer, "verdict", "valid");
    sframe_decoder_free(&decoder);
}

/* --- Lookup --------------------------------------------------------------------------------------------- */

/* The library finds a row without its function, but getters need the function's type.  It is the function
 * whose descriptor has the PC; if several have it, the one that starts last. */
static bool find_function(sframe_decoder_ctx *decoder, const struct request *request, struct function *found,
                          struct answer *answer)
{
    struct function function;
    const uint32_t functions = sframe_decoder_get_num_fidx(decoder);
    bool any = false;
    for (uint32_t i = 0; i < functions; i++)
        if (get_function(decoder, request->address, i, &function, answer) &&
            request->pc - function.start < function.size &&
            (!any || request->pc - function.start < request->pc - found->start)) {
            *found = function;
            any = true;
        }
    return any;
}

static void lookup(const struct request *request, struct answer *answer)
{
    struct row row = {.decoder = open_section(request, answer), .answer = answer};
    distance_type pc;
    if (row.decoder == NULL)
        return;
    if (can_be_asked(request, &pc, answer)) {
        if (sframe_find_fre(row.decoder, pc, &row.entry) == 0) {
            struct function function = {0};
            const bool known = find_function(row.decoder, request, &function, row.answer);
            compare(row.answer, "sframe_find_fre finds a row", true,
                    "a descriptor of sframe_decoder_get_funcdesc has the PC", known);
            row.type = fde_type(&function);
            rules(&row);
            if (row.refused)
                answer_error(row.answer, "the row cannot be read");
        } else
            answer_none(answer, "unknown");
    }
    sframe_decoder_free(&row.decoder);
}
#endif

/* If rows are read from their bytes, only whole sections are asked: everything else is the same. */
const struct adapter adapter = {
    .version = LIBSFRAME_VERSION,
    .profiles = PROFILES,
    .abis = ABIS,
    /* It cannot state a member for which its generation lacks a getter. */
    .exposes = "decode.abi decode.fixed_fp decode.fixed_ra decode.aux decode.functions.start "
               "decode.functions.size decode.functions.pc_type decode.functions.fre_type "
               "decode.functions.pauth_key decode.functions.rows lookup.cfa lookup.ra lookup.fp "
               "lookup.mangled_ra" LATER_MEMBERS,
    .decode = decode,
#ifdef LIBSFRAME_BUFFER
    .name = "libsframe, rows as bytes",
#else
    .name = "libsframe",
    .check = check,
    .lookup = lookup,
#endif
};
