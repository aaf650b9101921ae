/* An adapter for glibc's reader of SFrame and its stack tracer, from the glibc-source of a Debian release:
 * the functions that sframe-read.h and sframe.h declare.  Nothing of them is in this tree; ci/peer-sources
 * fetches them, and they are compiled unchanged.  README.md says what they are asked, and what the adapter
 * answers when they decline. */
#include <dlfcn.h>

#include "sframe_adapter.h"
#include "world.h"
#include <sframe-read.h>

#ifndef GLIBC_VERSION
#define GLIBC_VERSION "unknown"
#endif

#ifdef __aarch64__
#define ABI "aarch64"
#else
#define ABI "amd64"
#endif

static const char declined[] = "glibc takes DWARF instead";

/* --- Lookups -------------------------------------------------------------------------------------------- */

/* States what the tracer does with a row: without CFA or RA it declines; without FP, FP is unchanged. */
static void state_rules(struct answer *answer, sframe_decoder_ctx *decoder, sframe_frame_row_entry *row)
{
    _Unwind_Reason_Code no_cfa = _URC_NO_REASON, no_ra = _URC_NO_REASON, no_fp = _URC_NO_REASON;
    const int32_t cfa = __sframe_fre_get_cfa_offset(decoder, row, &no_cfa);
    const int32_t ra = __sframe_fre_get_ra_offset(decoder, row, &no_ra);
    const int32_t fp = __sframe_fre_get_fp_offset(decoder, row, &no_fp);
    if (no_cfa != _URC_NO_REASON || no_ra != _URC_NO_REASON) {
        answer_unsupported(answer, declined);
        return;
    }
    answer_sum(answer, "cfa", __sframe_fre_get_base_reg_id(row) == SFRAME_BASE_REG_SP ? "sp" : "fp", cfa);
    answer_load(answer, "ra", "cfa", ra);
    if (no_fp == _URC_NO_REASON)
        answer_load(answer, "fp", "cfa", fp);
    else
        answer_same(answer, "fp");
}

static void lookup(const struct request *request, struct answer *answer)
{
    sframe_decoder_ctx decoder = {0};
    sframe_frame_row_entry row = {0};
    const int64_t distance = (int64_t)(request->pc - request->address);
    if ((int32_t)distance != distance) {
        answer_unsupported(answer, "the PC is farther from the section than glibc's interface can say");
        return;
    }
    (void)world_allow((uintptr_t)request->bytes, request->length);
    if (__sframe_decode(&decoder, (const char *)request->bytes) != _URC_NO_REASON)
        answer_error(answer, "the header is refused");
    else if (__sframe_find_fre(&decoder, (int32_t)distance, &row) != _URC_NO_REASON)
        answer_none(answer, "unknown");
    else
        state_rules(answer, &decoder, &row);
    world_clear();
}

/* --- What the loader knows ------------------------------------------------------------------------------ */

enum { TEXT_READ = 16 };          /* bytes at a PC, by which the code behind a signal handler is recognised */
enum { FIRST_ADDRESS = 1 << 16 }; /* systems map nothing below */

static const struct request *asked;

static uint64_t distance_of(uint64_t one, uint64_t other)
{
    return one > other ? one - other : other - one;
}

/* Stands in for the loader.  An object has all addresses that are nearer to its section than to any other,
 * and not too far for 32 bits.  Its code is zeros, as a scenario has none. */
int scenario_dl_find_object(void *address, struct dl_find_object *result)
{
    const uint64_t pc = (uintptr_t)address;
    uint64_t nearest = asked->address;
    for (size_t i = 0; i < asked->scenario->module_count; i++)
        if (distance_of(pc, asked->scenario->modules[i].address) < distance_of(pc, nearest))
            nearest = asked->scenario->modules[i].address;
    if (pc < FIRST_ADDRESS || distance_of(pc, nearest) > INT32_MAX || !world_map(pc, NULL, TEXT_READ))
        return -1;
    *result = (struct dl_find_object){DLFO_FLAG_SFRAME, (void *)(uintptr_t)nearest};
    return 0;
}

/* --- Unwinding ------------------------------------------------------------------------------------------ */

static bool map_all(const struct piece *pieces, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!world_map(pieces[i].address, pieces[i].bytes, pieces[i].length))
            return false;
    return true;
}

static bool begin_world(const struct request *request)
{
    const struct scenario *const scenario = request->scenario;
    const struct piece section = {request->address, request->bytes, request->length};
    return map_all(&section, 1) && map_all(scenario->modules, scenario->module_count) &&
           map_all(scenario->memory, scenario->piece_count);
}

static void state_frame(struct answer *answer, uint64_t pc, const frame *at)
{
    answer_frame_begin(answer);
    answer_address(answer, "pc", pc);
    answer_address(answer, "sp", at->sp);
    answer_address(answer, "fp", at->fp);
    answer_frame_end(answer);
}

/* States a trace.  The tracer only returns addresses, and stores the registers after the last one.  So it is
 * asked for one address at a time, each time from the registers after the last, until it returns none.  Then
 * it wants to use DWARF, and does not say why. */
static void state_trace(struct answer *answer, frame *at, unsigned limit)
{
    const frame topmost = *at;
    void *found;
    if (__stacktrace_sframe(&found, 1, at) != 1) {
        answer_unsupported(answer, declined);
        return;
    }
    answer_frames(answer);
    state_frame(answer, topmost.pc, &topmost);
    for (unsigned count = 1, given = 1; given == 1 && count < limit; count++) {
        state_frame(answer, (uint64_t)(uintptr_t)found, at);
        given = (unsigned)__stacktrace_sframe(&found, 1, at);
    }
}

static void unwind(const struct request *request, struct answer *answer)
{
    frame topmost = {.pc = request->pc};
    uint64_t sp = 0, fp = 0;
    asked = request;
    if (!scenario_register(request, "sp", &sp) || !scenario_register(request, "fp", &fp) ||
        !begin_world(request)) {
        answer_unsupported(answer, "the scenario's memory cannot be mapped here");
    } else {
        topmost.sp = sp;
        topmost.fp = fp;
        state_trace(answer, &topmost, request->scenario->limit);
    }
    world_clear();
}

const struct adapter adapter = {
    .name = "glibc",
    .version = GLIBC_VERSION,
    .profiles = "v2 v2e1 v2e2",
    .abis = ABI,
    .one_byte_order = true,
    .exposes = "lookup.cfa lookup.ra lookup.fp unwind.frames.pc unwind.frames.sp unwind.frames.fp",
    .lookup = lookup,
    .unwind = unwind,
};
