/* sframe-gen: the command line. */
#include "../common/corpus_version.h"
#include "../common/safe_text.h"
#include "../common/standard.h"
#include "exports/arguments.h"
#include "exports/close.h"
#include "covering/coverage.h"
#include "exports/exports.h"
#include "families/families.h"
#include "notation/notation.h"
#include "programs/test_files.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#ifndef SFRAME_CONFORMANCE_VERSION
#define SFRAME_CONFORMANCE_VERSION "unversioned"
#endif

enum { EXIT_DONE = 0, EXIT_FAILED = 1, EXIT_USAGE = 2 };
enum { PROGRESS_EVERY = 4096 };

static const char help[] =
    "usage: sframe-gen COMMAND [OPTION VALUE]...\n"
    "Writes test vectors for SFrame: sections, questions, and answers that are right by construction.\n"
    "\n"
    "  list               the families, a line each\n"
    "  emit               the vectors, as JSON Lines\n"
    "  manifest           one line for each vector: id, hash of its input, hash of its expectation\n"
    "                     (both FNV-1a-64), core or -\n"
    "  header             a C header for unit tests, in the kernel's style\n"
    "  tree --to FOLDER   ID.sframe, ID.json and ID.hex, which is annotated\n"
    "  elf --to FOLDER    ID.elf, the section in an ELF file, and ID.json\n"
    "  encode             what encoders are asked: models of the decode vectors that are valid, their\n"
    "                     sections once more, and models that no section says\n"
    "  dejagnu --to FOLDER\n"
    "                     CFI programs (see sframe-programs) as tests of the GNU assembler\n"
    "  lit --to FOLDER    the same as tests of LLVM's.  Both take --abi, --family, --select, --seed\n"
    "                     and --for RELEASE: 2.47, 2.44 or 2.40; 23 or 22 (default: the newest)\n"
    "  close [--to FILE]  copies vectors from standard input, adds the last line, which counts them\n"
    "  show ID            a vector as a text for people (docs/notation.md); takes options as below\n"
    "  make FILE...       the section that such a text (-: standard input) says; --elf: an ELF file;\n"
    "                     --vector: the questions of all texts; --print: texts; -o PATH is --to\n"
    "  coverage           lists the combinations of values that sections of the family covering have\n"
    "\n"
    "These options select vectors; a vector must fit all of them.  If none does, the command fails.\n"
    "  --core             the core: at most 4,000 vectors that reveal everything that all reveal\n"
    "  --select GLOB      on ids; * matches any characters, ? one; repeated: any of them\n"
    "  --skip GLOB        on ids; repeated: none of them\n"
    "  --family NAME      one of those that list prints\n"
    "  --profile P        v1, v2, v2e1, v2e2 or v3\n"
    "  --abi A            amd64, aarch64, aarch64_be or s390x\n"
    "  --operation O      decode, check, lookup, flip or unwind\n"
    "  --class C          valid, malformed, irregular or contested\n"
    "Other options:\n"
    "  --to PATH          a file, or a folder that is new or empty; it appears complete or not at all\n"
    "  --cases FOLDER     FOLDER/FAMILY/NAME.txt, read instead of corpus/cases, which is compiled in\n"
    "  --seed N           (0) for what is drawn at random; the same vectors on every machine\n"
    "  --strength N       (3) how many values the family covering combines, 2 to 4\n"
    "  --largest N        (10000) the largest number of functions in the family sizes, up to 1000000\n"
    "\n"
    "Exit status: 0 done; 1 nothing selected, a combination is missing, or the generator is\n"
    "at fault; 2 usage or output error, or interrupted with --to.  Also: --help, --version.\n";

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
    for (uint32_t i = 0; i < funnel->selection->select_count; i++)
        funnel->fitted[i] = funnel->fitted[i] || gen_glob_matches(funnel->selection->select[i], given->id);
    if (++export->taken % PROGRESS_EVERY == 0 && funnel->shows_progress)
        fprintf(stderr, "\rsframe-gen: %llu vectors", (unsigned long long)export->taken);
    return true;
}

/* --- Commands ------------------------------------------------------------------------------------------- */

static int list_families(void)
{
    for (unsigned i = 0; i < FAMILY_COUNT; i++)
        printf("%-18s %s\n", gen_family_name(i), gen_family_words(i));
    return EXIT_DONE;
}

/* Why what was written must not stand; EXIT_DONE if it may. */
static int judge(const struct emitter *emitter, const struct export *export)
{
    if (interrupted) {
        gen_complain("interrupted", export->outlet.path != NULL ? "nothing was written" : "");
        return EXIT_USAGE;
    }
    if (emitter->fault != NULL && emitter->shape == NULL) {
        gen_complain(emitter->fault, "");
        return EXIT_USAGE;
    }
    if (emitter->fault != NULL) {
        safe_complain("sframe-gen", "at fault in family %s, shape %s, after or at %s: %s", emitter->family,
                       emitter->shape, emitter->id_buffer, emitter->fault);
        return EXIT_FAILED;
    }
    if (export->taken == export->skipped && export->outlet.trouble[0] == '\0') {
        gen_complain("nothing is selected", "");
        return EXIT_FAILED;
    }
    return EXIT_DONE;
}

/* Beside others that do it is easily overlooked. */
static void name_idle_patterns(const struct funnel *funnel)
{
    for (uint32_t i = 0; i < funnel->selection->select_count; i++)
        if (!funnel->fitted[i])
            gen_complain("no vector that is selected fits --select", funnel->selection->select[i]);
}

static void write_out(void *into, const char *bytes, size_t length)
{
    gen_outlet_write(into, bytes, length);
}

static bool open_export(struct export *export, const struct kind *kind, const char *path)
{
    if (!gen_outlet_open(&export->outlet, path, kind->is_folder))
        return gen_complain(export->outlet.trouble, "");
    export->sink.take = kind->take;
    gen_text_init(&export->text, export->buffer, sizeof export->buffer);
    export->text.drain = write_out;
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
    if (!kind->is_folder)
        gen_text_drain(&export->text);
    if (status != EXIT_DONE) {
        gen_outlet_abandon(&export->outlet);
        return status;
    }
    if (gen_outlet_finish(&export->outlet))
        return EXIT_DONE;
    gen_complain(export->outlet.trouble, "");
    return EXIT_USAGE;
}

static int export_vectors(const struct kind *kind, const struct arguments *arguments)
{
    static struct emitter emitter;
    static struct export export;
    struct funnel funnel = {
        .sink.take = take,
        .export = &export,
        .selection = &arguments->selection,
        .shows_progress = arguments->to != NULL && isatty(STDERR_FILENO),
    };
    if (arguments->to != NULL && !whole_file_waits(arguments->to)) { /* else there is nothing to remove */
        signal(SIGINT, interrupt);
        signal(SIGTERM, interrupt);
    }
    export.selection = &arguments->selection;
    if (kind->take == gen_export_show_take)
        funnel.sink.replies = gen_show_emitter(&emitter);
    if (!open_export(&export, kind, arguments->to))
        return EXIT_USAGE;
    gen_run_families(&emitter, &arguments->selection, &funnel.sink, arguments->seed);
    if (funnel.shows_progress)
        fputs("\r\033[K", stderr);
    const int status = judge(&emitter, &export);
    if (status == EXIT_DONE && export.lines == 0 && export.outlet.trouble[0] == '\0') /* encode has vectors that are of no family */
        name_idle_patterns(&funnel);
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

static int close_vectors(const struct arguments *arguments)
{
    static struct outlet outlet;
    if (!gen_outlet_open(&outlet, arguments->to, false))
        return gen_complain(outlet.trouble, ""), EXIT_USAGE;
    const char *const fault = gen_close_corpus(&outlet);
    if (fault != NULL) {
        gen_outlet_abandon(&outlet);
        return gen_complain("standard input", fault), EXIT_USAGE;
    }
    return gen_outlet_finish(&outlet) ? EXIT_DONE : (gen_complain(outlet.trouble, ""), EXIT_USAGE);
}

/* --- Main ----------------------------------------------------------------------------------------------- */

static int print(const char *words)
{
    fputs(words, stdout);
    return EXIT_DONE;
}

static int dispatch(int argc, char **argv)
{
    struct arguments arguments;
    const char *command = argc > 1 ? argv[1] : "";
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            return print(help);
    if (strcmp(command, "--version") == 0)
        return print("sframe-gen " SFRAME_CONFORMANCE_VERSION " (corpus " CORPUS_VERSION ")\n");
    if (strcmp(command, "list") == 0 && argc == 2)
        return list_families();
    if (strcmp(command, "list") == 0)
        return gen_complain("list takes no arguments", argv[2]), EXIT_USAGE;
    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (strcmp(command, kinds[i].name) != 0)
            continue;
        const int names = strcmp(command, "show") == 0 && argc > 2 && argv[2][0] != '-' ? 1 : 0;
        if (!gen_parse_arguments(argc - 2 - names, argv + 2 + names, &arguments))
            return EXIT_USAGE;
        if (names == 1 && arguments.selection.select_count == MAX_PATTERNS)
            return gen_complain("too many patterns", argv[2]), EXIT_USAGE;
        if (names == 1)
            arguments.selection.select[arguments.selection.select_count++] = argv[2];
        if (kinds[i].is_folder && arguments.to == NULL)
            return gen_complain("this command needs --to FOLDER", command), EXIT_USAGE;
        return export_vectors(&kinds[i], &arguments);
    }
    if (strcmp(command, "make") == 0)
        return gen_make(argc - 2, argv + 2);
    if (strcmp(command, "close") == 0)
        return gen_parse_arguments(argc - 2, argv + 2, &arguments) ? close_vectors(&arguments) : EXIT_USAGE;
    for (const struct test_format *const *format = test_formats; *format != NULL; format++)
        if (strcmp(command, (*format)->name) == 0)
            return gen_write_test_files(*format, argc - 2, argv + 2);
    if (strcmp(command, "coverage") == 0)
        return gen_parse_arguments(argc - 2, argv + 2, &arguments) ? cover(&arguments) : EXIT_USAGE;
    gen_complain(argc > 1 ? "there is no such command (see --help)" : "no command is given (see --help)",
                 command);
    return EXIT_USAGE;
}

int main(int argc, char **argv)
{
    standard_begin();
    const int status = dispatch(argc, argv);
    return status == EXIT_USAGE || standard_end("sframe-gen") ? status : EXIT_USAGE;
}
