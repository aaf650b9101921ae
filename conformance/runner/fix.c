#include "fix.h"

#include "../../common/safe_text.h"
#include "report_file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NO_ENTRY = -1 };

/* The outcome of a vector that was asked, and the entry that matches it. */
struct result {
    char *id;
    enum outcome outcome;
    bool against;
    ssize_t entry; /* the number of its line in the file, from 0; or NO_ENTRY */
    json_t *cause; /* of a failure, if the file is new; else null */
};

struct fix {
    const struct report *report;
    struct implementation_report *implementation;
    bool accepts;
    struct result *results; /* sorted by id after all were collected */
    size_t count, room;
    json_t *causes; /* if the file has no entries: for each cause, its first case and its lines; else null */
    bool out_of_memory;
};

static struct expectation *entry_at(const struct fix *fix, size_t line)
{
    return &fix->implementation->expectations.lines[line];
}

/* --- Results -------------------------------------------------------------------------------------------- */

static json_t *cause_of(const struct fix *fix, const struct entry *entry)
{
    const char *const words = runner_cause_of(entry->object);
    if (json_object_get(fix->causes, words) == NULL)
        (void)json_object_set_new(fix->causes, words,
                                  json_pack("{s:s,s:s,s:s,s:[]}", "outcome", entry->outcome, "reason",
                                            entry->reason, "about", runner_entry_is_about(entry), "lines"));
    return json_object_get(fix->causes, words);
}

static void collect(void *context, const struct entry *entry)
{
    struct fix *const fix = context;
    struct expectations *const expectations = &fix->implementation->expectations;
    if (fix->count == fix->room) {
        const size_t room = fix->room == 0 ? 1024 : fix->room * 2;
        struct result *const grown = realloc(fix->results, room * sizeof *grown);
        fix->out_of_memory = fix->out_of_memory || grown == NULL;
        if (grown == NULL)
            return;
        fix->results = grown;
        fix->room = room;
    }
    const struct expectation *const speaks = runner_expectation_of(expectations, runner_span_of(entry->id));
    fix->results[fix->count++] = (struct result){
        .id = strdup(entry->id),
        .outcome = runner_name_number(runner_outcome_names, OUTCOME_COUNT, runner_span_of(entry->outcome)),
        .against = entry->against,
        .entry = speaks != NULL ? speaks - expectations->lines : NO_ENTRY,
        .cause = fix->causes != NULL && entry->against ? cause_of(fix, entry) : NULL,
    };
    const struct result *const last = &fix->results[fix->count - 1];
    fix->out_of_memory = fix->out_of_memory || last->id == NULL ||
                         (fix->causes != NULL && entry->against && last->cause == NULL);
}

static int by_id(const void *one, const void *other)
{
    return strcmp(((const struct result *)one)->id, ((const struct result *)other)->id);
}

/* --- What becomes of an entry --------------------------------------------------------------------------- */

/* Whether the entry matches vectors that this run did not ask.  Then it stays as it is, and exceptions are
 * written before it. */
static bool is_open(const struct fix *fix, const struct expectation *entry)
{
    return entry->elsewhere || (fix->report->core && strpbrk(entry->glob, "*?") != NULL);
}

static bool is_kept(const struct fix *fix, const struct expectation *entry)
{
    const bool unmatched =
        runner_report_judges_expectations(fix->report) && runner_expectation_is_unmatched(entry);
    return entry->glob == NULL || is_open(fix, entry) || (!entry->broken && !unmatched);
}

/* Whether a vector of an entry that is to be replaced has the outcome that the entry says. */
static bool still_holds(const struct fix *fix, const struct result *result, ssize_t entry)
{
    return result->entry == entry && result->outcome == entry_at(fix, (size_t)entry)->outcome;
}

/* Whether a vector failed in a way that no entry lists, and no entry that matches it is kept. */
static bool is_news(const struct fix *fix, const struct result *result)
{
    if (!result->against || result->outcome == NOT_RUN)
        return false;
    if (result->entry == NO_ENTRY)
        return true;
    const struct expectation *const entry = entry_at(fix, (size_t)result->entry);
    return !is_open(fix, entry) && result->outcome != entry->outcome;
}

/* Whether a result is to be written: in the place of ENTRY, or, if ENTRY is NO_ENTRY, as a new failure. */
static bool is_wanted(const struct fix *fix, const struct result *result, ssize_t entry)
{
    return entry != NO_ENTRY ? still_holds(fix, result, entry) : is_news(fix, result);
}

/* --- Writing results ------------------------------------------------------------------------------------ */

static size_t stem_size(const char *id)
{
    const char *const slash = strrchr(id, '/');
    return slash != NULL ? (size_t)(slash + 1 - id) : 0;
}

/* The end of the group of results, from FIRST on, whose ids differ in the last part only.  *alike is true if
 * a glob for the last part would match all of the group and nothing else. */
static size_t group_end(const struct fix *fix, size_t first, ssize_t entry, bool *alike)
{
    const struct result *const one = &fix->results[first];
    const size_t size = stem_size(one->id);
    size_t end = first;
    *alike = first == 0 || strncmp(fix->results[first - 1].id, one->id, size) != 0;
    for (; end < fix->count && strncmp(fix->results[end].id, one->id, size) == 0 &&
           stem_size(fix->results[end].id) == size;
         end++)
        if (!is_wanted(fix, &fix->results[end], entry) || fix->results[end].outcome != one->outcome ||
            fix->results[end].cause != one->cause)
            *alike = false;
    if (end < fix->count && strncmp(fix->results[end].id, one->id, size) == 0)
        *alike = false;
    return end;
}

/* Whether the whole corpus was asked: only then may a glob replace a group of ids. */
static bool asked_all(const struct fix *fix)
{
    const struct selection *const selection = fix->report->selection;
    return runner_report_judges_expectations(fix->report) && selection->select.count == 0 &&
           selection->skip.count == 0 && selection->shards == 0;
}

/* Writes a line for this vector or, if SIZE is shorter than its id, for all ids that begin with these bytes:
 * to OUT, or, if the file is new, to the lines of its cause.  Returns false if memory ran out. */
static bool write_result(FILE *out, const struct result *one, size_t size, const char *comment)
{
    const char *const star = one->id[size] != '\0' ? "*" : "", *const outcome =
                                                                   runner_outcome_names[one->outcome];
    if (one->cause != NULL)
        return json_array_append_new(json_object_get(one->cause, "lines"),
                                     json_sprintf("%.*s%s %s", (int)size, one->id, star, outcome)) == 0;
    (void)fprintf(out, "%.*s%s %s%s%s\n", (int)size, one->id, star, outcome, comment[0] != '\0' ? " " : "",
                  comment);
    return true;
}

static bool write_results(const struct fix *fix, FILE *out, ssize_t entry, const char *comment)
{
    const bool whole = asked_all(fix);
    bool done = true;
    size_t end;
    for (size_t first = 0; first < fix->count; first = end) {
        bool alike;
        end = group_end(fix, first, entry, &alike);
        const struct result *const one = &fix->results[first];
        if (whole && alike && end - first > 1) {
            done = write_result(out, one, stem_size(one->id), comment) && done;
            continue;
        }
        for (size_t i = first; i < end; i++)
            if (is_wanted(fix, &fix->results[i], entry))
                done = write_result(out, &fix->results[i], strlen(fix->results[i].id), comment) && done;
    }
    return done;
}

/* --- A file that begins ----------------------------------------------------------------------------------- */

static const char introduction[] =
    "# A line is a pattern on ids, in which * stands for any characters, and the outcome that these vectors\n"
    "# have today. What follows # is for people. With this file a run fails if a vector fails that no line\n"
    "# lists, and if one that is listed passes or comes out otherwise. --fix removes lines that no longer "
    "hold.\n"
    "#\n"
    "# Each group below is one cause, as far as the runner can tell. Behind \"seen\" is what came of its "
    "first\n"
    "# vector. Replace each TODO by the reason: what is wrong, and where that is tracked.\n";

static void write_head(const struct declaration *declaration, const char *label, FILE *out)
{
    const bool said = declaration->hello != NULL;
    safe_print(out, SAFE_LINE,
               "# What %s %s does not pass, for sframe-conform --expect. Begun by --accept.\n#\n",
               said ? declaration->name : label, said ? declaration->version : "");
    (void)fputs(introduction, out);
}

static void write_causes(const struct fix *fix, FILE *out)
{
    const char *words;
    json_t *cause;
    if (fix->implementation->expectations.count == 0)
        write_head(&fix->implementation->declaration, fix->implementation->label, out);
    json_object_foreach(fix->causes, words, cause)
    {
        const json_t *const lines = json_object_get(cause, "lines");
        const char *const reason = runner_string_of(cause, "reason");
        const char *const about = runner_string_of(cause, "about");
        if (json_array_size(lines) == 0)
            continue;
        safe_print(out, SAFE_LINE, "\n# TODO: why? seen: %s%s%s\n",
                   reason[0] != '\0' ? reason : runner_string_of(cause, "outcome"),
                   about[0] != '\0' ? "; about " : "", about);
        for (size_t i = 0; i < json_array_size(lines); i++)
            (void)fprintf(out, "%s\n", json_string_value(json_array_get(lines, i)));
    }
}

/* --- Writing the file ----------------------------------------------------------------------------------- */

/* Writes lines for the vectors that had another outcome than the entry says; they go before the entry. */
static void write_exceptions(const struct fix *fix, FILE *out, size_t line)
{
    for (size_t i = 0; i < fix->count; i++) {
        const struct result *const result = &fix->results[i];
        if (result->entry == (ssize_t)line && result->outcome != entry_at(fix, line)->outcome &&
            result->outcome != NOT_RUN && (fix->accepts || !result->against))
            (void)fprintf(out, "%s %s\n", result->id, runner_outcome_names[result->outcome]);
    }
}

static void write_entry(const struct fix *fix, FILE *out, size_t line)
{
    const struct expectation *const entry = entry_at(fix, line);
    const char *const found = strchr(entry->line, '#'), *const comment = found != NULL ? found : "";
    if (!is_kept(fix, entry)) {
        (void)write_results(fix, out, (ssize_t)line, comment); /* never to a cause, as the file is not new */
        return;
    }
    if (entry->broken)
        write_exceptions(fix, out, line);
    if (fix->accepts && runner_expectation_is_exceeded(entry))
        (void)fprintf(out, "%s %s max=%" PRIu64 "%s%s\n", entry->glob, runner_outcome_names[entry->outcome],
                      entry->matched, found != NULL ? " " : "", comment);
    else
        (void)fprintf(out, "%s\n", entry->line);
}

static bool is_comment(const struct expectation *line)
{
    return line->glob == NULL && line->line[strspn(line->line, " \t\r")] == '#';
}

/* The end of a block: comments, and the entries below them that they are about, up to a blank line or another
 * comment. */
static size_t block_end(const struct fix *fix, size_t first, size_t *entries)
{
    const size_t count = fix->implementation->expectations.count;
    size_t end = first;
    while (end < count && is_comment(entry_at(fix, end)))
        end++;
    *entries = end;
    while (end < count && entry_at(fix, end)->glob != NULL)
        end++;
    return end > first ? end : first + 1;
}

static bool write_block(const struct fix *fix, FILE *out, size_t first, size_t entries, size_t end)
{
    char *text = NULL;
    size_t size = 0;
    FILE *const lines = open_memstream(&text, &size);
    if (lines == NULL)
        return false;
    for (size_t i = entries; i < end; i++)
        if (entry_at(fix, i)->glob != NULL)
            write_entry(fix, lines, i);
        else
            (void)fprintf(lines, "%s\n", entry_at(fix, i)->line);
    const bool done = fclose(lines) == 0;
    for (size_t i = first; i < entries && (size > 0 || entries == end); i++)
        (void)fprintf(out, "%s\n", entry_at(fix, i)->line);
    (void)fwrite(text, 1, size, out);
    free(text);
    return done;
}

static bool write_file(const struct fix *fix, FILE *out)
{
    size_t entries, end;
    for (size_t first = 0; first < fix->implementation->expectations.count; first = end) {
        end = block_end(fix, first, &entries);
        if (!write_block(fix, out, first, entries < end ? entries : end, end))
            return false;
    }
    if (fix->accepts && !write_results(fix, out, NO_ENTRY, ""))
        return false;
    if (fix->causes != NULL)
        write_causes(fix, out);
    return true;
}

static bool has_entries(const struct expectations *expectations)
{
    for (size_t i = 0; i < expectations->count; i++)
        if (expectations->lines[i].glob != NULL)
            return true;
    return false;
}

/* --- One at a time -------------------------------------------------------------------------------------- */

static bool has_these_lines(const struct expectations *read)
{
    struct expectations now;
    char words[512];
    bool same = runner_expectations_read(&now, read->path, false, words, sizeof words) &&
                now.count == read->count;
    for (size_t i = 0; same && i < now.count; i++)
        same = strcmp(now.lines[i].line, read->lines[i].line) == 0;
    runner_expectations_free(&now);
    return same;
}

static bool is_still_named(const char *path, int file)
{
    struct stat named, ours;
    return stat(path, &named) == 0 && fstat(file, &ours) == 0 && named.st_dev == ours.st_dev &&
           named.st_ino == ours.st_ino;
}

/* Opens the file to lock it, and creates it if it does not exist. */
static int open_or_create(const struct expectations *read, bool *created)
{
    const int file = open(read->path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    *created = false;
    if (file >= 0 || errno != ENOENT || read->count > 0)
        return file;
    const int new = open(read->path, O_RDONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    *created = new >= 0;
    return new;
}

/* Locks the file, if it is still the one that was read, so that nobody else rewrites it until it is closed.
 * Returns -1 if that fails; WHY then says so.  It never waits for a lock, because the rewritten file is a new
 * one under the same name: the lock that was waited for would be on the old one. */
static int lock_file(const struct expectations *read, bool *created, const char **why)
{
    const int file = open_or_create(read, created);
    *why = "it is being changed, or was changed since it was read; nothing is written, run this again";
    if (file < 0 && errno != ENOENT && errno != EEXIST)
        *why = strerror(errno);
    if (file < 0)
        return -1;
    if ((flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) && is_still_named(read->path, file) &&
        has_these_lines(read))
        return file;
    (void)close(file);
    return -1;
}

static const char *trouble_of(bool done)
{
    return done ? NULL : runner_outlet_trouble();
}

/* Writes the file of expectations again under a lock; if it was created for that and writing fails, it goes.
 * Null, or why it failed. */
static const char *rewrite(const struct fix *fix)
{
    const char *const path = fix->implementation->expectations.path;
    struct outlet outlet;
    bool created;
    const char *why;
    const int locked = lock_file(&fix->implementation->expectations, &created, &why);
    if (locked < 0)
        return why;
    why = trouble_of(runner_outlet_open(&outlet, path));
    if (why == NULL && write_file(fix, outlet.file))
        why = trouble_of(runner_outlet_close(&outlet));
    else if (why == NULL) {
        runner_outlet_abandon(&outlet);
        why = "out of memory";
    }
    if (why != NULL && created)
        (void)unlink(path);
    (void)close(locked);
    return why;
}

const char *runner_fix_expectations(const struct report *report, struct implementation_report *implementation,
                                    bool accepts)
{
    struct fix fix = {.report = report, .implementation = implementation, .accepts = accepts};
    const char *why = "the results cannot be read again, or there is no memory for them";
    if (accepts && !has_entries(&implementation->expectations))
        fix.causes = json_object();
    if (runner_each_entry(implementation, collect, &fix) && !fix.out_of_memory) {
        qsort(fix.results, fix.count, sizeof *fix.results, by_id);
        why = rewrite(&fix);
    }
    for (size_t i = 0; i < fix.count; i++)
        free(fix.results[i].id);
    free(fix.results);
    json_decref(fix.causes);
    return why;
}
