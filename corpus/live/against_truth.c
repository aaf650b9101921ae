#include "against_truth.h"

#include "../../common/bounded_json.h"
#include "../../common/sorted.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char *const rule_names[RULES] = {"cfa", "ra", "fp", "sp"};

/* --- What is said --------------------------------------------------------------------------------------- */

static uint64_t place_of(const json_t *place, const char *function)
{
    if (!json_is_integer(place) || json_integer_value(place) < 0)
        live_fail("--truth: %s: a place that is no number: the assembler chooses it", function);
    return (uint64_t)json_integer_value(place);
}

static struct rule rule_of(const json_t *said, const char *function)
{
    const char *const word = json_string_value(said);
    const json_t *const base = json_object_get(said, "base"), *const offset = json_object_get(said, "offset");
    if (word != NULL && strcmp(word, "same") == 0)
        return (struct rule){.kind = RULE_SAME};
    if (word != NULL && strcmp(word, "undefined") == 0)
        return (struct rule){.kind = RULE_UNDEFINED};
    if (word != NULL)
        return (struct rule){.kind = RULE_UNSAID};
    if (!json_is_integer(offset) || !(json_is_integer(base) || json_is_string(base)))
        live_fail("--truth: %s: a rule that is none", function);
    return (struct rule){.kind = RULE_AT,
                         .base = json_is_integer(base) ? (int)json_integer_value(base) : BASE_IS_CFA,
                         .offset = json_integer_value(offset),
                         .deref = json_is_true(json_object_get(said, "deref"))};
}

static struct stretch stretch_of(const json_t *row, const char *function)
{
    struct stretch stretch = {.at = place_of(json_object_get(row, "at"), function),
                              .mangled = json_is_true(json_object_get(row, "mangled"))};
    for (int i = 0; i < RULES; i++)
        stretch.rules[i] = rule_of(json_object_get(row, rule_names[i]), function);
    return stretch;
}

static struct function function_of(const json_t *said)
{
    const char *const name = json_string_value(json_object_get(said, "name"));
    const json_t *const rows = json_object_get(said, "rows");
    if (name == NULL || !json_is_array(rows))
        live_fail("--truth: a function without a name or rows");
    struct function function = {.name = strdup(name),
                                .size = place_of(json_object_get(said, "size"), name),
                                .count = json_array_size(rows)};
    function.stretches = live_zeros(function.count, sizeof *function.stretches);
    for (size_t i = 0; i < function.count; i++)
        function.stretches[i] = stretch_of(json_array_get(rows, i), name);
    return function;
}

void live_truth_read(struct claims *claims, const char *path)
{
    json_error_t error;
    json_t *const unit = bounded_json(BOUNDED_TRUTH, path, JSON_DISABLE_EOF_CHECK, &error);
    const json_t *const functions = json_object_get(json_object_get(unit, "expect"), "functions");
    if (unit == NULL)
        live_fail("%s: %s", path, error.text);
    claims->count = json_array_size(functions);
    if (claims->count == 0)
        live_fail("%s: no functions of sframe-programs", path);
    claims->functions = live_zeros(claims->count, sizeof *claims->functions);
    for (size_t i = 0; i < claims->count; i++)
        claims->functions[i] = function_of(json_array_get(functions, i));
    json_decref(unit);
}

void live_truth_place(struct claims *claims, const struct module *module)
{
    for (size_t i = 0; i < claims->count; i++) {
        struct function *const function = &claims->functions[i];
        for (size_t at = 0; at < module->symbol_count; at++) {
            const struct symbol *const symbol = &module->symbols[at];
            if (strcmp(symbol->name, function->name) != 0)
                continue;
            function->start = symbol->start + module->bias;
            if (symbol->size != function->size && function->wrong_steps++ == 0)
                (void)snprintf(function->wrong, sizeof function->wrong, "size is %" PRIu64 ", not %" PRIu64,
                               symbol->size, function->size);
        }
    }
    qsort(claims->functions, claims->count, sizeof *claims->functions, sorted_order);
}

/* --- One step ------------------------------------------------------------------------------------------- */

static struct function *function_at(const struct claims *claims, uint64_t pc)
{
    const size_t count = sorted_until(claims->functions, claims->count, sizeof *claims->functions, pc);
    struct function *const last = count != 0 ? &claims->functions[count - 1] : NULL;
    return last != NULL && last->start != 0 && pc - last->start < last->size ? last : NULL;
}

static struct stretch *stretch_at(const struct function *function, uint64_t offset)
{
    struct stretch *found = NULL;
    for (size_t i = 0; i < function->count && function->stretches[i].at <= offset; i++)
        found = &function->stretches[i];
    return found;
}

/* Sets *VALUE to what the rule gives; STILL is the register that it is about.  False: it cannot be known. */
static bool evaluate(const struct rule *rule, struct target *target, unsigned still, uint64_t cfa,
                     uint64_t *value)
{
    if (rule->kind == RULE_SAME)
        return live_target_register(target, still, value);
    if (rule->kind != RULE_AT)
        return false;
    *value = cfa;
    if (rule->base != BASE_IS_CFA && !live_target_register(target, (unsigned)rule->base, value))
        return false;
    *value += (uint64_t)rule->offset;
    return !rule->deref || live_target_word(target, *value, value);
}

static void find(struct function *function, uint64_t offset, const char *what, bool is_known, uint64_t value,
                 uint64_t expected)
{
    if (function->wrong_steps++ != 0)
        return;
    if (is_known)
        (void)snprintf(function->wrong, sizeof function->wrong,
                       "+%" PRIu64 ": %s is said to be 0x%" PRIx64 ", and is 0x%" PRIx64, offset, what, value,
                       expected);
    else
        (void)snprintf(function->wrong, sizeof function->wrong, "+%" PRIu64 ": %s is said to have no value",
                       offset, what);
}

/* The rules in force against the frame of the caller. */
static void compare(struct claims *claims, struct function *function, const struct stretch *stretch,
                    const struct shadow *shadow, struct target *target)
{
    const struct arch *const arch = target->arch;
    const struct truth frame = live_shadow_frame(shadow, target, 0),
                       caller = live_shadow_frame(shadow, target, 1);
    const unsigned still[RULES] = {facts_of(arch)->sp, facts_of(arch)->ra, facts_of(arch)->fp,
                                   facts_of(arch)->sp};
    const uint64_t expected[RULES] = {frame.cfa, caller.pc, caller.fp, caller.sp};
    uint64_t cfa = 0;
    for (int i = 0; i < RULES; i++) {
        const struct rule *const rule = &stretch->rules[i];
        uint64_t value = 0;
        if (i == RULE_SP && !rule->deref) /* then SP is what the ABI says, and no rule of the CFI */
            continue;
        if (rule->kind == RULE_UNSAID) {
            claims->unsaid++;
            continue;
        }
        const bool is_known = evaluate(rule, target, still[i], cfa, &value);
        const bool is_signed = i == RULE_RA && stretch->mangled;
        function->signed_steps += is_signed ? 1 : 0;
        function->plain += is_signed && value == expected[i] ? 1 : 0;
        if (i == RULE_CFA)
            cfa = value;
        if (is_signed)
            value &= ~arch->pac_mask;
        if (!is_known || value != expected[i])
            find(function, target->registers.pc - function->start, rule_names[i], is_known, value,
                 expected[i]);
    }
}

void live_truth_compare(struct claims *claims, const struct shadow *shadow, struct target *target)
{
    struct function *const function = function_at(claims, target->registers.pc);
    if (function == NULL)
        return;
    const uint64_t offset = target->registers.pc - function->start;
    struct stretch *const stretch = stretch_at(function, offset);
    function->steps++;
    claims->stops++;
    if (stretch == NULL || shadow->count == 0) {
        find(function, offset, stretch == NULL ? "the frame" : "the caller", false, 0, 0);
        return;
    }
    stretch->reached = true;
    compare(claims, function, stretch, shadow, target);
}

/* --- What came of it ------------------------------------------------------------------------------------ */

static bool is_reached(const struct function *function)
{
    for (size_t i = 0; i < function->count; i++)
        if (!function->stretches[i].reached)
            return false;
    return function->steps != 0;
}

/* What is wrong with a function; NULL: nothing. */
static const char *fault_of(const struct function *function)
{
    if (function->wrong_steps != 0)
        return function->wrong;
    const bool never = function->signed_steps != 0 && function->plain == function->signed_steps;
    return never ? "ra is said to be signed, and never is" : NULL;
}

static json_t *faults_of(const struct claims *claims)
{
    json_t *const list = json_object();
    for (size_t i = 0; i < claims->count; i++)
        if (fault_of(&claims->functions[i]) != NULL)
            (void)json_object_set_new(list, claims->functions[i].name,
                                      json_string(fault_of(&claims->functions[i])));
    return list;
}

static json_t *unreached_of(const struct claims *claims)
{
    json_t *const list = json_array();
    for (size_t i = 0; i < claims->count; i++)
        if (!is_reached(&claims->functions[i]))
            (void)json_array_append_new(list, json_string(claims->functions[i].name));
    return list;
}

static void report_json(const struct claims *claims, const struct target *target, json_int_t stepped)
{
    json_t *const report =
        json_pack("{s:s, s:s, s:i, s:I, s:I, s:I, s:I, s:o, s:o}", "program", target->program, "abi",
                  facts_of(target->arch)->name, "status", target->status, "functions",
                  (json_int_t)claims->count, "stepped", stepped, "stops", (json_int_t)claims->stops, "unsaid",
                  (json_int_t)claims->unsaid, "unreached", unreached_of(claims), "wrong", faults_of(claims));
    if (report == NULL || json_dumpf(report, stdout, JSON_COMPACT) != 0)
        live_fail("the report cannot be written");
    (void)putchar('\n');
    json_decref(report);
}

bool live_truth_report(const struct claims *claims, const struct target *target, bool json)
{
    json_int_t stepped = 0, reached = 0, wrong = 0;
    for (size_t i = 0; i < claims->count; i++) {
        stepped += claims->functions[i].steps != 0 ? 1 : 0;
        reached += is_reached(&claims->functions[i]) ? 1 : 0;
        wrong += fault_of(&claims->functions[i]) != NULL ? 1 : 0;
    }
    if (json)
        report_json(claims, target, stepped);
    else
        (void)printf("%s, %s: %lld functions stepped of %zu, in each row %lld; %" PRIu64
                     " stops compared, %" PRIu64 " rules that cannot be; %lld functions wrong\n",
                     target->program, facts_of(target->arch)->name, (long long)stepped, claims->count,
                     (long long)reached, claims->stops, claims->unsaid, (long long)wrong);
    for (size_t i = 0; i < claims->count && !json; i++)
        if (fault_of(&claims->functions[i]) != NULL)
            (void)printf("wrong: %s: %s\n", claims->functions[i].name, fault_of(&claims->functions[i]));
    if (claims->stops == 0)
        (void)fputs("sframe-live: nothing was judged: the program enters no function of the file\n", stderr);
    return wrong == 0 && claims->stops != 0 && target->status == 0;
}
