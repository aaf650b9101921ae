/* sframe-gen: the command line. */
#include "../common/bounded.h"
#include "../common/requirement_set.h"
#include "../common/safe_text.h"
#include "../common/standard.h"
#include "covering/coverage.h"
#include "exports/arguments.h"
#include "exports/exports.h"
#include "families/families.h"
#include "programs/test_files/test_files.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { EXIT_DONE = 0, EXIT_FAILED = 1, EXIT_USAGE = 2 };
enum { PROGRESS_EVERY = 4096 };

static const struct kind {
    const char *name;
    bool is_folder;
    bool (*take)(struct sink *sink, const struct vector *vector);
    void (*begin)(struct export *export), (*end)(struct export *export); /* null: nothing to do */
} kinds[] = {
#define EXPORT(name, is_folder, begin, end) {#name, is_folder, gen_export_##name##_take, begin, end},
    EXPORTS(EXPORT)
#undef EXPORT
};

static const struct test_format *const test_formats[] = {&gen_dejagnu_format, &gen_lit_format, NULL};

/* --- From the families to an export --------------------------------------------------------------------- */

struct funnel {
    struct sink sink; /* first, so that a sink is a funnel */
    struct export *export;
    bool shows_progress;
    const struct selection *selection;
    bool fitted[MAX_PATTERNS]; /* of its --select patterns: some vector that left fits */
};

static volatile sig_atomic_t interrupted;

static void interrupt(int signal)
{
    interrupted = signal;
}

static bool take(struct sink *sink, const struct vector *given)
{
    struct funnel *funnel = (struct funnel *)sink;
    struct export *export = funnel->export;
    if (interrupted)
        return false;
    if (!export->sink.take(&export->sink, given))
        return false;
    for (uint32_t i = 0; i < funnel->selection->select.count; i++)
        funnel->fitted[i] =
            funnel->fitted[i] || gen_glob_matches(funnel->selection->select.list[i], given->id);
    if (++export->taken % PROGRESS_EVERY == 0 && funnel->shows_progress)
        fprintf(stderr, "\rsframe-gen: %llu vectors", (unsigned long long)export->taken);
    return true;
}

/* --- Commands ------------------------------------------------------------------------------------------- */

static int list_families(struct arguments *arguments)
{
    (void)arguments;
    for (unsigned i = 0; i < FAMILY_COUNT; i++)
        printf("%-18s %s\n", gen_family_name(i), gen_family_words(i));
    return EXIT_DONE;
}

/* Why what was written must not stand; EXIT_DONE if it may.  ID: what `show` was to show; else null. */
static int judge(const struct emitter *emitter, const struct export *export, const char *id)
{
    if (interrupted) {
        gen_complain("interrupted", export->outlet.path != NULL ? "nothing was written" : "");
        return EXIT_USAGE;
    }
    if (emitter->fault != NULL && emitter->fault_says_where) {
        gen_complain(emitter->fault, "");
        return EXIT_USAGE;
    }
    if (emitter->fault != NULL) {
        safe_complain(gen_program, "at fault in family %s, shape %s, after or at %s: %s", emitter->family,
                       emitter->vector.shape, emitter->id_buffer, emitter->fault);
        return EXIT_FAILED;
    }
    if (export->taken == export->skipped && export->outlet.trouble[0] == '\0') {
        gen_complain(id != NULL ? "no vector has this id" : "nothing is selected: no vector fits all of these options",
                     id != NULL ? id : "");
        return EXIT_FAILED;
    }
    return EXIT_DONE;
}

static bool read_set(struct requirement_set *set, const char *path)
{
    uint8_t *bytes = NULL;
    size_t size = 0;
    char words[REQUIREMENT_WORDS];
    const bool opened = bounded_read(BOUNDED_REQUIREMENTS, path, &bytes, &size);
    const bool read = opened && requirement_set_read(set, (const char *)bytes, size, words);
    free(bytes);
    return read || gen_complain(path, opened ? words : bounded_trouble());
}

static bool open_export(struct export *export, const struct kind *kind, const char *path)
{
    if (!gen_outlet_open(&export->outlet, gen_program, path, kind->is_folder || export->split != 0))
        return false;
    export->sink.take = kind->take;
    gen_text_init(&export->text, export->buffer, sizeof export->buffer);
    export->text.drain = gen_outlet_write;
    export->text.into = &export->outlet;
    if (kind->begin != NULL)
        kind->begin(export);
    return true;
}

/* Everything stands, or nothing does. */
static int close_export(struct export *export, const struct kind *kind, int status)
{
    if (status == EXIT_DONE && kind->end != NULL)
        kind->end(export);
    if (!export->outlet.is_folder)
        gen_text_drain(&export->text);
    return gen_outlet_end(&export->outlet, status);
}

static int export_vectors(const struct kind *kind, const struct arguments *arguments, const char *id)
{
    const char *const encoder_ids = id != NULL && strstr(id, "/encode/") != NULL ? id : NULL;
    static struct emitter emitter;
    static struct export export;
    struct funnel funnel = {
        .sink.take = take,
        .export = &export,
        .selection = &arguments->selection,
        .shows_progress = arguments->to != NULL && isatty(STDERR_FILENO),
    };
    static struct requirement_set set;
    if (arguments->requires != NULL && !read_set(&set, arguments->requires))
        return EXIT_USAGE;
    export.requires = arguments->requires != NULL ? &set : NULL;
    export.split = arguments->split;
    if (export.split != 0)
        funnel.sink.replies = &export.replies;
    if (arguments->to != NULL && !whole_file_waits(arguments->to)) { /* else there is nothing to remove */
        signal(SIGINT, interrupt);
        signal(SIGTERM, interrupt);
    }
    export.selection = &arguments->selection;
    export.encoder_ids = encoder_ids;
    if (kind->take == gen_export_show_take)
        funnel.sink.replies = gen_show_emitter(&emitter);
    if (!open_export(&export, kind, arguments->to))
        return EXIT_USAGE;
    gen_run_families(&emitter, &arguments->selection, &funnel.sink, arguments->seed);
    if (funnel.shows_progress)
        fputs("\r\033[K", stderr);
    const int status = judge(&emitter, &export, id);
    const bool encodes = encoder_ids != NULL || kind->take == gen_export_encode_take; /* also what is of no family */
    if (status == EXIT_DONE && !encodes && export.outlet.trouble[0] == '\0') {
        /* Beside others that do it is easily overlooked. */
        for (uint32_t i = 0; i < funnel.selection->select.count; i++)
            if (!funnel.fitted[i])
                gen_complain("no vector that is selected fits --select", funnel.selection->select.list[i]);
    }
    return close_export(&export, kind, status);
}

/* The family's sections are measured as they are emitted, and held against every combination there could be.
 */
static int cover(struct arguments *arguments)
{
    static struct coverage coverage;
    static struct emitter emitter;
    arguments->selection.family = "covering";
    gen_coverage_init(&coverage, arguments->selection.strength);
    gen_run_families(&emitter, &arguments->selection, &coverage.sink, arguments->seed);
    if (emitter.fault != NULL || coverage.error != NULL || emitter.emitted == 0) {
        gen_complain(emitter.fault != NULL    ? emitter.fault
                     : coverage.error != NULL ? coverage.error
                                              : "nothing is selected",
                     emitter.emitted > 0 ? emitter.id_buffer : "");
        return EXIT_FAILED;
    }
    return gen_coverage_report(&coverage) ? EXIT_DONE : EXIT_FAILED;
}

static int close_vectors(struct arguments *arguments)
{
    static struct outlet outlet;
    if (!gen_outlet_open(&outlet, gen_program, arguments->to, false))
        return EXIT_USAGE;
    const char *const fault = gen_close_corpus(&outlet);
    if (fault != NULL)
        gen_complain("standard input", fault);
    return gen_outlet_end(&outlet, fault != NULL ? EXIT_USAGE : EXIT_DONE);
}

/* --- Main ----------------------------------------------------------------------------------------------- */

static int wrong_use_of(const char *command, const char *what)
{
    return command_line_wrong_use(gen_program, "%s: %s", command, what);
}

/* The word of `show` is one more pattern, or one of questions to encoders: these are chosen among. */
static int run_export(const struct kind *kind, int count, char **words)
{
    const bool shows = kind->take == gen_export_show_take, is_bare = count == 1;
    static struct arguments arguments; /* the export keeps its selection */
    const int status = gen_read_arguments(&count, &words, &arguments);
    if (status != COMMAND_LINE_GO_ON)
        return status;
    if (shows && is_bare)
        return wrong_use_of(kind->name, "needs an ID, or options that select vectors");
    if (count > (shows ? 1 : 0))
        return command_line_wrong_use(gen_program, "%s: one argument too many: %s", kind->name, words[count - 1]);
    const char *const id = count == 1 ? words[0] : NULL;
    if (id != NULL && strstr(id, "/encode/") == NULL && !gen_take_pattern(&arguments.selection.select, words[0]))
        return wrong_use_of(kind->name, "too many patterns");
    if ((arguments.split != 0 || arguments.requires != NULL) && kind->take != gen_export_header_take)
        return wrong_use_of(kind->name, "has no --split and no --requires");
    if ((kind->is_folder || arguments.split != 0) && arguments.to == NULL)
        return wrong_use_of(kind->name, "needs --to FOLDER");
    return export_vectors(kind, &arguments, id);
}

static int run_plain(const char *name, int (*run)(struct arguments *arguments), int count, char **words)
{
    struct arguments arguments;
    const int status = gen_read_arguments(&count, &words, &arguments);
    if (status != COMMAND_LINE_GO_ON)
        return status;
    return count == 0 ? run(&arguments)
                      : command_line_wrong_use(gen_program, "%s: takes no arguments: %s", name, words[0]);
}

static int dispatch(int argc, char **argv)
{
    static const struct {
        const char *name;
        int (*run)(struct arguments *arguments);
    } plain[] = {{"list", list_families}, {"close", close_vectors}, {"coverage", cover}};
    const char *const command = argc > 1 ? argv[1] : "";
    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(command, kinds[i].name) == 0)
            return run_export(&kinds[i], argc - 1, argv + 1);
    for (unsigned i = 0; i < sizeof plain / sizeof *plain; i++)
        if (strcmp(command, plain[i].name) == 0)
            return run_plain(command, plain[i].run, argc - 1, argv + 1);
    if (strcmp(command, "make") == 0)
        return gen_make(argc - 1, argv + 1);
    for (const struct test_format *const *format = test_formats; *format != NULL; format++)
        if (strcmp(command, (*format)->name) == 0)
            return gen_write_test_files(*format, argc - 1, argv + 1);
    if (command[0] != '-')
        return command_line_wrong_use(gen_program, argc > 1 ? "unknown command: %s" : "no command is given%s",
                                      command);
    return run_plain("sframe-gen", list_families, argc, argv);
}

int main(int argc, char **argv)
{
    return standard_run(gen_program, dispatch, argc, argv);
}
