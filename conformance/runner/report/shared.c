#include "shared.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum {
    SHORT = 8,        /* bytes of a value that stands in others itself, with its quotes */
    LONG = 48,        /* of a line that may be told as what differs from another */
    REMEMBERED = 128, /* lines that others are compared with, of each kind */
    CHAIN_MAX = 16,   /* of lines, each told by what differs from the next */
    GAP = 10,         /* fewer equal bytes than these do not part two differences */
};

struct line {
    char *text;
    size_t size;
    uint64_t number;
    unsigned chain;
};

/* The last long lines of a kind. */
struct ring {
    struct line lines[REMEMBERED];
    uint64_t count;
};

enum kind { OBJECTS, LISTS, OTHERS, KINDS };

struct shared {
    FILE *out;
    json_t *numbers; /* of lines, by their text */
    uint64_t count;
    size_t size;
    bool failed;
    struct ring rings[KINDS];
};

struct shared *runner_shared_begin(FILE *out)
{
    struct shared *const shared = calloc(1, sizeof *shared);
    if (shared == NULL)
        return NULL;
    shared->out = out;
    shared->numbers = json_object();
    shared->failed = shared->numbers == NULL;
    return shared;
}

bool runner_shared_end(struct shared *shared)
{
    const bool whole = shared != NULL && !shared->failed;
    for (unsigned i = 0; shared != NULL && i < KINDS; i++)
        for (unsigned j = 0; j < REMEMBERED; j++)
            free(shared->rings[i].lines[j].text);
    if (shared != NULL)
        json_decref(shared->numbers);
    free(shared);
    return whole;
}

size_t runner_shared_size(const struct shared *shared)
{
    return shared->size;
}

/* --- What differs between two lines --------------------------------------------------------------------- */

/* Counts bytes, and writes them if there is a place to write to. */
struct telling {
    FILE *out;
    size_t size;
};

static void tell(struct telling *telling, size_t keep, size_t drop, struct span text)
{
    char numbers[48];
    const int size = snprintf(numbers, sizeof numbers, "\t%zu %zu ", keep, drop);
    telling->size += (size_t)size + text.size;
    if (telling->out != NULL) {
        (void)fwrite(numbers, 1, (size_t)size, telling->out);
        (void)fwrite(text.at, 1, text.size, telling->out);
    }
}

/* Of two texts of one length each run that differs, where KEEP bytes before them are the same; gives how many
 * bytes are the same at the end. */
static size_t tell_runs(struct telling *telling, size_t keep, const char *base, struct span text)
{
    for (size_t at = 0; at < text.size;) {
        if (base[at] == text.at[at]) {
            keep++;
            at++;
            continue;
        }
        size_t end = at, same = 0;
        for (; end + same < text.size && same < GAP;)
            if (base[end + same] == text.at[end + same])
                same++;
            else
                end += same + 1, same = 0;
        tell(telling, keep, end - at, (struct span){text.at + at, end - at});
        keep = 0;
        at = end;
    }
    return keep;
}

/* Bytes were put in or taken out in one place, and before and behind it others replaced.  Where that place is
 * best, the most bytes are the same on both sides of it. */
static size_t place_between(const struct line *base, struct span text, size_t less)
{
    const char *const base_end = base->text + base->size - less, *const text_end = text.at + text.size - less;
    size_t place = 0;
    for (ptrdiff_t i = 0, sum = 0, best = 0; i < (ptrdiff_t)less; i++) {
        sum += (base->text[i] == text.at[i]) - (base_end[i] == text_end[i]);
        if (sum > best) {
            best = sum;
            place = (size_t)i + 1;
        }
    }
    return place;
}

static void tell_difference(struct telling *telling, const struct line *base, struct span text)
{
    const size_t less = base->size < text.size ? base->size : text.size;
    const size_t before = base->size == text.size ? less : place_between(base, text, less),
                 after = less - before;
    const struct span put_in = {text.at + before, text.size - less};
    size_t keep = tell_runs(telling, 0, base->text, (struct span){text.at, before});
    if (base->size != text.size) {
        tell(telling, keep, base->size - less, put_in);
        keep = 0;
    }
    (void)tell_runs(telling, keep, base->text + base->size - after,
                    (struct span){text.at + text.size - after, after});
}

/* The remembered line from which this one is told in the fewest bytes; null: it is best told itself. */
static const struct line *nearest(const struct ring *ring, struct span text)
{
    const struct line *best = NULL;
    size_t least = text.size;
    for (unsigned i = 0; i < REMEMBERED && i < ring->count; i++) {
        struct telling telling = {NULL, 8}; /* the number of the line */
        const struct line *const base = &ring->lines[i];
        if (base->chain == CHAIN_MAX)
            continue;
        tell_difference(&telling, base, text);
        if (telling.size < least) {
            least = telling.size;
            best = base;
        }
    }
    return best;
}

/* --- Lines ---------------------------------------------------------------------------------------------- */

/* Bytes are characters to whoever puts a line together again. */
static bool is_ascii(struct span text)
{
    for (size_t i = 0; i < text.size; i++)
        if ((unsigned char)text.at[i] >= 0x80)
            return false;
    return true;
}

static void remember(struct shared *shared, struct ring *ring, struct span text, unsigned chain)
{
    struct line *const line = &ring->lines[ring->count++ % REMEMBERED];
    free(line->text);
    *line = (struct line){strndup(text.at, text.size), text.size, shared->count, chain};
    if (line->text == NULL) {
        line->size = 0;
        shared->failed = true;
    }
}

static void write_line(struct shared *shared, struct span text)
{
    const enum kind kind = *text.at == '{' ? OBJECTS : *text.at == '[' ? LISTS : OTHERS;
    struct ring *const ring = &shared->rings[kind];
    const bool may_differ = text.size >= LONG && is_ascii(text);
    const struct line *const base = may_differ ? nearest(ring, text) : NULL;
    struct telling telling = {shared->out, 0};
    if (base != NULL) {
        telling.size = (size_t)fprintf(shared->out, "%" PRIu64, base->number);
        tell_difference(&telling, base, text);
    } else {
        telling.size = fwrite(text.at, 1, text.size, shared->out);
    }
    (void)putc('\n', shared->out);
    shared->size += telling.size + 1;
    if (may_differ)
        remember(shared, ring, text, base != NULL ? base->chain + 1 : 0);
}

/* The number of the line that has this text. */
static struct stand number_of(struct shared *shared, struct span text)
{
    struct stand stand = {"0"};
    const json_t *const there = json_object_getn(shared->numbers, text.at, text.size);
    const uint64_t number = there != NULL ? (uint64_t)json_integer_value(there) : shared->count;
    (void)snprintf(stand.text, sizeof stand.text, "%" PRIu64, number);
    if (there != NULL || shared->failed)
        return stand;
    write_line(shared, text);
    shared->count++;
    if (json_object_setn_new_nocheck(shared->numbers, text.at, text.size, json_integer((json_int_t)number)))
        shared->failed = true;
    return stand;
}

/* --- Values --------------------------------------------------------------------------------------------- */

/* A string, or what is no list and no object, on one line and without the only character by which data could
 * end its element or begin another.  QUOTE stands around it. */
static struct stand scalar(struct shared *shared, struct span json, const char *quote)
{
    char *text = NULL;
    size_t size = 0;
    FILE *const out = open_memstream(&text, &size);
    struct stand stand = {"null"};
    if (out != NULL)
        (void)fputs(quote, out);
    for (size_t i = 0; out != NULL && i < json.size; i++) {
        if (json.at[i] == '<')
            (void)fprintf(out, "\\u%04x", '<');
        else
            (void)putc(json.at[i], out);
    }
    if (out != NULL)
        (void)fputs(quote, out);
    if (out == NULL || fclose(out) != 0) {
        shared->failed = true;
    } else if (size > SHORT) {
        stand = number_of(shared, (struct span){text, size});
    } else {
        const bool is_number = *text == '-' || runner_digit_value(*text) < 10;
        (void)snprintf(stand.text, sizeof stand.text, is_number ? "[%s]" : "%s", text);
    }
    free(text);
    return stand;
}

void runner_putting_begin(struct putting *putting, bool is_object)
{
    *putting = (struct putting){.is_object = is_object};
    putting->values = open_memstream(&putting->values_text, &putting->values_size);
    if (is_object)
        putting->names = open_memstream(&putting->names_text, &putting->names_size);
}

void runner_putting_add(struct shared *shared, struct putting *putting, struct span key, struct stand value)
{
    if (putting->values != NULL)
        (void)fprintf(putting->values, "%c%s", ftell(putting->values) > 0 ? ',' : '[', value.text);
    if (!putting->is_object)
        return;
    const struct stand name = scalar(shared, key, "\"");
    if (putting->names != NULL)
        (void)fprintf(putting->names, "%c%s", ftell(putting->names) > 0 ? ',' : '[', name.text);
}

static struct span closed(struct shared *shared, FILE *file, char *const *text, const size_t *size)
{
    if (file != NULL && ftell(file) == 0)
        (void)putc('[', file);
    if (file != NULL)
        (void)putc(']', file);
    if (file == NULL || fclose(file) != 0)
        shared->failed = true;
    return (struct span){shared->failed ? "[]" : *text, shared->failed ? 2 : *size};
}

struct stand runner_putting_end(struct shared *shared, struct putting *putting)
{
    struct span values = closed(shared, putting->values, &putting->values_text, &putting->values_size);
    char *whole = NULL;
    if (putting->is_object) {
        const struct stand names =
            number_of(shared, closed(shared, putting->names, &putting->names_text, &putting->names_size));
        const int size = asprintf(&whole, "{\"%s\":%.*s}", names.text, (int)values.size, values.at);
        if (size < 0) {
            whole = NULL;
            shared->failed = true;
        } else {
            values = (struct span){whole, (size_t)size};
        }
    }
    const struct stand stand = number_of(shared, values);
    free(whole);
    free(putting->names_text);
    free(putting->values_text);
    return stand;
}

struct stand runner_shared_value(struct shared *shared, struct span json)
{
    const bool is_object = *json.at == '{';
    if (!is_object && *json.at != '[')
        return scalar(shared, json, "");
    struct json_cut cut = {json.at, json.at + json.size};
    struct putting putting;
    struct span key = {"", 0}, value;
    bool more = runner_json_take(&cut, *json.at);
    runner_putting_begin(&putting, is_object);
    while (more && (is_object ? runner_json_member(&cut, &key, &value, &more)
                              : runner_json_element(&cut, &value, &more)))
        runner_putting_add(shared, &putting, key, runner_shared_value(shared, value));
    return runner_putting_end(shared, &putting);
}
