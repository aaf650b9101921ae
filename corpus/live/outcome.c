#include "outcome.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

double live_seconds(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Steps in code that no section describes, by function and not place by place. */
static json_t *unknown_functions(const struct comparison *comparison)
{
    json_t *const list = json_object();
    for (size_t i = 0; i < comparison->finding_count; i++) {
        const struct finding *const finding = &comparison->findings[i];
        char function[PLACE_SIZE];
        if (finding->outcome != CUT)
            continue;
        live_function_of(comparison->modules, finding->pc, function);
        const json_int_t before = json_integer_value(json_object_get(list, function));
        (void)json_object_set_new(list, function, json_integer(before + (json_int_t)finding->steps));
    }
    return list;
}

void live_report_text(const struct comparison *comparison, double spent)
{
    const char *function;
    json_t *value, *const unknown = unknown_functions(comparison);
    const uint64_t *const steps = comparison->steps;
    uint64_t sum = 0;
    for (int i = 0; i < OUTCOMES; i++)
        sum += comparison->steps[i];
    (void)printf("%s, %s: %" PRIu64 " steps in %.2f s\n", comparison->target->program,
                 abi_of(comparison->target->arch)->name, sum, spent);
    (void)printf("steps: %" PRIu64 " whole, %" PRIu64 " whole but for the end, %" PRIu64
                 " right as far as there is information, %" PRIu64 " wrong\n",
                 steps[WHOLE], steps[BEYOND], steps[CUT], steps[WRONG]);
    (void)printf("frames: %" PRIu64 " right, %" PRIu64 " wrong, %" PRIu64 " without information\n",
                 comparison->frames_right, comparison->frames_wrong, comparison->frames_unknown);
    json_object_foreach(unknown, function, value)(void)
        printf("no information: %s: %lld steps\n", function, (long long)json_integer_value(value));
    for (size_t i = 0; i < comparison->finding_count; i++) {
        const struct finding *const finding = &comparison->findings[i];
        if (finding->outcome == WRONG)
            (void)printf("wrong: %s at %s (0x%" PRIx64 "), %s: %" PRIu64 " steps\n%s", finding->kind,
                         finding->place, finding->pc, finding->row, finding->steps, finding->trace);
    }
    json_decref(unknown);
}

json_t *live_hex(uint64_t address)
{
    char text[24];
    (void)snprintf(text, sizeof text, "0x%" PRIx64, address);
    return json_string(text);
}

static json_t *wrong_findings(const struct comparison *comparison)
{
    json_t *const list = json_array();
    for (size_t i = 0; i < comparison->finding_count; i++) {
        const struct finding *const finding = &comparison->findings[i];
        if (finding->outcome == WRONG)
            (void)json_array_append_new(
                list, json_pack("{s:s, s:s, s:o, s:s, s:I, s:s}", "kind", finding->kind, "row", finding->row,
                                "lookup", live_hex(finding->lookup), "place", finding->place, "steps",
                                (json_int_t)finding->steps, "trace", finding->trace));
    }
    return list;
}

void live_report_json(const struct comparison *comparison, double spent)
{
    const uint64_t *const steps = comparison->steps;
    live_report(json_pack(
        "{s:s, s:s, s:i, s:f, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:o, s:o}", "program",
        comparison->target->program, "abi", abi_of(comparison->target->arch)->name, "status",
        comparison->target->status, "seconds", spent, "whole", (json_int_t)steps[WHOLE], "beyond",
        (json_int_t)steps[BEYOND], "cut", (json_int_t)steps[CUT], "wrong", (json_int_t)steps[WRONG],
        "frames_right", (json_int_t)comparison->frames_right, "frames_wrong",
        (json_int_t)comparison->frames_wrong, "frames_unknown", (json_int_t)comparison->frames_unknown,
        "findings", wrong_findings(comparison), "unknown", unknown_functions(comparison)));
}
