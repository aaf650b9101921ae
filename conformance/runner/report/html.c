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

/* --- Cutting JSON ------------------------------------------------------------------------------------------
 */

struct text {
    const char *at, *end;
};

static void skip_space(struct text *text)
{
    while (text->at < text->end && memchr(" \t\r\n", *text->at, 4))
        text->at++;
}

static bool take(struct text *text, char c)
{
    skip_space(text);
    if (text->at == text->end || *text->at != c)
        return false;
    text->at++;
    return true;
}

static bool skip_string(struct text *text)
{
    for (text->at++; text->at < text->end; text->at++) {
        if (*text->at == '\\' && text->at + 1 < text->end)
            text->at++;
        else if (*text->at == '"')
            return text->at++, true;
    }
    return false;
}

/* A value of any kind, as deep as it may be. */
static bool take_value(struct text *text, struct text *value)
{
    skip_space(text);
    value->at = text->at;
    size_t depth = 0;
    while (text->at < text->end) {
        char c = *text->at;
        if (depth == 0 && (c == ',' || c == '}' || c == ']'))
            break;
        if (c == '"') {
            if (!skip_string(text))
                return false;
            continue;
        }
        depth += c == '{' || c == '[';
        depth -= c == '}' || c == ']';
        text->at++;
    }
    value->end = text->at;
    return depth == 0 && value->at < value->end;
}

/* The next of an object's members or an array's elements, after its bracket was taken; false: no more. */
static bool next_element(struct text *text, struct text *value)
{
    take(text, ',');
    return take_value(text, value);
}

static bool next_member(struct text *text, struct text *key, struct text *value)
{
    take(text, ',');
    skip_space(text);
    key->at = text->at;
    if (text->at == text->end || *text->at != '"' || !skip_string(text))
        return false;
    key->end = text->at;
    return take(text, ':') && take_value(text, value);
}

static bool is(struct text key, const char *name)
{
    size_t length = strlen(name);
    return (size_t)(key.end - key.at) == length + 2 && !memcmp(key.at + 1, name, length);
}

static bool is_light(struct text key)
{
    for (size_t i = 0; i < sizeof light / sizeof *light; i++)
        if (is(key, light[i]))
            return true;
    return false;
}

static struct text member(struct text object, const char *name)
{
    struct text key, value;
    if (take(&object, '{'))
        while (next_member(&object, &key, &value))
            if (is(key, name))
                return value;
    return (struct text){object.end, object.end};
}

/* --- Writing it --------------------------------------------------------------------------------------------
 */

/* On one line, and without the only character by which data could end its element or begin another. */
static void write_text(FILE *page, struct text text)
{
    for (bool in_string = false; text.at < text.end; text.at++) {
        unsigned char c = (unsigned char)*text.at;
        if (c == '<' || (c < ' ' && in_string))
            fprintf(page, "\\u%04x", c);
        else if (c > ' ' || in_string)
            putc(c, page);
        if (in_string && c == '\\' && text.at + 1 < text.end && text.at[1] > ' ' && text.at[1] != '<')
            putc(*++text.at, page);
        else if (c == '"')
            in_string = !in_string;
    }
}

static void write_member(FILE *page, bool *first, struct text key, struct text value)
{
    if (!*first)
        putc(',', page);
    *first = false;
    write_text(page, key);
    putc(':', page);
    write_text(page, value);
}

struct shares {
    size_t page;   /* what is left for all cases */
    json_t *cause; /* spent, by cause */
};

static bool has_share(struct shares *shares, struct text cause, size_t size)
{
    size_t length = (size_t)(cause.end - cause.at);
    size_t spent = (size_t)json_integer_value(json_object_getn(shares->cause, cause.at, length));
    if (size > shares->page || (spent != 0 && spent + size > CAUSE_SHARE))
        return false;
    if (json_object_setn_new_nocheck(shares->cause, cause.at, length,
                                     json_integer((json_int_t)(spent + size))))
        return false;
    shares->page -= size;
    return true;
}

static void write_half(FILE *page, struct text object, bool light_half)
{
    struct text key, value;
    bool first = true;
    putc('{', page);
    take(&object, '{');
    while (next_member(&object, &key, &value))
        if (is_light(key) == light_half)
            write_member(page, &first, key, value);
    putc('}', page);
}

static void write_cases(FILE *page, struct text cases, struct shares *shares)
{
    struct text one;
    fputs("<script type=\"application/json\" class=\"cases\">\n", page);
    if (take(&cases, '['))
        while (next_element(&cases, &one)) {
            write_half(page, one, true);
            putc('\t', page);
            if (has_share(shares, member(one, "cause"), (size_t)(one.end - one.at)))
                write_half(page, one, false);
            putc('\n', page);
        }
    fputs("</script>\n", page);
}

static void write_without(FILE *page, struct text object, const char *left_out)
{
    struct text key, value;
    bool first = true;
    putc('{', page);
    take(&object, '{');
    while (next_member(&object, &key, &value))
        if (!is(key, left_out))
            write_member(page, &first, key, value);
    putc('}', page);
}

static void write_report(FILE *page, struct text report)
{
    struct text key, value, one;
    bool first = true;
    fputs("<script type=\"application/json\" id=\"report\">\n{", page);
    take(&report, '{');
    while (next_member(&report, &key, &value)) {
        if (!is(key, "implementations")) {
            write_member(page, &first, key, value);
            continue;
        }
        fputs(first ? "\"implementations\":[" : ",\"implementations\":[", page);
        first = false;
        take(&value, '[');
        for (bool first_one = true; next_element(&value, &one); first_one = false) {
            if (!first_one)
                putc(',', page);
            write_without(page, one, "cases");
        }
        putc(']', page);
    }
    fputs("}\n</script>\n", page);
}

static bool write_data(FILE *page, struct text report)
{
    struct text implementations = member(report, "implementations"), one;
    struct shares shares = {PAGE_SHARE, NULL};
    write_report(page, report);
    if (!take(&implementations, '['))
        return false;
    while (next_element(&implementations, &one)) {
        shares.cause = json_object();
        write_cases(page, member(one, "cases"), &shares);
        json_decref(shares.cause);
    }
    return true;
}

bool write_html(FILE *page, const char *json, size_t length)
{
    bool done = false;
    for (size_t i = 0; i < sizeof template / sizeof *template; i++) {
        if (strcmp(template[i], place_of_data) != 0)
            fputs(template[i], page);
        else
            done = write_data(page, (struct text){json, json + length});
    }
    return done && !ferror(page);
}
