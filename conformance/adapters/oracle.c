/* Our own oracle as an adapter: libsframe-ref on the kit, over a pipe or in one process with a fuzz target.
 * For a broken section every answer lists the violations, whatever was asked. */
#include "../../ref/tool/notation/rows_fit.h"
#include "sframe-ref.h"
#include "sframe_adapter.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef SFRAME_CONFORMANCE_VERSION
#define SFRAME_CONFORMANCE_VERSION "unversioned"
#endif

static void *block(size_t size)
{
    void *const memory = malloc(size + 1);
    if (memory != NULL)
        return memory;
    (void)fprintf(stderr, "oracle: no memory for %zu bytes\n", size);
    exit(2);
}

/* --- Violations ----------------------------------------------------------------------------------------- */

static void add_violation(void *context, const struct sfr_violation *violation)
{
    const char *const severity =
        violation->severity == SFR_VALID ? "note" : sfr_verdict_name(violation->severity);
    answer_violation(context, sfr_clause_text(violation->clause)->id, violation->offset, severity);
}

static enum sfr_verdict check(const struct request *request, const struct sfr_report *report)
{
    const size_t size = sfr_check_scratch(request->length);
    void *const scratch = block(size);
    const enum sfr_verdict verdict = sfr_check(request->bytes, request->length, request->address,
                                               sfr_profile_named(request->profile), scratch, size, report);
    free(scratch);
    return verdict;
}

static void list_violations(const struct request *request, struct answer *answer)
{
    answer_violations(answer);
    (void)check(request, &(struct sfr_report){add_violation, answer});
}

/* Adds the violations to the end of an answer, if the section is broken. */
static void list_violations_if_broken(const struct request *request, struct answer *answer)
{
    if (check(request, NULL) != SFR_VALID)
        list_violations(request, answer);
}

/* --- Rules ---------------------------------------------------------------------------------------------- */

static void answer_rule(struct answer *answer, const char *key, const struct sfr_rule *rule)
{
    static const char *const names[] = {[SFR_SP] = "sp", [SFR_FP] = "fp", [SFR_CFA] = "cfa"};
    const char *const base =
        rule->base == SFR_REGISTER ? answer_register(answer, rule->regnum) : names[rule->base];
    if (rule->kind == SFR_SAME)
        answer_same(answer, key);
    else if (rule->kind == SFR_UNDEFINED)
        answer_undefined(answer, key);
    else if (rule->kind == SFR_AT && rule->deref)
        answer_load(answer, key, base, rule->offset);
    else if (rule->kind == SFR_AT)
        answer_sum(answer, key, base, rule->offset);
}

static void answer_rules(struct answer *answer, const struct sfr_rules *rules)
{
    answer_rule(answer, "cfa", &rules->cfa);
    answer_rule(answer, "ra", &rules->ra);
    answer_rule(answer, "fp", &rules->fp);
}

/* --- Sections that stay open ---------------------------------------------------------------------------- */

struct opened {
    enum sfr_verdict verdict; /* of the header */
    struct sfr_section section;
};

static void *open_section(const struct request *request)
{
    struct opened *const opened = block(sizeof *opened);
    opened->verdict = sfr_open(&opened->section, request->bytes, request->length, request->address,
                               sfr_profile_named(request->profile), NULL);
    if (opened->verdict != SFR_MALFORMED)
        sfr_survey(&opened->section);
    return opened;
}

/* --- Operations ----------------------------------------------------------------------------------------- */

static void answer_function(struct answer *answer, const struct sfr_section *section, uint32_t index)
{
    static const char *const fre_types[] = {"addr1", "addr2", "addr4"};
    struct sfr_function function;
    struct sfr_violation fault;
    struct sfr_rules rules;
    (void)sfr_function(section, index, &function, &fault);
    answer_function_begin(answer);
    answer_address(answer, "start", function.start);
    answer_number(answer, "size", function.size);
    answer_string(answer, "pc_type", function.pc_type == SFR_MASK ? "mask" : "inc");
    answer_string(answer, "fre_type", fre_types[function.fre_type]);
    answer_number(answer, "rep_size", function.rep_size);
    answer_string(answer, "fde_type", function.fde_type == SFR_FLEX ? "flex" : "default");
    answer_bool(answer, "signal", function.signal);
    answer_string(answer, "pauth_key", function.pauth_key_b ? "b" : "a");
    answer_rows(answer);
    struct sfr_row row = {.next = function.rows};
    for (uint32_t i = 0; i < function.num_fres && sfr_row(section, &function, row.next, &row, &fault); i++) {
        answer_row_begin(answer);
        answer_number(answer, "start", row.start);
        answer_bool(answer, "mangled_ra", row.mangled_ra);
        (void)sfr_rules(section, &function, &row, &rules, &fault);
        answer_rules(answer, &rules);
        answer_row_end(answer);
    }
    answer_function_end(answer);
}

static void answer_model(const struct sfr_section *section, struct answer *answer)
{
    answer_number(answer, "version", section->version);
    answer_string(answer, "byte_order", section->big_endian ? "big" : "little");
    answer_string(answer, "abi", sfr_abi_name(section->abi));
    answer_flags(answer, section->flags);
    answer_number(answer, "fixed_fp", section->fixed_fp);
    answer_number(answer, "fixed_ra", section->fixed_ra);
    answer_hex(answer, "aux", section->bytes + section->header_read - section->aux_len, section->aux_len);
    answer_address(answer, "address", section->address);
    answer_functions(answer);
    for (uint32_t i = 0; i < section->function_count; i++)
        answer_function(answer, section, i);
}

static void answer_decode(const struct request *request, struct answer *answer)
{
    const struct opened *const opened = request->opened;
    const enum sfr_verdict verdict = check(request, NULL);
    if (verdict != SFR_MALFORMED && !tool_rows_fit(&opened->section)) {
        answer_error(answer, "functions share rows, and those of each are too many to list");
        return;
    }
    answer_string(answer, "verdict", sfr_verdict_name(verdict));
    answer_string(answer, "profile", request->profile);
    if (verdict != SFR_MALFORMED)
        answer_model(&opened->section, answer);
    if (verdict != SFR_VALID)
        list_violations(request, answer);
}

static void answer_check(const struct request *request, struct answer *answer)
{
    answer_string(answer, "verdict", sfr_verdict_name(check(request, NULL)));
    list_violations(request, answer);
}

static void answer_found(struct answer *answer, const struct sfr_answer *found)
{
    answer_number(answer, "function", found->function.index);
    if (found->found == SFR_OUTERMOST) {
        answer_undefined(answer, "ra");
    } else {
        answer_number(answer, "row", found->row_index);
        answer_rules(answer, &found->rules);
        answer_bool(answer, "mangled_ra", found->row.mangled_ra);
    }
    answer_bool(answer, "signal", found->function.signal);
}

static void answer_lookup(const struct request *request, struct answer *answer)
{
    static const char *const nothing[] = {
        [SFR_NO_FUNCTION] = "function", [SFR_NO_ROW] = "row", [SFR_ERROR] = "error"};
    const struct opened *const opened = request->opened;
    struct sfr_answer found = {.found = SFR_ERROR};
    if (opened->verdict != SFR_MALFORMED)
        (void)sfr_lookup(&opened->section, request->pc, &found);
    if (found.found == SFR_FOUND || found.found == SFR_OUTERMOST)
        answer_found(answer, &found);
    else
        answer_none(answer, nothing[found.found]);
    list_violations_if_broken(request, answer);
}

static void answer_flip(const struct request *request, struct answer *answer)
{
    const size_t size = sfr_check_scratch(request->length);
    uint8_t *const out = block(request->length), *const scratch = block(size);
    if (sfr_flip(request->bytes, request->length, sfr_profile_named(request->profile), out, scratch, size,
                 NULL))
        answer_hex(answer, "bytes", out, request->length);
    else
        answer_none(answer, "error");
    list_violations_if_broken(request, answer);
    free(scratch);
    free(out);
}

/* --- Unwinding ------------------------------------------------------------------------------------------ */

static bool read_memory(void *context, uint64_t address, uint64_t *value)
{
    const struct request *const *const request = context;
    return scenario_word(*request, address, value);
}

static bool read_register(void *context, uint32_t number, uint64_t *value)
{
    const struct request *const *const request = context;
    char name[16];
    (void)snprintf(name, sizeof name, "r%u", number);
    return scenario_register(*request, name, value);
}

/* PCs and the stop are those of lists, so that vectors judge these, too; the rest is of single frames. */
static void answer_trace(struct sfr_unwind *unwind, struct answer *answer)
{
    struct sfr_unwind listed = *unwind;
    struct sfr_frame frame;
    uint64_t pcs[4] = {0};
    const size_t most = sizeof pcs / sizeof *pcs;
    answer_frames(answer);
    for (size_t i = 0; sfr_unwind_next(unwind, &frame); i++) {
        if (i % most == 0 && sfr_unwind_pcs(&listed, pcs, most) == 0)
            break;
        answer_frame_begin(answer);
        answer_address(answer, "pc", pcs[i % most]);
        answer_address(answer, "sp", frame.sp);
        answer_address(answer, "fp", frame.fp);
        if (frame.cfa_known)
            answer_address(answer, "cfa", frame.cfa);
        answer_frame_end(answer);
    }
    answer_stop(answer, sfr_step_name(listed.stop));
}

static void answer_unwind(const struct request *request, struct answer *answer)
{
    const struct scenario *const scenario = request->scenario;
    struct sfr_machine machine = {read_memory, read_register, &request, 0};
    struct sfr_section *const sections = block((1 + scenario->module_count) * sizeof *sections);
    struct sfr_remembered remembered[16];
    struct sfr_unwind unwind;
    uint64_t sp = 0, fp = 0;
    for (size_t i = 0; i <= scenario->module_count; i++) {
        const struct piece own = {request->address, request->bytes, request->length};
        const struct piece *const module = i == 0 ? &own : &scenario->modules[i - 1];
        (void)sfr_open(&sections[i], module->bytes, module->length, module->address,
                       sfr_profile_named(request->profile), NULL);
        sfr_survey(&sections[i]);
    }
    if (!scenario_register(request, "sp", &sp) || !scenario_register(request, "fp", &fp))
        answer_error(answer, "the registers do not say sp and fp");
    (void)scenario_register(request, "pac_mask", &machine.pac_mask);
    sfr_unwind_begin(&unwind, sections, 1 + scenario->module_count, &machine, remembered,
                     sizeof remembered / sizeof *remembered);
    sfr_unwind_from(&unwind, request->pc, sp, fp, scenario->limit);
    answer_trace(&unwind, answer);
    list_violations_if_broken(request, answer);
    free(sections);
}

const struct adapter adapter = {
    .name = "sframe-ref",
    .version = SFRAME_CONFORMANCE_VERSION,
    .profiles = "v1 v2 v2e1 v2e2 v3",
    .abis = "amd64 aarch64 aarch64_be s390x",
    .decode = answer_decode,
    .check = answer_check,
    .lookup = answer_lookup,
    .flip = answer_flip,
    .unwind = answer_unwind,
    .open = open_section,
    .close = free,
    .concurrently = adapter_concurrently,
};
