/* The adapter of our own oracle: libsframe-ref, answering in the words of sframe-ref. */
#include "tool/report.h"

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
    "\"operations\":[\"decode\",\"check\",\"lookup\",\"flip\"]}\n";

struct asked {
    char operation[16], profile[8], abi[16];
    uint64_t number, address, pc;
    size_t size;
};

static enum sfr_profile profile_of(const char *name)
{
    enum sfr_profile profile = SFR_V1;
    while (profile < SFR_PROFILE_BY_VERSION && strcmp(sfr_profile_name(profile), name) != 0)
        profile++;
    return profile;
}

static void answer_lookup(struct json *json, struct subject *subject, uint64_t pc)
{
    struct sfr_answer found;
    sfr_survey(&subject->section);
    subject_look_up(subject, pc, &found);
    json_answer(json, subject, pc, &found);
}

static void answer_flip(struct json *json, const struct subject *subject)
{
    const struct source *const source = subject->source;
    uint8_t *const flipped = malloc(source->size + 1);
    if (flipped != NULL && sfr_flip(source->bytes, source->size, subject->section.profile, flipped, NULL))
        json_hex_bytes(json, "bytes", flipped, source->size);
    else
        json_text(json, "error", "the section cannot be flipped");
    free(flipped);
}

static bool answer(const struct asked *asked, const uint8_t *bytes)
{
    struct json json = {stdout, false};
    const bool checks = strcmp(asked->operation, "decode") == 0 || strcmp(asked->operation, "check") == 0;
    const struct request request = {
        .profile = profile_of(asked->profile), .address_given = true, .address = asked->address};
    const struct source source = {.bytes = bytes, .size = asked->size};
    struct subject subject = {.request = &request, .source = &source};
    if (!subject_begin(&subject, checks))
        return false;
    json_begin(&json, NULL, '{');
    json_int(&json, "request", (int64_t)asked->number);
    if (strcmp(asked->operation, "decode") == 0)
        json_model(&json, &subject);
    else if (checks)
        json_check(&json, &subject);
    else if (strcmp(asked->operation, "lookup") == 0)
        answer_lookup(&json, &subject, asked->pc);
    else
        answer_flip(&json, &subject);
    json_end(&json, '}');
    json_line_end(&json);
    subject_end(&subject);
    return true;
}

/* The line that asks, and the bytes behind it: a block of their own, so that a sanitizer sees who leaves it.
 */
static bool read_request(struct asked *asked, uint8_t **bytes)
{
    char line[160];
    if (fgets(line, sizeof line, stdin) == NULL ||
        sscanf(line, "%15s %" SCNu64 " %7s %15s %" SCNx64 " %zu %" SCNx64, asked->operation, &asked->number,
               asked->profile, asked->abi, &asked->address, &asked->size, &asked->pc) != 7)
        return false;
    *bytes = malloc(asked->size > 0 ? asked->size : 1);
    return *bytes != NULL && fread(*bytes, 1, asked->size, stdin) == asked->size;
}

int main(void)
{
    struct asked asked;
    uint8_t *bytes = NULL;
    char first[16];
    if (fgets(first, sizeof first, stdin) == NULL)
        return feof(stdin) ? 0 : 1;
    if (fputs(hello, stdout) < 0 || fflush(stdout) != 0)
        return 1;
    while (read_request(&asked, &bytes)) {
        const bool answered = answer(&asked, bytes);
        free(bytes);
        bytes = NULL;
        if (!answered || fflush(stdout) != 0)
            return 1;
    }
    free(bytes);
    return feof(stdin) ? 0 : 1;
}
