/* One section, and what is asked about it. */
#include "page.h"
#include "../tool/printing.h"

#include <stdlib.h>

enum { VIOLATIONS_MOST = 1000, MODEL_MOST = 1 << 16 };

static uint8_t *room;
static struct request request = {.address_given = true};
static struct source whole;
static struct subject subject = {.request = &request, .source = &whole};
static char *text;
static size_t text_size;

/* A page has the bytes of a section only, and no file around it to report on. */
void tool_elf_check(const struct source *source, enum sfr_profile profile, const struct sfr_report *report)
{
    (void)source;
    (void)profile;
    (void)report;
}

/* --- The section ---------------------------------------------------------------------------------------- */

uint8_t *page_room(size_t size)
{
    tool_subject_end(&subject);
    subject.scratch = NULL;
    subject.violations = 0;
    free(room);
    room = malloc(size + 1);
    whole.bytes = room;
    whole.size = room != NULL ? size : 0;
    return room;
}

bool page_open(uint64_t address, unsigned profile)
{
    if (room == NULL)
        return false;
    tool_subject_end(&subject);
    request.address = address;
    request.profile = profile < SFR_PROFILE_COUNT ? (enum sfr_profile)profile : SFR_PROFILE_BY_VERSION;
    if (!tool_subject_begin(&subject, true))
        return false;
    if (subject.opened != SFR_MALFORMED)
        sfr_survey(&subject.section);
    return true;
}

/* --- Answers -------------------------------------------------------------------------------------------- */

/* Begins an answer, which is an object.  False: no memory. */
static bool begin(struct json *json)
{
    free(text);
    text = NULL;
    *json = (struct json){open_memstream(&text, &text_size), false};
    if (json->out == NULL)
        return false;
    tool_json_begin(json, NULL, '{');
    return true;
}

static const char *end(struct json *json)
{
    tool_json_end(json, '}');
    return fclose(json->out) == 0 ? text : NULL;
}

struct first {
    struct json *json;
    unsigned left;
};

static void first_violations(void *context, const struct sfr_violation *violation)
{
    struct first *const first = context;
    if (first->left == 0)
        return;
    first->left--;
    tool_json_violation(first->json, violation);
}

const char *page_check(void)
{
    struct json json;
    struct first first = {&json, VIOLATIONS_MOST};
    if (!begin(&json))
        return NULL;
    tool_json_text(&json, "verdict", sfr_verdict_name(subject.verdict));
    tool_json_text(&json, "profile", sfr_profile_name(subject.section.profile));
    tool_json_int(&json, "count", (int64_t)subject.violations);
    tool_json_begin(&json, "violations", '[');
    tool_subject_violations(&subject, &(struct sfr_report){first_violations, &first});
    tool_json_end(&json, ']');
    return end(&json);
}

const char *page_fields(size_t from, size_t to)
{
    struct json json;
    if (!begin(&json))
        return NULL;
    const bool printed = tool_json_fields_within(&json, &subject, from, to);
    const char *const answer = end(&json);
    return printed ? answer : NULL;
}

const char *page_model(void)
{
    struct json json;
    if (!begin(&json))
        return NULL;
    tool_json_begin(&json, "model", '[');
    if (whole.size <= MODEL_MOST && tool_subject_rows_fit(&subject))
        tool_json_model(&json, &subject);
    tool_json_end(&json, ']');
    return end(&json);
}

const char *page_lookup(uint64_t pc)
{
    struct json json;
    struct sfr_answer answer;
    if (!begin(&json))
        return NULL;
    tool_subject_look_up(&subject, pc, &answer);
    tool_json_answer(&json, &subject, pc, &answer);
    return end(&json);
}
