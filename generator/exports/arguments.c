#include "arguments.h"

#include "../../common/corpus_version.h"
#include "../../common/safe_text.h"
#include "covering/array.h"
#include "families/cases.h"
#include "families/families.h"

#include <stdio.h>
#include <string.h>

#ifndef SFRAME_CONFORMANCE_VERSION
#define SFRAME_CONFORMANCE_VERSION "unversioned"
#endif

const char gen_program[] = "sframe-gen";

bool gen_complain(const char *what, const char *about)
{
    safe_complain(gen_program, "%s%s%s", what, about[0] != '\0' ? ": " : "", about);
    return false;
}

int gen_read_options(struct command_option *options, int *count, char ***words)
{
    const struct command_line line = {gen_program,
                                      "sframe-gen " SFRAME_CONFORMANCE_VERSION " (corpus " CORPUS_VERSION ")",
                                      .options = options};
    return command_line_read(&line, count, words);
}

/* --- Values --------------------------------------------------------------------------------------------- */

const char gen_profile_must[] = PROFILE_NAMES;
const char gen_abi_must[] = ABI_NAMES;
const char gen_family_must[] = "a family";
const char gen_pattern_must[] = "one of 64 at most";
static const char ids_must[] =
    "a pattern on ids, one of 64 at most; a field has its own option, such as --class irregular";
const char gen_path_must[] = "a path";

/* The number whose name is WISH, or -1. */
static int find_name(const char *(*name)(unsigned), unsigned count, const char *wish)
{
    for (unsigned i = 0; i < count; i++)
        if (strcmp(name(i), wish) == 0)
            return (int)i;
    return -1;
}

static bool take_number(int *to, int number)
{
    *to = number;
    return number >= 0;
}

bool gen_take_profile(void *to, const char *text)
{
    return take_number(to, gen_profile_named(text));
}

bool gen_take_abi(void *to, const char *text)
{
    return take_number(to, gen_abi_named(text));
}

static bool take_operation(void *to, const char *text)
{
    return take_number(to, find_name(gen_operation_name, OPERATIONS, text));
}

static bool take_class(void *to, const char *text)
{
    return take_number(to, find_name(gen_class_name, CLASSES, text));
}

static bool take_family(void *to, const char *text)
{
    *(const char **)to = text;
    return find_name(gen_family_name, FAMILY_COUNT, text) >= 0;
}

bool gen_take_pattern(void *to, const char *text)
{
    struct patterns *const patterns = to;
    if (patterns->count == MAX_PATTERNS)
        return false;
    patterns->list[patterns->count++] = text;
    return true;
}

/* Refuses a pattern such as class=valid: no id has a `=`. */
static bool take_ids(void *to, const char *text)
{
    return strchr(text, '=') == NULL && gen_take_pattern(to, text);
}

bool gen_take_path(void *to, const char *text)
{
    *(const char **)to = text;
    return text[0] != '\0';
}

/* --- The options of most commands ----------------------------------------------------------------------- */

int gen_read_arguments(int *count, char ***words, struct arguments *arguments)
{
    struct selection *const selection = &arguments->selection;
    uint64_t largest = DEFAULT_LARGEST, strength = DEFAULT_STRENGTH;
    struct command_option options[] = {
        {"core", .to = &selection->core},
        {"select", .kind = OPTION_PARSED, .to = &selection->select, .parse = take_ids,
         .must = ids_must, .many = true},
        {"skip", .kind = OPTION_PARSED, .to = &selection->skip, .parse = take_ids,
         .must = ids_must, .many = true},
        {"family", .kind = OPTION_PARSED, .to = &selection->family, .parse = take_family,
         .must = "a family (sframe-gen list prints them)"},
        {"profile", .kind = OPTION_PARSED, .to = &selection->profile, .parse = gen_take_profile,
         .must = gen_profile_must},
        {"abi", .kind = OPTION_PARSED, .to = &selection->abi, .parse = gen_take_abi, .must = gen_abi_must},
        {"operation", .kind = OPTION_PARSED, .to = &selection->operation, .parse = take_operation,
         .must = "decode, check, lookup, flip or unwind"},
        {"class", .kind = OPTION_PARSED, .to = &selection->vector_class, .parse = take_class,
         .must = "valid, malformed, irregular or contested"},
        {"to", .kind = OPTION_PARSED, .to = &arguments->to, .parse = gen_take_path, .must = gen_path_must},
        {"cases", .kind = OPTION_PARSED, .to = &arguments->cases, .parse = gen_take_path, .must = gen_path_must},
        {"seed", .kind = OPTION_NUMBER, .to = &arguments->seed},
        {"strength", .kind = OPTION_NUMBER, .to = &strength, .least = MIN_STRENGTH, .most = MAX_STRENGTH},
        {"largest", .kind = OPTION_NUMBER, .to = &largest, .least = 1, .most = MAX_LARGEST},
        {"requires", .kind = OPTION_PARSED, .to = &arguments->requires, .parse = gen_take_path,
         .must = gen_path_must},
        {"split", .kind = OPTION_NUMBER, .to = &arguments->split, .least = 1, .most = UINT32_MAX},
        {.name = NULL}};
    *arguments = (struct arguments){.selection = gen_select_all()};
    const int status = gen_read_options(options, count, words);
    selection->largest = (uint32_t)largest;
    selection->strength = (unsigned)strength;
    const bool is_usual = selection->largest == DEFAULT_LARGEST && selection->strength == DEFAULT_STRENGTH;
    // cppcheck-suppress knownConditionTrueFalse
    if (status == COMMAND_LINE_GO_ON && selection->core && !is_usual)
        return command_line_wrong_use(gen_program, "--core cannot be used with --largest or --strength");
    if (status == COMMAND_LINE_GO_ON && arguments->cases != NULL && !gen_read_cases(arguments->cases))
        return COMMAND_LINE_TROUBLE;
    return status;
}
