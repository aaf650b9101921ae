#include "run.h"

#include "process/memory.h"

#include "../../common/files/whole_file.h"
#include "../../common/safe_text.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

enum { NO_ENTRY = -1 };

/* The outcome of a vector that was asked, and the entry that matches it. */
struct asked {
    char *id;
    enum outcome outcome;
    bool against;
    ssize_t entry; /* the number of its line in the file, from 0; or NO_ENTRY */
    json_t *way; /* in which it failed, if new failures are accepted; else null */
};

struct fix {
    const struct report *report;
    struct implementation_report *implementation;
    bool accepts;
    struct asked *results; /* sorted by id after all were collected */
    size_t count;
    json_t *ways; /* if new failures are accepted: for each way to fail, what its first case says; else null */
};

static struct expectation *entry_at(const struct fix *fix, size_t line)
{
    return &fix->implementation->expectations.lines[line];
}

/* --- Results -------------------------------------------------------------------------------------------- */

static json_t *way_of(const struct fix *fix, const struct entry *entry, const char *way)
{
    char words[CAUSE_MAX];
    (void)snprintf(words, sizeof words, "%s %s", entry->outcome, way);
    if (json_object_get(fix->ways, words) == NULL)
        (void)json_object_set_new(fix->ways, words,
                                  json_pack("{s:s,s:s,s:s,s:s}", "outcome", entry->outcome, "way", way,
                                            "reason", entry->reason, "about", runner_entry_is_about(entry)));
    return json_object_get(fix->ways, words);
}

static void collect(struct fix *fix, const struct entry *entry)
{
    struct expectations *const expectations = &fix->implementation->expectations;
    char way[WAY_SIZE];
    runner_way_of_case(way, entry->object);
    const enum outcome outcome = runner_record_outcome(entry->object);
    const struct expectation *const speaks =
        runner_expectation_of(expectations, runner_span_of(entry->id), outcome, way);
    fix->results[fix->count++] = (struct asked){
        .id = memory_copy(entry->id),
        .outcome = outcome,
        .against = entry->against,
        .entry = speaks != NULL ? speaks - expectations->lines : NO_ENTRY,
        .way = fix->ways != NULL && entry->against ? way_of(fix, entry, way) : NULL,
    };
}

static int by_id(const void *one, const void *other)
{
    return strcmp(((const struct asked *)one)->id, ((const struct asked *)other)->id);
}

/* --- What becomes of an entry --------------------------------------------------------------------------- */

/* Whether the entry may match vectors that this run did not ask.  Then it stays as it is, and exceptions are
 * written before it.  After a run of the core a glob may, unless as many matched as it allows. */
static bool is_open(const struct fix *fix, const struct expectation *entry)
{
    if (entry->is_some)
        return entry->fitted != entry->of;
    return entry->elsewhere ||
           (fix->report->core && strpbrk(entry->glob, "*?") != NULL && entry->matched.count != entry->max);
}

static bool is_kept(const struct fix *fix, const struct expectation *entry)
{
    const bool unmatched =
        runner_report_judges_expectations(fix->report) && runner_expectation_is_unmatched(entry);
    if (entry->is_some)
        return is_open(fix, entry) || entry->matched.count > 0;
    return entry->glob == NULL || is_open(fix, entry) || (!entry->broken && !unmatched);
}

/* Whether the vector failed and needs a new line: no entry matches it, or one that states another outcome and
 * is not kept. */
static bool is_news(const struct fix *fix, const struct asked *result)
{
    if (!result->against || result->outcome == NOT_RUN)
        return false;
    if (result->entry == NO_ENTRY)
        return true;
    const struct expectation *const entry = entry_at(fix, (size_t)result->entry);
    return !is_open(fix, entry) && result->outcome != entry->outcome;
}

/* --- Patterns --------------------------------------------------------------------------------------------- */

/* Vectors that are to be written together. */
struct group {
    const struct fix *fix;
    const char *way; /* in which all of them failed; empty: an entry still holds for them */
    const struct asked **all;
    size_t count;
};

/* Gathers the new failures of WAY or, if WAY is null, the vectors for which ENTRY still holds.  The caller frees
 * `all`. */
static struct group gather(const struct fix *fix, const json_t *way, ssize_t entry)
{
    struct group group = {.fix = fix, .way = runner_string_of(way, "way")};
    group.all = memory_of(fix->count, sizeof(const struct asked *));
    for (size_t i = 0; i < fix->count; i++) {
        const struct asked *const each = &fix->results[i];
        if (way != NULL ? each->way == way && is_news(fix, each)
                        : each->entry == entry && each->outcome == entry_at(fix, (size_t)entry)->outcome)
            group.all[group.count++] = each;
    }
    return group;
}

enum { PARTS_MAX = 5 };

/* How many parts, which stand between slashes, an id has; in more than PARTS_MAX it is not cut. */
static unsigned parts_of(const char *id)
{
    unsigned parts = 1;
    for (; *id != '\0' && parts < PARTS_MAX; id++)
        parts += *id == '/';
    return parts;
}

/* Part NUMBER of an id that is cut into so many PARTS; the last is all that is left. */
static struct span part_of(const char *id, unsigned number, unsigned parts)
{
    for (unsigned i = 0; i < number; i++)
        id += strcspn(id, "/") + 1;
    return (struct span){id, number + 1 == parts ? strlen(id) : strcspn(id, "/")};
}

static size_t common(const char *one, const char *other, size_t most, bool backwards)
{
    size_t size = 0;
    while (size < most &&
           (backwards ? one[-1 - (ssize_t)size] == other[-1 - (ssize_t)size] : one[size] == other[size]))
        size++;
    return size;
}

/* Writes a part as all ids of the group have it.  If it differs, only the beginning and the end that it has in all of
 * them are kept, with a star between them, which takes out whole words: words end at `-` and `/`. */
static void put_part(FILE *out, const struct group *group, unsigned number, unsigned parts)
{
    const struct span part = part_of(group->all[0]->id, number, parts);
    size_t head = part.size, tail = part.size;
    bool is_cut = false;
    for (size_t i = 1; i < group->count; i++) {
        const struct span other = part_of(group->all[i]->id, number, parts);
        const size_t least = part.size < other.size ? part.size : other.size;
        const size_t begin = common(part.at, other.at, least, false);
        const size_t end = common(part.at + part.size, other.at + other.size, least - begin, true);
        if (runner_span_same(part, other))
            continue;
        head = begin < head ? begin : head;
        tail = end < tail ? end : tail;
        is_cut = true;
    }
    while (is_cut && head > 0 && strchr("-/", part.at[head - 1]) == NULL)
        head--;
    while (is_cut && tail > 0 && strchr("-/", part.at[part.size - tail]) == NULL)
        tail--;
    (void)fprintf(out, "%s%.*s", number > 0 ? "/" : "", (int)head, part.at);
    if (is_cut)
        (void)fprintf(out, "*%.*s", (int)tail, part.at + part.size - tail);
}

/* The narrowest pattern of its kind that fits all of the group. */
static char *pattern_of(const struct group *group)
{
    unsigned parts = PARTS_MAX;
    struct written_text pattern;
    FILE *const out = written_begin(&pattern);
    for (size_t i = 0; i < group->count; i++)
        parts = parts_of(group->all[i]->id) < parts ? parts_of(group->all[i]->id) : parts;
    for (unsigned number = 0; number < parts; number++)
        put_part(out, group, number, parts);
    return written_end(&pattern);
}

/* How many of the asked vectors the pattern fits.  *fits_others: it also fits one that was not asked. */
static uint64_t fitted_by(const struct fix *fix, const char *pattern, bool *fits_others)
{
    uint64_t fitted = 0;
    *fits_others = false;
    for (size_t i = 0; i < fix->count; i++)
        fitted += fix->results[i].outcome != NOT_RUN &&
                  runner_span_fits_glob(pattern, runner_span_of(fix->results[i].id));
    for (const char *id = fix->implementation->others.text; *id != '\0' && !*fits_others; id += strcspn(id, "\n") + 1)
        *fits_others = runner_span_fits_glob(pattern, (struct span){id, strcspn(id, "\n")});
    return fitted;
}

/* --- Writing results ------------------------------------------------------------------------------------ */

/* FEW: so many vectors or less have a line each. */
enum { FEW = 2 };

/* OF: how many vectors of this run the glob fits. */
static void write_some(FILE *out, const char *glob, enum outcome outcome, struct meant meant, uint64_t of,
                       const char *way)
{
    (void)fprintf(out, "%s %s some=%" PRIu64 "/%" PRIu64 "/%08" PRIx32 "%s%s", glob,
                  runner_outcome_names[outcome], meant.count, of, meant.sum, way[0] != '\0' ? " by=" : "",
                  way);
}

/* Writes a pattern for a group.  If it fits other vectors, too, `some=` says which ones are meant.  Else `max=`
 * limits a pattern for very many, and one from a run of the core, which may fit more vectors outside of it. */
static void write_pattern(const struct group *group, FILE *out, struct meant meant)
{
    const struct fix *const fix = group->fix;
    const struct asked *const first = group->all[0];
    char *const pattern = pattern_of(group);
    bool fits_others;
    const uint64_t fitted = fitted_by(fix, pattern, &fits_others);
    if (fits_others || fitted != meant.count)
        write_some(out, pattern, first->outcome, meant, fitted, group->way);
    else if (fix->report->core || fitted > EXPECTATION_MAX)
        (void)fprintf(out, "%s %s max=%" PRIu64, pattern, runner_outcome_names[first->outcome], fitted);
    else
        (void)fprintf(out, "%s %s", pattern, runner_outcome_names[first->outcome]);
    free(pattern);
}

/* Writes a group as a pattern.  Vectors are listed by their ids if they are few, or if an id has a character
 * that means something in a pattern or a line. */
static void write_group(const struct group *group, FILE *out, const char *comment)
{
    const char *const blank = comment[0] != '\0' ? " " : "";
    struct meant meant = {0, 0};
    bool is_plain = true;
    for (size_t i = 0; i < group->count; i++) {
        runner_meant_add(&meant, runner_span_of(group->all[i]->id));
        is_plain = is_plain && strpbrk(group->all[i]->id, "*?# \t") == NULL;
    }
    if (group->count > FEW && is_plain) {
        write_pattern(group, out, meant);
        (void)fprintf(out, "%s%s\n", blank, comment);
        return;
    }
    for (size_t i = 0; i < group->count; i++)
        (void)fprintf(out, "%s %s%s%s\n", group->all[i]->id, runner_outcome_names[group->all[i]->outcome], blank,
                      comment);
}

/* --- A file that begins ----------------------------------------------------------------------------------- */

static const char introduction[] =
    "# A line is a pattern on ids, in which * stands for any characters, and the outcome that these vectors\n"
    "# have today. What follows # is for people. With this file a run fails if a vector fails that no line\n"
    "# lists, and if one that is listed passes or comes out otherwise. --fix removes lines that no longer "
    "hold.\n"
    "#\n"
    "# Each line below stands for what failed in one way. Behind \"seen\" is what came of its first vector.\n"
    "# some=N/OF/SUM: N of the OF vectors that the pattern fits failed by the way behind by=; SUM changes "
    "if\n"
    "# others do. max=N: all failed, and it may fit so many. Replace each TODO by the reason: what is "
    "wrong,\n"
    "# and where that is tracked.\n";

static void write_ways(const struct fix *fix, FILE *out)
{
    const char *words;
    json_t *way;
    const struct declaration *const declaration = &fix->implementation->declaration;
    const bool said = declaration->hello != NULL;
    if (fix->implementation->expectations.count == 0) {
        safe_print(out, SAFE_LINE,
                   "# What %s %s does not pass, for sframe-conform --expect. Begun by --accept.\n#\n",
                   said ? declaration->name : fix->implementation->label, said ? declaration->version : "");
        (void)fputs(introduction, out);
    }
    json_object_foreach(fix->ways, words, way)
    {
        const char *const reason = runner_string_of(way, "reason");
        const char *const about = runner_string_of(way, "about");
        const struct group group = gather(fix, way, NO_ENTRY);
        if (group.count > 0)
            safe_print(out, SAFE_LINE, "\n# TODO: why? seen: %s%s%s\n",
                       reason[0] != '\0' ? reason : runner_string_of(way, "outcome"),
                       about[0] != '\0' ? "; about " : "", about);
        write_group(&group, out, "");
        free(group.all);
    }
}

/* --- Writing the file ----------------------------------------------------------------------------------- */

/* Writes lines for the vectors that had another outcome than the entry says; they go before the entry. */
static void write_exceptions(const struct fix *fix, FILE *out, size_t line)
{
    for (size_t i = 0; i < fix->count; i++) {
        const struct asked *const result = &fix->results[i];
        if (result->entry == (ssize_t)line && result->outcome != entry_at(fix, line)->outcome &&
            result->outcome != NOT_RUN && (fix->accepts || !result->against))
            (void)fprintf(out, "%s %s\n", result->id, runner_outcome_names[result->outcome]);
    }
}

/* Writes an entry with `some=` again, with the vectors of this run.  Without --accept it changes only to fewer
 * vectors, and only if this run asked all that the entry counts. */
static void write_some_entry(const struct fix *fix, FILE *out, const struct expectation *entry,
                             const char *comment)
{
    const bool is_fewer = !is_open(fix, entry) && entry->matched.count < entry->some.count;
    if (runner_expectation_is_changed(entry) && (fix->accepts || is_fewer)) {
        write_some(out, entry->glob, entry->outcome, entry->matched, entry->fitted,
                   entry->way != NULL ? entry->way : "");
        (void)fprintf(out, "%s%s\n", comment[0] != '\0' ? " " : "", comment);
    } else
        (void)fprintf(out, "%s\n", entry->line);
}

static void write_entry(const struct fix *fix, FILE *out, size_t line)
{
    const struct expectation *const entry = entry_at(fix, line);
    const char *const found = strchr(entry->line, '#'), *const comment = found != NULL ? found : "";
    if (entry->is_some) {
        if (is_kept(fix, entry))
            write_some_entry(fix, out, entry, comment);
        return;
    }
    if (!is_kept(fix, entry)) {
        const struct group group = gather(fix, NULL, (ssize_t)line);
        write_group(&group, out, comment);
        free(group.all);
        return;
    }
    if (entry->broken)
        write_exceptions(fix, out, line);
    if (fix->accepts && runner_expectation_is_exceeded(entry))
        (void)fprintf(out, "%s %s max=%" PRIu64 "%s%s\n", entry->glob, runner_outcome_names[entry->outcome],
                      entry->matched.count, found != NULL ? " " : "", comment);
    else
        (void)fprintf(out, "%s\n", entry->line);
}

/* The end of a block: comments, and the entries below them that they are about, up to a blank line or another
 * comment. */
static size_t block_end(const struct fix *fix, size_t first, size_t *entries)
{
    const size_t count = fix->implementation->expectations.count;
    size_t end = first;
    while (end < count && entry_at(fix, end)->glob == NULL &&
           entry_at(fix, end)->line[strspn(entry_at(fix, end)->line, " \t\r")] == '#')
        end++;
    *entries = end;
    while (end < count && entry_at(fix, end)->glob != NULL)
        end++;
    return end > first ? end : first + 1;
}

static void write_block(const struct fix *fix, FILE *out, size_t first, size_t entries, size_t end)
{
    struct written_text written;
    FILE *const lines = written_begin(&written);
    for (size_t i = entries; i < end; i++)
        if (entry_at(fix, i)->glob != NULL)
            write_entry(fix, lines, i);
        else
            (void)fprintf(lines, "%s\n", entry_at(fix, i)->line);
    char *const text = written_end(&written);
    for (size_t i = first; i < entries && (written.size > 0 || entries == end); i++)
        (void)fprintf(out, "%s\n", entry_at(fix, i)->line);
    (void)fwrite(text, 1, written.size, out);
    free(text);
}

static void write_file(const struct fix *fix, FILE *out)
{
    size_t entries, end;
    for (size_t first = 0; first < fix->implementation->expectations.count; first = end) {
        end = block_end(fix, first, &entries);
        write_block(fix, out, first, entries < end ? entries : end, end);
    }
    if (fix->ways != NULL)
        write_ways(fix, out);
}

/* --- One at a time -------------------------------------------------------------------------------------- */

static bool has_these_lines(const struct expectations *read)
{
    struct expectations now;
    char words[512];
    bool same = runner_expectations_read(&now, read->path, true, words, sizeof words) && now.count == read->count;
    for (size_t i = 0; same && i < now.count; i++)
        same = strcmp(now.lines[i].line, read->lines[i].line) == 0;
    runner_expectations_free(&now);
    return same;
}

/* Waits until no other run rewrites a file in this folder, and lets none do so until the result is closed.
 * -1: the folder cannot be opened. */
static int lock_folder_of(const char *path)
{
    const char *const slash = strrchr(path, '/');
    char *const folder = memory_print("%.*s.", slash != NULL ? (int)(slash + 1 - path) : 0, path);
    const int file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file >= 0)
        (void)flock(file, LOCK_EX);
    free(folder);
    return file;
}

/* Returns null, or why it failed. */
static const char *write_anew(const struct fix *fix, const char *path)
{
    struct whole_file file;
    if (!whole_file_open(&file, path))
        return whole_file_trouble();
    write_file(fix, file.file);
    return whole_file_close(&file) ? NULL : whole_file_trouble();
}

/* Does the same if the file is still as it was read. */
static const char *rewrite(const struct fix *fix)
{
    const struct expectations *const read = &fix->implementation->expectations;
    const int locked = lock_folder_of(read->path);
    const char *const why = has_these_lines(read)
                                ? write_anew(fix, read->path)
                                : "it was changed since it was read; nothing is written, run this again";
    if (locked >= 0)
        (void)close(locked);
    return why;
}

/* How many entries of ONE are not in OTHER. */
static size_t count_apart(const struct expectations *one, const struct expectations *other)
{
    json_t *const lines = json_object();
    size_t apart = 0;
    for (size_t i = 0; i < other->count; i++)
        (void)json_object_set_new(lines, other->lines[i].line, json_true());
    for (size_t i = 0; i < one->count; i++)
        apart += one->lines[i].glob != NULL && json_object_get(lines, one->lines[i].line) == NULL;
    json_decref(lines);
    return apart;
}

static bool say_what_changed(struct implementation_report *each)
{
    struct expectations now;
    char words[512];
    const struct expectations *const read = &each->expectations;
    if (!runner_expectations_read(&now, read->path, false, words, sizeof words))
        return false;
    const size_t removed = count_apart(read, &now), added = count_apart(&now, read);
    const char *const s = removed + added == 1 ? "" : "s";
    if (read->count == 0)
        (void)snprintf(each->rewritten, sizeof each->rewritten, "begun, %zu line%s for %" PRIu64 " failure%s", added, s,
                       each->unexpected, each->unexpected == 1 ? "" : "s");
    else if (removed + added > 0 && (removed == 0 || added == 0))
        (void)snprintf(each->rewritten, sizeof each->rewritten, "%zu line%s %s", removed + added, s,
                       added > 0 ? "added" : "removed");
    else if (removed > 0)
        (void)snprintf(each->rewritten, sizeof each->rewritten, "%zu line%s removed and %zu added", removed,
                       removed == 1 ? "" : "s", added);
    runner_expectations_free(&now);
    return true;
}

const char *runner_fix_expectations(const struct report *report, struct implementation_report *implementation,
                                    bool accepts)
{
    struct fix fix = {.report = report, .implementation = implementation, .accepts = accepts};
    const char *why = "the results cannot be read again";
    struct log_walk walk = runner_log_begin(implementation);
    struct entry entry;
    if (accepts)
        fix.ways = json_object();
    fix.results = memory_of((size_t)implementation->logged, sizeof *fix.results);
    while (runner_entry_next(&walk, &entry))
        collect(&fix, &entry);
    (void)fflush(implementation->others.out); /* then the ids are in memory */
    if (!runner_log_is_lost()) {
        qsort(fix.results, fix.count, sizeof *fix.results, by_id);
        why = rewrite(&fix);
    }
    if (why == NULL && !say_what_changed(implementation))
        why = "it was written, and cannot be read again";
    for (size_t i = 0; i < fix.count; i++)
        free(fix.results[i].id);
    free(fix.results);
    json_decref(fix.ways);
    return why;
}
