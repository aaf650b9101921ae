#include "command_line.h"

#include "safe_text.h"

#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Values --------------------------------------------------------------------------------------------- */

static bool read_number(const char *text, int base, uint64_t *value)
{
    char *end;
    errno = 0;
    *value = strtoull(text, &end, base);
    return text[0] >= '0' && text[0] <= '9' && errno == 0 && *end == '\0';
}

bool command_line_number(const char *text, uint64_t *value)
{
    return read_number(text, 10, value);
}

bool command_line_address(const char *text, uint64_t *value)
{
    return read_number(text, strncmp(text, "0x", 2) == 0 ? 16 : 10, value);
}

bool command_line_decimal(const char *text, double *value)
{
    static const char digits[] = "0123456789";
    const size_t whole = strspn(text, digits);
    const size_t part = text[whole] == '.' ? strspn(text + whole + 1, digits) : 0;
    *value = strtod(text, NULL);
    return whole > 0 && text[whole + (part > 0 ? part + 1 : 0)] == '\0';
}

/* --- Wrong use ------------------------------------------------------------------------------------------ */

int command_line_wrong_use(const char *program, const char *format, ...)
{
    char *what = NULL;
    va_list arguments;
    va_start(arguments, format);
    const int size = vasprintf(&what, format, arguments);
    va_end(arguments);
    safe_complain(program, "%s; see %s --help", size >= 0 ? what : "wrong use", program);
    if (size >= 0)
        free(what);
    return COMMAND_LINE_TROUBLE;
}

/* As people write it: --name, or -n if it has no name. */
struct option_text {
    char text[80];
};

static struct option_text text_of(const struct command_option *option)
{
    struct option_text text;
    if (option->name != NULL)
        (void)snprintf(text.text, sizeof text.text, "--%s", option->name);
    else
        (void)snprintf(text.text, sizeof text.text, "-%c", option->letter);
    return text;
}

/* What its value must be, without "must be"; NULL: anything, or PARSE says it. */
static const char *value_of(const struct command_option *option, struct option_text *number)
{
    if (option->must != NULL || option->kind == OPTION_TEXT || option->kind >= OPTION_PARSED)
        return option->must;
    if (option->kind == OPTION_ADDRESS)
        return "an address (decimal, or hexadecimal with 0x, up to 64 bits)";
    if (option->most == 0)
        return "a whole number";
    (void)snprintf(number->text, sizeof number->text, "a whole number from %" PRIu64 " to %" PRIu64,
                   option->least, option->most);
    return number->text;
}

static int wrong_value(const char *program, const struct command_option *option, const char *value)
{
    struct option_text number;
    const char *must = value_of(option, &number);
    if (must == NULL)
        return COMMAND_LINE_TROUBLE;
    return command_line_wrong_use(program, "%s %s: must be %s", text_of(option).text, value, must);
}

/* --- Options -------------------------------------------------------------------------------------------- */

enum { MOST_OPTIONS = 40, NO_VALUE = ':', WRONG = '?', HELP = 256, VERSION, FIRST };

/* What getopt_long() is given. */
struct spelling {
    char letters[3 * MOST_OPTIONS];
    struct option names[MOST_OPTIONS + 3];
};

static bool is_last(const struct command_option *option)
{
    return option->name == NULL && option->letter == '\0';
}

static void spell(const struct command_line *line, struct spelling *spelling)
{
    struct option *name = spelling->names;
    char *letter = spelling->letters;
    int i = 0;
    if (line->ends_at_word)
        *letter++ = '+';
    *letter++ = ':'; /* an option without its value gives NO_VALUE */
    *letter++ = 'h';
    *name++ = (struct option){"help", no_argument, NULL, HELP};
    if (line->version != NULL) {
        *letter++ = 'V';
        *name++ = (struct option){"version", no_argument, NULL, VERSION};
    }
    for (const struct command_option *option = line->options; !is_last(option); option++, i++) {
        const int takes = option->kind == OPTION_FLAG      ? no_argument
                          : option->kind == OPTION_PERHAPS ? optional_argument
                                                           : required_argument;
        if (option->name != NULL)
            *name++ = (struct option){option->name, takes, NULL, FIRST + i};
        if (option->letter != '\0')
            letter += sprintf(letter, takes == no_argument ? "%c" : "%c:", option->letter);
    }
}

static struct command_option *option_of(const struct command_line *line, int value)
{
    struct command_option *option = line->options;
    if (value >= FIRST)
        return &option[value - FIRST];
    while (option->letter != value)
        option++;
    return option;
}

/* Reports a long option that is not known, or is the beginning of several names. */
static int unknown_name(const char *program, const struct spelling *spelling, const char *word)
{
    char names[1024] = "";
    const int size = (int)strcspn(word, "=");
    for (const struct option *option = spelling->names; option->name != NULL; option++) {
        const size_t used = strlen(names);
        if (strncmp(option->name, word + 2, (size_t)size - 2) == 0)
            (void)snprintf(names + used, sizeof names - used, "%s--%s", used > 0 ? " or " : "", option->name);
    }
    if (names[0] != '\0')
        return command_line_wrong_use(program, "%.*s is ambiguous: %s", size, word, names);
    return command_line_wrong_use(program, "unknown option: %.*s", size, word);
}

/* The word with the letter optopt, which is no option.  If that letter is the last of its word, getopt_long()
 * has gone on to the next word; a word before that has only known letters does not end in optopt. */
static const char *word_of_letter(char *const *words)
{
    const char *const before = words[optind - 1];
    const bool is_before = before[0] == '-' && before[strlen(before) - 1] == (char)optopt;
    return is_before ? before : words[optind];
}

/* Reports VALUE, which getopt_long() gave in the place of the option in optopt; 0 there: an unknown name. */
static int wrong_option(const struct command_line *line, const struct spelling *spelling, int value,
                        char *const *words)
{
    const char *const word = words[optind - 1];
    if (value == NO_VALUE) {
        const struct command_option *option = option_of(line, optopt);
        struct option_text number;
        const char *must = value_of(option, &number);
        return command_line_wrong_use(line->program, "%s needs a value%s%s", text_of(option).text,
                                      must != NULL ? ": " : "", must != NULL ? must : "");
    }
    if (optopt >= HELP)
        return command_line_wrong_use(line->program, "%.*s takes no value", (int)strcspn(word, "="), word);
    if (optopt != 0)
        return command_line_wrong_use(line->program, "unknown option: %s", word_of_letter(words));
    return unknown_name(line->program, spelling, word);
}

/* An option may have several names, each a row of the table with the same TO and PARSE. */
static bool is_repeated(const struct command_line *line, const struct command_option *option)
{
    bool is_given = false;
    for (const struct command_option *other = line->options; !is_last(other); other++)
        is_given = is_given || (other->given && other->to == option->to && other->parse == option->parse);
    return is_given && option->kind != OPTION_FLAG && !option->many;
}

static bool take(const struct command_option *option, const char *value)
{
    uint64_t number;
    switch (option->kind) {
    case OPTION_FLAG:
        *(bool *)option->to = true;
        return true;
    case OPTION_TEXT:
        *(const char **)option->to = value;
        return true;
    case OPTION_NUMBER:
        if (!command_line_number(value, &number) || number < option->least ||
            (option->most != 0 && number > option->most))
            return false;
        *(uint64_t *)option->to = number;
        return true;
    case OPTION_ADDRESS:
        return command_line_address(value, option->to);
    case OPTION_PARSED:
    case OPTION_PERHAPS:
        return option->parse(option->to, value != NULL ? value : "");
    }
    return false;
}

static int take_once(const struct command_line *line, struct command_option *option, const char *value)
{
    if (is_repeated(line, option))
        return command_line_wrong_use(line->program, "%s is given twice, but takes one value only",
                                      text_of(option).text);
    option->given = true;
    return take(option, value) ? COMMAND_LINE_GO_ON
                               : wrong_value(line->program, option, value != NULL ? value : "");
}

int command_line_read(const struct command_line *line, int *count, char ***words)
{
    struct spelling spelling = {{0}, {{0}}};
    int status = COMMAND_LINE_GO_ON, value;
    spell(line, &spelling);
    opterr = 0; /* getopt_long() would print words as they are */
    optind = 0; /* so that it begins anew */
    while (status == COMMAND_LINE_GO_ON &&
           (value = getopt_long(*count, *words, spelling.letters, spelling.names, NULL)) != -1) {
        if (value == HELP || value == 'h')
            status = fputs(command_line_help(line->program), stdout) < 0 ? COMMAND_LINE_TROUBLE : 0;
        else if (value == VERSION || value == 'V')
            status = puts(line->version) < 0 ? COMMAND_LINE_TROUBLE : 0;
        else if (value == NO_VALUE || value == WRONG)
            status = wrong_option(line, &spelling, value, *words);
        else
            status = take_once(line, option_of(line, value), optarg);
    }
    *count -= optind;
    *words += optind;
    return status;
}
