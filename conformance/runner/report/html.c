/* Writes the page: the template with the report's data in it.
 *
 * The data is a sequence of JSON texts, each behind a byte 0x1e (RFC 7464), compressed by zlib, in base64.  The
 * first one is the JSON report without its cases.  Each case follows in two halves: what the vector says, once
 * for all implementations, and what came of it, with the numbers of the implementation and of the vector.
 *
 * A page stays small enough to open quickly.  When cases have filled their room, further ones keep only what
 * lists and filters need, and the page says where the rest is missing.  The first case of each cause gets its
 * room before all others.  plain.c writes what the page shows without its script. */
#include "report.h"

#include "plain.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { ROOM = 16 << 20 }; /* bytes of JSON */

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
    FILE *out;
    unsigned of;     /* the number of the implementation */
    json_t *causes;  /* those of its cases so far */
    json_t *vectors; /* the numbers of what was written of vectors, by its text */
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
    struct json_cut cut = runner_json_cut_of(one);
    struct span key, value;
    bool more = runner_json_take(&cut, '{');
    while (more && runner_json_member(&cut, &key, &value, &more))
        if (is_one_of(key, of_vector) == of_the_vector && (whole || is_one_of(key, light)))
            put_member(out, key, value);
    (void)putc('}', out);
}

/* The number of what the vector says, which is written if it is new. */
static size_t put_vector(struct data *data, struct span one, bool whole)
{
    char *text = NULL;
    size_t size = 0, number = json_object_size(data->vectors);
    FILE *const half = open_memstream(&text, &size);
    if (half == NULL)
        return number;
    put_half(half, one, true, whole);
    if (fclose(half) != 0)
        return number;
    const json_t *const written = json_object_getn(data->vectors, text, size);
    if (written != NULL)
        number = (size_t)json_integer_value(written);
    else {
        (void)fprintf(data->out, "\x1e{\"of\":null%s", text);
        (void)json_object_setn_new_nocheck(data->vectors, text, size, json_integer((json_int_t)number));
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
static void each_case(struct data *data, struct span implementations,
                      void (*visit)(struct data *data, struct span one))
{
    struct json_cut cut = runner_json_cut_of(implementations);
    struct span implementation, one;
    bool more = runner_json_take(&cut, '[');
    for (data->of = 0; more && runner_json_element(&cut, &implementation, &more); data->of++) {
        struct json_cut cases = runner_json_cut_of(runner_json_of_name(implementation, "cases"));
        bool more_cases = runner_json_take(&cases, '[');
        (void)json_object_clear(data->causes);
        while (more_cases && runner_json_element(&cases, &one, &more_cases))
            visit(data, one);
    }
}

/* --- The report ----------------------------------------------------------------------------------------- */

/* Writes the members of an object, but for those of SOME names. */
static void put_without(FILE *out, struct span object, const char *const *some)
{
    struct json_cut cut = runner_json_cut_of(object);
    struct span key, value;
    bool more = runner_json_take(&cut, '{');
    while (more && runner_json_member(&cut, &key, &value, &more))
        if (!is_one_of(key, some))
            put_member(out, key, value);
}

static void put_report(struct data *data, struct span report)
{
    static const char *const apart[] = {"implementations", NULL};
    static const char *const left_out[] = {"cases", "expectations", NULL}; /* the page does not show the latter */
    const struct span implementations = runner_json_of_name(report, "implementations");
    struct json_cut cut = runner_json_cut_of(implementations);
    struct span one;
    const char *before = "";
    bool more = runner_json_take(&cut, '[');
    (void)fputs("\x1e{\"implementations\":[", data->out);
    for (; more && runner_json_element(&cut, &one, &more); before = ",") {
        (void)fprintf(data->out, "%s{\"cases\":null", before); /* so that each member is behind another */
        put_without(data->out, one, left_out);
        (void)putc('}', data->out);
    }
    (void)putc(']', data->out);
    put_without(data->out, report, apart);
    (void)putc('}', data->out);
    each_case(data, implementations, reserve_room);
    each_case(data, implementations, put_case);
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

/* Writes a text compressed.  Returns false if memory ran out. */
static bool put_compressed(FILE *page, const char *text, size_t size)
{
    uLongf packed_size = compressBound(size);
    Bytef *const packed = malloc(packed_size);
    const bool done = packed != NULL && compress(packed, &packed_size, (const Bytef *)text, size) == Z_OK;
    if (done)
        put_base64(page, packed, packed_size);
    (void)putc('\n', page);
    free(packed);
    return done;
}

static bool write_data(FILE *page, struct span report)
{
    char *text = NULL;
    size_t size = 0;
    struct data data = {.out = open_memstream(&text, &size), .room = ROOM};
    if (data.out == NULL)
        return false;
    data.causes = json_object();
    data.vectors = json_object();
    put_report(&data, report);
    json_decref(data.causes);
    json_decref(data.vectors);
    const bool done = fclose(data.out) == 0 && put_compressed(page, text, size);
    free(text);
    return done;
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
