/* Laws of traces: they are what single steps say, whatever is remembered and in whatever order the modules
 * are.
 *
 * The rest of the case:  u64 SP, u64 FP, u64 PAC mask; u8 count, then so many registers: u8 number, u64
 * value; u8 count, then so many modules: u32 size, u64 address, bytes; then pieces of memory until the end:
 * u64 address, u16 size, bytes.  Its count is the limit of frames; option 1: words of memory are big-endian.
 */
#include "case.h"
#include "law.h"
#include "same.h"

#include <limits.h>
#include <stdlib.h>

enum { BIG_ENDIAN_MEMORY = 1 };
enum { MODULES_MOST = 8, REGISTERS_MOST = 64, PIECES_MOST = 64, FRAMES_MOST = 256, PLACES_MOST = 16 };
enum { READS_MOST = 3 }; /* by one step */
enum { LIST_MOST = 8 };  /* PCs in a list */

/* --- The machine --------------------------------------------------------------------------------------- */

struct piece {
    const uint8_t *bytes;
    size_t size;
    uint64_t address;
};

struct program {
    const struct fuzz_case *input;
    uint64_t sp, fp, pac_mask;
    struct {
        uint8_t number;
        uint64_t value;
    } registers[REGISTERS_MOST];
    struct piece pieces[PIECES_MOST];
    struct sfr_section modules[MODULES_MOST];
    uint8_t *blocks[MODULES_MOST]; /* the bytes of all modules but the first */
    size_t register_count, piece_count, module_count;
    unsigned reads, reads_left; /* READS_LEFT is 0: all memory is lost */
};

static bool read_byte(const struct program *program, uint64_t address, uint64_t *byte)
{
    for (size_t i = 0; i < program->piece_count; i++) {
        const struct piece *const piece = &program->pieces[i];
        if (address - piece->address < piece->size) {
            *byte = piece->bytes[address - piece->address];
            return true;
        }
    }
    return false;
}

static bool read_memory(void *context, uint64_t address, uint64_t *value)
{
    struct program *const program = context;
    const bool big_endian = (program->input->options & BIG_ENDIAN_MEMORY) != 0;
    uint64_t byte = 0;
    LAW(address % 8 == 0, "a word at 0x%llx is asked for", (unsigned long long)address);
    program->reads++;
    *value = 0;
    if (program->reads_left == 0)
        return false;
    program->reads_left--;
    for (unsigned i = 0; i < 8; i++) {
        if (!read_byte(program, address + i, &byte))
            return false;
        *value |= byte << 8 * (big_endian ? 7 - i : i);
    }
    return true;
}

static bool read_register(void *context, uint32_t regnum, uint64_t *value)
{
    const struct program *const program = context;
    for (size_t i = 0; i < program->register_count; i++)
        if (program->registers[i].number == regnum) {
            *value = program->registers[i].value;
            return true;
        }
    return false;
}

/* --- Out of the input ---------------------------------------------------------------------------------- */

static void add_module(struct program *program, const uint8_t *bytes, size_t size, uint64_t address)
{
    struct sfr_section *const module = &program->modules[program->module_count++];
    (void)sfr_open(module, bytes, size, address, program->input->profile, NULL);
    sfr_survey(module);
}

static void take_modules(struct program *program, const uint8_t **at, size_t *left)
{
    const struct fuzz_case *const input = program->input;
    add_module(program, input->section, input->size, input->address);
    for (uint64_t count = take_number(at, left, 1); count > 0 && program->module_count < MODULES_MOST;
         count--) {
        const uint64_t wanted = take_number(at, left, 4), address = take_number(at, left, 8);
        const size_t size = wanted < *left ? (size_t)wanted : *left;
        uint8_t *const block = fuzz_block(*at, size);
        program->blocks[program->module_count] = block;
        add_module(program, block, size, address);
        *at += size;
        *left -= size;
    }
}

static void program_begin(struct program *program, const struct fuzz_case *input)
{
    const uint8_t *at = input->rest;
    size_t left = input->rest_size;
    program->input = input;
    program->register_count = program->piece_count = program->module_count = 0;
    program->reads_left = UINT_MAX;
    program->blocks[0] = NULL;
    program->sp = take_number(&at, &left, 8);
    program->fp = take_number(&at, &left, 8);
    program->pac_mask = take_number(&at, &left, 8);
    for (uint64_t count = take_number(&at, &left, 1); count > 0 && program->register_count < REGISTERS_MOST;
         count--) {
        const size_t i = program->register_count++;
        program->registers[i].number = (uint8_t)take_number(&at, &left, 1);
        program->registers[i].value = take_number(&at, &left, 8);
    }
    take_modules(program, &at, &left);
    while (left > 0 && program->piece_count < PIECES_MOST) {
        struct piece *const piece = &program->pieces[program->piece_count++];
        piece->address = take_number(&at, &left, 8);
        const size_t wanted = (size_t)take_number(&at, &left, 2);
        piece->size = wanted < left ? wanted : left;
        piece->bytes = at;
        at += piece->size;
        left -= piece->size;
    }
}

/* --- Traces -------------------------------------------------------------------------------------------- */

struct trace {
    struct sfr_frame frames[FRAMES_MOST];
    uint32_t count;
    enum sfr_step stop;
};

static bool same_frame(const struct sfr_frame *one, const struct sfr_frame *other)
{
    return one->pc == other->pc && one->sp == other->sp && one->fp == other->fp &&
           one->cfa_known == other->cfa_known && (!one->cfa_known || one->cfa == other->cfa) &&
           one->topmost == other->topmost && one->interrupted == other->interrupted;
}

/* Gives the most frames that the trace may have. */
static uint32_t begin_trace(const struct program *program, struct sfr_unwind *unwind)
{
    const uint32_t limit = program->input->count < FRAMES_MOST ? program->input->count : FRAMES_MOST;
    sfr_unwind_from(unwind, program->input->pc, program->sp, program->fp, limit);
    return limit;
}

static void take_trace(struct program *program, struct sfr_unwind *unwind, struct trace *trace)
{
    const uint32_t limit = begin_trace(program, unwind);
    struct sfr_frame frame;
    trace->count = 0;
    for (program->reads = 0; sfr_unwind_next(unwind, &frame); program->reads = 0) {
        LAW(trace->count < limit, "more frames than the limit of %u", limit);
        LAW(program->reads <= READS_MOST, "%u words are read for frame %u", program->reads, trace->count);
        trace->frames[trace->count++] = frame;
    }
    trace->stop = unwind->stop;
    LAW(trace->stop != SFR_STEPPED, "a trace ends, and nothing says why");
    LAW(trace->stop != SFR_STOP_LIMIT || trace->count == limit, "the limit of %u ends a trace of %u frames",
        limit, trace->count);
}

static void compare_traces(const struct trace *one, const struct trace *other, const char *what)
{
    LAW(one->count == other->count && one->stop == other->stop, "%s: %u frames until %s, else %u until %s",
        what, other->count, sfr_step_name(other->stop), one->count, sfr_step_name(one->stop));
    for (uint32_t i = 0; i < one->count; i++)
        LAW(same_frame(&one->frames[i], &other->frames[i]), "%s: frame %u is another", what, i);
}

/* Lists of PCs, one after another, each of as many as the input says. */
static void compare_lists(struct program *program, struct sfr_unwind *unwind, const struct trace *trace)
{
    const size_t each = 1 + program->input->choice % LIST_MOST;
    uint64_t pcs[LIST_MOST];
    size_t count = 0, got = each;
    for (begin_trace(program, unwind); got == each; count += got) {
        got = sfr_unwind_pcs(unwind, pcs, each);
        LAW(got <= each && got <= trace->count - count, "%zu PCs of %zu", got, each);
        for (size_t i = 0; i < got; i++)
            LAW(pcs[i] == trace->frames[count + i].pc, "PC %zu of a list is not its frame's", count + i);
    }
    LAW(count == trace->count && unwind->stop == trace->stop, "%zu PCs until %s, else %u until %s", count,
        sfr_step_name(unwind->stop), trace->count, sfr_step_name(trace->stop));
}

/* --- Steps --------------------------------------------------------------------------------------------- */

/* The module that has a frame's PC, and how many have it; if none has, the first that cannot be read. */
static unsigned holders_of(const struct program *program, const struct sfr_frame *frame,
                           const struct sfr_section **holder)
{
    const uint64_t pc = frame->topmost || frame->interrupted ? frame->pc : frame->pc - 1;
    unsigned count = 0;
    *holder = &program->modules[0];
    for (size_t i = 0; i < program->module_count; i++) {
        struct sfr_answer answer;
        const bool holds = sfr_lookup(&program->modules[i], pc, &answer) != SFR_NO_FUNCTION;
        if (holds || (count == 0 && program->modules[i].malformed && !(*holder)->malformed))
            *holder = &program->modules[i];
        count += holds;
    }
    return count;
}

/* Compares a trace with single steps.  Returns false if two modules have the PC of some frame: then nothing
 * says which one answers. */
static bool check_steps(struct program *program, const struct sfr_machine *machine, const struct trace *trace)
{
    struct sfr_frame frame = {
        .pc = program->input->pc, .sp = program->sp, .fp = program->fp, .topmost = true};
    for (uint32_t i = 0; i < trace->count; i++) {
        const struct sfr_section *holder;
        struct sfr_frame caller = frame;
        if (holders_of(program, &frame, &holder) > 1)
            return false;
        const enum sfr_step step = sfr_step(holder, &frame, machine, &caller);
        LAW(same_frame(&frame, &trace->frames[i]), "frame %u is not what the step says", i);
        const bool last = i + 1 == trace->count, limited = last && trace->stop == SFR_STOP_LIMIT;
        LAW(step == (last && !limited ? trace->stop : SFR_STEPPED),
            "frame %u: the step says %s, the trace of %u frames %s", i, sfr_step_name(step), trace->count,
            sfr_step_name(trace->stop));
        frame = caller;
    }
    return true;
}

/* --- Ways to the same trace ---------------------------------------------------------------------------- */

static void check_remembering(struct program *program, const struct sfr_machine *machine,
                              const struct trace *trace)
{
    struct sfr_remembered remembered[PLACES_MOST];
    struct sfr_unwind unwind;
    static struct trace other;
    sfr_unwind_begin(&unwind, program->modules, program->module_count, machine, remembered,
                     1 + program->input->choice % PLACES_MOST);
    take_trace(program, &unwind, &other);
    compare_traces(trace, &other, "with more places to remember");
    compare_lists(program, &unwind, trace);
    take_trace(program, &unwind, &other);
    compare_traces(trace, &other, "remembering");
}

static void check_order(struct program *program, const struct sfr_machine *machine, const struct trace *trace)
{
    struct sfr_section reversed[MODULES_MOST];
    struct sfr_remembered remembered[1];
    struct sfr_unwind unwind;
    static struct trace other;
    for (size_t i = 0; i < program->module_count; i++)
        reversed[i] = program->modules[program->module_count - 1 - i];
    sfr_unwind_begin(&unwind, reversed, program->module_count, machine, remembered, 1);
    take_trace(program, &unwind, &other);
    compare_traces(trace, &other, "with modules in the other order");
}

/* Memory may be lost at any read that TRACE took: another trace then ends there, and its frames are true. */
static void check_lost_memory(struct program *program, const struct sfr_machine *machine,
                              const struct trace *trace)
{
    const unsigned reads = UINT_MAX - program->reads_left;
    struct sfr_remembered remembered[1];
    struct sfr_unwind unwind;
    static struct trace lost;
    if (reads == 0)
        return;
    program->reads_left = (unsigned)((program->input->choice + program->input->size) % reads);
    sfr_unwind_begin(&unwind, program->modules, program->module_count, machine, remembered, 1);
    take_trace(program, &unwind, &lost);
    program->reads_left = UINT_MAX;
    LAW(lost.stop == SFR_STOP_MEMORY && lost.count <= trace->count, "memory is lost: %u frames until %s",
        lost.count, sfr_step_name(lost.stop));
    for (uint32_t i = 0; i < lost.count; i++)
        LAW(lost.frames[i].pc == trace->frames[i].pc && lost.frames[i].sp == trace->frames[i].sp &&
                lost.frames[i].fp == trace->frames[i].fp,
            "memory is lost: frame %u is another", i);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct program program;
    static struct trace trace;
    struct fuzz_case input;
    struct sfr_remembered remembered[1];
    struct sfr_unwind unwind;
    case_begin(&input, data, size);
    program_begin(&program, &input);
    const struct sfr_machine machine = {read_memory, read_register, &program, program.pac_mask};
    sfr_unwind_begin(&unwind, program.modules, program.module_count, &machine, remembered, 1);
    LAW(!sfr_unwind_next(&unwind, trace.frames), "a frame before a trace begins");
    take_trace(&program, &unwind, &trace);
    /* Checks that SP rises, except at frames that a signal interrupted and at the caller of a leaf. */
    for (uint32_t i = 1; i < trace.count; i++) {
        const struct sfr_frame *const inner = &trace.frames[i - 1], *const outer = &trace.frames[i];
        LAW(outer->interrupted || outer->sp > inner->sp || (inner->topmost && outer->sp == inner->sp),
            "SP falls from frame %u to its caller", i - 1);
        LAW(inner->topmost == (i == 1), "frame %u is topmost, or not", i - 1);
    }
    check_lost_memory(&program, &machine, &trace);
    if (check_steps(&program, &machine, &trace)) {
        check_remembering(&program, &machine, &trace);
        check_order(&program, &machine, &trace);
    }
    for (size_t i = 0; i < program.module_count; i++)
        free(program.blocks[i]);
    case_end(&input);
    return 0;
}
