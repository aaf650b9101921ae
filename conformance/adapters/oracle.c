/* The adapter of our own oracle: libsframe-ref, answering in the words of sframe-ref. */
#include "tool/report.h"
#include "tool/scenario.h"
#include "../../common/standard.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef SFRAME_CONFORMANCE_VERSION
#define SFRAME_CONFORMANCE_VERSION "unversioned"
#endif

static const char hello[] =
    "{\"protocol\":1,\"name\":\"sframe-ref\",\"version\":\"" SFRAME_CONFORMANCE_VERSION
    "\",\"profiles\":[\"v1\",\"v2\",\"v2e1\",\"v2e2\",\"v3\"],"
    "\"abis\":[\"amd64\",\"aarch64\",\"aarch64_be\",\"s390x\"],"
    "\"operations\":[\"decode\",\"check\",\"lookup\",\"flip\",\"unwind\"]}\n";

struct asked {
    char operation[16], profile[8], abi[16];
    uint64_t number, address, pc;
    size_t size;
    enum sfr_profile text;
    struct scenario scenario; /* of an unwinding */
};

static void answer_lookup(struct json *json, struct subject *subject, uint64_t pc)
{
    struct sfr_answer found;
    sfr_survey(&subject->section);
    subject_look_up(subject, pc, &found);
    json_answer(json, subject, pc, &found);
}

static bool answer_flip(struct json *json, const struct subject *subject)
{
    const struct source *const source = subject->source;
    uint8_t *const flipped = malloc(source->size + 1);
    if (flipped == NULL)
        return false;
    if (sfr_flip(source->bytes, source->size, subject->section.profile, flipped,
                                    subject->scratch, subject->scratch_size, NULL))
        json_hex_bytes(json, "bytes", flipped, source->size);
    else
        json_text(json, "error", "the section cannot be flipped");
    free(flipped);
    return true;
}

static bool answer_unwind(const struct asked *asked)
{
    struct json json = {stdout, false};
    json_begin(&json, NULL, '{');
    json_int(&json, "request", (int64_t)asked->number);
    if (!asked->scenario.sp_known || !asked->scenario.fp_known)
        json_text(&json, "error", "the registers do not say sp and fp");
    else if (!json_unwind(&json, &asked->scenario))
        return false;
    json_end(&json, '}');
    json_line_end(&json);
    return true;
}

static bool answer(const struct asked *asked, const uint8_t *bytes)
{
    struct json json = {stdout, false};
    const bool checks = strcmp(asked->operation, "decode") == 0 || strcmp(asked->operation, "check") == 0;
    const struct request request = {.profile = asked->text, .address_given = true, .address = asked->address};
    const struct source source = {.bytes = bytes, .size = asked->size};
    struct subject subject = {.request = &request, .source = &source};
    bool answered = true;
    if (strcmp(asked->operation, "unwind") == 0)
        return answer_unwind(asked);
    if (!subject_begin(&subject, strcmp(asked->operation, "lookup") != 0))
        return false;
    json_begin(&json, NULL, '{');
    json_int(&json, "request", (int64_t)asked->number);
    if (strcmp(asked->operation, "decode") == 0 && !subject_rows_fit(&subject))
        json_text(&json, "error", "functions share rows, and those of each are too many to list");
    else if (strcmp(asked->operation, "decode") == 0)
        json_model(&json, &subject);
    else if (checks)
        json_check(&json, &subject);
    else if (strcmp(asked->operation, "lookup") == 0)
        answer_lookup(&json, &subject, asked->pc);
    else
        answered = answer_flip(&json, &subject);
    json_end(&json, '}');
    json_line_end(&json);
    subject_end(&subject);
    return answered;
}

/* --- Requests ------------------------------------------------------------------------------------------ */

static bool read_piece(struct pieces *pieces)
{
    char line[64];
    uint64_t address;
    size_t size;
    if (fgets(line, sizeof line, stdin) == NULL || sscanf(line, "%" SCNx64 " %zu", &address, &size) != 2)
        return false;
    uint8_t *const bytes = pieces_add(pieces, address, size);
    return bytes != NULL && fread(bytes, 1, size, stdin) == size;
}

static bool read_register(struct scenario *scenario)
{
    char line[64], name[16];
    uint64_t value;
    if (fgets(line, sizeof line, stdin) == NULL || sscanf(line, "%15s %" SCNx64, name, &value) != 2)
        return false;
    if (strcmp(name, "pac_mask") != 0)
        return scenario_register(scenario, name, value);
    scenario->pac_mask = value;
    return true;
}

/* What follows an unwinding's section, which is a module as the others are. */
static bool read_scenario(struct asked *asked, const char *counts, const uint8_t *bytes)
{
    struct scenario *const scenario = &asked->scenario;
    unsigned registers, modules, pieces;
    bool read =
        sscanf(counts, "%" SCNu32 " %u %u %u", &scenario->limit, &registers, &modules, &pieces) == 4 &&
        scenario_abi(scenario, asked->abi);
    scenario->profile = asked->text;
    scenario->pc = asked->pc;
    uint8_t *const copy = pieces_add(&scenario->modules, asked->address, asked->size);
    if (copy != NULL)
        memcpy(copy, bytes, asked->size);
    read = read && copy != NULL;
    for (unsigned i = 0; read && i < registers; i++)
        read = read_register(scenario);
    for (unsigned i = 0; read && i < modules; i++)
        read = read_piece(&scenario->modules);
    for (unsigned i = 0; read && i < pieces; i++)
        read = read_piece(&scenario->memory);
    return read;
}

/* The line that asks, and the bytes behind it: a block of their own, so that a sanitizer sees who leaves it.
 */
static bool read_request(struct asked *asked, uint8_t **bytes)
{
    char line[224];
    int words = 0;
    if (fgets(line, sizeof line, stdin) == NULL ||
        sscanf(line, "%15s %" SCNu64 " %7s %15s %" SCNx64 " %zu %" SCNx64 "%n", asked->operation,
               &asked->number, asked->profile, asked->abi, &asked->address, &asked->size, &asked->pc,
               &words) != 7 ||
        (asked->text = sfr_profile_named(asked->profile)) == SFR_PROFILE_COUNT)
        return false;
    *bytes = malloc(asked->size > 0 ? asked->size : 1);
    if (*bytes == NULL || fread(*bytes, 1, asked->size, stdin) != asked->size)
        return false;
    return strcmp(asked->operation, "unwind") != 0 || read_scenario(asked, line + words, *bytes);
}

/* The next request, and its answer.  False if it cannot be read or answered. */
static bool answer_next(void)
{
    struct asked asked;
    uint8_t *bytes = NULL;
    scenario_begin(&asked.scenario);
    const bool answered = read_request(&asked, &bytes) && answer(&asked, bytes) && fflush(stdout) == 0;
    scenario_end(&asked.scenario);
    free(bytes);
    return answered;
}

/* Whether the input ends here, between requests. */
static bool at_end(void)
{
    const int next = getc(stdin);
    if (next != EOF)
        (void)ungetc(next, stdin);
    return next == EOF;
}

/* Whether all that was asked has been answered. */
static bool serve(void)
{
    char first[16];
    if (at_end())
        return !ferror(stdin);
    if (fgets(first, sizeof first, stdin) == NULL || fputs(hello, stdout) < 0 || fflush(stdout) != 0)
        return false;
    while (!at_end())
        if (!answer_next())
            return false;
    return !ferror(stdin);
}

int main(void)
{
    standard_begin();
    const bool served = serve();
    if (!served)
        (void)fputs("oracle: a request cannot be read or answered\n", stderr);
    return standard_end("oracle") && served ? 0 : 2;
}
