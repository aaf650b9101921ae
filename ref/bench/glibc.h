/* The calls of glibc's reader.  It looks up PCs in sections of version 2, and gives no rows. */
#pragma once

#include <sframe-read.h>

#include <stdio.h>

static sframe_decoder_ctx *open_theirs(const struct bench *bench)
{
    static sframe_decoder_ctx decoder;
    if (__sframe_decode(&decoder, (const char *)bench->bytes) == _URC_NO_REASON)
        return &decoder;
    (void)printf("glibc cannot read v%d\n", bench->section.version);
    return NULL;
}

static bool their_lookup(const struct bench *bench, uint64_t pc, sframe_frame_row_entry *row)
{
    return __sframe_find_fre(bench->theirs, (int32_t)pc, row) == _URC_NO_REASON;
}

static bool same_cfa(const struct bench *bench, const struct sfr_function *function,
                     const struct sfr_rules *rules, const sframe_frame_row_entry *theirs)
{
    _Unwind_Reason_Code none;
    (void)function;
    return __sframe_fre_get_cfa_offset(bench->theirs, (sframe_frame_row_entry *)(uintptr_t)theirs, &none) ==
           rules->cfa.offset;
}
