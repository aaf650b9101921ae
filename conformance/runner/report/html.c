/* Writes the page: the template with the report's data in it.
 *
 * The data is a sequence of JSON texts, each behind a byte 0x1e (RFC 7464), compressed by zlib, in base64.  The
 * first one is the JSON report without its cases.  Each case follows in two halves: what the vector says, once
 * for all implementations, and what came of it, with the numbers of the implementation and of the vector.
 *
 * A page stays small enough to open quickly.  When cases have filled their room, further ones keep only what
 * lists and filters need, and the page says where the rest is missing.  The first case of each cause gets its
 * room before all others.  For readers without scripts, and for all until the script has run, there are tables. */
#include "report.h"

#include "../../../common/safe_text.h"
#include "../process/memory.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { ROOM = 16 << 20 };    /* bytes of JSON */
enum { CAUSES_SHOWN = 1500 }; /* in the table; if there are more, the most frequent ones */

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

static void put_member(FILE *out, struct span key, struct span value)
{
    (void)fprintf(out, ",\"%.*s\":", (int)key.size, key.at);
    (void)fwrite(value.at, 1, value.size, out);
}

/* --- Cases ---------------------------------------------------------------------------------------------- */

struct data {
    struct span report;
    struct written_text bare_text; /* the report without cases */
    json_t *bare;                  /* the same, parsed */
    FILE *out;
    unsigned of;     /* the number of the implementation */
    json_t *causes;  /* the causes of its cases so far */
    json_t *vectors; /* the number of each vector's half that was written, by its text */
    json_t *counts;  /* how often each implementation has each cause */
    size_t firsts;   /* how many of the first cases of causes are whole */
    size_t room;     /* for the others */
};

static bool is_first(struct data *data, struct span one)
{
    const struct span cause = runner_json_of_name(one, "cause");
    return json_object_getn(data->causes, cause.at, cause.size) == NULL &&
           json_object_setn_new_nocheck(data->causes, cause.at, cause.size, json_null()) == 0;
}

static void reserve_room(struct data *data, struct span one)
{
    if (!is_first(data, one) || one.size > data->room)
        return;
    data->firsts++;
    data->room -= one.size;
}

/* Writes the members of one half of a case, behind others. */
static void put_half(FILE *out, struct span one, bool of_the_vector, bool whole)
{
    for (struct json_walk walk = runner_json_walk(one); runner_json_next(&walk);)
        if (is_one_of(walk.key, of_vector) == of_the_vector && (whole || is_one_of(walk.key, light)))
            put_member(out, walk.key, walk.value);
    (void)putc('}', out);
}

/* The number of what the vector says, which is written if it is new. */
static size_t put_vector(struct data *data, struct span one, bool whole)
{
    struct written_text half;
    size_t number = json_object_size(data->vectors);
    put_half(written_begin(&half), one, true, whole);
    char *const text = written_end(&half);
    const json_t *const written = json_object_getn(data->vectors, text, half.size);
    if (written != NULL)
        number = (size_t)json_integer_value(written);
    else {
        (void)fprintf(data->out, "\x1e{\"of\":null%s", text);
        (void)json_object_setn_new_nocheck(data->vectors, text, half.size, json_integer((json_int_t)number));
    }
    free(text);
    return number;
}

static void put_case(struct data *data, struct span one)
{
    const long begun = ftell(data->out);
    const bool is_reserved = is_first(data, one) && data->firsts > 0;
    const bool whole = is_reserved || data->room > 0;
    const size_t vector = put_vector(data, one, whole);
    (void)fprintf(data->out, "\x1e{\"of\":%u,\"vector\":%zu,\"thin\":%s", data->of, vector,
                  whole ? "false" : "true");
    put_half(data->out, one, false, whole);
    const size_t size = (size_t)(ftell(data->out) - begun);
    data->firsts -= is_reserved;
    if (whole && !is_reserved)
        data->room -= size < data->room ? size : data->room;
}

/* Visits the cases of all implementations in order. */
static void each_case(struct data *data, void (*visit)(struct data *data, struct span one))
{
    struct json_walk each = runner_json_walk(runner_json_of_name(data->report, "implementations"));
    for (data->of = 0; runner_json_next(&each); data->of++) {
        (void)json_object_clear(data->causes);
        for (struct json_walk one = runner_json_walk(runner_json_of_name(each.value, "cases")); runner_json_next(&one);)
            visit(data, one.value);
    }
}

/* --- The report ----------------------------------------------------------------------------------------- */

/* Writes the members of an object, but for those of SOME names. */
static void put_without(FILE *out, struct span object, const char *const *some)
{
    for (struct json_walk walk = runner_json_walk(object); runner_json_next(&walk);)
        if (!is_one_of(walk.key, some))
            put_member(out, walk.key, walk.value);
}

static void put_bare(FILE *out, struct span report)
{
    static const char *const apart[] = {"implementations", NULL};
    static const char *const left_out[] = {"cases", "expectations", NULL}; /* the page does not show the latter */
    struct json_walk each = runner_json_walk(runner_json_of_name(report, apart[0]));
    (void)fputs("{\"implementations\":[", out);
    for (const char *before = ""; runner_json_next(&each); before = ",") {
        (void)fprintf(out, "%s{\"cases\":null", before); /* so that each member is behind another */
        put_without(out, each.value, left_out);
        (void)putc('}', out);
    }
    (void)putc(']', out);
    put_without(out, report, apart);
    (void)putc('}', out);
}

static void put_base64(FILE *page, const uint8_t *bytes, size_t size)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < size; i += 3) {
        const size_t left = size - i;
        const unsigned group = (unsigned)bytes[i] << 16 | (left > 1 ? (unsigned)bytes[i + 1] << 8 : 0) |
                               (left > 2 ? bytes[i + 2] : 0);
        (void)putc(letters[group >> 18], page);
        (void)putc(letters[group >> 12 & 63], page);
        (void)putc(left > 1 ? letters[group >> 6 & 63] : '=', page);
        (void)putc(left > 2 ? letters[group & 63] : '=', page);
    }
}

/* Writes a text compressed.  Returns false if zlib fails. */
static bool put_compressed(FILE *page, const char *text, size_t size)
{
    uLongf packed_size = compressBound(size);
    Bytef *const packed = memory_get(packed_size);
    const bool done = compress(packed, &packed_size, (const Bytef *)text, size) == Z_OK;
    if (done)
        put_base64(page, packed, packed_size);
    (void)putc('\n', page);
    free(packed);
    return done;
}

static bool write_data(FILE *page, struct data *data)
{
    struct written_text written;
    data->out = written_begin(&written);
    (void)putc('\x1e', data->out);
    (void)fwrite(data->bare_text.text, 1, data->bare_text.size, data->out);
    each_case(data, reserve_room);
    each_case(data, put_case);
    char *const text = written_end(&written);
    const bool done = put_compressed(page, text, written.size);
    free(text);
    return done;
}

/* --- Tables --------------------------------------------------------------------------------------------- */

/* Writes a cell with a count that an object has; an empty one if it has none. */
static void put_count(FILE *page, const json_t *object, const char *name)
{
    const json_t *const count = json_object_get(object, name);
    (void)fputs("</td><td>", page);
    if (count != NULL)
        (void)fprintf(page, "%" JSON_INTEGER_FORMAT, json_integer_value(count));
}

/* Writes what is wrong with the run as a whole: for example, that it was cut short, or the corpus is too old. */
static void put_faults(FILE *page, const json_t *faults)
{
    for (size_t i = 0; i < json_array_size(faults); i++) {
        const char *const adapter = runner_string_of(json_array_get(faults, i), "adapter");
        safe_print(page, SAFE_XML, "<p class=\"plain\">%s%s%s</p>\n", adapter, adapter[0] != '\0' ? ": " : "",
                   runner_string_of(json_array_get(faults, i), "words"));
    }
}

static void put_verdict(FILE *page, const json_t *each, const bool *used)
{
    const char *const missing = runner_string_of(each, "missing");
    safe_print(page, SAFE_XML, "<tr><th scope=\"row\">%s</th><td>%s%s", runner_string_of(each, "adapter"),
               missing[0] != '\0' ? "not run: " : "", missing);
    for (unsigned i = 0; i < OUTCOME_COUNT; i++)
        if (used[i])
            put_count(page, json_object_get(each, "outcomes"), runner_outcome_names[i]);
    put_count(page, each, "judged");
    put_count(page, each, "unexpected");
    (void)fputs("</td></tr>\n", page);
}

static bool write_verdicts(FILE *page, struct data *data)
{
    const json_t *const list = json_object_get(data->bare, "implementations");
    bool used[OUTCOME_COUNT] = {false};
    put_faults(page, json_object_get(data->bare, "faults"));
    (void)fputs("<table class=\"plain\">\n<thead><tr><th scope=\"col\">implementation</th><td></td>", page);
    for (unsigned i = 0; i < OUTCOME_COUNT; i++) {
        for (size_t j = 0; j < json_array_size(list); j++)
            used[i] = used[i] || json_object_get(json_object_get(json_array_get(list, j), "outcomes"),
                                                 runner_outcome_names[i]) != NULL;
        if (used[i])
            (void)fprintf(page, "<th scope=\"col\">%s</th>", runner_outcome_names[i]);
    }
    (void)fputs("<th scope=\"col\">judged</th><th scope=\"col\">unexpected</th></tr></thead>\n<tbody>\n",
                page);
    for (size_t i = 0; i < json_array_size(list); i++)
        put_verdict(page, json_array_get(list, i), used);
    (void)fputs("</tbody></table>\n", page);
    return true;
}

/* Writes what failures have in common, of each implementation. */
static void put_found(FILE *page, const json_t *each)
{
    const json_t *const causes = json_object_get(each, "causes");
    for (size_t i = 0; i < json_array_size(causes); i++) {
        const json_t *const cause = json_array_get(causes, i);
        safe_print(page, SAFE_XML, "<p class=\"plain\">%s: %s explains %" PRIu64 "</p>\n",
                   runner_string_of(each, "adapter"), runner_string_of(cause, "words"),
                   runner_count_of(cause, "explains"));
    }
}

static bool is_failure(struct span one)
{
    const unsigned outcome = runner_name_number(runner_outcome_names, OUTCOME_COUNT,
                                                runner_json_plain(runner_json_of_name(one, "outcome")));
    return runner_span_is(runner_json_of_name(one, "unexpected"), "true") || outcome == OUTCOME_COUNT ||
           runner_outcome_counts_against[outcome];
}

/* Counts a failure by the text of its cause: a list of numbers, one for each implementation up to the last that has it.
 */
static void count_cause(struct data *data, struct span one)
{
    const struct span named = runner_json_of_name(one, "cause");
    const bool has_cause = named.size > 0 && !runner_span_is(named, "null");
    const struct span cause = has_cause ? named : runner_json_of_name(one, "outcome");
    if (!is_failure(one))
        return;
    json_t *counts = json_object_getn(data->counts, cause.at, cause.size);
    if (counts == NULL) {
        counts = json_array();
        (void)json_object_setn_new_nocheck(data->counts, cause.at, cause.size, counts);
    }
    while (json_array_size(counts) <= data->of)
        (void)json_array_append_new(counts, json_integer(0));
    json_t *const count = json_array_get(counts, data->of);
    (void)json_integer_set(count, json_integer_value(count) + 1);
}

struct frequent {
    const char *words; /* JSON */
    const json_t *counts;
    json_int_t sum;
    size_t number;
};

/* Orders by frequency; causes with the same frequency keep their order. */
static int by_sum(const void *a, const void *b)
{
    const struct frequent *const one = a, *const other = b;
    if (one->sum != other->sum)
        return one->sum < other->sum ? 1 : -1;
    return one->number < other->number ? -1 : one->number > other->number;
}

static void put_frequent(FILE *page, const struct frequent *cause, const json_t *implementations)
{
    json_t *const words = json_loads(cause->words, JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL);
    const char *before = "";
    (void)fprintf(page, "<tr><td>%" JSON_INTEGER_FORMAT "</td><td>", cause->sum);
    if (json_is_string(words))
        safe_put(page, SAFE_XML, json_string_value(words), json_string_length(words));
    else /* it has half a character, as an answer may have */
        safe_put(page, SAFE_XML, cause->words, strlen(cause->words));
    (void)fputs("</td><td>", page);
    for (size_t i = 0; i < json_array_size(cause->counts); i++)
        if (json_integer_value(json_array_get(cause->counts, i)) > 0) {
            safe_print(page, SAFE_XML, "%s%s %" PRIu64, before,
                       runner_string_of(json_array_get(implementations, i), "adapter"),
                       (uint64_t)json_integer_value(json_array_get(cause->counts, i)));
            before = ", ";
        }
    (void)fputs("</td></tr>\n", page);
    json_decref(words);
}

static bool write_causes(FILE *page, struct data *data)
{
    const json_t *const list = json_object_get(data->bare, "implementations");
    each_case(data, count_cause);
    struct frequent *const all = memory_of(json_object_size(data->counts), sizeof *all);
    const char *words;
    json_t *counts;
    size_t count = 0;
    json_object_foreach(data->counts, words, counts)
    {
        all[count] = (struct frequent){words, counts, 0, count};
        for (size_t i = 0; i < json_array_size(counts); i++)
            all[count].sum += json_integer_value(json_array_get(counts, i));
        count++;
    }
    for (size_t i = 0; i < json_array_size(list); i++)
        put_found(page, json_array_get(list, i));
    qsort(all, count, sizeof *all, by_sum);
    (void)fputs("<table class=\"plain\">\n<thead><tr><th scope=\"col\">cases</th><th scope=\"col\">cause</th>"
                "<th scope=\"col\">whose</th></tr></thead>\n<tbody>\n",
                page);
    for (size_t i = 0; i < count && i < CAUSES_SHOWN; i++)
        put_frequent(page, &all[i], list);
    (void)fputs("</tbody></table>\n", page);
    if (count > CAUSES_SHOWN)
        (void)fprintf(page, "<p>and %zu more causes</p>\n", count - CAUSES_SHOWN);
    free(all);
    return true;
}

/* --- The page ------------------------------------------------------------------------------------------- */

/* Whether the text is a whole report with implementations; then all of it can be cut. */
static bool is_report(struct span text)
{
    struct json_cut cut = runner_json_cut_of(text);
    struct span whole;
    const struct span implementations = runner_json_of_name(text, "implementations");
    return runner_json_value(&cut, &whole) && cut.at == cut.end && implementations.size > 0 &&
           *implementations.at == '[';
}

/* Cuts the report's cases out.  False: what is left is no JSON. */
static bool read_bare(struct data *data)
{
    put_bare(written_begin(&data->bare_text), data->report);
    const char *const text = written_end(&data->bare_text);
    data->bare = json_loadb(text, data->bare_text.size, JSON_ALLOW_NUL, NULL);
    return data->bare != NULL;
}

bool runner_write_html(FILE *page, const char *json, size_t length)
{
    static const struct {
        const char *place;
        bool (*write)(FILE *page, struct data *data);
    } parts[] = {{"@DATA@\n", write_data}, {"@VERDICTS@\n", write_verdicts}, {"@CAUSES@\n", write_causes}};
    struct data data = {.report = {json, length}, .room = ROOM};
    bool written = is_report(data.report) && read_bare(&data);
    data.causes = json_object();
    data.vectors = json_object();
    data.counts = json_object();
    for (size_t i = 0; written && i < sizeof template / sizeof *template; i++) {
        size_t part = 0;
        while (part < sizeof parts / sizeof *parts && strcmp(template[i], parts[part].place) != 0)
            part++;
        if (part < sizeof parts / sizeof *parts)
            written = parts[part].write(page, &data);
        else
            (void)fputs(template[i], page);
    }
    json_decref(data.bare);
    free(data.bare_text.text);
    json_decref(data.causes);
    json_decref(data.vectors);
    json_decref(data.counts);
    return written && !ferror(page);
}
