#include "options.h"

#include "../../common/command_line.h"
#include "../../common/corpus_version.h"
#include "../../common/once.h"
#include "../../common/safe_text.h"
#include "files.h"
#include "process/oneshot.h"

#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef SFRAME_CONFORMANCE_VERSION
#define SFRAME_CONFORMANCE_VERSION "unversioned"
#endif

enum { EXIT_DONE = 0, EXIT_USAGE = 2, JOBS_MAX = 32 };

static const char version[] =
    "sframe-conform " SFRAME_CONFORMANCE_VERSION " (corpus " CORPUS_VERSION ", protocols 1 and 2)\n";

static const char help[] =
    "usage: sframe-conform [run] [OPTIONS] [LABEL=]COMMAND...\n"
    "       sframe-conform merge [OPTIONS] REPORT.json...      one report of all shards of a run\n"
    "       sframe-conform compare [--json FILE] [--html FILE] OLD.json NEW.json\n"
    "Asks SFrame readers the questions of test vectors, through adapters, and judges the answers.\n"
    "COMMAND starts an adapter (docs/protocol.md); it is split into words, and no shell is involved.\n"
    "It is looked for on the PATH, and then beside this program.\n"
    "\n"
    "  --one-shot [LABEL=]COMMAND  run COMMAND for each vector instead: exit status 0 accepts, 1\n"
    "                      rejects, 89 is unsupported; {file} {elf} {profile} {abi} {address} {pc}\n"
    "  --missing LABEL=WHY list an implementation that is not on this machine, and why\n"
    "  --corpus FILE       vectors, as JSON Lines; - is standard input (default: from sframe-gen)\n"
    "  --core              only the core: at most 4,000 vectors that cover the format\n"
    "  --select GLOB, --skip GLOB   on ids, or FIELD=GLOB for profile, abi, operation, class,\n"
    "                      family, ledger, clause, origin; repeated: any, for each field\n"
    "  --shard I/N         the I-th of N equal parts\n"
    "  --jobs N            processes of each adapter (default: one for each core)\n"
    "  --deadline S        seconds for an answer (10)\n"
    "  --memory MiB        address space of a process (4096; 0: no limit, as sanitizers need)\n"
    "  --answer-limit N    bytes of an answer (16777216)\n"
    "  --strict            for gates: fail if a --select or --skip fits no vector, or the corpus lacks\n"
    "                      the closing line by which one knows that nothing is missing\n"
    "  --require WHAT      fail without it: profile=P (of which something was judged), corpus=VERSION (or\n"
    "                      later), closed (the line of --strict), core, whole; repeated: all; merge adds\n"
    "                      what the shards required\n"
    "  --exact             for an oracle: also compare each violation, and of a contested vector take\n"
    "                      the oracle's reading alone (docs/protocol.md, \"Exactly\")\n"
    "  --expect [LABEL=]FILE        known outcomes\n"
    "  --fix               remove from the --expect files what no longer fails; adds nothing\n"
    "  --accept            the same, and add what failed this time; begins a file that is not there,\n"
    "                      by cause, with comments that say what its lines mean\n"
    "  --producers FILE    the output of corpus/producers --json, for --json, --markdown and --html\n"
    "  --causes FILE       the output of conformance/causes/explain --table, for --json and --html\n"
    "  --json FILE, --junit FILE, --tap FILE, --markdown FILE, --html FILE, --sarif FILE,\n"
    "  --badge FILE (JSON for shields.io), --badge-svg FILE\n"
    "                      reports; - is standard output, which then has no summary\n"
    "  --github            annotations on standard output\n"
    "\n"
    "Exit status: 0 all as expected; 1 not, or nothing was asked; 2 usage, I/O or a broken\n"
    "corpus; 130 or 143 interrupted, with reports of what was done.  Also: --help, --version.\n";

void runner_complain(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    safe_complain_by("sframe-conform", format, arguments);
    va_end(arguments);
}

/* --- Labels --------------------------------------------------------------------------------------------- */

#define LABEL_CHARACTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._+-"

/* The length of what stands before the first `=`, if that may be a label; else 0. */
static size_t label_size(const char *text)
{
    const size_t size = strspn(text, LABEL_CHARACTERS);
    return text[size] == '=' ? size : 0;
}

static const char *behind_label(const char *text)
{
    const size_t size = label_size(text);
    return size > 0 ? text + size + 1 : text;
}

static const struct subject *find_subject(const struct options *options, const char *label)
{
    for (unsigned i = 0; i < options->subject_count; i++)
        if (strcmp(options->subjects[i].label, label) == 0)
            return &options->subjects[i];
    return NULL;
}

/* Makes a label: the command's name, with a number if that is taken. */
static char *make_label(const struct options *options, const char *program)
{
    const char *const slash = strrchr(program, '/');
    const char *const name = slash != NULL ? slash + 1 : program;
    char *label = strdup(name);
    for (unsigned i = 2; label != NULL && find_subject(options, label) != NULL; i++) {
        free(label);
        if (asprintf(&label, "%s-%u", name, i) < 0)
            return NULL;
    }
    return label;
}

static bool add_subject(struct options *options, const char *text, int (*function)(char *const words[]),
                        bool missing)
{
    struct subject *const grown = realloc(options->subjects, (options->subject_count + 1) * sizeof *grown);
    struct subject subject = {.text = behind_label(text), .command.function = function};
    const size_t size = label_size(text);
    if (grown == NULL) {
        runner_complain("out of memory");
        return false;
    }
    options->subjects = grown;
    if (missing)
        subject.missing = subject.text;
    else
        subject.command.words = runner_words_split(subject.text);
    if (missing ? size == 0 : subject.command.words == NULL) {
        runner_complain(
            missing ? "--missing %s: it takes LABEL=WHY" : "%s: no command, or a quote is not closed", text);
        return false;
    }
    subject.label = size > 0 ? strndup(text, size) : make_label(options, subject.command.words[0]);
    if (subject.label == NULL || find_subject(options, subject.label) != NULL) {
        runner_complain("%s: two implementations have this label",
                        subject.label != NULL ? subject.label : text);
        runner_words_free(subject.command.words);
        free(subject.label);
        return false;
    }
    options->subjects[options->subject_count++] = subject;
    return true;
}

static bool add_expectations(struct options *options, const char *text)
{
    struct labelled_list *const list = &options->expectations;
    struct labelled *const grown = realloc(list->items, (list->count + 1) * sizeof *grown);
    const size_t size = label_size(text);
    if (grown == NULL) {
        runner_complain("out of memory");
        return false;
    }
    list->items = grown;
    list->items[list->count++] =
        (struct labelled){size > 0 ? strndup(text, size) : NULL, strdup(behind_label(text))};
    return true;
}

/* Gives each expectation file to its implementation.  Without a label it belongs to the only one. */
static bool pair_expectations(struct options *options)
{
    for (unsigned i = 0; i < options->expectations.count; i++) {
        struct labelled *const each = &options->expectations.items[i];
        if (each->label == NULL && options->subject_count == 1)
            each->label = strdup(options->subjects[0].label);
        if (each->label == NULL) {
            runner_complain("--expect %s: there are several implementations; write --expect LABEL=FILE",
                            each->text);
            return false;
        }
        if (find_subject(options, each->label) == NULL) {
            runner_complain("--expect %s: no implementation has this label", each->label);
            return false;
        }
    }
    return true;
}

/* --- Values --------------------------------------------------------------------------------------------- */

static bool read_seconds(const char *text, double *seconds)
{
    return command_line_decimal(text, seconds) && *seconds > 0 && *seconds <= 1e6;
}

/* Limits by the letter that is the option's value in the table of options. */
static const struct whole_limit {
    int option;
    unsigned least, most;
    const char *unit, *more;
} whole_limits[] = {
    {'m', 0, 1 << 24, " of MiB", "; 0 is no limit"},
    {'a', 64, 1 << 30, " of bytes", ""},
    {'j', 1, JOBS_MAX, "", ""},
};

static const struct whole_limit *whole_limit_of(int option)
{
    size_t i = 0;
    while (whole_limits[i].option != option && i + 1 < sizeof whole_limits / sizeof *whole_limits)
        i++;
    return &whole_limits[i];
}

static bool take_whole(struct options *options, const struct whole_limit *limit, const char *text)
{
    uint64_t number = 0;
    if (!runner_span_decimal(runner_span_of(text), &number) || number < limit->least || number > limit->most)
        return false;
    if (limit->option == 'm')
        options->limits.memory = (size_t)number << 20;
    else if (limit->option == 'a')
        options->limits.answer_limit = (size_t)number;
    else
        options->jobs = (unsigned)number;
    return true;
}

static bool take_limit(struct options *options, int option, const char *text)
{
    switch (option) {
    case 'S':
        return runner_shard_read(&options->selection, text);
    case 'd':
        return read_seconds(text, &options->limits.deadline);
    default:
        return take_whole(options, whole_limit_of(option), text);
    }
}

/* Reports what values such an option takes. */
static void complain_of_limit(int option, const char *name, const char *text)
{
    const struct whole_limit *const limit = whole_limit_of(option);
    if (option == 'S')
        runner_complain("--%s %s: must be I/N, as in 1/4: I from 1 to N, and N at most 1000000", name, text);
    else if (option == 'd')
        runner_complain("--%s %s: must be a number of seconds, more than 0 and at most 1000000", name, text);
    else
        runner_complain("--%s %s: must be a whole number%s from %u to %u%s", name, text, limit->unit,
                        limit->least, limit->most, limit->more);
}

static bool take_wish(struct wishes *wishes, const char *text)
{
    const char *why;
    if (runner_wishes_add(wishes, text, &why))
        return true;
    runner_complain("%s: %s", text, why);
    return false;
}

static bool take_requirement(struct requirements *required, const char *text)
{
    const char *why;
    if (runner_requirement_add(required, text, &why))
        return true;
    runner_complain("--require %s: %s", text, why);
    return false;
}

enum { FIRST_FORMAT = 256 };

static const struct option table[] = {
    {"one-shot", required_argument, NULL, 'o'},
    {"missing", required_argument, NULL, 'M'},
    {"corpus", required_argument, NULL, 'c'},
    {"core", no_argument, NULL, 'C'},
    {"select", required_argument, NULL, 's'},
    {"skip", required_argument, NULL, 'k'},
    {"shard", required_argument, NULL, 'S'},
    {"jobs", required_argument, NULL, 'j'},
    {"deadline", required_argument, NULL, 'd'},
    {"memory", required_argument, NULL, 'm'},
    {"answer-limit", required_argument, NULL, 'a'},
    {"expect", required_argument, NULL, 'e'},
    {"producers", required_argument, NULL, 'p'},
    {"causes", required_argument, NULL, 'u'},
    {"strict", no_argument, NULL, 't'},
    {"require", required_argument, NULL, 'r'},
    {"exact", no_argument, NULL, 'x'},
    {"fix", no_argument, NULL, 'f'},
    {"accept", no_argument, NULL, 'A'},
    {"github", no_argument, NULL, 'g'},
    {"json", required_argument, NULL, FIRST_FORMAT + JSON},
    {"junit", required_argument, NULL, FIRST_FORMAT + JUNIT},
    {"tap", required_argument, NULL, FIRST_FORMAT + TAP},
    {"markdown", required_argument, NULL, FIRST_FORMAT + MARKDOWN},
    {"html", required_argument, NULL, FIRST_FORMAT + HTML},
    {"sarif", required_argument, NULL, FIRST_FORMAT + SARIF},
    {"badge", required_argument, NULL, FIRST_FORMAT + BADGE},
    {"badge-svg", required_argument, NULL, FIRST_FORMAT + BADGE_PICTURE},
    {"help", no_argument, NULL, 'h'},
    {"version", no_argument, NULL, 'V'},
    {NULL, 0, NULL, 0},
};

/* Whether an option may be repeated because its values add up; flags may be, as nothing is lost. */
static bool may_repeat(const struct option *option)
{
    return option->has_arg == no_argument || strchr("oMsker", option->val) != NULL;
}

static bool is_repeated(struct once *once, const struct option *option)
{
    const bool repeated = once_again(once, option->val) && !may_repeat(option);
    if (repeated)
        runner_complain("--%s is given twice, but takes one value only", option->name);
    return repeated;
}

static const char *format_option(unsigned format)
{
    static const char *const names[FORMAT_COUNT] = {
        [TEXT] = "the summary", [JSON] = "--json",         [JUNIT] = "--junit",
        [TAP] = "--tap",        [MARKDOWN] = "--markdown", [HTML] = "--html",
        [SARIF] = "--sarif",    [BADGE] = "--badge",       [BADGE_PICTURE] = "--badge-svg"};
    return names[format];
}

static bool take_option(struct options *options, int option, const char *value, const char *name)
{
    if (option >= FIRST_FORMAT) {
        options->paths[option - FIRST_FORMAT] = value;
        return true;
    }
    switch (option) {
    case 'o':
        return add_subject(options, value, runner_one_shot, false);
    case 'M':
        return add_subject(options, value, NULL, true);
    case 'c':
        options->corpus = value;
        return true;
    case 'p':
        options->producers = value;
        return true;
    case 'u':
        options->causes = value;
        return true;
    case 's':
        return take_wish(&options->selection.select, value);
    case 'k':
        return take_wish(&options->selection.skip, value);
    case 'r':
        return take_requirement(&options->selection.required, value);
    case 'e':
        return add_expectations(options, value);
    case 'C':
        return options->core = true;
    case 't':
        return options->strict = true;
    case 'x':
        return options->exact = true;
    case 'A':
        options->accept = true;
        return options->fix = true;
    case 'f':
        return options->fix = true;
    case 'g':
        return options->github = true;
    default:
        if (take_limit(options, option, value))
            return true;
        complain_of_limit(option, name, value);
        return false;
    }
}

/* Checks that no file that is written is also read, or written twice. */
static bool files_are_apart(const struct options *options)
{
    const unsigned most = 4 + FORMAT_COUNT + options->expectations.count + options->saved_count;
    struct named_file *const files = calloc(most, sizeof *files);
    unsigned count = 0;
    bool writes_output = options->github;
    if (files == NULL) {
        runner_complain("out of memory");
        return false;
    }
    for (unsigned i = 0; i < FORMAT_COUNT; i++)
        if (options->paths[i] != NULL) {
            files[count++] = (struct named_file){format_option(i), options->paths[i], true};
            writes_output = writes_output || strcmp(options->paths[i], "-") == 0;
        }
    if (options->github)
        files[count++] = (struct named_file){"--github", "-", true};
    else if (!writes_output)
        files[count++] = (struct named_file){"the summary", "-", true};
    if (options->corpus != NULL)
        files[count++] = (struct named_file){
            "--corpus", strcmp(options->corpus, "-") == 0 ? "/dev/stdin" : options->corpus, false};
    if (options->producers != NULL)
        files[count++] = (struct named_file){"--producers", options->producers, false};
    if (options->causes != NULL)
        files[count++] = (struct named_file){"--causes", options->causes, false};
    for (unsigned i = 0; i < options->expectations.count; i++)
        files[count++] = (struct named_file){"--expect", options->expectations.items[i].text, options->fix};
    for (unsigned i = 0; i < options->saved_count; i++)
        files[count++] = (struct named_file){"a report", options->saved[i], false};
    const bool apart = runner_are_apart(files, count);
    free(files);
    return apart;
}

static bool merge_takes(int option)
{
    const bool is_format = option >= FIRST_FORMAT && option < FIRST_FORMAT + FORMAT_COUNT;
    return is_format ? option != FIRST_FORMAT + JUNIT && option != FIRST_FORMAT + TAP
                     : option == 'g' || option == 'p' || option == 'u' || option == 'r';
}

static bool compare_takes(int option)
{
    return option == FIRST_FORMAT + JSON || option == FIRST_FORMAT + HTML;
}

/* Checks that no option contradicts another. */
static bool agree(struct options *options)
{
    if (options->subject_count == 0)
        runner_complain("no implementation is given; see --help");
    else if (options->core && options->corpus != NULL)
        runner_complain("--core selects from the vectors of sframe-gen; it cannot be used with --corpus");
    else if (options->fix && options->expectations.count == 0)
        runner_complain("--%s rewrites what --expect names, and nothing is named",
                        options->accept ? "accept" : "fix");
    else
        return pair_expectations(options) && files_are_apart(options);
    return false;
}

/* --- What comes first ----------------------------------------------------------------------------------- */

/* The options that a command takes, by their values in the table; null: all. */
static const struct {
    const char *name;
    bool (*takes)(int option);
} modes[] = {[MODE_RUN] = {"run", NULL},
             [MODE_MERGE] = {"merge", merge_takes},
             [MODE_COMPARE] = {"compare", compare_takes}};

static bool suits(const struct options *options, const struct once *once)
{
    for (const struct option *each = table; each->name != NULL; each++)
        if (once->seen[each->val] && modes[options->mode].takes != NULL &&
            !modes[options->mode].takes(each->val)) {
            runner_complain("%s takes no --%s%s", modes[options->mode].name, each->name,
                            each->val == FIRST_FORMAT + JUNIT || each->val == FIRST_FORMAT + TAP
                                ? ", as JSON reports leave out what passed; write it with each shard"
                                : "");
            return false;
        }
    return true;
}

static bool take_words(struct options *options, unsigned count, char **words)
{
    if (options->mode == MODE_RUN) {
        for (unsigned i = 0; i < count; i++)
            if (!add_subject(options, words[i], NULL, false))
                return false;
        return agree(options);
    }
    options->saved = words;
    options->saved_count = count;
    if (options->mode == MODE_MERGE && count == 0)
        runner_complain("merge: no reports are given; see --help");
    else if (options->mode == MODE_COMPARE && count != 2)
        runner_complain("compare takes two reports, an old one and a new one");
    else
        return files_are_apart(options);
    return false;
}

int runner_options_read(struct options *options, int count, char **words)
{
    int option, which = 0;
    struct once once = {{false}};
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    *options = (struct options){
        .jobs = cores < 1          ? 1
                : cores > JOBS_MAX ? JOBS_MAX
                                   : (unsigned)cores,
        .limits = {.deadline = 10, .memory = (size_t)4096 << 20, .answer_limit = 16 << 20},
    };
    opterr = 0; /* getopt would print the words as they are, unsafe for a terminal */
    while ((option = getopt_long(count, words, "h", table, &which)) != -1) {
        if (option == 'h' || option == 'V') {
            (void)fputs(option == 'h' ? help : version, stdout);
            return EXIT_DONE;
        }
        if (option == '?')
            runner_complain("%s: unknown option, or one without its value; see --help", words[optind - 1]);
        if (option == '?' || is_repeated(&once, &table[which]) ||
            !take_option(options, option, optarg, table[which].name))
            return EXIT_USAGE; /* the error has been reported */
    }
    for (unsigned i = 0; i < sizeof modes / sizeof *modes; i++)
        if (optind < count && strcmp(words[optind], modes[i].name) == 0) {
            options->mode = i;
            optind++;
            break;
        }
    return suits(options, &once) && take_words(options, (unsigned)(count - optind), words + optind)
               ? GO_ON
               : EXIT_USAGE;
}

void runner_options_free(struct options *options)
{
    for (unsigned i = 0; i < options->subject_count; i++) {
        free(options->subjects[i].label);
        runner_words_free(options->subjects[i].command.words);
    }
    for (unsigned i = 0; i < options->expectations.count; i++) {
        free(options->expectations.items[i].label);
        free(options->expectations.items[i].text);
    }
    free(options->subjects);
    free(options->expectations.items);
    runner_selection_free(&options->selection);
}
