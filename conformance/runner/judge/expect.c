#include "expect.h"

#include "../../../common/bounded.h"
#include "../process/memory.h"
#include "judge.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define UNSAID UINT64_MAX /* no max= was read yet */

/* --- Reading -------------------------------------------------------------------------------------------- */

static bool read_max(const char *word, uint64_t *max)
{
    return strncmp(word, "max=", 4) == 0 && runner_span_decimal(runner_span_of(word + 4), max) &&
           *max <= COUNT_MAX;
}

/* Reads `NUMBER/OF` or `NUMBER/OF/SUM`. */
static bool read_some(const char *word, struct expectation *entry)
{
    const size_t some = strcspn(word, "/"), of = strcspn(word + some + (word[some] == '/'), "/");
    const char *const rest = word + some + (word[some] == '/') + of;
    entry->has_sum = *rest == '/';
    if (entry->has_sum && (strlen(rest + 1) != 8 || strspn(rest + 1, "0123456789abcdef") != 8))
        return false;
    entry->some.sum = entry->has_sum ? (uint32_t)strtoul(rest + 1, NULL, 16) : 0;
    return runner_span_decimal((struct span){word, some}, &entry->some.count) &&
           runner_span_decimal((struct span){rest - of, of}, &entry->of) && entry->some.count <= entry->of &&
           entry->of <= COUNT_MAX;
}

/* Reads a word behind the outcome. */
static bool read_option(struct expectation *entry, const char *word)
{
    if (strncmp(word, "by=", 3) == 0 && entry->is_some && entry->way == NULL && word[3] != '\0') {
        entry->way = memory_copy(word + 3);
        return true;
    }
    if (entry->is_some || entry->max != UNSAID)
        return false;
    if (strncmp(word, "max=", 4) == 0)
        return read_max(word, &entry->max);
    entry->is_some = strncmp(word, "some=", 5) == 0;
    entry->max = COUNT_MAX;
    return entry->is_some && read_some(word + 5, entry);
}

/* Reads `ID-GLOB OUTCOME [max=N | some=N/OF[/SUM] [by=WAY]] [# why]`.  Returns what is wrong, or null. */
static const char *read_entry(struct expectation *entry, char *line)
{
    char *rest = NULL, *const comment = strchr(line, '#'), *word;
    if (comment != NULL)
        *comment = '\0';
    char *const glob = strtok_r(line, " \t\r", &rest), *const outcome = strtok_r(NULL, " \t\r", &rest);
    if (glob == NULL)
        return NULL;
    const unsigned number =
        outcome != NULL ? runner_name_number(runner_outcome_names, OUTCOME_COUNT, runner_span_of(outcome))
                        : OUTCOME_COUNT;
    if (number == OUTCOME_COUNT || number == NOT_RUN)
        return "an entry is a glob on ids and one of the outcomes that docs/protocol.md lists";
    entry->outcome = number;
    entry->max = UNSAID;
    while ((word = strtok_r(NULL, " \t\r", &rest)) != NULL)
        if (!read_option(entry, word))
            return "behind the outcome only max=NUMBER, up to 2^53, or some=N/OF/SUM and by=WAY may follow, "
                   "and # with a comment";
    if (entry->max == UNSAID)
        entry->max = EXPECTATION_MAX;
    entry->glob = memory_copy(glob);
    return NULL;
}

static const char *add_line(struct expectations *expectations, const char *text)
{
    expectations->lines = memory_grow(expectations->lines, expectations->count + 1, sizeof *expectations->lines);
    struct expectation *const entry = &expectations->lines[expectations->count++];
    *entry = (struct expectation){.line = memory_copy(text), .number = expectations->count};
    char *const words = memory_copy(text);
    const char *const fault = read_entry(entry, words);
    free(words);
    return fault;
}

const char *runner_expectations_take(struct expectations *expectations, FILE *file)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t size;
    const char *fault = NULL;
    while (fault == NULL && (size = bounded_line(&line, &room, file)) >= 0) {
        if (size > 0 && line[size - 1] == '\n')
            line[--size] = '\0';
        fault = add_line(expectations, line);
        if (fault == NULL && strlen(line) != (size_t)size)
            fault = "a zero byte, behind which nothing would be read";
    }
    if (fault == NULL && !feof(file))
        fault = bounded_trouble();
    free(line);
    return fault;
}

bool runner_expectations_read(struct expectations *expectations, const char *path, bool may_be_new,
                              char words[], size_t words_size)
{
    FILE *const file = bounded_open(BOUNDED_LIST, path);
    *expectations = (struct expectations){.path = memory_copy(path)};
    if (file == NULL && errno == ENOENT && may_be_new)
        return true;
    if (file == NULL)
        return runner_refuse(words, words_size, "%s: %s%s", path, bounded_trouble(),
                             errno == ENOENT ? " (--accept begins a file)" : "");
    const char *const fault = runner_expectations_take(expectations, file);
    if (fault != NULL && ferror(file))
        (void)snprintf(words, words_size, "%s: %s", path, fault);
    else if (fault != NULL)
        (void)snprintf(words, words_size, "%s:%zu: %s", path, expectations->count, fault);
    (void)fclose(file);
    return fault == NULL;
}

void runner_expectations_free(struct expectations *expectations)
{
    for (size_t i = 0; i < expectations->count; i++) {
        free(expectations->lines[i].line);
        free(expectations->lines[i].glob);
        free(expectations->lines[i].way);
    }
    free(expectations->lines);
    free(expectations->path);
}

/* --- Matching ------------------------------------------------------------------------------------------- */

static bool is_meant(const struct expectation *entry, enum outcome outcome, const char *way)
{
    return !entry->is_some ||
           (entry->outcome == outcome && (entry->way == NULL || strcmp(entry->way, way) == 0));
}

struct expectation *runner_expectation_of(struct expectations *expectations, struct span id,
                                          enum outcome outcome, const char *way)
{
    for (size_t i = 0; i < expectations->count; i++) {
        struct expectation *const entry = &expectations->lines[i];
        if (entry->glob != NULL && is_meant(entry, outcome, way) && runner_span_fits_glob(entry->glob, id))
            return entry;
    }
    return NULL;
}

void runner_expectations_count(struct expectations *expectations, struct span id)
{
    for (size_t i = 0; i < expectations->count; i++) {
        struct expectation *const entry = &expectations->lines[i];
        entry->fitted += entry->is_some && entry->glob != NULL && runner_span_fits_glob(entry->glob, id);
    }
}

void runner_meant_add(struct meant *meant, struct span id)
{
    meant->count++;
    meant->sum += (uint32_t)runner_hash_bytes(HASH_START, id.at, id.size);
}

void runner_expectations_pass_over(struct expectations *expectations, struct span id)
{
    for (size_t i = 0; i < expectations->count; i++) {
        struct expectation *const entry = &expectations->lines[i];
        if (entry->glob != NULL && !entry->elsewhere)
            entry->elsewhere = runner_span_fits_glob(entry->glob, id);
    }
}

bool runner_expectation_is_unmatched(const struct expectation *expectation)
{
    return expectation->glob != NULL && !expectation->is_some && expectation->matched.count == 0 &&
           !expectation->elsewhere;
}

bool runner_expectation_is_exceeded(const struct expectation *expectation)
{
    return expectation->glob != NULL && expectation->matched.count > expectation->max;
}

bool runner_expectation_is_changed(const struct expectation *expectation)
{
    const struct meant some = expectation->some, matched = expectation->matched;
    const bool was_all_asked = expectation->fitted == expectation->of;
    return expectation->glob != NULL && expectation->is_some &&
           (matched.count > some.count || (was_all_asked && matched.count < some.count) ||
            (was_all_asked && expectation->has_sum && matched.sum != some.sum));
}

/* --- Ways to fail ----------------------------------------------------------------------------------------- */

void runner_way_of(char way[WAY_SIZE], enum outcome outcome, const char *path, const char *reason)
{
    const bool by_member = path != NULL && outcome == FAIL,
               is_error = !by_member && strncmp(reason, "an error ", 9) == 0;
    const char *from = by_member ? path : reason;
    size_t at = 0;
    for (bool inside = false; *from != '\0' && (is_error || *from != ':') && at + 1 < WAY_SIZE; from++) {
        const bool is_kept = *from == '.' || (by_member && *from == '_') ||
                             (unsigned)(*from | 0x20) - 'a' < 26U ||
                             (by_member && (unsigned)*from - '0' < 10U);
        inside = inside ? *from != ']' : *from == '[';
        if (is_kept && !inside)
            way[at++] = *from;
        else if (!by_member && at > 0 && way[at - 1] != '_')
            way[at++] = '_';
    }
    at -= at > 0 && way[at - 1] == '_';
    (void)snprintf(way + at, WAY_SIZE - at, "%s", at == 0 ? runner_outcome_names[outcome] : "");
}
