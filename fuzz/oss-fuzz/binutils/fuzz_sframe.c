/* A target for libsframe's read side.  Any bytes are decoded, which also flips those in the other byte order.
 * If a section is accepted, it is asked everything that a reader can ask, and printed. */
#include <sframe-api.h>
#include <sframe.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* libsframe walks N rows to get row N. */
enum { FUNCTIONS_MAX = 64, ROWS_MAX = 64 };

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static volatile uint64_t seen; /* so that the compiler leaves no call out */

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    return freopen("/dev/null", "w", stdout) == NULL; /* libsframe prints there */
}

static void read_row(const sframe_decoder_ctx *decoder, const sframe_frame_row_entry *row, uint32_t type)
{
    int error = 0;
    seen += row->fre_start_addr;
    seen += sframe_fre_get_base_reg_id(row, &error);
    for (int i = 0; i < MAX_NUM_DATAWORDS; i++)
        seen += sframe_get_fre_udata(row, i, &error);
    seen += (uint64_t)sframe_fre_get_cfa_offset(decoder, row, type, &error);
    seen += (uint64_t)sframe_fre_get_fp_offset(decoder, row, type, &error);
    seen += (uint64_t)sframe_fre_get_ra_offset(decoder, row, type, &error);
    seen += sframe_fre_get_ra_mangled_p(decoder, row, &error);
    seen += sframe_fre_get_ra_undefined_p(decoder, row, &error);
}

static void find(const sframe_decoder_ctx *decoder, int64_t pc, uint32_t type)
{
    sframe_frame_row_entry row;
    if (sframe_find_fre(decoder, pc, &row) == 0)
        read_row(decoder, &row, type);
}

static void read_rows(const sframe_decoder_ctx *decoder, uint32_t function, int64_t start, uint32_t type)
{
    char *rows;
    size_t size;
    uint32_t count;
    if (sframe_decoder_get_fres_buf(decoder, function, &rows, &size, &count) == 0)
        for (size_t i = 0; i < size; i++)
            seen += (unsigned char)rows[i];
    sframe_frame_row_entry row;
    for (uint32_t i = 0; i < ROWS_MAX && sframe_decoder_get_fre(decoder, function, i, &row) == 0; i++) {
        read_row(decoder, &row, type);
        find(decoder, (int64_t)((uint64_t)start + row.fre_start_addr), type);
    }
}

static void read_function(const sframe_decoder_ctx *decoder, uint32_t function)
{
    uint32_t rows, size;
    int32_t start_v2;
    int64_t start;
    unsigned char info, info2;
    uint8_t block;
    int error = 0;
    const uint32_t place = sframe_decoder_get_offsetof_fde_start_addr(decoder, function, &error);
    if (sframe_decoder_get_funcdesc_v2(decoder, function, &rows, &size, &start_v2, &info, &block) == 0)
        seen += rows + size + (uint64_t)start_v2 + info + block;
    if (sframe_decoder_get_funcdesc_v3(decoder, function, &rows, &size, &start, &info, &info2, &block) != 0)
        return;
    if ((sframe_decoder_get_flags(decoder) & SFRAME_F_FDE_FUNC_START_PCREL) != 0)
        start = (int64_t)((uint64_t)start + place);
    const uint32_t type = SFRAME_V3_FDE_TYPE(info2);
    read_rows(decoder, function, start, type);
    find(decoder, start, type);
    find(decoder, (int64_t)((uint64_t)start - 1), type);
    find(decoder, (int64_t)((uint64_t)start + size - 1), type);
    find(decoder, (int64_t)((uint64_t)start + size), type);
}

static void read_all(const sframe_decoder_ctx *decoder)
{
    seen += sframe_decoder_get_hdr_size(decoder);
    seen += sframe_decoder_get_version(decoder);
    seen += sframe_decoder_get_flags(decoder);
    seen += sframe_decoder_get_abi_arch(decoder);
    seen += (uint64_t)sframe_decoder_get_fixed_fp_offset(decoder);
    seen += (uint64_t)sframe_decoder_get_fixed_ra_offset(decoder);
    const uint32_t functions = sframe_decoder_get_num_fidx(decoder);
    for (uint32_t i = 0; i < functions && i < FUNCTIONS_MAX; i++)
        read_function(decoder, i);
    read_function(decoder, functions); /* there is no function with this index */
    find(decoder, 0, 0);
    /* Starts of V3 have 64 bits, but no seed would do with the extremes of those. */
    find(decoder, INT32_MIN, 0);
    find(decoder, INT32_MAX, 0);
    dump_sframe(decoder, 0x1000);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    /* Of the exact size, so that sanitizers notice reads behind it. */
    char *const section = malloc(size > 0 ? size : 1);
    if (section == NULL)
        return 0;
    if (size > 0)
        memcpy(section, data, size);
    int error = 0;
    sframe_decoder_ctx *decoder = sframe_decode(section, size, &error);
    if (decoder != NULL)
        read_all(decoder);
    else
        seen += (uint64_t)(sframe_errmsg(error) != NULL);
    sframe_decoder_free(&decoder);
    free(section);
    return 0;
}
