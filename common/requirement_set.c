#include "requirement_set.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const requirement_debt_names[REQUIREMENT_DEBTS] = {
    [OWES_NOTHING] = "free", [OWES_RIGHT_OR_REFUSAL] = "right or refuse", [OWES_REFUSAL] = "refuse"};

/* --- The bytes of a section ----------------------------------------------------------------------------- */

enum {
    MAGIC = 0xdee2,
    HEADER_BYTES = 28,
    AT_VERSION = 2,
    AT_FLAGS = 3,
    AT_ABI = 4,
    AT_FIXED_FP = 5,
    AT_FIXED_RA = 6,
    AT_AUX = 7,
    AT_FUNCTIONS = 8,
    AT_ROWS = 12,
    AT_FUNCTIONS_BEGIN = 20,
    AT_ROWS_BEGIN = 24,
};

/* By the version byte: the size of a function's entry, and offsets of fields.  In versions 1 and 2 all fields
 * are in the entry; at `rows` is the offset of the function's rows.  In version 3 the entry has, at
 * `attributes`, the offset of the function's attributes, which have the other fields; `rows` is their length,
 * and the rows follow them. */
static const struct layout {
    uint64_t entry, attributes, info, type; /* attributes: 0: none; type: 0: none */
    uint64_t count, rows;                   /* see above */
    unsigned count_bytes;
} layouts[] = {[1] = {17, 0, 16, 0, 12, 8, 4}, [2] = {20, 0, 16, 0, 12, 8, 4}, [3] = {16, 12, 2, 3, 0, 5, 2}};
enum { LAYOUTS = sizeof layouts / sizeof *layouts, ROWS_WALKED = 4096 };

enum { SORTED = 1, FRAME_POINTER = 2, PCREL = 4, MASKED = 0x10, TYPE_BITS = 0x1f };

/* What is counted of functions and rows, in one walk. */
enum count {
    FUNCTIONS_MASKED,
    FUNCTIONS_FLEXIBLE,
    FUNCTIONS_OF_STARTS_2,
    FUNCTIONS_OF_STARTS_4,
    ROWS_OF_WORDS_2,
    ROWS_OF_WORDS_4,
    ROWS_WITHOUT_WORDS,
    COUNTS
};

struct view {
    const struct requirement_question *question;
    uint8_t header[HEADER_BYTES]; /* every predicate looks there */
    bool big, counted;
    int64_t counts[COUNTS];
};

static uint8_t byte_at(const struct view *view, size_t at)
{
    return at < HEADER_BYTES ? view->header[at] : view->question->byte(view->question->section, at);
}

/* Reads a number of up to 8 bytes.  False: the section ends before them. */
static bool number_at(const struct view *view, uint64_t at, unsigned bytes, uint64_t *number)
{
    const size_t size = view->question->size;
    *number = 0;
    if (at > size || size - at < bytes)
        return false;
    for (unsigned i = 0; i < bytes; i++)
        *number |= (uint64_t)byte_at(view, (size_t)at + i) << (8 * (view->big ? bytes - 1 - i : i));
    return true;
}

/* A field of the header; the caller knows that there is a header. */
static uint64_t field(const struct view *view, uint64_t at, unsigned bytes)
{
    uint64_t number;
    (void)number_at(view, at, bytes, &number);
    return number;
}

static bool view_of(const struct requirement_question *question, struct view *view)
{
    *view = (struct view){.question = question};
    if (question->size < HEADER_BYTES)
        return false;
    for (size_t i = 0; i < HEADER_BYTES; i++)
        view->header[i] = question->byte(question->section, i);
    if (field(view, 0, 2) == MAGIC)
        return true;
    view->big = true;
    return field(view, 0, 2) == MAGIC;
}

static const struct layout *layout_of(const struct view *view)
{
    const uint64_t version = field(view, AT_VERSION, 1);
    return version < LAYOUTS && layouts[version].entry != 0 ? &layouts[version] : NULL;
}

static uint64_t functions_begin(const struct view *view)
{
    return HEADER_BYTES + field(view, AT_AUX, 1) + field(view, AT_FUNCTIONS_BEGIN, 4);
}

static uint64_t rows_begin(const struct view *view)
{
    return HEADER_BYTES + field(view, AT_AUX, 1) + field(view, AT_ROWS_BEGIN, 4);
}

/* *AT is where function I has the fields of its layout.  False: the section ends before its entry does. */
static bool function_at(const struct view *view, const struct layout *layout, uint64_t i, uint64_t *at)
{
    uint64_t offset = 0;
    *at = functions_begin(view) + i * layout->entry;
    if (!number_at(view, *at + layout->attributes, 4, &offset))
        return false;
    if (layout->attributes != 0)
        *at = rows_begin(view) + offset;
    return true;
}

/* Counts a function's rows (its fields at AT, its byte INFO), *LEFT at most, up to the section's end. */
static void count_rows(struct view *view, const struct layout *layout, uint64_t at, uint64_t info, unsigned *left)
{
    uint64_t count, rows;
    if (!number_at(view, at + layout->count, layout->count_bytes, &count))
        return;
    if (layout->attributes != 0)
        rows = at + layout->rows;
    else if (number_at(view, at + layout->rows, 4, &rows))
        rows += rows_begin(view);
    else
        return;
    const uint64_t start = UINT64_C(1) << (info & 3);
    for (; count > 0 && *left > 0 && number_at(view, rows + start, 1, &info); count--, (*left)--) {
        const uint64_t words = info >> 1 & 0xf, size = UINT64_C(1) << (info >> 5 & 3);
        view->counts[ROWS_WITHOUT_WORDS] += words == 0;
        view->counts[ROWS_OF_WORDS_2] += words > 0 && size == 2;
        view->counts[ROWS_OF_WORDS_4] += words > 0 && size == 4;
        rows += start + 1 + words * size;
    }
}

/* Counts all functions up to the section's end, and the first ROWS_WALKED rows. */
static void count_functions(struct view *view)
{
    const struct layout *const layout = layout_of(view);
    const uint64_t count = layout != NULL ? field(view, AT_FUNCTIONS, 4) : 0;
    uint64_t at, info, type;
    unsigned left = ROWS_WALKED;
    view->counted = true;
    for (uint64_t i = 0; i < count && function_at(view, layout, i, &at); i++) {
        if (!number_at(view, at + layout->info, 1, &info))
            continue;
        view->counts[FUNCTIONS_MASKED] += (info & MASKED) != 0;
        view->counts[FUNCTIONS_FLEXIBLE] +=
            layout->type != 0 && number_at(view, at + layout->type, 1, &type) && (type & TYPE_BITS) != 0;
        view->counts[FUNCTIONS_OF_STARTS_2] += (info & 0xf) == 1;
        view->counts[FUNCTIONS_OF_STARTS_4] += (info & 0xf) == 2;
        if (left > 0)
            count_rows(view, layout, at, info, &left);
        left -= left > 0;
    }
}

/* --- Subjects ------------------------------------------------------------------------------------------- */

static const char *const profile_names[] = {"v1", "v2", "v2e1", "v2e2", "v3", NULL};
static const char *const operation_names[] = {"decode", "check", "lookup", "flip", "unwind", NULL};
static const char *const order_names[] = {"native", "foreign", NULL};
/* The index is the ABI byte of a section; 0, `own`, stands for the ABI of the question. */
static const char *const abi_names[] = {"own", "aarch64_be", "aarch64", "amd64", "s390x", NULL};
static const bool abi_is_big[] = {false, true, false, false, true};

/* The index of a name of SIZE bytes, or -1. */
static int64_t name_number(const char *const *names, const char *name, size_t size)
{
    for (int64_t i = 0; names[i] != NULL; i++)
        if (strlen(names[i]) == size && memcmp(names[i], name, size) == 0)
            return i;
    return -1;
}

static int64_t number_of(const char *const *names, const char *name)
{
    return name_number(names, name, strlen(name));
}

static int64_t profile_of(const struct view *view)
{
    return number_of(profile_names, view->question->profile);
}

static int64_t operation_of(const struct view *view)
{
    return number_of(operation_names, view->question->operation);
}

static int64_t order_of(const struct view *view)
{
    const int64_t abi = number_of(abi_names, view->question->abi);
    return abi > 0 && abi_is_big[abi] != view->big;
}

static int64_t rows_are_behind(const struct view *view)
{
    const struct layout *const layout = layout_of(view);
    const uint64_t entries = layout != NULL ? layout->entry * field(view, AT_FUNCTIONS, 4) : 0;
    return layout == NULL || rows_begin(view) >= functions_begin(view) + entries;
}

enum kind { NAMES, NUMBER, TRUTH, COUNT };

/* What docs/requirements.md lists. */
static const struct subject {
    const char *name;
    enum kind kind;
    bool of_request; /* decided without the section */
    int64_t (*value)(const struct view *view); /* null: it is a field of the header */
    const char *const *names;                  /* of NAMES */
    unsigned at, bytes;                        /* of the field; COUNT: `at` is which count */
    unsigned bits;                             /* of the field; 0: all */
    bool is_signed;                            /* it is one signed byte */
} subjects[] = {
    {"profile", NAMES, .of_request = true, .value = profile_of, .names = profile_names},
    {"operation", NAMES, .of_request = true, .value = operation_of, .names = operation_names},
    {"byte order", NAMES, .value = order_of, .names = order_names},
    {"abi", NAMES, .names = abi_names, .at = AT_ABI, .bytes = 1},
    {"version", NUMBER, .at = AT_VERSION, .bytes = 1},
    {"sorted", TRUTH, .at = AT_FLAGS, .bytes = 1, .bits = SORTED},
    {"frame-pointer", TRUTH, .at = AT_FLAGS, .bytes = 1, .bits = FRAME_POINTER},
    {"pcrel", TRUTH, .at = AT_FLAGS, .bytes = 1, .bits = PCREL},
    {"fixed fp", NUMBER, .at = AT_FIXED_FP, .bytes = 1, .is_signed = true},
    {"fixed ra", NUMBER, .at = AT_FIXED_RA, .bytes = 1, .is_signed = true},
    {"aux", NUMBER, .at = AT_AUX, .bytes = 1},
    {"functions", NUMBER, .at = AT_FUNCTIONS, .bytes = 4},
    {"rows", NUMBER, .at = AT_ROWS, .bytes = 4},
    {"rows behind functions", TRUTH, .value = rows_are_behind},
    {"PC masks", COUNT, .at = FUNCTIONS_MASKED},
    {"flexible functions", COUNT, .at = FUNCTIONS_FLEXIBLE},
    {"2-byte row starts", COUNT, .at = FUNCTIONS_OF_STARTS_2},
    {"4-byte row starts", COUNT, .at = FUNCTIONS_OF_STARTS_4},
    {"2-byte words", COUNT, .at = ROWS_OF_WORDS_2},
    {"4-byte words", COUNT, .at = ROWS_OF_WORDS_4},
    {"rows without words", COUNT, .at = ROWS_WITHOUT_WORDS},
};
enum { SUBJECTS = sizeof subjects / sizeof *subjects };

/* --- Deciding ------------------------------------------------------------------------------------------- */

static int64_t value_of(struct view *view, const struct subject *subject)
{
    if (subject->kind == COUNT && !view->counted)
        count_functions(view);
    if (subject->kind == COUNT)
        return view->counts[subject->at];
    if (subject->value != NULL)
        return subject->value(view);
    const int64_t number = (int64_t)field(view, subject->at, subject->bytes);
    if (subject->is_signed && number >= 0x80)
        return number - 0x100;
    return subject->bits != 0 ? number & subject->bits : number;
}

static bool is_value(const struct requirement_line *line, const struct requirement_question *question,
                     int64_t value, int64_t wanted)
{
    if (line->relation == '<')
        return value < wanted;
    if (line->relation == '>')
        return value > wanted;
    if (subjects[line->subject].names == abi_names && wanted == 0)
        wanted = number_of(abi_names, question->abi);
    return value == wanted;
}

static bool holds(const struct requirement_line *line, const struct requirement_question *question,
                  struct view *view, bool has_header)
{
    const struct subject *const subject = &subjects[line->subject];
    if (!subject->of_request && !has_header)
        return true;
    const int64_t value = value_of(view, subject);
    if (subject->kind == TRUTH)
        return value != 0;
    for (unsigned i = 0; i < line->count; i++)
        if (is_value(line, question, value, line->values[i]))
            return true;
    return false;
}

const struct requirement_line *requirement_set_broken(const struct requirement_set *set,
                                                      const struct requirement_question *question)
{
    const uint32_t breaks = requirement_set_breaks(set, question);
    return breaks != 0 ? &set->lines[__builtin_ctz(breaks)] : NULL;
}

uint32_t requirement_set_breaks(const struct requirement_set *set, const struct requirement_question *question)
{
    struct view view;
    const bool has_header = view_of(question, &view);
    uint32_t breaks = 0;
    for (unsigned i = 0; i < set->count; i++)
        if (!holds(&set->lines[i], question, &view, has_header))
            breaks |= UINT32_C(1) << i;
    return breaks;
}

/* --- Reading a set -------------------------------------------------------------------------------------- */

static bool __attribute__((format(printf, 3, 4)))
wrong(char words[REQUIREMENT_WORDS], unsigned number, const char *format, ...)
{
    const int used = number > 0 ? snprintf(words, REQUIREMENT_WORDS, "line %u: ", number) : 0;
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(words + used, REQUIREMENT_WORDS - (size_t)used, format, arguments);
    va_end(arguments);
    return false;
}

/* Cuts a word at blanks; false: there is none left. */
static bool take_word(const char **at, const char **word, size_t *size)
{
    *at += strspn(*at, " ");
    *word = *at;
    *size = strcspn(*at, " ");
    *at += *size;
    return *size > 0;
}

static bool read_number(const char *word, size_t size, int64_t *number)
{
    char digits[12], *end;
    if (size >= sizeof digits || word[size - 1] < '0' || word[size - 1] > '9' ||
        strspn(word, "-0123456789") < size)
        return false;
    memcpy(digits, word, size);
    digits[size] = '\0';
    *number = strtoll(digits, &end, 10);
    return *end == '\0';
}

static bool read_values(struct requirement_line *line, const char *at, char words[REQUIREMENT_WORDS])
{
    const struct subject *const subject = &subjects[line->subject];
    const char *word;
    size_t size;
    while (take_word(&at, &word, &size)) {
        if (line->count == REQUIREMENT_VALUES_MAX)
            return wrong(words, line->number, "%s: more than %d values", line->text, REQUIREMENT_VALUES_MAX);
        int64_t *const value = &line->values[line->count++];
        *value = subject->kind == NAMES ? name_number(subject->names, word, size) : -1;
        if (subject->kind == NAMES ? *value < 0 : !read_number(word, size, value))
            return wrong(words, line->number, "%s: %s has no value %.*s", line->text, subject->name, (int)size,
                         word);
    }
    if (line->count == 0 || (line->relation != '=' && line->count > 1))
        return wrong(words, line->number, "%s: %s value is to follow", line->text,
                     line->relation == '=' ? "a" : "one");
    return true;
}

/* What stands behind the subject's name; null: the text does not begin with it. */
static const char *behind_subject(const char *text, const struct subject *subject)
{
    const size_t size = strlen(subject->name);
    if (strncmp(text, subject->name, size) != 0)
        return NULL;
    const char *const rest = text + size;
    const bool relates = rest[0] == ' ' && rest[1] != '\0' && strchr("=<>", rest[1]) != NULL;
    return (subject->kind == TRUTH ? rest[0] == '\0' : relates) ? rest : NULL;
}

static bool read_predicate(struct requirement_line *line, char words[REQUIREMENT_WORDS])
{
    for (unsigned i = 0; i < SUBJECTS; i++) {
        const char *const rest = behind_subject(line->text, &subjects[i]);
        if (rest == NULL)
            continue;
        line->subject = i;
        if (subjects[i].kind == TRUTH)
            return true;
        line->relation = rest[1];
        if (subjects[i].kind == NAMES && line->relation != '=')
            return wrong(words, line->number, "%s: %s takes = alone", line->text, subjects[i].name);
        return read_values(line, rest + 2, words);
    }
    return wrong(words, line->number, "no such predicate as %.100s; docs/requirements.md lists them", line->text);
}

static bool add_wish(struct requirement_set *set, unsigned number, const char *text,
                     char words[REQUIREMENT_WORDS])
{
    const char *const otherwise = strstr(text, " else ");
    if (set->count == REQUIREMENTS_MAX)
        return wrong(words, number, "more than %d predicates", REQUIREMENTS_MAX);
    if (otherwise == NULL)
        return wrong(words, number, "a line is: wants PREDICATE else refuse, right or refuse, or free");
    struct requirement_line *const line = &set->lines[set->count];
    *line = (struct requirement_line){.number = number, .debt = REQUIREMENT_DEBTS};
    (void)snprintf(line->text, sizeof line->text, "%.*s", (int)(otherwise - text), text);
    for (unsigned i = 0; i < REQUIREMENT_DEBTS; i++)
        if (strcmp(otherwise + strlen(" else "), requirement_debt_names[i]) == 0)
            line->debt = i;
    if (line->debt == REQUIREMENT_DEBTS)
        return wrong(words, number, "behind else stands refuse, right or refuse, or free");
    for (unsigned i = 0; i < set->count; i++)
        if (strcmp(set->lines[i].text, line->text) == 0)
            return wrong(words, number, "%s stands in line %u already", line->text, set->lines[i].number);
    if (!read_predicate(line, words))
        return false;
    set->count++;
    return true;
}

#define NAME_CHARACTERS "abcdefghijklmnopqrstuvwxyz0123456789-"

static bool take_about(struct requirement_set *set, unsigned number, const char *text,
                       char words[REQUIREMENT_WORDS])
{
    const size_t size = strspn(text, NAME_CHARACTERS);
    if (set->name[0] != '\0')
        return wrong(words, number, "a second line about");
    if (size == 0 || size > REQUIREMENT_NAME_MAX || strncmp(text + size, ": ", 2) != 0)
        return wrong(words, number, "a line is: about NAME: WORDS; a name has up to %d of a-z, 0-9 and -",
                     REQUIREMENT_NAME_MAX);
    (void)snprintf(set->name, sizeof set->name, "%.*s", (int)size, text);
    (void)snprintf(set->about, sizeof set->about, "%s", text + size + 2);
    return true;
}

/* Copies a line with single blanks between its words, and without a comment.  False: it is too long, or has a
 * byte that is not printable ASCII. */
static bool make_plain(char plain[REQUIREMENT_LINE_MAX + 1], const char *line)
{
    size_t size = 0;
    if (strlen(line) > REQUIREMENT_LINE_MAX)
        return false;
    for (; *line != '\0' && *line != '\r'; line++) {
        const bool blank = *line == ' ' || *line == '\t';
        if (!blank && ((unsigned char)*line < ' ' || (unsigned char)*line > '~'))
            return false;
        if (!blank)
            plain[size++] = *line;
        else if (size > 0 && plain[size - 1] != ' ')
            plain[size++] = ' ';
    }
    size -= size > 0 && plain[size - 1] == ' ';
    plain[plain[0] == '#' ? 0 : size] = '\0';
    return line[0] == '\0' || line[1] == '\0';
}

bool requirement_set_add(struct requirement_set *set, unsigned number, const char *line,
                         char words[REQUIREMENT_WORDS])
{
    char plain[REQUIREMENT_LINE_MAX + 1] = "";
    if (!make_plain(plain, line))
        return wrong(words, number, "it has more than %d bytes, or one that is not printed ASCII",
                     REQUIREMENT_LINE_MAX);
    if (plain[0] == '\0')
        return true;
    if (strncmp(plain, "about ", 6) == 0)
        return take_about(set, number, plain + 6, words);
    if (set->name[0] == '\0')
        return wrong(words, number, "the first line of a set is: about NAME: WORDS");
    if (strncmp(plain, "source ", 7) == 0)
        return true;
    if (strncmp(plain, "wants ", 6) == 0)
        return add_wish(set, number, plain + 6, words);
    return wrong(words, number, "it begins with none of about, source, wants and #");
}

bool requirement_set_read(struct requirement_set *set, const char *text, size_t size,
                          char words[REQUIREMENT_WORDS])
{
    char line[REQUIREMENT_LINE_MAX + 2]; /* room for one byte too many, which make_plain() refuses */
    *set = (struct requirement_set){.count = 0};
    for (unsigned number = 1; size > 0; number++) {
        const char *const end = memchr(text, '\n', size);
        const size_t length = end != NULL ? (size_t)(end - text) : size;
        const size_t kept = length < sizeof line ? length : sizeof line - 1;
        memcpy(line, text, kept);
        line[kept] = '\0';
        if (strlen(line) < kept)
            return wrong(words, number, "a zero byte, behind which nothing would be read");
        if (!requirement_set_add(set, number, line, words))
            return false;
        text += end != NULL ? length + 1 : length;
        size -= end != NULL ? length + 1 : length;
    }
    return set->name[0] != '\0' || wrong(words, 0, "it is empty: the first line of a set is: about NAME: WORDS");
}
