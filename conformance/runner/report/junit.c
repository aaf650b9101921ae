/* JUnit XML: a suite for each implementation, a case for each vector asked. */
#include "report.h"

#include <inttypes.h>
#include <string.h>

/* What XML 1.0 cannot say is a question mark. */
static void put_xml(FILE *out, const char *text)
{
    for (const char *c = text; *c != '\0'; c++)
        switch (*c) {
        case '<':
            (void)fputs("&lt;", out);
            break;
        case '>':
            (void)fputs("&gt;", out);
            break;
        case '&':
            (void)fputs("&amp;", out);
            break;
        case '"':
            (void)fputs("&quot;", out);
            break;
        case '\n':
        case '\t':
            (void)putc(*c, out);
            break;
        default:
            (void)putc((unsigned char)*c < 0x20 ? '?' : *c, out);
        }
}

struct junit {
    FILE *out;
    const char *label;
};

/* U+FFFE and U+FFFF are no characters either. */
static const char *readable(const char *text)
{
    return strstr(text, "\xef\xbf\xbe") != NULL || strstr(text, "\xef\xbf\xbf") != NULL ? "(not fit for XML)"
                                                                                        : text;
}

static void put_case(void *context, const struct entry *entry)
{
    const struct junit *const junit = context;
    FILE *const out = junit->out;
    const char *const complaint = json_string_value(json_object_get(entry->object, "stderr"));
    (void)fputs("<testcase classname=\"", out);
    put_xml(out, junit->label);
    (void)fprintf(out, "\" name=\"%s\">", entry->id);
    if (entry->unexpected) {
        (void)fprintf(out, "<failure type=\"%s\" message=\"expected %s: ", entry->outcome, entry->expected);
        put_xml(out, readable(entry->reason));
        (void)fputs("\"/>", out);
    } else if (entry->against || strcmp(entry->outcome, "unsupported") == 0) {
        (void)fprintf(out, "<skipped message=\"%s, as expected\"/>", entry->outcome);
    }
    if (complaint != NULL) {
        (void)fputs("<system-err>", out);
        put_xml(out, readable(complaint));
        (void)fputs("</system-err>", out);
    }
    (void)fputs("</testcase>\n", out);
}

static void count_skipped(void *context, const struct entry *entry)
{
    uint64_t *const count = context;
    *count += !entry->unexpected && (entry->against || strcmp(entry->outcome, "unsupported") == 0);
}

/* What is wrong with an implementation as a whole. */
static void put_error(FILE *out, const char *name, const char *words)
{
    (void)fprintf(out, "<testcase classname=\"sframe-conform\" name=\"%s\"><error message=\"", name);
    put_xml(out, readable(words));
    (void)fputs("\"/></testcase>\n", out);
}

void write_junit(FILE *out, const struct report *report)
{
    (void)fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"sframe-conform\">\n", out);
    for (unsigned i = 0; i < report->count; i++) {
        const struct implementation_report *const each = &report->implementations[i];
        const struct {
            const char *name, *words;
        } errors[] = {{"missing", each->excused ? "" : each->missing},
                      {"ended", each->ended},
                      {"gave up", each->gave_up},
                      {"incomplete", report->complete ? "" : "the run was not completed"}};
        uint64_t skipped = 0;
        unsigned error_count = 0;
        for (unsigned j = 0; j < sizeof errors / sizeof *errors; j++)
            error_count += errors[j].words[0] != '\0';
        (void)each_entry(each, count_skipped, &skipped);
        (void)fputs("<testsuite name=\"", out);
        put_xml(out, each->label);
        (void)fprintf(
            out, "\" tests=\"%" PRIu64 "\" failures=\"%" PRIu64 "\" errors=\"%u\" skipped=\"%" PRIu64 "\">\n",
            each->asked + each->outcomes[NOT_RUN] + error_count, each->unexpected, error_count, skipped);
        for (unsigned j = 0; j < sizeof errors / sizeof *errors; j++)
            if (errors[j].words[0] != '\0')
                put_error(out, errors[j].name, errors[j].words);
        (void)each_entry(each, put_case, &(struct junit){out, each->label});
        (void)fputs("</testsuite>\n", out);
    }
    (void)fputs("</testsuites>\n", out);
}
