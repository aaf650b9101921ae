/* Unwinds from registers and memory to frames, by docs/unwinding.md and appendix A of the texts. */
#include "bug.h"
#include "decoder.h"

#include "sframe_adapter.h"

#include <inttypes.h>
#include <string.h>

enum { WORD = 8, LARGE = 16 << 20, PAC_COPIED_BIT = 55 };

struct frame {
    uint64_t pc, sp, fp, cfa;
    bool topmost, interrupted, cfa_known;
};

struct trace {
    const struct request *request;
    const struct abi_facts *abi;
    enum profile profile;
    struct frame first, frame, caller; /* the topmost one, the current one, and its caller */

    /* What only bugs want to know. */
    struct found before; /* of the last frame that had a row */
    uint64_t last_word;  /* that was read */
    bool beyond_signal;
};

/* Functions that can fail return NULL, or the word for the stop. */

/* --- The row -------------------------------------------------------------------------------------------- */

/* The address to look up.  For a return address it is one less: the address itself may already be in the next
 * row or function. */
static uint64_t looked_up(const struct trace *t)
{
    const struct frame *const frame = &t->frame;
    const bool as_it_is = frame->topmost || frame->interrupted;
    if (BUG(first_pc_less_one))
        return frame->interrupted ? frame->pc : frame->pc - 1;
    if (BUG(caller_pc_less_four))
        return as_it_is ? frame->pc : frame->pc - 4;
    if (BUG(caller_pc_as_is_beyond_signal) && t->beyond_signal)
        return frame->pc;
    if (BUG(caller_pc_less_a_word))
        return as_it_is ? frame->pc : frame->pc - WORD;
    return as_it_is ? frame->pc : frame->pc - 1;
}

static const char *find_in(const struct trace *t, const struct piece *module, uint64_t pc,
                           struct found *found)
{
    struct section s;
    const uint64_t address = BUG(modules_at_first_address) ? t->request->address : module->address;
    const char *error = read_header(&s, module->bytes, module->length, address, t->profile);
    *found = (struct found){.kind = NO_FUNCTION};
    if (error == NULL)
        error = lookup(&s, pc, found);
    return error != NULL ? "error" : NULL;
}

static uint64_t distance(uint64_t one, uint64_t other)
{
    return one < other ? other - one : one - other;
}

/* Whether some section lies nearer to the PC than this one. */
static bool another_is_nearer(const struct trace *t, uint64_t address)
{
    const struct scenario *const scenario = t->request->scenario;
    const uint64_t pc = t->frame.pc;
    uint64_t nearest = distance(t->request->address, pc);
    for (size_t i = 0; i < scenario->module_count; i++)
        if (distance(scenario->modules[i].address, pc) < nearest)
            nearest = distance(scenario->modules[i].address, pc);
    return nearest < distance(address, pc);
}

/* Finds the row in one of the modules; no two of them have the same PC.  If none has the PC, but one cannot
 * be read, the stop is "error": that one may have it. */
static const char *find(const struct trace *t, struct found *found)
{
    const struct request *const request = t->request;
    const struct piece main = {request->address, request->bytes, request->length};
    const size_t all = request->scenario->module_count + 1,
                 most = BUG(first_module_only) ? 1
                        : BUG(eight_modules)   ? 8
                        : BUG(sixteen_modules) ? 16
                                               : all,
                 count = all < most ? all : most;
    const char *error = NULL;
    if (BUG(upper_pc_unknown) && t->frame.pc >> 63 != 0)
        return "no-function";
    for (size_t i = BUG(last_module_only) ? count - 1 : 0; i < count; i++) {
        const struct piece *const module = i == 0 ? &main : &request->scenario->modules[i - 1];
        if (BUG(modules_above_pc_unknown) && module->address > t->frame.pc)
            continue;
        if (BUG(modules_below_pc_unknown) && module->address < t->frame.pc)
            continue;
        if (BUG(module_of_nearest_section) && another_is_nearer(t, module->address))
            continue;
        const char *const failed = find_in(t, module, looked_up(t), found);
        if (failed != NULL)
            error = failed;
        else if (found->kind == NO_ROW)
            return "no-row";
        else if (found->kind != NO_FUNCTION) {
            const bool outermost = (BUG(signal_is_outermost) && found->signal) ||
                                   (BUG(register_ra_is_outermost) && found->rules.ra.kind == SAME) ||
                                   found->rules.ra.kind == UNDEFINED;
            return !outermost                                        ? NULL
                   : BUG(outermost_of_other_module_unknown) && i > 0 ? "no-function"
                                                                     : "outermost";
        }
    }
    if (error != NULL)
        return BUG(error_is_unsafe) ? "unsafe" : error;
    return BUG(no_function_is_no_row)      ? "no-row"
           : BUG(no_function_is_outermost) ? "outermost"
                                           : "no-function";
}

/* --- Memory --------------------------------------------------------------------------------------------- */

static bool has(const struct piece *piece, uint64_t address)
{
    return address - piece->address + BUG(pieces_end_early) < piece->length;
}

/* The piece with this byte; null if there is none.  Tries LAST first, which had the byte before. */
static const struct piece *piece_with(const struct scenario *scenario, uint64_t address,
                                      const struct piece *last)
{
    const size_t count = BUG(first_piece_only) ? scenario->piece_count != 0 : scenario->piece_count;
    if (last != NULL && has(last, address))
        return last;
    for (size_t i = 0; i < count && !(BUG(pieces_must_ascend) && scenario->memory[i].address > address); i++)
        if (has(&scenario->memory[i], address))
            return &scenario->memory[i];
    return NULL;
}

static const char *read_readable_word(const struct trace *t, uint64_t address, uint64_t *value)
{
    const char *const unreadable = BUG(memory_is_error)    ? "error"
                                   : BUG(memory_is_no_row) ? "no-row"
                                                           : "memory";
    const unsigned width = BUG(words_of_4_bytes) ? 4 : WORD;
    const unsigned alignment = BUG(alignment_of_16) ? 16 : WORD;
    const bool big = (t->abi->big || BUG(words_big)) && !BUG(words_little);
    const struct piece *piece = NULL;
    *value = 0;
    if (address % alignment != 0 || (BUG(upper_stack_refused) && address >> 63 != 0) ||
        (BUG(last_word_refused) && address + width == 0))
        return unreadable;
    for (unsigned i = 0; i < width; i++) {
        const unsigned at = big ? i : width - 1 - i;
        const bool asked =
            !(BUG(first_byte_checked_only) && at != 0) && !(BUG(last_half_unchecked) && at >= WORD / 2);
        piece = piece_with(t->request->scenario, address + at, piece);
        if (piece == NULL && asked && !BUG(unreadable_is_zero))
            return unreadable;
        *value = *value << 8 | (piece != NULL ? piece->bytes[address + at - piece->address] : 0);
    }
    return NULL;
}

static const char *read_word(struct trace *t, uint64_t address, uint64_t *value)
{
    const char *stop = read_readable_word(t, address, value);
    if (stop != NULL && BUG(unreadable_is_last_word)) {
        *value = t->last_word;
        stop = NULL;
    }
    t->last_word = *value;
    return stop;
}

/* --- Registers ------------------------------------------------------------------------------------------ */

/* A register of the topmost frame; one that the scenario does not list is an error. */
static const char *read_listed(const struct trace *t, int64_t number, uint64_t *value)
{
    char name[24];
    (void)snprintf(name, sizeof name, "r%" PRId64, number);
    if (scenario_register(t->request, name, value) || BUG(unlisted_is_zero))
        return NULL;
    return BUG(unlisted_is_unsafe) ? "unsafe" : BUG(unlisted_is_memory) ? "memory" : "error";
}

static const char *read_register(const struct trace *t, int64_t number, uint64_t *value)
{
    *value = 0;
    if (number == BASE_SP || (number == t->abi->sp && !BUG(sp_by_number_unknown)))
        *value = BUG(sp_of_topmost) ? t->first.sp : t->frame.sp;
    else if (number == BASE_FP || (number == t->abi->fp && !BUG(fp_by_number_unknown)))
        *value = BUG(fp_of_topmost) ? t->first.fp : t->frame.fp;
    else if (BUG(registers_never_known) || (!t->frame.topmost && !BUG(registers_kept)))
        return BUG(unsafe_is_error) ? "error" : BUG(unsafe_is_memory) ? "memory" : "unsafe";
    else
        return read_listed(t, number, value);
    return NULL;
}

/* --- Rules ---------------------------------------------------------------------------------------------- */

static const char *apply(struct trace *t, const struct rule *rule, uint64_t *value)
{
    const char *stop = NULL;
    *value = t->frame.cfa;
    if (rule->base != BASE_CFA)
        stop = read_register(t, rule->base, value);
    else if (BUG(slots_from_sp))
        *value = t->frame.sp;
    else if (BUG(slots_from_fp))
        *value = t->frame.fp;
    if (rule->deref || rule->base < 0 || !BUG(register_offset_lost))
        *value += (uint64_t)rule->offset;
    if (BUG(addresses_of_32_bits))
        *value = (uint32_t)*value;
    if (stop == NULL && (rule->deref || BUG(always_dereferenced)) && !BUG(never_dereferenced))
        stop = read_word(t, *value, value);
    if (stop == NULL && rule->deref && BUG(dereferenced_twice))
        stop = read_word(t, *value, value);
    return stop;
}

static const char *recover_cfa(struct trace *t, const struct found *found)
{
    struct rule rule = found->rules.cfa;
    const bool in_default_row = rule.base == BASE_SP || rule.base == BASE_FP;
    if (BUG(cfa_base_swapped) && in_default_row)
        rule.base = rule.base == BASE_SP ? BASE_FP : BASE_SP;
    if (BUG(cfa_from_sp_below_topmost) && in_default_row && !t->frame.topmost)
        rule.base = BASE_SP;
    if (BUG(cfa_from_fp_below_topmost) && in_default_row && !t->frame.topmost)
        rule.base = BASE_FP;
    const char *const stop = apply(t, &rule, &t->frame.cfa);
    t->frame.cfa_known = stop == NULL || BUG(cfa_always_shown);
    return stop;
}

/* Reads RA from the register where the call left it.  Only for the topmost frame is that register known. */
static const char *read_ra_register(struct trace *t, uint64_t *value)
{
    const int64_t number = BUG(ra_register_is_r30) ? 30 : BUG(ra_register_is_r14) ? 14 : t->abi->ra;
    if (BUG(ra_register_below_cfa))
        return read_word(t, t->frame.cfa - WORD, value);
    return read_register(t, number, value);
}

static const char *recover_pc(struct trace *t, const struct found *found)
{
    const struct rule *const rule = &found->rules.ra;
    const char *const stop =
        rule->kind == PLACE ? apply(t, rule, &t->caller.pc) : read_ra_register(t, &t->caller.pc);
    if (found->mangled) { /* removes the signature, as a processor does */
        uint64_t mask = 0;
        (void)scenario_register(t->request, "pac_mask", &mask);
        t->caller.pc = (t->caller.pc >> PAC_COPIED_BIT & 1) != 0 ? t->caller.pc | mask : t->caller.pc & ~mask;
    }
    return stop;
}

static const char *recover_fp(struct trace *t, const struct found *found)
{
    const struct rule *const rule = &found->rules.fp;
    t->caller.fp = BUG(fp_cleared) ? 0 : BUG(fp_is_cfa) ? t->frame.cfa : t->frame.fp;
    if (rule->kind != PLACE || BUG(fp_never_restored) || (BUG(fp_from_memory_only) && !rule->deref))
        return NULL;
    const char *const stop = apply(t, rule, &t->caller.fp);
    if (stop == NULL || !BUG(unreadable_fp_is_kept))
        return stop;
    t->caller.fp = t->frame.fp;
    return NULL;
}

static uint64_t callers_sp(const struct trace *t)
{
    const uint64_t cfa = t->frame.cfa;
    if (BUG(sp_is_kept))
        return t->frame.sp;
    if (BUG(sp_is_word_below_cfa))
        return cfa - WORD;
    if (BUG(sp_is_word_above_cfa))
        return cfa + WORD;
    if (t->abi->sp_below_cfa == 0 && !BUG(sp_below_cfa_everywhere))
        return cfa;
    if (BUG(s390x_sp_is_cfa) || (BUG(s390x_sp_of_topmost_is_cfa) && t->frame.topmost))
        return cfa;
    const uint64_t below = (uint64_t)abis[S390X].sp_below_cfa;
    return BUG(s390x_sp_above_cfa) ? cfa + below : cfa - below;
}

/* --- A step --------------------------------------------------------------------------------------------- */

static bool gets_further(const struct trace *t, bool signal)
{
    const uint64_t before = t->frame.sp, after = t->caller.sp;
    const bool stays = t->frame.topmost && after == before;
    if (BUG(progress_of_topmost_checked))
        return signal || after > before;
    if (BUG(large_frame_is_loop) && after > before && after - before >= LARGE)
        return signal;
    if (BUG(progress_by_pc))
        return t->caller.pc != t->frame.pc;
    if (BUG(progress_by_fp))
        return signal || t->frame.topmost || t->caller.fp > t->frame.fp;
    if (BUG(progress_wants_aligned_sp))
        return (signal || after > before || stays) && after % 16 == 0;
    return signal || after > before || stays;
}

static const char *recover(struct trace *t, const struct found *found)
{
    const char *stop = recover_cfa(t, found);
    if (stop == NULL)
        stop = recover_pc(t, found);
    if (stop == NULL)
        stop = recover_fp(t, found);
    if (BUG(cfa_from_restored_fp) && found->rules.cfa.base == BASE_FP)
        t->frame.cfa = t->caller.fp + (uint64_t)found->rules.cfa.offset;
    t->caller.sp = callers_sp(t);
    if (BUG(cfa_of_whole_steps_only))
        t->frame.cfa_known = stop == NULL;
    return stop;
}

/* The rules of a bug for code without a function: as if all code made frame records. */
static const struct rules by_frame_pointer = {.cfa = {PLACE, BASE_FP, WORD + WORD, false},
                                              .ra = {PLACE, BASE_FP, WORD, true},
                                              .fp = {PLACE, BASE_FP, 0, true}};

/* A bug's guess of the caller: the first word on the stack that is an address in a function. */
static const char *scan(struct trace *t)
{
    enum { WORDS = 64 };
    struct trace guess = *t;
    struct found found;
    for (uint64_t at = 0; at < WORDS; at++) {
        const uint64_t place = t->frame.sp + WORD * at;
        guess.frame = (struct frame){.sp = place + WORD, .fp = t->frame.fp};
        if (read_word(&guess, place, &guess.frame.pc) != NULL || find(&guess, &found) != NULL)
            continue;
        t->caller = guess.frame;
        return NULL;
    }
    return "no-function";
}

/* Whether a bug makes up the caller of code without a function. */
static bool guesses(const struct trace *t, const char *stop)
{
    const bool by_row = BUG(no_function_repeats_row) && !t->frame.topmost;
    return stop != NULL && strcmp(stop, "no-function") == 0 &&
           (BUG(no_function_scans_stack) || BUG(no_function_goes_on_by_fp) || by_row);
}

static const char *guess_caller(struct trace *t, struct found *found)
{
    if (BUG(no_function_scans_stack))
        return scan(t);
    if (BUG(no_function_goes_on_by_fp))
        found->rules = by_frame_pointer;
    else
        *found = t->before;
    return recover(t, found);
}

static const char *step(struct trace *t)
{
    struct found found = {0};
    const char *stop = find(t, &found);
    t->caller = (struct frame){.interrupted = found.signal};
    if (guesses(t, stop))
        stop = guess_caller(t, &found);
    else if (stop == NULL)
        stop = recover(t, &found);
    else if (BUG(stop_shows_cfa)) {
        t->frame.cfa = t->frame.sp;
        t->frame.cfa_known = true;
    }
    if (stop == NULL && !gets_further(t, found.signal))
        stop = "loop";
    t->before = found;
    t->beyond_signal |= found.signal;
    return stop;
}

/* --- The trace ------------------------------------------------------------------------------------------ */

enum { SMALL_LIMIT = 4 };

static bool is_left_out(const struct frame *frame, const char *stop)
{
    if (BUG(last_frame_left_out))
        return stop != NULL;
    if (BUG(outermost_left_out))
        return stop != NULL && strcmp(stop, "outermost") == 0;
    if (BUG(unknown_frame_left_out))
        return stop != NULL && strcmp(stop, "no-function") == 0;
    return BUG(topmost_left_out) && frame->topmost;
}

static void answer_frame(struct answer *answer, const struct trace *t, const struct frame *frame)
{
    answer_frame_begin(answer);
    answer_address(answer, "pc", BUG(shown_pc_is_looked_up) ? looked_up(t) : frame->pc);
    answer_address(answer, "sp", BUG(shown_sp_is_cfa) && frame->cfa_known ? frame->cfa : frame->sp);
    answer_address(answer, "fp", frame->fp);
    if (frame->cfa_known)
        answer_address(answer, "cfa", frame->cfa);
    answer_frame_end(answer);
}

void answer_unwind(const struct request *request, struct answer *answer)
{
    struct trace t = {.request = request,
                      .abi = abi_named(request->abi),
                      .profile = profile_named(request->profile),
                      .first = {.pc = request->pc, .topmost = true}};
    const unsigned given = request->scenario->limit, limit = BUG(limit_one_more)   ? given + 1
                                                             : BUG(limit_one_less) ? given - 1
                                                             : BUG(limit_of_its_own) && given > SMALL_LIMIT
                                                                 ? SMALL_LIMIT
                                                                 : given;
    const char *stop = NULL;
    (void)scenario_register(request, "sp", &t.first.sp);
    (void)scenario_register(request, "fp", &t.first.fp);
    t.frame = t.first;
    answer_frames(answer);
    for (unsigned i = 0; i < limit && stop == NULL; i++, t.frame = t.caller) {
        stop = step(&t);
        if (!is_left_out(&t.frame, stop))
            answer_frame(answer, &t, &t.frame);
    }
    if (BUG(outermost_has_a_caller) && stop != NULL && strcmp(stop, "outermost") == 0)
        answer_frame(answer, &t, &t.caller);
    answer_stop(answer, stop != NULL ? stop : BUG(limit_is_loop) ? "loop" : "limit");
}
