#include "../process/memory.h"
#include "report.h"

#include "tool/printing.h"
#include "tool/scenario.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    FIELDS_MAX = 1 << 16, /* longer sections are not shown byte by byte */
    TEXT_MAX = 1 << 14,   /* longer sections are not shown as a text */
    FIRST_LINES = 100,    /* of a text; what is between them and the last ones is left out */
    LAST_LINES = 60,
    LINE_SIZE = 600, /* bytes; what is behind them is left out */
};

/* The runner's and the oracle's profiles have the same numbers. */
static enum sfr_profile oracles_profile(enum profile profile)
{
    _Static_assert((int)V1 == (int)SFR_V1 && (int)V2 == (int)SFR_V2 && (int)V2E1 == (int)SFR_V2E1 &&
                       (int)V2E2 == (int)SFR_V2E2 && (int)V3 == (int)SFR_V3 &&
                       (int)PROFILE_COUNT == (int)SFR_PROFILE_COUNT,
                   "a profile has another number");
    return (enum sfr_profile)(int)profile;
}

/* --- The text ------------------------------------------------------------------------------------------- */

/* A line that begins with "..." is not of the notation, so nobody takes a text that was shortened for a whole
 * one. */
static void print_section(FILE *out, const struct subject *subject, const struct vector *vector)
{
    struct scenario scenario;
    const char *trouble = NULL;
    tool_scenario_begin(&scenario);
    if (vector->operation == UNWIND)
        trouble = tool_scenario_read(&scenario, vector->line, vector->size);
    if (trouble == NULL)
        trouble = tool_print_notation(out, subject, vector->operation == UNWIND ? &scenario : NULL);
    if (trouble != NULL)
        (void)fprintf(out, "... the section cannot be printed: %s\n", trouble);
    tool_scenario_end(&scenario);
}

/* A trace follows from the reading's name and the model. */
static void print_reading(FILE *out, const struct vector *vector, struct span reading, bool is_oracle)
{
    const struct span name = runner_json_plain(runner_json_of_name(reading, "reading"));
    const struct span answer = runner_json_of_name(reading, "answer");
    (void)fprintf(out, "answer %.*s:%s", (int)name.size, name.at, is_oracle ? " oracle" : "");
    if (answer.size == 0)
        (void)fputs(" refuses", out);
    else if (vector->operation != UNWIND)
        (void)fprintf(out, " says %.*s", (int)answer.size, answer.at);
    (void)putc('\n', out);
}

static void print_readings(FILE *out, const struct vector *vector)
{
    const struct span oracle = runner_json_plain(runner_json_of_name(vector->expect, "oracle"));
    struct json_walk reading = runner_json_walk(runner_json_of_name(vector->expect, "readings"));
    for (struct span point = {"", 0}; runner_json_next(&reading);) {
        const struct span ledger = runner_json_plain(runner_json_of_name(reading.value, "ledger"));
        const bool is_first = !runner_span_same(ledger, point);
        if (is_first)
            (void)fprintf(out, "open %.*s\n", (int)ledger.size, ledger.at);
        point = ledger;
        const struct span name = runner_json_plain(runner_json_of_name(reading.value, "reading"));
        print_reading(out, vector, reading.value, !is_first && runner_span_same(name, oracle));
    }
}

/* --- Shortened ------------------------------------------------------------------------------------------ */

static struct span take_line(struct span *text)
{
    const char *const end = memchr(text->at, '\n', text->size);
    const struct span line = {text->at, end != NULL ? (size_t)(end - text->at) : text->size};
    const size_t used = line.size + (end != NULL);
    *text = (struct span){text->at + used, text->size - used};
    return line;
}

static size_t count_lines(struct span text)
{
    size_t count = 0;
    for (; text.size > 0; count++)
        (void)take_line(&text);
    return count;
}

static void put_line(FILE *out, struct span line, bool after)
{
    if (after)
        (void)putc(',', out);
    if (line.size <= LINE_SIZE) {
        runner_put_string(out, line);
        return;
    }
    char beginning[LINE_SIZE + 64];
    (void)snprintf(beginning, sizeof beginning, "%.*s ... and %zu more bytes", LINE_SIZE, line.at,
                   line.size - LINE_SIZE);
    runner_put_string(out, runner_span_of(beginning));
}

static void put_lines(FILE *out, struct span text)
{
    const size_t count = count_lines(text);
    char left_out[64];
    for (size_t i = 0; i < count; i++) {
        const struct span line = take_line(&text);
        if (i < FIRST_LINES || i + LAST_LINES >= count) {
            put_line(out, line, i > 0);
        } else if (i == FIRST_LINES) {
            (void)snprintf(left_out, sizeof left_out, "... %zu lines are left out",
                           count - FIRST_LINES - LAST_LINES);
            put_line(out, runner_span_of(left_out), true);
        }
    }
}

static void put_notation(FILE *out, const struct subject *subject, const struct vector *vector)
{
    struct written_text written;
    FILE *const lines = written_begin(&written);
    if (subject->source->size <= TEXT_MAX)
        print_section(lines, subject, vector);
    else
        (void)fprintf(lines, "... a section of %zu bytes\n", subject->source->size);
    print_readings(lines, vector);
    (void)fputs(runner_operation_names[vector->operation], lines);
    if (vector->operation == LOOKUP || vector->operation == UNWIND)
        (void)fprintf(lines, " 0x%" PRIx64, vector->pc);
    (void)putc('\n', lines);
    char *const text = written_end(&written);
    (void)fputs(",\"notation\":[", out);
    put_lines(out, (struct span){text, written.size});
    (void)putc(']', out);
    free(text);
}

/* --- Both ----------------------------------------------------------------------------------------------- */

void runner_put_section(FILE *out, const struct vector *vector)
{
    const size_t size = vector->section_size;
    uint8_t *const bytes = memory_get(size);
    const struct request request = {
        .profile = oracles_profile(vector->profile), .address_given = true, .address = vector->address};
    const struct source source = {.bytes = bytes, .size = size};
    struct subject subject = {.request = &request, .source = &source};
    struct json json = {.out = out, .after = true};
    runner_vector_section(vector, bytes);
    if (tool_subject_begin(&subject, false)) {
        if (size <= FIELDS_MAX && vector->parts.size == 0) /* the report has no bytes that parts make */
            (void)tool_json_fields(&json, &subject);
        put_notation(out, &subject, vector);
    }
    tool_subject_end(&subject);
    free(bytes);
}
