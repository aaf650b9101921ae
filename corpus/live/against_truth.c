#include "against_truth.h"

#include "../../common/sorted.h"
#include "../crosscheck/file.h"

#include <inttypes.h>
#include <stdio.h>

enum { CFA, RA, FP, SP, RULES };
static const char *const rule_names[RULES] = {"cfa", "ra", "fp", "sp"};

/* What came of a function's steps. */
struct tally {
    uint64_t steps, plain, signed_steps; /* plain: RA is said to be signed, and is not */
    uint64_t wrong_steps;
    char wrong[160]; /* the first value that was wrong */
};

struct claims {
    struct wishes wishes;
    struct file file;
    struct tally *tallies;  /* of each function of the file's table */
    bool *reached;          /* of each row */
    uint64_t stops, unsaid; /* unsaid: rules that are there, and cannot be compared */
};

struct claims *live_truth_read(const char *program, const char *path)
{
    struct claims *const claims = live_zeros(1, sizeof *claims);
    claims->wishes.truth = path;
    if (!cfi_file_open(&claims->file, &claims->wishes, program))
        return NULL;
    claims->tallies = live_zeros(claims->file.cfi.function_count, sizeof *claims->tallies);
    claims->reached = live_zeros(claims->file.cfi.row_count, sizeof *claims->reached);
    return claims;
}

/* --- One step ------------------------------------------------------------------------------------------- */

/* The index of the function at PC; SIZE_MAX: there is none. */
static size_t function_at(const struct cfi_table *table, uint64_t pc)
{
    const size_t count = sorted_until(table->functions, table->function_count, sizeof *table->functions, pc);
    return count != 0 && pc < table->functions[count - 1].end ? count - 1 : SIZE_MAX;
}

/* The same of the function's row. */
static size_t row_at(const struct cfi_table *table, const struct cfi_function *function, uint64_t pc)
{
    for (size_t i = function->first_row; i < function->first_row + function->row_count; i++)
        if (pc >= table->rows[i].start && pc < table->rows[i].end)
            return i;
    return SIZE_MAX;
}

/* Sets *VALUE to what the place means; STILL is the register that it is about.  False: it cannot be known. */
static bool evaluate(const struct place *place, struct target *target, unsigned still, uint64_t cfa,
                     uint64_t *value)
{
    if (place->kind == PLACE_SAME)
        return live_target_register(target, still, value);
    if (place->kind != PLACE_AT)
        return false;
    *value = cfa;
    if (place->base != BASE_CFA && !live_target_register(target, place->base, value))
        return false;
    *value += (uint64_t)place->offset;
    return !place->deref || live_target_word(target, *value, value);
}

static void find(struct tally *tally, uint64_t offset, const char *what, bool is_known, uint64_t value,
                 uint64_t expected)
{
    if (tally->wrong_steps++ != 0)
        return;
    if (is_known)
        (void)snprintf(tally->wrong, sizeof tally->wrong,
                       "+%" PRIu64 ": %s is said to be 0x%" PRIx64 ", and is 0x%" PRIx64, offset, what, value,
                       expected);
    else
        (void)snprintf(tally->wrong, sizeof tally->wrong, "+%" PRIu64 ": %s is said to have no value", offset,
                       what);
}

/* The rules in force, OFFSET bytes into the function, against the frame of the caller. */
static void compare(struct claims *claims, struct tally *tally, const struct recovery *said, uint64_t offset,
                    const struct shadow *shadow, struct target *target)
{
    const struct sfr_abi_facts *const abi = abi_of(target->arch);
    const struct truth frame = live_shadow_frame(shadow, target, 0),
                       caller = live_shadow_frame(shadow, target, 1);
    const struct place places[RULES] = {said->cfa, said->ra, said->fp, said->sp};
    const unsigned still[RULES] = {abi->sp, abi->ra, abi->fp, abi->sp};
    const uint64_t expected[RULES] = {frame.cfa, caller.pc, caller.fp, caller.sp};
    uint64_t cfa = 0;
    for (int i = 0; i < RULES; i++) {
        uint64_t value = 0;
        if (i == SP && !places[i].deref) /* then SP is what the ABI says, and no rule of the CFI */
            continue;
        if (places[i].kind == PLACE_COMPLEX || places[i].kind == PLACE_UNSTATED) {
            claims->unsaid++;
            continue;
        }
        const bool is_known = evaluate(&places[i], target, still[i], cfa, &value);
        const bool is_signed = i == RA && said->mangled;
        tally->signed_steps += is_signed ? 1 : 0;
        tally->plain += is_signed && value == expected[i] ? 1 : 0;
        if (i == CFA)
            cfa = value;
        if (is_signed)
            value &= ~target->arch->pac_mask;
        if (!is_known || value != expected[i])
            find(tally, offset, rule_names[i], is_known, value, expected[i]);
    }
}

void live_truth_compare(struct claims *claims, const struct shadow *shadow, struct target *target)
{
    const struct cfi_table *const table = &claims->file.cfi;
    const uint64_t pc = target->registers.pc;
    const size_t index = function_at(table, pc);
    if (index == SIZE_MAX)
        return;
    const uint64_t offset = pc - table->functions[index].start;
    const size_t row = row_at(table, &table->functions[index], pc);
    struct tally *const tally = &claims->tallies[index];
    tally->steps++;
    claims->stops++;
    if (row == SIZE_MAX || shadow->count == 0) {
        find(tally, offset, row == SIZE_MAX ? "the frame" : "the caller", false, 0, 0);
        return;
    }
    claims->reached[row] = true;
    compare(claims, tally, cfi_said(table, &table->rows[row]), offset, shadow, target);
}

/* --- What came of it ------------------------------------------------------------------------------------ */

static bool is_reached(const struct claims *claims, size_t index)
{
    const struct cfi_function *const function = &claims->file.cfi.functions[index];
    for (size_t i = function->first_row; i < function->first_row + function->row_count; i++)
        if (!claims->reached[i])
            return false;
    return claims->tallies[index].steps != 0;
}

/* What is wrong with a function; NULL: nothing. */
static const char *fault_of(const struct claims *claims, size_t index)
{
    const struct tally *const tally = &claims->tallies[index];
    if (tally->wrong_steps != 0)
        return tally->wrong;
    const bool never = tally->signed_steps != 0 && tally->plain == tally->signed_steps;
    return never ? "ra is said to be signed, and never is" : NULL;
}

bool live_truth_report(const struct claims *claims, const struct target *target)
{
    const size_t count = claims->file.cfi.function_count;
    json_int_t stepped = 0;
    json_t *const wrong = json_object(), *const unreached = json_array();
    for (size_t i = 0; i < count; i++) {
        char name[NAME_TEXT];
        const char *const fault = fault_of(claims, i);
        cfi_name_pc(&claims->file.landmarks, claims->file.cfi.functions[i].start, name);
        stepped += claims->tallies[i].steps != 0 ? 1 : 0;
        if (fault != NULL)
            (void)json_object_set_new(wrong, name, json_string(fault));
        if (!is_reached(claims, i))
            (void)json_array_append_new(unreached, json_string(name));
    }
    const bool right = json_object_size(wrong) == 0 && claims->stops != 0 && target->status == 0;
    live_report(json_pack("{s:s, s:s, s:i, s:I, s:I, s:I, s:I, s:o, s:o}", "program", target->program, "abi",
                          abi_of(target->arch)->name, "status", target->status, "functions",
                          (json_int_t)count, "stepped", stepped, "stops", (json_int_t)claims->stops, "unsaid",
                          (json_int_t)claims->unsaid, "unreached", unreached, "wrong", wrong));
    if (claims->stops == 0)
        (void)fputs("sframe-live: nothing was judged: the program enters no function of the file\n", stderr);
    return right;
}
