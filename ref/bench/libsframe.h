/* The calls of GNU libsframe, as of binutils 2.46, which can read version 3. */
#pragma once

#include <sframe-api.h>

#include <stdio.h>

static sframe_decoder_ctx *open_theirs(const struct bench *bench)
{
    int error = 0;
    sframe_decoder_ctx *const opened = sframe_decode((const char *)bench->bytes, bench->size, &error);
    if (opened == NULL)
        (void)printf("libsframe cannot read v%d: %s\n", bench->section.version, sframe_errmsg(error));
    return opened;
}

static uint32_t their_row_count(const struct bench *bench, uint32_t index)
{
    uint32_t count = 0, size;
    int32_t start32;
    int64_t start64;
    unsigned char info, info2;
    uint8_t rep_size;
    if (!sfr_text_facts(bench->section.profile)->flexible)
        (void)sframe_decoder_get_funcdesc_v2(bench->theirs, index, &count, &size, &start32, &info, &rep_size);
    else
        (void)sframe_decoder_get_funcdesc_v3(bench->theirs, index, &count, &size, &start64, &info, &info2,
                                             &rep_size);
    return count;
}

static bool their_row(const struct bench *bench, uint32_t index, uint32_t i, sframe_frame_row_entry *row)
{
    return sframe_decoder_get_fre(bench->theirs, index, i, row) == 0;
}

static bool their_lookup(const struct bench *bench, uint64_t pc, sframe_frame_row_entry *row)
{
    return sframe_find_fre(bench->theirs, (int64_t)pc, row) == 0;
}

/* The offset is the same, and so is the base, if it is SP or FP: libsframe has no name for others. */
static bool same_cfa(const struct bench *bench, const struct sfr_function *function,
                     const struct sfr_rules *rules, const sframe_frame_row_entry *theirs)
{
    int error = 0;
    const int32_t offset = sframe_fre_get_cfa_offset(bench->theirs, theirs, function->fde_type, &error);
    if (error != 0 || offset != rules->cfa.offset)
        return false;
    const uint8_t base = sframe_fre_get_base_reg_id((sframe_frame_row_entry *)(uintptr_t)theirs, &error);
    return rules->cfa.base == SFR_REGISTER ||
           (rules->cfa.base == SFR_SP) == (base == SFRAME_BASE_REG_SP);
}
