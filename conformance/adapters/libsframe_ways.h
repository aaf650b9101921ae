/* Asks libsframe in all public ways, and compares them: calls with and without an error pointer, descriptors
 * of each version, indices behind the last.  Rows come by index or, with -DLIBSFRAME_BUFFER, from a
 * function's bytes.  This is a part of libsframe.c and libsframe_function.c; the README in this folder lists
 * the ways. */
#pragma once

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "sframe_adapter.h"
#include <sframe-api.h>

#ifndef LIBSFRAME_VERSION
#define LIBSFRAME_VERSION "unknown"
#endif

/* What a generation reads, and which members it has getters for that the first generation lacks. */
#if defined SFRAME_VERSION_3
#define PROFILES "v2 v2e1 v2e2 v3"
#define LATER_MEMBERS                                                                                        \
    " decode.version decode.functions.rep_size decode.flags decode.functions.fde_type decode.functions.signal"
#elif defined SFRAME_F_FDE_FUNC_START_PCREL
#define PROFILES      "v2 v2e1"
#define LATER_MEMBERS " decode.version decode.functions.rep_size decode.flags"
#elif defined SFRAME_VERSION_2
#define PROFILES      "v2"
#define LATER_MEMBERS " decode.version decode.functions.rep_size"
#else
#define PROFILES      "v1"
#define LATER_MEMBERS ""
#endif

#ifdef SFRAME_ABI_S390X_ENDIAN_BIG
#define ABIS "amd64 aarch64 aarch64_be s390x"
#else
#define ABIS "amd64 aarch64 aarch64_be"
#endif

/* A PC is passed as its distance from the section; version 3 allows larger distances. */
#ifdef SFRAME_VERSION_3
typedef int64_t distance_type;
#else
typedef int32_t distance_type;
#endif

/* Compares what the library says in one way and in another. */
static inline void compare(struct answer *answer, const char *one, int64_t by_one, const char *other,
                           int64_t by_other)
{
    char words[200];
    if (by_one == by_other)
        return;
    (void)snprintf(words, sizeof words, "%s: %" PRId64 "; %s: %" PRId64, one, by_one, other, by_other);
    answer_inconsistent(answer, words);
}

#define NO_POINTER "without an error pointer"

/* --- Opening -------------------------------------------------------------------------------------------- */

static inline sframe_decoder_ctx *open_section(const struct request *request, struct answer *answer)
{
    const char *const bytes = (const char *)request->bytes;
    int error = 0;
    sframe_decoder_ctx *other = sframe_decode(bytes, request->length, NULL);
    const bool is_open = other != NULL;
    sframe_decoder_free(&other);
    sframe_decoder_ctx *const decoder = sframe_decode(bytes, request->length, &error);
    if (decoder == NULL)
        answer_error(answer, sframe_errmsg(error));
    compare(answer, "sframe_decode opens the section", decoder != NULL, NO_POINTER, is_open);
    return decoder;
}

static inline bool can_be_asked(const struct request *request, distance_type *pc, struct answer *answer)
{
    const int64_t distance = (int64_t)(request->pc - request->address);
    *pc = (distance_type)distance;
    if (*pc != distance)
        answer_unsupported(answer, "the PC is farther from the section than the library's interface can say");
    return *pc == distance;
}

/* --- Functions ------------------------------------------------------------------------------------------ */

struct function {
    uint64_t start; /* its address */
    int64_t field;  /* the start as the library returns it */
    uint32_t size, rows;
    unsigned char info, info2;
    uint8_t rep_size;
    bool signal; /* before version 3 that bit means nothing */
};

/* The type of the function, as getters of rows want it. */
static inline uint32_t fde_type(const struct function *function)
{
#ifdef SFRAME_VERSION_3
    return SFRAME_V3_FDE_TYPE(function->info2);
#else
    (void)function;
    return 0;
#endif
}

/* The address to which the function's start is relative. */
static inline uint64_t origin_of(sframe_decoder_ctx *decoder, uint64_t address, uint32_t index,
                                 struct answer *answer)
{
#ifdef SFRAME_F_FDE_FUNC_START_PCREL
    static const char name[] = "sframe_decoder_get_offsetof_fde_start_addr";
    int error = 0;
    const uint32_t place = sframe_decoder_get_offsetof_fde_start_addr(decoder, index, &error);
    compare(answer, name, place, NO_POINTER,
            sframe_decoder_get_offsetof_fde_start_addr(decoder, index, NULL));
    compare(answer, "sframe_decoder_get_num_fidx counts the function", true, name, error == 0);
    if (sframe_decoder_get_flags(decoder) & SFRAME_F_FDE_FUNC_START_PCREL)
        address += place;
#endif
    (void)decoder, (void)index, (void)answer;
    return address;
}

/* Each generation has a new function for descriptors, and keeps an older one. */
#ifdef SFRAME_VERSION_2
static inline bool get_descriptor_2(sframe_decoder_ctx *decoder, uint32_t index, struct function *function)
{
    int32_t start = 0;
    const int error = sframe_decoder_get_funcdesc_v2(decoder, index, &function->rows, &function->size, &start,
                                                     &function->info, &function->rep_size);
    function->field = start;
    return error == 0;
}
#endif
#ifdef SFRAME_VERSION_3
static inline bool get_descriptor(sframe_decoder_ctx *decoder, uint32_t index, struct function *function)
{
    if (sframe_decoder_get_version(decoder) != SFRAME_VERSION_3)
        return get_descriptor_2(decoder, index, function);
    const int error =
        sframe_decoder_get_funcdesc_v3(decoder, index, &function->rows, &function->size, &function->field,
                                       &function->info, &function->info2, &function->rep_size);
    function->signal = SFRAME_V3_FDE_SIGNAL_P(function->info);
    return error == 0;
}
#else
static inline bool get_descriptor_1(sframe_decoder_ctx *decoder, uint32_t index, struct function *function)
{
    int32_t start = 0;
    const int error = sframe_decoder_get_funcdesc(decoder, index, &function->rows, &function->size, &start,
                                                  &function->info);
    function->field = start;
    return error == 0;
}
#endif

#if defined SFRAME_VERSION_3
#define get_older_descriptor get_descriptor_2
#elif defined SFRAME_VERSION_2
#define get_descriptor       get_descriptor_2
#define get_older_descriptor get_descriptor_1
#else
#define get_descriptor       get_descriptor_1
#define get_older_descriptor get_descriptor_1
#endif

/* Compares FUNCTION with what the older call returns.  A refusal of the older call says nothing about the
 * section: that call only knows its own versions. */
static inline void compare_descriptors(sframe_decoder_ctx *decoder, uint32_t index,
                                       const struct function *function, struct answer *answer)
{
    static const char name[] = "the older sframe_decoder_get_funcdesc";
    struct function older = {0};
    if (!get_older_descriptor(decoder, index, &older))
        return;
    compare(answer, "rows of the function", function->rows, name, older.rows);
    compare(answer, "size of the function", function->size, name, older.size);
    compare(answer, "start of the function", function->field, name, older.field);
    compare(answer, "info of the function", function->info, name, older.info);
}

static inline bool get_function(sframe_decoder_ctx *decoder, uint64_t address, uint32_t index,
                                struct function *function, struct answer *answer)
{
    memset(function, 0, sizeof *function);
    if (!get_descriptor(decoder, index, function))
        return false;
    compare_descriptors(decoder, index, function, answer);
    function->start = origin_of(decoder, address, index, answer) + (uint64_t)function->field;
    return true;
}

/* --- What a row says ------------------------------------------------------------------------------------ */

struct row {
    sframe_decoder_ctx *decoder;
    struct answer *answer;
    sframe_frame_row_entry entry;
    uint32_t type; /* the function's type */
    bool refused;  /* the library found the row, and refuses to read its words */
};

#ifdef SFRAME_VERSION_3
#define FDE_TYPE(row) , (row)->type
#else
#define FDE_TYPE(row)
#endif

struct offset {
    bool is_there;
    int64_t value;
};

/* Whether the row has this offset.  One of a getter's errors says that the row is right and does not have it.
 */
static inline bool is_said(struct row *row, const char *name, int error, int64_t with, int64_t without)
{
    row->refused |= error != 0 && error != SFRAME_ERR_FREOFFSET_NOPRESENT;
    if (error == 0)
        compare(row->answer, name, with, NO_POINTER, without);
    return error == 0;
}

#define CALL(what, error) sframe_fre_get_##what##_offset(row->decoder, &row->entry FDE_TYPE(row), error)
#define GETTER(what)                                                                                         \
    static inline void get_##what##_offset(struct row *row, struct offset *offset)                           \
    {                                                                                                        \
        int error = 0;                                                                                       \
        offset->value = CALL(what, &error);                                                                  \
        offset->is_there =                                                                                   \
            is_said(row, "sframe_fre_get_" #what "_offset", error, offset->value, CALL(what, NULL));         \
    }
GETTER(cfa)
GETTER(ra)
GETTER(fp)

static inline const char *base_of(struct row *row)
{
    int error = 0;
    const unsigned id = sframe_fre_get_base_reg_id(&row->entry, &error);
    (void)is_said(row, "sframe_fre_get_base_reg_id", error, id,
                  sframe_fre_get_base_reg_id(&row->entry, NULL));
    return id == SFRAME_BASE_REG_SP ? "sp" : "fp";
}

static inline bool is_mangled(struct row *row)
{
    int error = 0;
    const bool mangled = sframe_fre_get_ra_mangled_p(row->decoder, &row->entry, &error);
    (void)is_said(row, "sframe_fre_get_ra_mangled_p", error, mangled,
                  sframe_fre_get_ra_mangled_p(row->decoder, &row->entry, NULL));
    return mangled;
}

static inline bool is_undefined(struct row *row)
{
#ifdef SFRAME_VERSION_3
    int error = 0;
    const bool undefined = sframe_fre_get_ra_undefined_p(row->decoder, &row->entry, &error);
    return is_said(row, "sframe_fre_get_ra_undefined_p", error, undefined,
                   sframe_fre_get_ra_undefined_p(row->decoder, &row->entry, NULL)) &&
           undefined;
#else
    (void)row;
    return false;
#endif
}

#ifdef SFRAME_VERSION_3
/* A word of the row; 0 if the row does not have it. */
static inline uint32_t get_word(struct row *row, int index)
{
    int error = 0;
    const uint32_t word = sframe_get_fre_udata(&row->entry, index, &error);
    return is_said(row, "sframe_get_fre_udata", error, word, sframe_get_fre_udata(&row->entry, index, NULL))
               ? word
               : 0;
}
#endif

/* --- Rows ----------------------------------------------------------------------------------------------- */

/* A walk through the rows of a function. */
struct walk {
    sframe_decoder_ctx *decoder;
    struct answer *answer;
    uint32_t function, row, rows;
#ifdef LIBSFRAME_BUFFER
    const char *at;
    size_t left, start_size;
#endif
};

#ifndef LIBSFRAME_BUFFER
static inline bool begin_walk(struct walk *walk, const struct function *function)
{
    walk->rows = function->rows;
    return true;
}

static inline bool next_row(struct walk *walk, sframe_frame_row_entry *entry)
{
    return sframe_decoder_get_fre(walk->decoder, walk->function, walk->row++, entry) == 0;
}

static inline void end_walk(const struct walk *walk)
{
    sframe_frame_row_entry entry;
    compare(walk->answer, "there is a row behind the last", false, "sframe_decoder_get_fre",
            sframe_decoder_get_fre(walk->decoder, walk->function, walk->rows, &entry) == 0);
}
#else
/* Passes the attributes, which stand before the rows in version 3, and whose size depends on the descriptor.
 */
static inline bool skip_attributes(struct walk *walk, const struct function *function)
{
    static const char name[] = "the function's bytes";
    sframe_func_desc_attr_v3 attributes;
    if (sframe_decoder_get_version(walk->decoder) != SFRAME_VERSION_3)
        return true;
    if (walk->left < sizeof attributes)
        return false;
    memcpy(&attributes, walk->at, sizeof attributes);
    compare(walk->answer, "rows of the function", function->rows, name, attributes.sfda_func_num_fres);
    compare(walk->answer, "info of the function", function->info, name, attributes.sfda_func_info);
    compare(walk->answer, "second info of the function", function->info2, name, attributes.sfda_func_info2);
    compare(walk->answer, "repetition size", function->rep_size, name, attributes.sfda_func_rep_size);
    walk->at += sizeof attributes;
    walk->left -= sizeof attributes;
    return true;
}

static inline bool begin_walk(struct walk *walk, const struct function *function)
{
    char *bytes = NULL;
    if (SFRAME_V1_FUNC_FRE_TYPE(function->info) > SFRAME_FRE_TYPE_ADDR4 ||
        sframe_decoder_get_fres_buf(walk->decoder, walk->function, &bytes, &walk->left, &walk->rows) != 0)
        return false;
    compare(walk->answer, "rows of the function", function->rows, "sframe_decoder_get_fres_buf", walk->rows);
    walk->at = bytes;
    walk->start_size = (size_t)1 << SFRAME_V1_FUNC_FRE_TYPE(function->info);
    return skip_attributes(walk, function);
}

/* Reads a row's start, info byte and words, as sframe.h describes them. */
static inline bool next_row(struct walk *walk, sframe_frame_row_entry *entry)
{
    const size_t head = walk->start_size + 1;
    uint16_t half;
    if (walk->left < head)
        return false;
    memset(entry, 0, sizeof *entry);
    memcpy(&half, walk->at, walk->start_size < 2 ? 1 : 2);
    memcpy(&entry->fre_start_addr, walk->at, walk->start_size);
    if (walk->start_size < 4)
        entry->fre_start_addr = walk->start_size < 2 ? (uint8_t)walk->at[0] : half;
    entry->fre_info = (unsigned char)walk->at[walk->start_size];
    const size_t words = (size_t)SFRAME_V3_FRE_DATAWORD_COUNT(entry->fre_info)
                         << SFRAME_V3_FRE_DATAWORD_SIZE(entry->fre_info);
    if (walk->left - head < words || words > sizeof entry->fre_datawords)
        return false;
    memcpy(entry->fre_datawords, walk->at + head, words);
    walk->at += head + words;
    walk->left -= head + words;
    return true;
}

static inline void end_walk(const struct walk *walk)
{
    compare(walk->answer, "bytes behind the last row", 0, "sframe_decoder_get_fres_buf", (int64_t)walk->left);
}
#endif

/* --- Behind the last ------------------------------------------------------------------------------------ */

/* Checks that an index that is too large gives an error, as the headers promise. */
static inline void compare_end(sframe_decoder_ctx *decoder, uint32_t count, struct answer *answer)
{
    static const char name[] = "there is a function behind the last";
    struct function function;
    compare(answer, name, false, "sframe_decoder_get_funcdesc", get_descriptor(decoder, count, &function));
    compare(answer, name, false, "the older one", get_older_descriptor(decoder, count, &function));
#ifdef LIBSFRAME_BUFFER
    char *bytes = NULL;
    size_t size = 0;
    uint32_t rows = 0;
    if (count ==
        /* 2.47.50 crashes at this call; if it were made for sections with functions, nothing else would be
         * tested. */
        0)
        compare(answer, name, false, "sframe_decoder_get_fres_buf",
                sframe_decoder_get_fres_buf(decoder, count, &bytes, &size, &rows) == 0);
#else
    sframe_frame_row_entry entry;
    compare(answer, name, false, "sframe_decoder_get_fre",
            sframe_decoder_get_fre(decoder, count, 0, &entry) == 0);
#endif
#ifdef SFRAME_F_FDE_FUNC_START_PCREL
    int error = 0;
    (void)sframe_decoder_get_offsetof_fde_start_addr(decoder, count + 1, &error);
    compare(answer, name, false, "sframe_decoder_get_offsetof_fde_start_addr", error == 0);
#endif
}
