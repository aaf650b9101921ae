#include "shared.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum {
    SHORT = 8,        /* the largest value, in bytes with its quotes, that stands in others itself */
    LONG = 48,        /* the shortest line that may be written as its difference from another */
    REMEMBERED = 128, /* how many lines of each kind others are compared with */
    CHAIN_MAX = 16,   /* the longest chain of lines, each written as its difference from the next */
    GAP = 10,         /* two edits with fewer equal bytes between them become one */
};

struct line {
    char *text;
    size_t size;
    uint64_t number;
    unsigned chain;
};

/* The last long lines of one kind. */
struct ring {
    struct line lines[REMEMBERED];
    uint64_t count;
};

enum kind { OBJECTS, LISTS, OTHERS, KINDS };

struct shared {
    FILE *out;
    json_t *numbers; /* the number of each line, by its text */
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

/* Counts the bytes of edits up to the most that matter, and writes them unless `out` is null. */
struct edits {
    FILE *out;
    size_t size, most;
};

static size_t digits_of(size_t number)
{
    size_t digits = 1;
    for (; number >= 10; number /= 10)
        digits++;
    return digits;
}

static void put_edit(struct edits *edits, size_t keep, size_t drop, struct span text)
{
    edits->size += 3 + digits_of(keep) + digits_of(drop) + text.size;
    if (edits->out != NULL) {
        (void)fprintf(edits->out, "\t%zu %zu ", keep, drop);
        (void)fwrite(text.at, 1, text.size, edits->out);
    }
}

/* Writes the runs in which two texts of the same length differ; KEEP bytes before them are the same.  Returns
 * how many bytes are the same at the end. */
static size_t put_runs(struct edits *edits, size_t keep, const char *base, struct span text)
{
    for (size_t at = 0; at < text.size && edits->size < edits->most;) {
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
        put_edit(edits, keep, end - at, (struct span){text.at + at, end - at});
        keep = 0;
        at = end;
    }
    return keep;
}

/* Two texts differ in length, so bytes were added or removed somewhere.  Finds the best place for that: the
 * one at which most bytes before and behind it are the same. */
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

static void put_edits(struct edits *edits, const struct line *base, struct span text)
{
    const size_t less = base->size < text.size ? base->size : text.size;
    const size_t before = base->size == text.size ? less : place_between(base, text, less),
                 after = less - before;
    const struct span put_in = {text.at + before, text.size - less};
    size_t keep = put_runs(edits, 0, base->text, (struct span){text.at, before});
    if (base->size != text.size) {
        put_edit(edits, keep, base->size - less, put_in);
        keep = 0;
    }
    (void)put_runs(edits, keep, base->text + base->size - after,
                   (struct span){text.at + text.size - after, after});
}

/* The remembered line from which this one differs in the fewest bytes; null if it is shorter to write the
 * line itself. */
static const struct line *nearest(const struct ring *ring, struct span text)
{
    const struct line *best = NULL;
    size_t least = text.size;
    for (unsigned i = 0; i < REMEMBERED && i < ring->count; i++) {
        struct edits edits = {NULL, 8, least}; /* 8: for the number of the line */
        const struct line *const base = &ring->lines[i];
        if (base->chain == CHAIN_MAX || base->size + least <= text.size)
            continue;
        put_edits(&edits, base, text);
        if (edits.size < least) {
            least = edits.size;
            best = base;
        }
    }
    return best;
}

/* --- Lines ---------------------------------------------------------------------------------------------- */

/* Whether all bytes are ASCII: scripts that put a line together count characters. */
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
    struct edits edits = {shared->out, 0, SIZE_MAX};
    if (base != NULL) {
        edits.size = (size_t)fprintf(shared->out, "%" PRIu64, base->number);
        put_edits(&edits, base, text);
    } else {
        edits.size = fwrite(text.at, 1, text.size, shared->out);
    }
    (void)putc('\n', shared->out);
    shared->size += edits.size + 1;
    if (may_differ)
        remember(shared, ring, text, base != NULL ? base->chain + 1 : 0);
}

/* The number of the line with this text, which is written if it is new. */
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

#define ANGLE "\\u003c"

/* Writes a value that is no list or object, on one line and without `<`, which could end or begin an element
 * of the page.  QUOTE stands around it. */
static struct stand scalar(struct shared *shared, struct span json, const char *quote)
{
    struct stand stand = {"null"};
    size_t angles = 0;
    for (size_t i = 0; i < json.size; i++)
        angles += json.at[i] == '<';
    char *const text = malloc(json.size + angles * strlen(ANGLE) + sizeof "\"\"");
    if (text == NULL) {
        shared->failed = true;
        return stand;
    }
    char *end = stpcpy(text, quote);
    for (size_t i = 0; i < json.size; i++)
        if (json.at[i] == '<')
            end = stpcpy(end, ANGLE);
        else
            *end++ = json.at[i];
    end = stpcpy(end, quote);
    if (end - text > SHORT) {
        stand = number_of(shared, (struct span){text, (size_t)(end - text)});
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
