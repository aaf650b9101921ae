/* sframe-conform: reads the command line, makes a run, and writes its reports. */
#include "../common/files/whole_file.h"
#include "../common/standard.h"
#include "asker.h"
#include "options.h"
#include "process/memory.h"
#include "process/process.h"
#include "report/report.h"
#include "run.h"
#include "saved/saved.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum { EXIT_GOOD = 0, EXIT_NOT_GOOD = 1, EXIT_TROUBLE = 2, EXIT_SIGNAL = 128 };

/* --- Setting up ----------------------------------------------------------------------------------------- */

/* Open files: three pipes of each process, a log of each implementation, and some for corpus and reports. */
enum { FILES_OF_A_PROCESS = 3, FILES_ELSE = 32 };

/* Raises the limit of open files if need be.  poll() refuses more files, and then a run would never wait. */
static bool allow_files(const struct options *options)
{
    const rlim_t wanted =
        (rlim_t)options->subject_count * (FILES_OF_A_PROCESS * options->jobs + 1) + FILES_ELSE;
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) != 0 || files.rlim_cur >= wanted)
        return true;
    files.rlim_cur = files.rlim_max < wanted ? files.rlim_max : wanted;
    if (files.rlim_cur == wanted && setrlimit(RLIMIT_NOFILE, &files) == 0)
        return true;
    return runner_complain("%u processes of each of %u implementations need %ju open files, and the limit is %ju; "
                           "fewer --jobs, or ulimit -n",
                           options->jobs, options->subject_count, (uintmax_t)wanted, (uintmax_t)files.rlim_max);
}

/* This program's own path, with NAME in the place of its own; null: it is not known. */
static char *path_beside(const char *name)
{
    char path[4096];
    const ssize_t size = readlink("/proc/self/exe", path, sizeof path - 1);
    path[size > 0 ? size : 0] = '\0';
    const char *const slash = strrchr(path, '/');
    return slash != NULL ? memory_print("%.*s%s", (int)(slash + 1 - path), path, name) : NULL;
}

/* The sframe-gen beside this program, or else the one on the PATH. */
static char *find_generator(void)
{
    char *const path = path_beside("sframe-gen");
    if (path != NULL && access(path, X_OK) == 0)
        return path;
    free(path);
    return memory_copy("sframe-gen");
}

/* Puts this program's folder at the end of PATH, so that adapters which were installed with it are found. */
static void look_beside_too(void)
{
    const char *const path = getenv("PATH");
    char *const folder = path_beside("");
    if (path != NULL && folder != NULL) {
        char *const both = memory_print("%s:%s", path, folder);
        (void)setenv("PATH", both, 1);
        free(both);
    }
    free(folder);
}

static bool read_expectations(const struct options *options, struct report *report)
{
    char words[512];
    for (unsigned i = 0; i < options->expectations.count; i++) {
        const struct labelled *const given = &options->expectations.items[i];
        struct implementation_report *const each = &report->implementations[given->subject];
        if (each->expectations.path != NULL)
            return runner_complain("--expect %s: two files for one implementation", each->label);
        if (!runner_expectations_read(&each->expectations, given->text, options->accept, words, sizeof words))
            return runner_complain("%s", words);
    }
    return true;
}

/* Each implementation gets the requirement set of the command line. */
static bool read_requires(const struct options *options, struct report *report)
{
    char why[REQUIRES_WORDS];
    for (unsigned i = 0; options->requires != NULL && i < report->count; i++) {
        struct requires *const requires = &report->implementations[i].requires;
        if (!runner_requires_read(requires, options->requires, why))
            return runner_complain("--requires %s", why);
        requires->given = options->requires;
    }
    return true;
}

/* VALUE stays null if PATH is. */
static bool read_attachment(const char *option, const char *path,
                            json_t *(*read)(const char *path, char *why, size_t size), json_t **value)
{
    char why[512];
    if (path == NULL)
        return true;
    *value = read(path, why, sizeof why);
    if (*value == NULL)
        runner_complain("%s %s: %s", option, path, why);
    return *value != NULL;
}

static bool read_attachments(const struct options *options, struct report *report)
{
    return read_attachment("--producers", options->producers, runner_producers_read, &report->producers) &&
           read_attachment("--causes", options->causes, runner_causes_read, &report->causes);
}

static bool set_up_report(const struct options *options, struct report *report, struct command **commands)
{
    const time_t now = time(NULL);
    *report = (struct report){.selection = &options->selection,
                              .core = options->core,
                              .strict = options->strict,
                              .exact = options->exact,
                              .seed = !options->sequences ? 0
                                      : options->seed > 0 ? options->seed
                                                          : 1,
                              .corpus = options->corpus,
                              .count = options->subject_count};
    (void)strftime(report->started, sizeof report->started, "%Y-%m-%dT%H:%M:%SZ", gmtime(&now));
    report->implementations = memory_of(report->count, sizeof *report->implementations);
    *commands = memory_of(report->count, sizeof **commands);
    for (unsigned i = 0; i < report->count; i++) {
        const struct subject *const subject = &options->subjects[i];
        struct implementation_report *const each = &report->implementations[i];
        each->label = subject->label;
        each->command = subject->missing == NULL ? subject->text : "";
        each->excused = subject->missing != NULL;
        each->one_shot = subject->command.function != NULL;
        (void)snprintf(each->missing, sizeof each->missing, "%s",
                       subject->missing != NULL ? subject->missing : "");
        each->log = tmpfile();
        if (options->fix)
            (void)written_begin(&each->others);
        each->deferred = options->sequences ? tmpfile() : NULL;
        (*commands)[i] = subject->command;
        if (each->log == NULL || (options->sequences && each->deferred == NULL))
            return runner_complain("cannot make a temporary file: %s", strerror(errno));
    }
    return read_expectations(options, report) && read_requires(options, report) &&
           read_attachments(options, report);
}

/* --- Reports -------------------------------------------------------------------------------------------- */

/* The page is made from the JSON report. */
static bool write_page(FILE *out, const struct report *report)
{
    struct written_text written;
    runner_write_json(written_begin(&written), report);
    char *const json = written_end(&written);
    const bool done = runner_write_html(out, json, written.size);
    free(json);
    return done;
}

/* False: what was written is useless. */
static bool write_format(FILE *out, enum format format, const void *what)
{
    const struct report *const report = what;
    static void (*const writers[FORMAT_COUNT])(FILE * out, const struct report *report) = {
        [TEXT] = runner_write_text,   [JSON] = runner_write_json,
        [JUNIT] = runner_write_junit, [MARKDOWN] = runner_write_markdown,
        [TAP] = runner_write_tap,     [SARIF] = runner_write_sarif,
        [BADGE] = runner_write_badge, [BADGE_PICTURE] = runner_write_badge_picture,
    };
    if (format == HTML)
        return write_page(out, report) && !runner_log_is_lost();
    writers[format](out, report);
    return !runner_log_is_lost();
}

/* The path as whole_file_open() takes it. */
static const char *path_of(const char *path)
{
    return strcmp(path, "-") != 0 ? path : NULL;
}

typedef bool writer(FILE *out, enum format format, const void *what);

static bool write_one(const char *path, enum format format, writer *write, const void *what)
{
    struct whole_file file;
    bool written = whole_file_open(&file, path_of(path));
    if (written && !write(file.file, format, what)) {
        (void)whole_file_abandon(&file);
        return runner_complain("%s: not written, as the results cannot be read again", path);
    }
    written = written && whole_file_close(&file);
    return written || runner_complain("%s: %s", path, whole_file_trouble());
}

/* Writes every format that goes to a file; or, with WAITS, every one to a pipe or a device, which may have to
 * wait for a reader. */
static bool write_some(const struct options *options, bool waits, writer *write, const void *what)
{
    bool written = true;
    for (unsigned format = 0; format < FORMAT_COUNT; format++) {
        const char *const path = options->paths[format];
        if (path != NULL && whole_file_waits(path_of(path)) == waits)
            written = write_one(path, format, write, what) && written;
    }
    return written;
}

/* Writes every format that is wanted.  WRITE returns false if the results cannot be read again. */
static bool write_formats(const struct options *options, writer *write, const void *what)
{
    const bool written = write_some(options, false, write, what);
    runner_signals_let_in();
    return write_some(options, true, write, what) && written;
}

static bool write_reports(const struct options *options, const struct report *report)
{
    const bool written = write_formats(options, write_format, report);
    if (options->github)
        runner_write_github(stdout, report);
    return fflush(stdout) == 0 && written && !runner_log_is_lost();
}

static bool kept_results(const struct report *report)
{
    for (unsigned i = 0; i < report->count; i++) {
        FILE *const log = report->implementations[i].log;
        if (fflush(log) == 0 && !ferror(log))
            continue;
        return runner_complain("the results cannot be kept in a temporary file: %s", strerror(errno));
    }
    return true;
}

static bool hold_signals(void)
{
    if (runner_signals_hold())
        return true;
    return runner_complain("signals cannot be held: %s", strerror(errno));
}

static bool is_possible(const char *path)
{
    return whole_file_is_possible(path_of(path)) || runner_complain("%s: %s", path, whole_file_trouble());
}

/* Whether all files can be written: a wrong path is reported before the run. */
static bool can_write(const struct options *options, const struct report *report)
{
    for (unsigned i = 0; i < FORMAT_COUNT; i++)
        if (options->paths[i] != NULL && !is_possible(options->paths[i]))
            return false;
    for (unsigned i = 0; options->fix && i < report->count; i++) {
        const char *const path = report->implementations[i].expectations.path;
        if (path != NULL && whole_file_waits(path))
            return runner_complain("%s: it is no file, and only a file can be rewritten", path);
        if (path != NULL && !is_possible(path))
            return false;
    }
    return true;
}

static bool fix_all(struct report *report, bool accepts)
{
    bool done = true;
    for (unsigned i = 0; report->complete && i < report->count; i++) {
        struct implementation_report *const each = &report->implementations[i];
        if (each->expectations.path == NULL || each->missing[0] != '\0')
            continue;
        const char *const why = runner_fix_expectations(report, each, accepts);
        if (why != NULL)
            runner_complain("%s: %s", each->expectations.path, why);
        done = done && why == NULL;
    }
    return done;
}

/* The summary goes to standard output, unless a report does. */
static void make_room_for_summary(struct options *options)
{
    for (unsigned format = 0; format < FORMAT_COUNT; format++)
        if (options->paths[format] != NULL && strcmp(options->paths[format], "-") == 0)
            return;
    options->paths[TEXT] = "-";
}

/* If nothing was asked, the run fails although nothing failed: this reports why. */
static void report_nothing(const struct report *report)
{
    struct idle idle = {.place = 0};
    bool said = false;
    if (!runner_asked_nothing(report))
        return;
    for (; report->vectors > 0 && runner_idle_next(report, &idle); said = true)
        runner_complain("nothing was asked: %s", idle.words);
    if (!said)
        runner_complain("nothing was asked: %s", report->vectors == 0
                                                     ? "the corpus has no vectors"
                                                     : "none of the vectors is both selected and declared");
}

/* Judges the run and writes its reports.  Returns the exit status. */
static int conclude(struct options *options, struct report *report)
{
    const bool is_broken = report->fault[0] != '\0';
    if (is_broken)
        runner_complain("%s", report->fault);
    runner_report_judge(report);
    report_nothing(report);
    make_room_for_summary(options);
    if (!write_reports(options, report) || is_broken)
        return EXIT_TROUBLE;
    return report->good ? EXIT_GOOD : EXIT_NOT_GOOD;
}

/* --- All together --------------------------------------------------------------------------------------- */

static int run_all(struct options *options, struct report *report, struct command *commands,
                   struct corpus *corpus, struct children *children)
{
    const struct plan plan = {
        .limits = options->limits,
        .measure = options->exact ? EXACT : CONTRACT,
        .jobs = options->jobs,
        .commands = commands,
        .report = report,
        .selection = &options->selection,
        .corpus = corpus,
        .children = children,
        .shows_progress = isatty(STDERR_FILENO),
        .interrupted = &runner_interrupted,
        .child_died = &runner_child_died,
    };
    const double begun = runner_seconds_now();
    int trouble = runner_run(&plan);
    if (trouble == 0 && options->sequences)
        trouble = runner_sequences(&plan);
    if (trouble == 0 && options->growth)
        trouble = runner_growth(&plan);
    report->seconds = runner_seconds_now() - begun;
    if (trouble != 0)
        runner_complain("the run cannot go on: %s", strerror(trouble));
    report->vectors = corpus->vectors;
    report->hash = corpus->all.hash;
    report->closed = corpus->closed;
    (void)snprintf(report->version, sizeof report->version, "%s", corpus->version);
    (void)snprintf(report->fault, sizeof report->fault, "%s", corpus->fault);
    const bool kept = kept_results(report);
    runner_find_causes(report);
    const bool fixed = !options->fix || (kept && fix_all(report, options->accept));
    const int status = conclude(options, report);
    return trouble == 0 && kept && fixed ? status : EXIT_TROUBLE;
}

/* --- From saved reports --------------------------------------------------------------------------------- */

static void free_saved(const struct options *options, struct saved *saved)
{
    for (unsigned i = 0; saved != NULL && i < options->saved_count; i++)
        json_decref(saved[i].json);
    free(saved);
}

/* Null: one cannot be read, and that was reported. */
static struct saved *read_saved(const struct options *options)
{
    char words[SAVED_WORDS];
    struct saved *const saved = memory_of(options->saved_count, sizeof *saved);
    for (unsigned i = 0; i < options->saved_count; i++)
        if (!runner_saved_read(&saved[i], options->saved[i], words)) {
            runner_complain("%s", words);
            free_saved(options, saved);
            return NULL;
        }
    return saved;
}

static int merge_all(struct options *options, struct report *report)
{
    char words[SAVED_WORDS];
    const char *why;
    struct selection selection = {0};
    struct saved *const shards = read_saved(options);
    int status = EXIT_TROUBLE;
    if (shards != NULL && !runner_merge(shards, options->saved_count, report, &selection, words))
        runner_complain("%s", words);
    else if (shards != NULL && !runner_requirements_add(&selection.required, options->selection.required, &why))
        runner_complain("%s", why);
    else if (shards != NULL && read_attachments(options, report) && hold_signals() && can_write(options, report))
        status = conclude(options, report);
    runner_selection_free(&selection);
    free_saved(options, shards);
    return status;
}

static bool write_comparison(FILE *out, enum format format, const void *what)
{
    if (format == TEXT)
        runner_write_comparison(out, what);
    else if (format == HTML)
        runner_write_comparison_page(out, what);
    else
        return json_dumpf(what, out, JSON_INDENT(1)) == 0;
    return true;
}

static int compare_both(struct options *options)
{
    char words[SAVED_WORDS];
    struct saved *const both = read_saved(options);
    json_t *const comparison = both != NULL ? runner_compare(&both[0], &both[1], words) : NULL;
    int status = EXIT_TROUBLE;
    make_room_for_summary(options);
    if (both != NULL && comparison == NULL)
        runner_complain("%s", words);
    else if (both != NULL && hold_signals() && write_formats(options, write_comparison, comparison))
        status = runner_comparison_broke(comparison) == 0 ? EXIT_GOOD : EXIT_NOT_GOOD;
    json_decref(comparison);
    free_saved(options, both);
    return status;
}

static int run(struct options *options, struct report *report)
{
    struct command *commands = NULL;
    struct corpus corpus;
    struct children children = {0};
    char *const generator = find_generator();
    char emit[] = "emit", core[] = "--core";
    char *emitting[] = {generator, emit, options->core ? core : NULL, NULL};
    runner_shield_self();
    const bool alone = runner_run_without_children();
    int status = EXIT_TROUBLE;
    runner_adopt_orphans();
    look_beside_too();
    /* What adapters print is in reports, and reports must not depend on the user's language. */
    (void)setenv("LC_ALL", "C.UTF-8", 1);
    (void)unsetenv("LANGUAGE");
    if (!alone)
        runner_complain("cannot set up a run: %s", strerror(errno));
    else if (!allow_files(options) || !set_up_report(options, report, &commands) || !hold_signals() ||
             !can_write(options, report))
        ; /* the reason was reported */
    else if (!runner_corpus_open(&corpus, &children, options->corpus, emitting, options->strict))
        runner_complain("%s", corpus.fault);
    else {
        status = run_all(options, report, commands, &corpus, &children);
        runner_corpus_close(&corpus, &children);
    }
    free(generator);
    free(commands);
    free(children.pids);
    return status;
}

int main(int count, char **words)
{
    struct options options;
    struct report report = {0};
    standard_begin();
    json_set_alloc_funcs(memory_get, free);
    int status = runner_options_read(&options, count, words);
    if (status == GO_ON)
        status = options.mode == MODE_MERGE     ? merge_all(&options, &report)
                 : options.mode == MODE_COMPARE ? compare_both(&options)
                                                : run(&options, &report);
    runner_report_free(&report);
    runner_options_free(&options);
    if (status != EXIT_TROUBLE && !standard_end("sframe-conform"))
        return EXIT_TROUBLE;
    return runner_interrupted ? EXIT_SIGNAL + runner_interrupted : status;
}
