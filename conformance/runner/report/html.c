/* Writes the page: the template with the report's data in it.
 *
 * The cases of a run have much in common.  So the data is lines as shared.h describes them, each written
 * once.  The last line is the report; in it, the "cases" of an implementation are two numbers for each case:
 * the line of what the vector says, and the line of its outcome.
 *
 * A page stays small enough to open quickly.  When its lines have filled their room, further cases keep only
 * what lists and filters need, and the page says where the rest is missing.  The first case of each cause
 * gets its room before all others.  plain.c writes what the page shows without its script. */
#include "html.h"

#include "plain.h"
#include "shared.h"

#include <jansson.h>
#include <string.h>

enum {
    ROOM = 1400 << 10, /* bytes */
    LARGE = 256,       /* a value of at least this size is looked up before it is built */
};

static const char *const template[] = {
#include "page.inc" /* made from conformance/runner/page/ */
};

/* The members that lists and filters need; their names are those of the JSON report. */
static const char *const light[] = {"id",     "class",   "outcome", "expected", "unexpected",
                                    "reason", "clauses", "ledger",  "cause",    NULL};
/* The members that are the same for all implementations. */
static const char *const of_vector[] = {"id",    "class",  "clauses",  "note",   "fault", "ledger",
                                        "input", "fields", "notation", "expect", NULL};

/* Whether KEY, the text between the quotes of a member's name, is one of NAMES. */
static bool is_one_of(struct span key, const char *const *names)
{
    for (; *names != NULL; names++)
        if (runner_span_is(key, *names))
            return true;
    return false;
}

/* --- Fields --------------------------------------------------------------------------------------------- */

/* Writes a field, without its offset if it begins where the field before ends. */
static struct stand put_field(struct shared *shared, struct span json, uint64_t *end)
{
    struct json_cut cut = runner_json_cut_of(json);
    struct span key, value;
    uint64_t offset = *end, length = 0;
    struct putting putting;
    bool more = runner_json_take(&cut, '{');
    runner_putting_begin(&putting, true);
    while (more && runner_json_member(&cut, &key, &value, &more)) {
        if (runner_span_is(key, "length"))
            (void)runner_span_decimal(value, &length);
        if (!runner_span_is(key, "offset") || !runner_span_decimal(value, &offset) || offset != *end)
            runner_putting_add(shared, &putting, key, runner_shared_value(shared, value));
    }
    *end = offset + length;
    return runner_putting_end(shared, &putting);
}

static struct stand put_fields(struct shared *shared, struct span json)
{
    struct json_cut cut = runner_json_cut_of(json);
    struct span one;
    uint64_t end = 0;
    struct putting putting;
    bool more = runner_json_take(&cut, '[');
    runner_putting_begin(&putting, false);
    while (more && runner_json_element(&cut, &one, &more))
        runner_putting_add(shared, &putting, one, put_field(shared, one, &end));
    return runner_putting_end(shared, &putting);
}

/* --- Cases ---------------------------------------------------------------------------------------------- */

struct data {
    struct shared *shared;
    json_t *fields, *others; /* what stands for large values, by their text: many cases have the same ones */
    uint64_t firsts;         /* how many of the first cases of causes are stored whole */
};

static struct stand put_member(struct data *data, struct span key, struct span value)
{
    const bool is_fields = runner_span_is(key, "fields");
    json_t *const known = is_fields ? data->fields : data->others;
    const bool is_large = value.size >= LARGE;
    const json_t *const there = is_large ? json_object_getn(known, value.at, value.size) : NULL;
    struct stand stand;
    if (there != NULL) {
        (void)snprintf(stand.text, sizeof stand.text, "%s", json_string_value(there));
        return stand;
    }
    stand = is_fields ? put_fields(data->shared, value) : runner_shared_value(data->shared, value);
    if (is_large) /* a small value is simply built again */
        (void)json_object_setn_new_nocheck(known, value.at, value.size, json_string_nocheck(stand.text));
    return stand;
}

/* Writes one half of a case: what the vector says, or what its outcome is. */
static struct stand put_half(struct data *data, struct span object, bool of_the_vector, bool whole)
{
    struct json_cut cut = runner_json_cut_of(object);
    struct span key, value;
    struct putting putting;
    bool more = runner_json_take(&cut, '{');
    runner_putting_begin(&putting, true);
    while (more && runner_json_member(&cut, &key, &value, &more))
        if (is_one_of(key, of_vector) == of_the_vector && (whole || is_one_of(key, light)))
            runner_putting_add(data->shared, &putting, key, put_member(data, key, value));
    if (!whole && !of_the_vector)
        runner_putting_add(data->shared, &putting, runner_span_of("thin"), (struct stand){"true"});
    return runner_putting_end(data->shared, &putting);
}

/* Writes the cases of an implementation in order.  If PUTTING is null, it only writes the values of the first
 * cases of causes, so that they get their room. */
static void put_cases(struct data *data, struct span cases, struct putting *putting, uint64_t *firsts)
{
    struct json_cut cut = runner_json_cut_of(cases);
    struct span one;
    json_t *const causes = json_object();
    bool more = runner_json_take(&cut, '[');
    while (more && runner_json_element(&cut, &one, &more)) {
        const struct span cause = runner_json_of_name(one, "cause");
        const bool is_first = json_object_getn(causes, cause.at, cause.size) == NULL &&
                              json_object_setn_new_nocheck(causes, cause.at, cause.size, json_null()) == 0;
        const bool has_room = runner_shared_size(data->shared) < ROOM;
        const bool is_held = putting != NULL && is_first ? *firsts < data->firsts : has_room;
        if (putting == NULL && !(is_first && has_room))
            continue;
        *firsts += is_first;
        const struct stand vector = put_half(data, one, true, is_held);
        const struct stand result = put_half(data, one, false, is_held);
        if (putting != NULL) {
            runner_putting_add(data->shared, putting, cause, vector);
            runner_putting_add(data->shared, putting, cause, result);
        }
    }
    json_decref(causes);
}

/* --- The report ----------------------------------------------------------------------------------------- */

static struct stand put_implementation(struct data *data, struct span object, uint64_t *firsts)
{
    struct json_cut cut = runner_json_cut_of(object);
    struct span key, value;
    struct putting putting, cases;
    bool more = runner_json_take(&cut, '{');
    runner_putting_begin(&putting, true);
    while (more && runner_json_member(&cut, &key, &value, &more)) {
        if (runner_span_is(key, "expectations")) /* the page does not show them */
            continue;
        if (!runner_span_is(key, "cases")) {
            runner_putting_add(data->shared, &putting, key, runner_shared_value(data->shared, value));
            continue;
        }
        runner_putting_begin(&cases, false);
        put_cases(data, value, &cases, firsts);
        runner_putting_add(data->shared, &putting, key, runner_putting_end(data->shared, &cases));
    }
    return runner_putting_end(data->shared, &putting);
}

static struct stand put_implementations(struct data *data, struct span implementations)
{
    struct json_cut cut = runner_json_cut_of(implementations), again = cut;
    struct span one;
    struct putting putting;
    uint64_t firsts = 0;
    bool more = runner_json_take(&cut, '[');
    while (more && runner_json_element(&cut, &one, &more))
        put_cases(data, runner_json_of_name(one, "cases"), NULL, &data->firsts);
    runner_putting_begin(&putting, false);
    more = runner_json_take(&again, '[');
    while (more && runner_json_element(&again, &one, &more))
        runner_putting_add(data->shared, &putting, one, put_implementation(data, one, &firsts));
    return runner_putting_end(data->shared, &putting);
}

static bool write_data(FILE *page, struct span report)
{
    struct json_cut cut = runner_json_cut_of(report);
    struct span key, value;
    struct data data = {runner_shared_begin(page), NULL, NULL, 0};
    struct putting putting;
    bool more = runner_json_take(&cut, '{');
    if (data.shared == NULL)
        return false;
    data.fields = json_object();
    data.others = json_object();
    runner_putting_begin(&putting, true);
    while (more && runner_json_member(&cut, &key, &value, &more))
        runner_putting_add(data.shared, &putting, key,
                           runner_span_is(key, "implementations") ? put_implementations(&data, value)
                                                                  : runner_shared_value(data.shared, value));
    (void)runner_putting_end(data.shared, &putting);
    json_decref(data.fields);
    json_decref(data.others);
    return runner_shared_end(data.shared);
}

/* Whether the text is a whole report with implementations; then all of it can be cut. */
static bool is_report(struct span text)
{
    struct json_cut cut = runner_json_cut_of(text);
    struct span whole;
    const struct span implementations = runner_json_of_name(text, "implementations");
    return runner_json_value(&cut, &whole) && cut.at == cut.end && implementations.size > 0 &&
           *implementations.at == '[';
}

bool runner_write_html(FILE *page, const char *json, size_t length)
{
    static const struct {
        const char *place;
        bool (*write)(FILE *page, struct span report);
    } parts[] = {{"@DATA@\n", write_data},
                 {"@VERDICTS@\n", runner_write_plain_verdicts},
                 {"@CAUSES@\n", runner_write_plain_causes}};
    const struct span report = {json, length};
    bool written = is_report(report);
    for (size_t i = 0; written && i < sizeof template / sizeof *template; i++) {
        size_t part = 0;
        while (part < sizeof parts / sizeof *parts && strcmp(template[i], parts[part].place) != 0)
            part++;
        if (part < sizeof parts / sizeof *parts)
            written = parts[part].write(page, report);
        else
            (void)fputs(template[i], page);
    }
    return written && !ferror(page);
}
