/*
 * GNU libsframe, as its public headers describe it: one source for every generation of the library. Macros of
 * sframe.h tell which is at hand: 2.40 reads version 1; 2.41 to 2.44 version 2; from 2.45 on starts may count
 * from their own fields; from 2.46 on there is version 3.
 *
 * Build: cc -Ikits/c $LIBSFRAME_CFLAGS libsframe.c kits/c/sframe_adapter.c $LIBSFRAME_LIBS
 */
#include <inttypes.h>
#include <string.h>

#include "sframe_adapter.h"
#include <sframe-api.h>

#ifndef LIBSFRAME_VERSION
#define LIBSFRAME_VERSION "unknown"
#endif

/* What the generation exposes. A getter that it lacks is no member that it could state. */
#define EXPOSED_BY_ALL                                                                                       \
    "decode.abi decode.fixed_fp decode.fixed_ra decode.functions.start decode.functions.size "               \
    "decode.functions.pc_type decode.functions.fre_type decode.functions.pauth_key "                         \
    "decode.functions.rows lookup.cfa lookup.ra lookup.fp lookup.mangled_ra"
#ifdef SFRAME_VERSION_2
#define EXPOSED_BY_V2 " decode.version decode.functions.rep_size"
#else
#define EXPOSED_BY_V2 ""
#endif
#ifdef SFRAME_F_FDE_FUNC_START_PCREL
#define EXPOSED_BY_PCREL " decode.flags"
#else
#define EXPOSED_BY_PCREL ""
#endif
#ifdef SFRAME_VERSION_3
#define EXPOSED_BY_V3 " decode.functions.fde_type decode.functions.signal"
#else
#define EXPOSED_BY_V3 ""
#endif

#if defined SFRAME_VERSION_3
#define PROFILES "v2 v2e1 v2e2 v3"
#elif defined SFRAME_F_FDE_FUNC_START_PCREL
#define PROFILES "v2 v2e1"
#elif defined SFRAME_VERSION_2
#define PROFILES "v2"
#else
#define PROFILES "v1"
#endif

#ifdef SFRAME_ABI_S390X_ENDIAN_BIG
#define ABIS "amd64 aarch64 aarch64_be s390x"
#else
#define ABIS "amd64 aarch64 aarch64_be"
#endif

/* A PC is told as its distance from the section; how far that can be grew with version 3. */
#ifdef SFRAME_VERSION_3
typedef int64_t distance_type;
#else
typedef int32_t distance_type;
#endif

/* --- Functions ------------------------------------------------------------------------------------------ */

struct function {
    uint64_t start; /* its address */
    uint32_t size, rows;
    unsigned char info, info2;
    uint8_t rep_size;
    bool signal; /* before version 3 that bit says nothing */
};

static bool is_flexible(const struct function *function)
{
#ifdef SFRAME_VERSION_3
    return SFRAME_V3_FDE_TYPE(function->info2) == SFRAME_FDE_TYPE_FLEX;
#else
    (void)function;
    return false;
#endif
}

/* Where the start counts from; the library hands the field out as it stands. */
static uint64_t origin_of(sframe_decoder_ctx *decoder, uint64_t address, uint32_t index)
{
    int error = 0;
#ifdef SFRAME_F_FDE_FUNC_START_PCREL
    if (sframe_decoder_get_flags(decoder) & SFRAME_F_FDE_FUNC_START_PCREL)
        address += sframe_decoder_get_offsetof_fde_start_addr(decoder, index, &error);
#endif
    (void)decoder, (void)index, (void)error;
    return address;
}

static bool get_function(sframe_decoder_ctx *decoder, uint64_t address, uint32_t index,
                         struct function *function)
{
    int32_t start = 0;
    int64_t long_start = 0;
    int error;
    memset(function, 0, sizeof *function);
#ifdef SFRAME_VERSION_3
    if (sframe_decoder_get_version(decoder) == SFRAME_VERSION_3) {
        error = sframe_decoder_get_funcdesc_v3(decoder, index, &function->rows, &function->size, &long_start,
                                               &function->info, &function->info2, &function->rep_size);
        function->signal = SFRAME_V3_FDE_SIGNAL_P(function->info);
    } else
#endif
#ifdef SFRAME_VERSION_2
        error = sframe_decoder_get_funcdesc_v2(decoder, index, &function->rows, &function->size, &start,
                                               &function->info, &function->rep_size);
#else
    error = sframe_decoder_get_funcdesc(decoder, index, &function->rows, &function->size, &start,
                                        &function->info);
#endif
    function->start = origin_of(decoder, address, index) + (uint64_t)(start + long_start);
    return error == 0;
}

/* --- Rows ----------------------------------------------------------------------------------------------- */

#ifdef SFRAME_VERSION_3
#define FDE_TYPE(flexible) , (flexible) ? SFRAME_FDE_TYPE_FLEX : SFRAME_FDE_TYPE_DEFAULT
#else
#define FDE_TYPE(flexible)
#endif

struct row {
    sframe_decoder_ctx *decoder;
    sframe_frame_row_entry entry;
    bool flexible;
    bool refused; /* the library found the row, and will not read its words */
};

typedef bool get_offset(struct row *row, int64_t *offset);

/* False where the row has no such offset. */
#define GETTER(what)                                                                                         \
    static bool get_##what##_offset(struct row *row, int64_t *offset)                                        \
    {                                                                                                        \
        int error = 0;                                                                                       \
        *offset = sframe_fre_get_##what##_offset(row->decoder, &row->entry FDE_TYPE(row->flexible), &error); \
        row->refused |= error == SFRAME_ERR_FRE_INVAL;                                                       \
        return error == 0;                                                                                   \
    }
GETTER(cfa)
GETTER(ra)
GETTER(fp)

/* A row without the offset: the header's fixed one holds, if there is one.  On AMD64 RA is in no register:
 * without an offset it is not told. */
static void rule_without_offset(struct answer *answer, const char *key, struct row *row, int8_t fixed)
{
    if (fixed != 0)
        answer_load(answer, key, "cfa", fixed);
    else if (strcmp(key, "ra") != 0 ||
             sframe_decoder_get_abi_arch(row->decoder) != SFRAME_ABI_AMD64_ENDIAN_LITTLE)
        answer_same(answer, key);
}

/* s390x says more in its words than an offset: sframe.h has the encoding, and leaves it to the caller. */
static void default_rule(struct answer *answer, const char *key, struct row *row, get_offset *get,
                         int8_t fixed)
{
    int64_t offset;
    if (!get(row, &offset)) {
        rule_without_offset(answer, key, row, fixed);
        return;
    }
#ifdef SFRAME_ABI_S390X_ENDIAN_BIG
    if (sframe_decoder_get_abi_arch(row->decoder) == SFRAME_ABI_S390X_ENDIAN_BIG) {
        if (strcmp(key, "ra") == 0 && offset == SFRAME_FRE_RA_OFFSET_INVALID) {
            answer_same(answer, key);
            return;
        }
        if (sframe_decoder_get_version(row->decoder) == SFRAME_VERSION_2 &&
            SFRAME_V2_S390X_OFFSET_IS_REGNUM(offset)) {
            const unsigned number = (unsigned)SFRAME_V2_S390X_OFFSET_DECODE_REGNUM(offset);
            answer_sum(answer, key, answer_register(answer, number), 0);
            return;
        }
    }
#endif
    answer_load(answer, key, "cfa", offset);
}

static void default_rules(struct answer *answer, struct row *row)
{
    int error = 0;
    int64_t offset;
    const char *const base =
        sframe_fre_get_base_reg_id(&row->entry, &error) == SFRAME_BASE_REG_SP ? "sp" : "fp";
    if (!get_cfa_offset(row, &offset) || error != 0)
        return; /* a row without words */
    answer_sum(answer, "cfa", base, offset);
    default_rule(answer, "ra", row, get_ra_offset, sframe_decoder_get_fixed_ra_offset(row->decoder));
    default_rule(answer, "fp", row, get_fp_offset, sframe_decoder_get_fixed_fp_offset(row->decoder));
}

#ifdef SFRAME_VERSION_3
/*
 * The control word before an offset says of what. A control word of 0 stands alone, and says nothing: false.
 * One whose offset is cut off says nothing either, but it is there, and nothing else holds.
 */
static bool flexible_rule(struct answer *answer, const char *key, struct row *row, int index, get_offset *get)
{
    int error = 0;
    int64_t offset;
    const uint32_t control = sframe_get_fre_udata(&row->entry, index, &error);
    if (error != 0 || control == 0)
        return false;
    if (!get(row, &offset))
        return true;
    const unsigned number = SFRAME_V3_FLEX_FDE_CTRLWORD_REGNUM(control);
    const char *const base =
        SFRAME_V3_FLEX_FDE_CTRLWORD_REG_P(control) ? answer_register(answer, number) : "cfa";
    (SFRAME_V3_FLEX_FDE_CTRLWORD_DEREF_P(control) ? answer_load : answer_sum)(answer, key, base, offset);
    return true;
}

static void flexible_rules(struct answer *answer, struct row *row)
{
    (void)flexible_rule(answer, "cfa", row, 0, get_cfa_offset);
    const bool ra = flexible_rule(answer, "ra", row, 2, get_ra_offset);
    if (!ra)
        rule_without_offset(answer, "ra", row, sframe_decoder_get_fixed_ra_offset(row->decoder));
    if (!flexible_rule(answer, "fp", row, ra ? 4 : 3, get_fp_offset))
        rule_without_offset(answer, "fp", row, sframe_decoder_get_fixed_fp_offset(row->decoder));
}
#endif

static void state_rules(struct answer *answer, struct row *row)
{
    int error = 0;
    answer_bool(answer, "mangled_ra", sframe_fre_get_ra_mangled_p(row->decoder, &row->entry, &error));
#ifdef SFRAME_VERSION_3
    const bool undefined = sframe_fre_get_ra_undefined_p(row->decoder, &row->entry, &error);
    row->refused |= error == SFRAME_ERR_FRE_INVAL; /* then it says true too */
    if (undefined) {
        answer_undefined(answer, "ra");
        return;
    }
    if (row->flexible) {
        flexible_rules(answer, row);
        return;
    }
#endif
    default_rules(answer, row);
}

/* --- Operations ----------------------------------------------------------------------------------------- */

static sframe_decoder_ctx *open_section(const struct request *request, struct answer *answer)
{
    int error = 0;
    sframe_decoder_ctx *const decoder = sframe_decode((const char *)request->bytes, request->length, &error);
    if (decoder == NULL)
        answer_error(answer, sframe_errmsg(error));
    return decoder;
}

static void state_header(sframe_decoder_ctx *decoder, const struct request *request, struct answer *answer)
{
    static const char *const abis[] = {"", "aarch64_be", "aarch64", "amd64", "s390x"};
    const unsigned abi = sframe_decoder_get_abi_arch(decoder);
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
    answer_string(answer, "fde_type", is_flexible(function) ? "flex" : "default");
    answer_bool(answer, "signal", function->signal);
#endif
    answer_string(answer, "pauth_key",
                  SFRAME_V1_FUNC_PAUTH_KEY(function->info) == SFRAME_AARCH64_PAUTH_KEY_B ? "b" : "a");
}

static bool state_rows(sframe_decoder_ctx *decoder, uint32_t index, const struct function *function,
                       struct answer *answer)
{
    struct row row = {.decoder = decoder, .flexible = is_flexible(function)};
    answer_rows(answer);
    for (uint32_t i = 0; i < function->rows; i++) {
        if (sframe_decoder_get_fre(decoder, index, i, &row.entry) != 0)
            return false;
        answer_row_begin(answer);
        answer_number(answer, "start", row.entry.fre_start_addr);
        state_rules(answer, &row);
        answer_row_end(answer);
        if (row.refused)
            return false;
    }
    return true;
}

static void decode(const struct request *request, struct answer *answer)
{
    struct function function;
    sframe_decoder_ctx *decoder = open_section(request, answer);
    if (decoder == NULL)
        return;
    state_header(decoder, request, answer);
    answer_functions(answer);
    const uint32_t functions = sframe_decoder_get_num_fidx(decoder);
    bool whole = true;
    for (uint32_t i = 0; i < functions && whole; i++) {
        answer_function_begin(answer);
        whole = get_function(decoder, request->address, i, &function);
        if (whole) {
            state_function(&function, answer);
            whole = state_rows(decoder, i, &function, answer);
        }
        if (whole)
            answer_function_end(answer);
    }
    if (!whole)
        answer_error(answer, "a function or a row cannot be read");
    sframe_decoder_free(&decoder);
}

static void check(const struct request *request, struct answer *answer)
{
    sframe_decoder_ctx *decoder = open_section(request, answer);
    if (decoder == NULL)
        return;
    answer_string(answer, "verdict", "valid");
    sframe_decoder_free(&decoder);
}

/* The library finds a row without telling of which function, and asks for the function's type afterwards. */
static bool is_in_flexible_function(sframe_decoder_ctx *decoder, const struct request *request)
{
    struct function function;
    const uint32_t functions = sframe_decoder_get_num_fidx(decoder);
    for (uint32_t i = 0; i < functions; i++)
        if (get_function(decoder, request->address, i, &function) && is_flexible(&function) &&
            request->pc - function.start < function.size)
            return true;
    return false;
}

static void lookup(const struct request *request, struct answer *answer)
{
    struct row row = {.decoder = open_section(request, answer)};
    const int64_t distance = (int64_t)(request->pc - request->address);
    if (row.decoder == NULL)
        return;
    if ((distance_type)distance != distance) {
        answer_unsupported(answer, "the PC is farther from the section than the library's interface can say");
    } else if (sframe_find_fre(row.decoder, (distance_type)distance, &row.entry) != 0) {
        answer_none(answer, "unknown");
    } else {
        row.flexible = is_in_flexible_function(row.decoder, request);
        state_rules(answer, &row);
        if (row.refused)
            answer_error(answer, "the row cannot be read");
    }
    sframe_decoder_free(&row.decoder);
}

const struct adapter adapter = {
    .name = "libsframe",
    .version = LIBSFRAME_VERSION,
    .profiles = PROFILES,
    .abis = ABIS,
    .exposes = EXPOSED_BY_ALL EXPOSED_BY_V2 EXPOSED_BY_PCREL EXPOSED_BY_V3,
    .decode = decode,
    .check = check,
    .lookup = lookup,
};
