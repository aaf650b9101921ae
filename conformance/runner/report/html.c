/* The page's template with the report's data in it.
 *
 * The report may be large, so its text is cut where the page wants it cut and never taken apart further.  The
 * page's script finds
 *
 *     <script type="application/json" id="report">        the report, without its cases
 *     <script type="application/json" class="cases">      for each implementation: a line for each case
 *
 * in which a line is an object of what lists and filters need, a tab, and an object of the rest, read when
 * the case is opened.  A page stays small enough to open: the rest is left out once the cases of one cause,
 * or all of them, have filled their share; the page says so where it is missed. */
#include "html.h"

#include "../spans.h"

#include <jansson.h>
#include <string.h>

enum { CAUSE_SHARE = 2 << 20, PAGE_SHARE = 192 << 20 };

static const char *const template[] = {
#include "page.inc" /* made from conformance/runner/page/ */
};
static const char place_of_data[] = "@DATA@\n";

/* What lists and filters need; names of the JSON report. */
static const char *const light[] = {"id",     "class",   "outcome", "expected", "unexpected",
                                    "reason", "clauses", "ledger",  "cause"};

/* The name of a member as it stands between its quotes. */
static bool is_light(struct span key)
{
    for (size_t i = 0; i < sizeof light / sizeof *light; i++)
        if (runner_span_is(key, light[i]))
            return true;
    return false;
}

static struct json_cut cut_of(struct span text)
{
    return (struct json_cut){text.at, text.at + text.size};
}

/* Empty: the object has none of this name. */
static struct span member(struct span object, const char *name)
{
    struct json_cut cut = cut_of(object);
    struct span key, value;
    bool more = runner_json_take(&cut, '{');
    while (more && runner_json_member(&cut, &key, &value, &more))
        if (runner_span_is(key, name))
            return value;
    return (struct span){"", 0};
}

/* --- Writing it ----------------------------------------------------------------------------------------- */

/* On one line, and without the only character by which data could end its element or begin another. */
static void write_text(FILE *page, struct span text)
{
    const char *const end = text.at + text.size;
    bool in_string = false;
    for (const char *at = text.at; at < end; at++) {
        const unsigned char c = (unsigned char)*at;
        if (c == '<')
            fprintf(page, "\\u%04x", c);
        else if (c > ' ' || in_string)
            putc(c, page);
        if (in_string && c == '\\' && at + 1 < end)
            putc(*++at, page);
        else if (c == '"')
            in_string = !in_string;
    }
}

static void write_member(FILE *page, bool *first, struct span key, struct span value)
{
    if (!*first)
        putc(',', page);
    *first = false;
    write_text(page, (struct span){key.at - 1, key.size + 2}); /* with its quotes */
    putc(':', page);
    write_text(page, value);
}

struct shares {
    size_t page;   /* what is left for all cases */
    json_t *cause; /* spent, by cause */
};

static bool has_share(struct shares *shares, struct span cause, size_t size)
{
    const json_t *const before = json_object_getn(shares->cause, cause.at, cause.size);
    const size_t spent = (size_t)json_integer_value(before), sum = spent + size;
    if (size > shares->page || (spent != 0 && sum > CAUSE_SHARE))
        return false;
    if (json_object_setn_new_nocheck(shares->cause, cause.at, cause.size, json_integer((json_int_t)sum)))
        return false;
    shares->page -= size;
    return true;
}

static void write_half(FILE *page, struct span object, bool light_half)
{
    struct json_cut cut = cut_of(object);
    struct span key, value;
    bool first = true;
    bool more = runner_json_take(&cut, '{');
    putc('{', page);
    while (more && runner_json_member(&cut, &key, &value, &more))
        if (is_light(key) == light_half)
            write_member(page, &first, key, value);
    putc('}', page);
}

static void write_cases(FILE *page, struct span cases, struct shares *shares)
{
    struct json_cut cut = cut_of(cases);
    struct span one;
    bool more = runner_json_take(&cut, '[');
    fputs("<script type=\"application/json\" class=\"cases\">\n", page);
    while (more && runner_json_element(&cut, &one, &more)) {
        write_half(page, one, true);
        putc('\t', page);
        if (has_share(shares, member(one, "cause"), one.size))
            write_half(page, one, false);
        putc('\n', page);
    }
    fputs("</script>\n", page);
}

static void write_without(FILE *page, struct span object, const char *left_out)
{
    struct json_cut cut = cut_of(object);
    struct span key, value;
    bool first = true;
    bool more = runner_json_take(&cut, '{');
    putc('{', page);
    while (more && runner_json_member(&cut, &key, &value, &more))
        if (!runner_span_is(key, left_out))
            write_member(page, &first, key, value);
    putc('}', page);
}

static void write_implementations(FILE *page, struct span implementations)
{
    struct json_cut cut = cut_of(implementations);
    struct span one;
    bool more = runner_json_take(&cut, '[');
    fputs("\"implementations\":[", page);
    for (bool first = true; more && runner_json_element(&cut, &one, &more); first = false) {
        if (!first)
            putc(',', page);
        write_without(page, one, "cases");
    }
    putc(']', page);
}

static void write_report(FILE *page, struct span report)
{
    struct json_cut cut = cut_of(report);
    struct span key, value;
    bool first = true;
    bool more = runner_json_take(&cut, '{');
    fputs("<script type=\"application/json\" id=\"report\">\n{", page);
    while (more && runner_json_member(&cut, &key, &value, &more)) {
        if (!runner_span_is(key, "implementations")) {
            write_member(page, &first, key, value);
            continue;
        }
        fputs(first ? "" : ",", page);
        first = false;
        write_implementations(page, value);
    }
    fputs("}\n</script>\n", page);
}

static void write_data(FILE *page, struct span report)
{
    struct json_cut cut = cut_of(member(report, "implementations"));
    struct shares shares = {PAGE_SHARE, NULL};
    struct span one;
    bool more = runner_json_take(&cut, '[');
    write_report(page, report);
    for (; more && runner_json_element(&cut, &one, &more); json_decref(shares.cause)) {
        shares.cause = json_object();
        write_cases(page, member(one, "cases"), &shares);
    }
}

/* Whole, and with implementations: then nothing in it can fail to be cut. */
static bool is_report(struct span text)
{
    struct json_cut cut = cut_of(text);
    struct span whole;
    return runner_json_value(&cut, &whole) && cut.at == cut.end && member(text, "implementations").size > 0 &&
           *member(text, "implementations").at == '[';
}

bool runner_write_html(FILE *page, const char *json, size_t length)
{
    const struct span report = {json, length};
    if (!is_report(report))
        return false;
    for (size_t i = 0; i < sizeof template / sizeof *template; i++) {
        if (strcmp(template[i], place_of_data) != 0)
            fputs(template[i], page);
        else
            write_data(page, report);
    }
    return !ferror(page);
}
