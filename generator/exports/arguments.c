#include "arguments.h"

#include "../../common/command_line.h"
#include "../../common/safe_text.h"
#include "covering/array.h"
#include "families/cases.h"
#include "families/families.h"

#include <stdio.h>
#include <string.h>

bool gen_complain(const char *what, const char *about)
{
    safe_complain("sframe-gen", "%s%s%s", what, about[0] != '\0' ? ": " : "", about);
    return false;
}

/* --- Names ---------------------------------------------------------------------------------------------- */

static const char *operation_by_number(unsigned number)
{
    return gen_operation_name((enum operation)number);
}

static const char *class_by_number(unsigned number)
{
    return gen_class_name((enum vector_class)number);
}

/* The number of what is so named, or -1. */
static int find_name(const char *(*name)(unsigned), unsigned count, const char *wish)
{
    for (unsigned i = 0; i < count; i++)
        if (strcmp(name(i), wish) == 0)
            return (int)i;
    return -1;
}

static int operation_named(const char *name)
{
    return find_name(operation_by_number, OPERATIONS, name);
}

static int class_named(const char *name)
{
    return find_name(class_by_number, CLASSES, name);
}

/* --- Values --------------------------------------------------------------------------------------------- */

static bool parse_largest(const char *string, uint32_t *largest)
{
    uint64_t number;
    if (!command_line_number(string, &number) || number < 1 || number > MAX_LARGEST)
        return false;
    *largest = (uint32_t)number;
    return true;
}

static bool parse_strength(const char *string, unsigned *strength)
{
    uint64_t number;
    if (!command_line_number(string, &number) || number < MIN_STRENGTH || number > MAX_STRENGTH)
        return false;
    *strength = (unsigned)number;
    return true;
}

static bool add_pattern(const char **patterns, uint32_t *count, const char *pattern)
{
    if (*count == MAX_PATTERNS)
        return false;
    patterns[(*count)++] = pattern;
    return true;
}

/* --- Options -------------------------------------------------------------------------------------------- */

enum taken { TAKEN, NOT_ITS_VALUE, UNKNOWN };

static enum taken take_choice(const char *option, const char *value, struct selection *selection)
{
    const struct {
        const char *option;
        int *field;
        int (*named)(const char *);
    } choices[] = {
        {"--profile", &selection->profile, gen_profile_named},
        {"--abi", &selection->abi, gen_abi_named},
        {"--operation", &selection->operation, operation_named},
        {"--class", &selection->vector_class, class_named},
    };
    for (unsigned i = 0; i < sizeof choices / sizeof *choices; i++) {
        if (strcmp(option, choices[i].option) == 0) {
            *choices[i].field = choices[i].named(value);
            return *choices[i].field >= 0 ? TAKEN : NOT_ITS_VALUE;
        }
    }
    return UNKNOWN;
}

static enum taken take_other(const char *option, const char *value, struct arguments *arguments)
{
    struct selection *selection = &arguments->selection;
    bool taken = true;
    if (strcmp(option, "--family") == 0)
        taken = find_name(gen_family_name, FAMILY_COUNT, selection->family = value) >= 0;
    else if (strcmp(option, "--select") == 0)
        taken = add_pattern(selection->select, &selection->select_count, value);
    else if (strcmp(option, "--skip") == 0)
        taken = add_pattern(selection->skip, &selection->skip_count, value);
    else if (strcmp(option, "--seed") == 0)
        taken = command_line_number(value, &arguments->seed);
    else if (strcmp(option, "--largest") == 0)
        taken = parse_largest(value, &selection->largest);
    else if (strcmp(option, "--strength") == 0)
        taken = parse_strength(value, &selection->strength);
    else if (strcmp(option, "--cases") == 0)
        taken = (arguments->cases = value)[0] != '\0';
    else if (strcmp(option, "--to") == 0)
        taken = (arguments->to = value)[0] != '\0';
    else
        return UNKNOWN;
    return taken ? TAKEN : NOT_ITS_VALUE;
}

static bool take_pair(const char *option, const char *value, struct arguments *arguments)
{
    const char *given = value == NULL ? "" : value;
    enum taken taken = take_choice(option, given, &arguments->selection);
    if (taken == UNKNOWN)
        taken = take_other(option, given, arguments);
    if (taken == UNKNOWN)
        return gen_complain("unknown option (see --help)", option);
    if (value == NULL)
        return gen_complain("this option needs a value", option);
    if (taken == NOT_ITS_VALUE)
        safe_complain("sframe-gen", "%s does not take this value: %s", option, value);
    return taken == TAKEN;
}

/* The last one would win, and nobody would notice that the first has no effect. */
static bool is_repeated(char **strings, int at)
{
    static const char *const may_repeat[] = {"--select", "--skip"};
    for (unsigned i = 0; i < sizeof may_repeat / sizeof *may_repeat; i++)
        if (strcmp(strings[at], may_repeat[i]) == 0)
            return false;
    for (int i = 0; i < at; i += strcmp(strings[i], "--core") == 0 ? 1 : 2)
        if (strcmp(strings[i], strings[at]) == 0)
            return !gen_complain("this option is given twice, but takes one value only", strings[at]);
    return false;
}

bool gen_parse_arguments(int count, char **strings, struct arguments *arguments)
{
    *arguments = (struct arguments){.selection = gen_select_all()};
    for (int i = 0; i < count; i++) {
        if (strcmp(strings[i], "--core") == 0) {
            arguments->core = true;
            continue;
        }
        if (is_repeated(strings, i) ||
            !take_pair(strings[i], i + 1 < count ? strings[i + 1] : NULL, arguments))
            return false;
        i++;
    }
    arguments->selection.core = arguments->core;
    if (arguments->core && (arguments->selection.largest != DEFAULT_LARGEST ||
                            arguments->selection.strength != DEFAULT_STRENGTH))
        return gen_complain("--core cannot be used with --largest or --strength", "");
    return arguments->cases == NULL || gen_read_cases(arguments->cases);
}
