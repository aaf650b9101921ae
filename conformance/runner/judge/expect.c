#include "expect.h"

#include "../../../common/bounded.h"
#include "judge.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Reading -------------------------------------------------------------------------------------------- */

static bool read_max(const char *word, uint64_t *max)
{
    return strncmp(word, "max=", 4) == 0 && runner_span_decimal(runner_span_of(word + 4), max) &&
           *max <= COUNT_MAX;
}

/* Reads `ID-GLOB OUTCOME [max=N] [# why]`.  Returns what is wrong, or null. */
static const char *read_entry(struct expectation *entry, char *line)
{
    char *rest = NULL, *const comment = strchr(line, '#');
    if (comment != NULL)
        *comment = '\0';
    char *const glob = strtok_r(line, " \t\r", &rest), *const outcome = strtok_r(NULL, " \t\r", &rest);
    char *const max = strtok_r(NULL, " \t\r", &rest);
    if (glob == NULL)
        return NULL;
    const unsigned number =
        outcome != NULL ? runner_name_number(runner_outcome_names, OUTCOME_COUNT, runner_span_of(outcome))
                        : OUTCOME_COUNT;
    if (number == OUTCOME_COUNT || number == NOT_RUN)
        return "an entry is a glob on ids and one of the outcomes that docs/protocol.md lists";
    entry->outcome = number;
    entry->max = EXPECTATION_MAX;
    if (max != NULL && (!read_max(max, &entry->max) || strtok_r(NULL, " \t\r", &rest) != NULL))
        return "behind the outcome only max=NUMBER may follow, up to 2^53, and # with a comment";
    entry->glob = strdup(glob);
    return entry->glob != NULL ? NULL : "out of memory";
}

static const char *add_line(struct expectations *expectations, const char *text)
{
    static const char out_of_memory[] = "out of memory";
    struct expectation *const grown =
        realloc(expectations->lines, (expectations->count + 1) * sizeof *expectations->lines);
    if (grown == NULL)
        return out_of_memory;
    struct expectation *const entry = &grown[expectations->count++];
    expectations->lines = grown;
    *entry = (struct expectation){.line = strdup(text), .number = expectations->count};
    char *const words = strdup(text);
    const char *const fault = words != NULL && entry->line != NULL ? read_entry(entry, words) : out_of_memory;
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
    *expectations = (struct expectations){.path = strdup(path)};
    if (file == NULL && errno == ENOENT && may_be_new && expectations->path != NULL)
        return true;
    if (file == NULL || expectations->path == NULL) {
        (void)snprintf(words, words_size, "%s: %s%s", path, bounded_trouble(),
                       errno == ENOENT ? " (--accept begins a file)" : "");
        if (file != NULL)
            (void)fclose(file);
        return false;
    }
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
    }
    free(expectations->lines);
    free(expectations->path);
}

/* --- Matching ------------------------------------------------------------------------------------------- */

struct expectation *runner_expectation_of(struct expectations *expectations, struct span id)
{
    for (size_t i = 0; i < expectations->count; i++) {
        struct expectation *const entry = &expectations->lines[i];
        if (entry->glob != NULL && runner_span_fits_glob(entry->glob, id))
            return entry;
    }
    return NULL;
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
    return expectation->glob != NULL && expectation->matched == 0 && !expectation->elsewhere;
}

bool runner_expectation_is_exceeded(const struct expectation *expectation)
{
    return expectation->glob != NULL && expectation->matched > expectation->max;
}
