#include "options.h"

#include "../../common/command_line.h"
#include "../../common/corpus_version.h"
#include "../../common/safe_text.h"
#include "process/memory.h"
#include "process/process.h"
#include "report/report.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef SFRAME_CONFORMANCE_VERSION
#define SFRAME_CONFORMANCE_VERSION "unversioned"
#endif

enum { EXIT_USAGE = 2, JOBS_MAX = 32 };

static const char program[] = "sframe-conform";
static const char version[] =
    "sframe-conform " SFRAME_CONFORMANCE_VERSION " (corpus " CORPUS_VERSION ", protocols 1 to 3)";

bool runner_complain(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    safe_complain_by(program, format, arguments);
    va_end(arguments);
    return false;
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
static char *make_label(const struct options *options, const char *command)
{
    const char *const slash = strrchr(command, '/');
    const char *const name = slash != NULL ? slash + 1 : command;
    char *label = memory_copy(name);
    for (unsigned i = 2; find_subject(options, label) != NULL; i++) {
        free(label);
        label = memory_print("%s-%u", name, i);
    }
    return label;
}

static bool add_subject(struct options *options, const char *text, int (*function)(char *const words[]),
                        bool missing)
{
    struct subject subject = {.text = behind_label(text), .command.function = function};
    const size_t size = label_size(text);
    if (missing)
        subject.missing = subject.text;
    else
        subject.command.words = runner_words_split(subject.text);
    if (missing ? size == 0 : subject.command.words == NULL)
        return runner_complain(missing ? "--missing %s: it takes LABEL=WHY"
                                       : "%s: no command, or a quote is not closed",
                               *text != '\0' ? text : "an empty word");
    subject.label = size > 0 ? memory_copy_of(text, size) : make_label(options, subject.command.words[0]);
    const bool is_new = find_subject(options, subject.label) == NULL;
    options->subjects = memory_grow(options->subjects, options->subject_count + 1, sizeof *options->subjects);
    options->subjects[options->subject_count++] = subject;
    return is_new || runner_complain("%s: two implementations have this label", subject.label);
}

static bool take_expectations(void *to, const char *text)
{
    struct labelled_list *const list = to;
    const size_t size = label_size(text);
    list->items = memory_grow(list->items, list->count + 1, sizeof *list->items);
    list->items[list->count++] =
        (struct labelled){size > 0 ? memory_copy_of(text, size) : NULL, behind_label(text), 0};
    return true;
}

static bool complain_label(const struct options *options, const char *label)
{
    char labels[300] = "";
    size_t size = 0;
    for (unsigned i = 0; i < options->subject_count && size < sizeof labels; i++)
        size += (size_t)snprintf(labels + size, sizeof labels - size, "%s%s", i > 0 ? ", " : "",
                                 options->subjects[i].label);
    return runner_complain("--expect %s: no implementation has this label; there are %s", label, labels);
}

/* Gives each expectation file to its implementation.  Without a label it belongs to the only one. */
static bool pair_expectations(struct options *options)
{
    for (unsigned i = 0; i < options->expectations.count; i++) {
        struct labelled *const each = &options->expectations.items[i];
        const struct subject *const named = each->label != NULL           ? find_subject(options, each->label)
                                            : options->subject_count == 1 ? options->subjects
                                                                          : NULL;
        if (named == NULL && each->label == NULL)
            return runner_complain("--expect %s: there are several implementations; write --expect LABEL=FILE",
                                   each->text);
        if (named == NULL)
            return complain_label(options, each->label);
        each->subject = (unsigned)(named - options->subjects);
    }
    return true;
}

/* --- Values --------------------------------------------------------------------------------------------- */

/* Returns the last word such as `{path}` that looks like a placeholder and is none.  Null: there is none, or
 * the command has a real placeholder. */
static const char *find_no_place(char *const *words)
{
    static const char *const places[] = {"{file}", "{elf}", "{profile}", "{abi}", "{address}", "{pc}"};
    const char *none = NULL;
    for (; words != NULL && *words != NULL; words++) {
        for (size_t i = 0; i < sizeof places / sizeof *places; i++)
            if (strstr(*words, places[i]) != NULL)
                return NULL;
        const size_t size = strlen(*words);
        if (size > 2 && (*words)[0] == '{' && strspn(*words + 1, "abcdefghijklmnopqrstuvwxyz") == size - 2 &&
            (*words)[size - 1] == '}')
            none = *words;
    }
    return none;
}

static bool take_one_shot(void *to, const char *text)
{
    char **const words = runner_words_split(behind_label(text));
    const char *const none = find_no_place(words);
    if (none != NULL)
        runner_complain("--one-shot %s: it has no place for a section, and %s is none of {file} {elf} {profile} {abi} "
                        "{address} {pc}",
                        text, none);
    runner_words_free(words);
    return none == NULL && add_subject(to, text, runner_one_shot, false);
}

static bool take_missing(void *to, const char *text)
{
    return add_subject(to, text, NULL, true);
}

static bool take_shard(void *to, const char *text)
{
    return runner_shard_read(to, text);
}

static bool take_seconds(void *to, const char *text)
{
    double *const seconds = to;
    return command_line_decimal(text, seconds) && *seconds > 0 && *seconds <= 1e6;
}

static bool take_wish(void *to, const char *text)
{
    const char *why;
    if (runner_wishes_add(to, text, &why))
        return true;
    return runner_complain("%s: %s", text[0] != '\0' ? text : "--select or --skip", why);
}

static bool take_requirement(void *to, const char *text)
{
    const char *why;
    if (runner_requirement_add(to, text, &why))
        return true;
    return runner_complain("--require %s: %s", text, why);
}

static const char *const format_options[FORMAT_COUNT] = {
    [TEXT] = "the summary", [JSON] = "--json",         [JUNIT] = "--junit",
    [TAP] = "--tap",        [MARKDOWN] = "--markdown", [HTML] = "--html",
    [SARIF] = "--sarif",    [BADGE] = "--badge",       [BADGE_PICTURE] = "--badge-svg"};

/* Checks that no file that is written is also read, or written twice. */
static bool files_are_apart(const struct options *options)
{
    const unsigned most = 5 + FORMAT_COUNT + options->expectations.count + options->saved_count;
    struct named_file *const files = memory_of(most, sizeof *files);
    const bool from_input = options->corpus != NULL && strcmp(options->corpus, "-") == 0;
    const struct named_file read[] = {{"--corpus", from_input ? "/dev/stdin" : options->corpus, false},
                                      {"--requires", options->requires, false},
                                      {"--producers", options->producers, false},
                                      {"--causes", options->causes, false}};
    unsigned count = 0;
    bool writes_output = options->github;
    for (unsigned i = 0; i < FORMAT_COUNT; i++)
        if (options->paths[i] != NULL) {
            files[count++] = (struct named_file){format_options[i], options->paths[i], true};
            writes_output = writes_output || strcmp(options->paths[i], "-") == 0;
        }
    if (options->github)
        files[count++] = (struct named_file){"--github", "-", true};
    else if (!writes_output)
        files[count++] = (struct named_file){"the summary", "-", true};
    for (unsigned i = 0; i < sizeof read / sizeof *read; i++)
        if (read[i].path != NULL)
            files[count++] = read[i];
    for (unsigned i = 0; i < options->expectations.count; i++)
        files[count++] = (struct named_file){"--expect", options->expectations.items[i].text, options->fix};
    for (unsigned i = 0; i < options->saved_count; i++)
        files[count++] = (struct named_file){"a report", options->saved[i], false};
    const bool apart = runner_are_apart(files, count);
    free(files);
    return apart;
}

/* Checks that no option contradicts another. */
static bool agree(struct options *options)
{
    if (options->subject_count == 0)
        return runner_complain("no implementation is given; see --help");
    if (options->core && options->corpus != NULL)
        return runner_complain("--core selects from the vectors of sframe-gen; it cannot be used with --corpus");
    if (options->seed > 0 && !options->sequences)
        return runner_complain("--seed shuffles the questions of --sequences, which is not given");
    if (options->fix && options->expectations.count == 0)
        return runner_complain("--%s rewrites what --expect names, and nothing is named",
                               options->accept ? "accept" : "fix");
    return pair_expectations(options) && files_are_apart(options);
}

/* --- What comes first ----------------------------------------------------------------------------------- */

/* The options that a command takes, with a space around each; null: all. */
static const struct {
    const char *name, *takes;
} modes[] = {[MODE_RUN] = {"run", NULL},
             [MODE_MERGE] = {"merge",
                             " json markdown html sarif badge badge-svg github producers causes require "},
             [MODE_COMPARE] = {"compare", " json html "}};

static bool is_taken(enum mode mode, const char *name)
{
    char word[32];
    (void)snprintf(word, sizeof word, " %s ", name);
    return modes[mode].takes == NULL || strstr(modes[mode].takes, word) != NULL;
}

static bool suits(enum mode mode, const struct command_option *table)
{
    for (const struct command_option *each = table; each->name != NULL; each++)
        if (each->given && !is_taken(mode, each->name)) {
            const bool needs_all =
                mode == MODE_MERGE && (strcmp(each->name, "junit") == 0 || strcmp(each->name, "tap") == 0);
            return runner_complain(
                "%s takes no --%s%s", modes[mode].name, each->name,
                needs_all ? ", as JSON reports leave out what passed; write it with each shard" : "");
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
        return runner_complain("merge: no reports are given; see --help");
    if (options->mode == MODE_COMPARE && count != 2)
        return runner_complain("compare takes two reports, an old one and a new one");
    return files_are_apart(options);
}

static enum mode take_mode(int *count, char ***words)
{
    for (unsigned i = 0; i < sizeof modes / sizeof *modes; i++)
        if (*count > 0 && strcmp((*words)[0], modes[i].name) == 0) {
            (*count)--;
            (*words)++;
            return i;
        }
    return MODE_RUN;
}

int runner_options_read(struct options *options, int count, char **words)
{
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    struct selection *const selection = &options->selection;
    const char **const paths = options->paths;
    uint64_t memory = 4096, answer = 16 << 20;
    uint64_t jobs = cores < 1 ? 1 : cores > JOBS_MAX ? JOBS_MAX : (uint64_t)cores;
    struct command_option table[] = {
        {"one-shot", .kind = OPTION_PARSED, .to = options, .parse = take_one_shot, .many = true},
        {"missing", .kind = OPTION_PARSED, .to = options, .parse = take_missing, .many = true},
        {"corpus", .kind = OPTION_TEXT, .to = &options->corpus},
        {"core", .to = &options->core},
        {"select", .kind = OPTION_PARSED, .to = &selection->select, .parse = take_wish, .many = true},
        {"skip", .kind = OPTION_PARSED, .to = &selection->skip, .parse = take_wish, .many = true},
        {"shard", .kind = OPTION_PARSED, .to = selection, .parse = take_shard,
         .must = "I/N, as in 1/4: I from 1 to N, and N at most 1000000"},
        {"jobs", .kind = OPTION_NUMBER, .to = &jobs, .least = 1, .most = JOBS_MAX},
        {"deadline", .kind = OPTION_PARSED, .to = &options->limits.deadline, .parse = take_seconds,
         .must = "a number of seconds, more than 0 and at most 1000000"},
        {"memory", .kind = OPTION_NUMBER, .to = &memory, .most = 1 << 24,
         .must = "a whole number of MiB from 0 to 16777216; 0 is no limit"},
        {"answer-limit", .kind = OPTION_NUMBER, .to = &answer, .least = 64, .most = 1 << 30,
         .must = "a whole number of bytes from 64 to 1073741824"},
        {"expect", .kind = OPTION_PARSED, .to = &options->expectations, .parse = take_expectations,
         .many = true},
        {"producers", .kind = OPTION_TEXT, .to = &options->producers},
        {"causes", .kind = OPTION_TEXT, .to = &options->causes},
        {"strict", .to = &options->strict},
        {"require", .kind = OPTION_PARSED, .to = &selection->required, .parse = take_requirement,
         .many = true},
        {"requires", .kind = OPTION_TEXT, .to = &options->requires},
        {"exact", .to = &options->exact},
        {"sequences", .to = &options->sequences},
        {"seed", .kind = OPTION_NUMBER, .to = &options->seed, .least = 1, .most = UINT32_MAX},
        {"growth", .to = &options->growth},
        {"fix", .to = &options->fix},
        {"accept", .to = &options->accept},
        {"github", .to = &options->github},
        {"json", .kind = OPTION_TEXT, .to = &paths[JSON]},
        {"junit", .kind = OPTION_TEXT, .to = &paths[JUNIT]},
        {"tap", .kind = OPTION_TEXT, .to = &paths[TAP]},
        {"markdown", .kind = OPTION_TEXT, .to = &paths[MARKDOWN]},
        {"html", .kind = OPTION_TEXT, .to = &paths[HTML]},
        {"sarif", .kind = OPTION_TEXT, .to = &paths[SARIF]},
        {"badge", .kind = OPTION_TEXT, .to = &paths[BADGE]},
        {"badge-svg", .kind = OPTION_TEXT, .to = &paths[BADGE_PICTURE]},
        {.name = NULL}};
    const struct command_line line = {program, version, .options = table};
    *options = (struct options){.limits = {.deadline = 10}};
    const int status = command_line_read(&line, &count, &words);
    if (status != COMMAND_LINE_GO_ON)
        return status;
    options->jobs = (unsigned)jobs;
    options->limits.memory = (size_t)memory << 20;
    options->limits.answer_limit = (size_t)answer;
    options->fix = options->fix || options->accept;
    options->mode = take_mode(&count, &words);
    return suits(options->mode, table) && take_words(options, (unsigned)count, words) ? GO_ON : EXIT_USAGE;
}

void runner_options_free(struct options *options)
{
    for (unsigned i = 0; i < options->subject_count; i++) {
        free(options->subjects[i].label);
        runner_words_free(options->subjects[i].command.words);
    }
    for (unsigned i = 0; i < options->expectations.count; i++)
        free(options->expectations.items[i].label);
    free(options->subjects);
    free(options->expectations.items);
    runner_selection_free(&options->selection);
}
