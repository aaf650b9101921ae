/* Names under which the inputs in this folder use libsframe's encoder, whichever version of it there is. */
#pragma once

#include <sframe-api.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef SFRAME_VERSION_3
#define VERSION SFRAME_VERSION_3
#define PLAIN   SFRAME_F_FDE_FUNC_START_PCREL
#define ADD_AT(e, start, size, info, rep, rows)                                                              \
    sframe_encoder_add_funcdesc_v3(e, start, size, info, 0, rep, rows)
#define WRITE(e, size, error)        sframe_encoder_write(e, size, false, error)
#define WRITE_SORTED(e, size, error) sframe_encoder_write(e, size, true, error)
#elif defined SFRAME_VERSION_2
#define VERSION SFRAME_VERSION_2
#define PLAIN   0
#define ADD_AT(e, start, size, info, rep, rows)                                                              \
    sframe_encoder_add_funcdesc_v2(e, start, size, info, rep, rows)
#define WRITE(e, size, error) sframe_encoder_write(e, size, error)
#define WRITE_SORTED          WRITE
#else
#define VERSION                                 SFRAME_VERSION_1
#define PLAIN                                   0
#define ADD_AT(e, start, size, info, rep, rows) sframe_encoder_add_funcdesc(e, start, size, info, rows)
#define WRITE(e, size, error)                   sframe_encoder_write(e, size, error)
#define WRITE_SORTED                            WRITE
#endif
#define ADD(e, size, info, rep, rows) ADD_AT(e, 0x1000, size, info, rep, rows)

static inline sframe_encoder_ctx *begin(int flags)
{
    int error = 0;
    sframe_encoder_ctx *const encoder =
        sframe_encode(VERSION, flags, SFRAME_ABI_AMD64_ENDIAN_LITTLE, 0, -8, &error);
    if (encoder == NULL) {
        printf("sframe_encode refuses: %s\n", sframe_errmsg(error));
        exit(1);
    }
    return encoder;
}

static inline int add_function(sframe_encoder_ctx *encoder, unsigned size, unsigned row_type,
                               unsigned pc_type, unsigned rows)
{
    return ADD(encoder, size, sframe_fde_create_func_info(row_type, pc_type), 0, rows);
}

/* Adds a row with one word of a byte: CFA = SP + 8. */
static inline int add_row_of(sframe_encoder_ctx *encoder, unsigned function, uint32_t start)
{
    sframe_frame_row_entry row;
    memset(&row, 0, sizeof row);
    row.fre_start_addr = start;
    row.fre_info = SFRAME_V1_FRE_INFO(SFRAME_BASE_REG_SP, 1, SFRAME_FRE_OFFSET_1B);
    memset((char *)&row + sizeof row.fre_start_addr, 8, 1);
    return sframe_encoder_add_fre(encoder, function, &row);
}

static inline int add_row(sframe_encoder_ctx *encoder, uint32_t start)
{
    return add_row_of(encoder, 0, start);
}

static inline void report_function(sframe_encoder_ctx *encoder, unsigned size, unsigned pc_type,
                                   unsigned rows)
{
    printf("function: %d\n", add_function(encoder, size, SFRAME_FRE_TYPE_ADDR1, pc_type, rows));
}

static inline void report_row(sframe_encoder_ctx *encoder, uint32_t start)
{
    printf("row at %u: %d\n", start, add_row(encoder, start));
}

/* Writes the section, and prints how it begins. */
static inline const unsigned char *finish(sframe_encoder_ctx *encoder)
{
    int error = 0;
    size_t size = 0;
    const unsigned char *const bytes = (const unsigned char *)WRITE(encoder, &size, &error);
    if (bytes == NULL) {
        printf("sframe_encoder_write refuses: %s\n", sframe_errmsg(error));
        exit(1);
    }
    printf("%zu bytes:", size);
    for (size_t i = 0; i < size && i < 100; i++)
        printf(" %02x", bytes[i]);
    printf("\n");
    return bytes;
}
