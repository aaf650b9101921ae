/* Laws of what the tool prints of a section: JSON parses, text has no byte that moves a terminal's cursor,
 * and the fields have every byte of the section once.  The rest of the case is the name of its ELF section.
 * Option 1: it is one of several; 2: in colour; 4: as if from a section of an ELF file, 8: from a segment;
 * 16: it lies where its file says. */
#include "case.h"
#include "conformance/runner/process/spans.h"
#include "law.h"
#include "ref/tool/printing.h"

#include <string.h>

enum { SEVERAL = 1, COLOUR = 2, SECTION = 4, SEGMENT = 8, IN_FILE = 16 };

/* --- Output -------------------------------------------------------------------------------------------- */

struct printed {
    FILE *file;
    char *text;
    size_t size;
};

/* Returns what a function prints; it is valid until the next call but one.  Files in memory are used again,
 * as opening one each time took a third of the time. */
static const struct printed *print(void (*print_it)(const struct subject *subject),
                                   const struct subject *subject)
{
    static struct printed both[2];
    static unsigned turn;
    struct printed *const printed = &both[turn++ % 2];
    FILE *const standard = stdout;
    if (printed->file == NULL)
        printed->file = open_memstream(&printed->text, &printed->size);
    LAW(printed->file != NULL && fseeko(printed->file, 0, SEEK_SET) == 0,
        "out of memory for what is printed");
    stdout = printed->file;
    print_it(subject);
    stdout = standard;
    LAW(fflush(printed->file) == 0 && ferror(printed->file) == 0, "out of memory for what is printed");
    return printed;
}

/* --- JSON ---------------------------------------------------------------------------------------------- */

/* The most members of an object that is printed, and the deepest nesting. */
enum { MEMBERS = 24, DEPTH = 8 };

/* The members of an object that was seen. */
struct object {
    struct member {
        struct span name, value;
        size_t elements; /* of a list */
    } members[MEMBERS];
    size_t count;
};

/* Checks the escapes in a string, which the JSON cutter does not decode. */
static void see_escapes(struct span string)
{
    const char *const end = string.at + string.size;
    for (const char *at = string.at; (at = memchr(at, '\\', (size_t)(end - at))) != NULL; at += 2)
        LAW(at[1] != 'u' || (memcmp(at + 2, "00", 2) == 0 && memcmp(at + 4, "00", 2) != 0),
            "an escape of what is no character of ASCII: %.100s", at);
}

/* Sees a string, a number that readers can hold in 64 bits, or a word. */
static void see_plain(struct json_cut *cut)
{
    struct span value;
    uint64_t number;
    LAW(runner_json_value(cut, &value), "no JSON: %.100s", cut->at);
    const bool negative = value.at[0] == '-';
    const struct span digits = {value.at + negative, value.size - negative};
    if (value.at[0] == '"')
        see_escapes(value);
    else if (runner_digit_value(digits.at[0]) < 10)
        LAW(runner_span_decimal(digits, &number) && number <= (uint64_t)INT64_MAX + negative,
            "a number that readers cannot take: %.100s", value.at);
}

static void see_object(struct json_cut *cut, unsigned depth, struct object *object);

/* Returns how many elements a list has. */
// NOLINTNEXTLINE(misc-no-recursion): no deeper than the law says
static size_t see_value(struct json_cut *cut, unsigned depth)
{
    size_t count = 0;
    struct object inner;
    LAW(depth < DEPTH, "nested deeper than %d", DEPTH);
    if (cut->at < cut->end && *cut->at == '{') {
        see_object(cut, depth, &inner);
    } else if (!runner_json_take(cut, '[')) {
        see_plain(cut);
    } else if (!runner_json_take(cut, ']')) {
        do
            see_value(cut, depth + 1);
        while (count++, runner_json_take(cut, ','));
        LAW(runner_json_take(cut, ']'), "a list does not end: %.100s", cut->at);
    }
    return count;
}

/* Sees an object, and checks that it has no member twice. */
// NOLINTNEXTLINE(misc-no-recursion): see above
static void see_object(struct json_cut *cut, unsigned depth, struct object *object)
{
    object->count = 0;
    LAW(runner_json_take(cut, '{'), "no object: %.100s", cut->at);
    if (runner_json_take(cut, '}'))
        return;
    do {
        struct member *const member = &object->members[object->count];
        LAW(object->count < MEMBERS, "more than %d members", MEMBERS);
        LAW(runner_json_quoted(cut, &member->name) && runner_json_take(cut, ':'), "no member: %.100s",
            cut->at);
        see_escapes(member->name);
        for (size_t i = 0; i < object->count; i++)
            LAW(!runner_span_same(object->members[i].name, member->name), "a member is there twice: %.100s",
                member->name.at);
        member->value.at = cut->at;
        member->elements = see_value(cut, depth + 1);
        member->value.size = (size_t)(cut->at - member->value.at);
        object->count++;
    } while (runner_json_take(cut, ','));
    LAW(runner_json_take(cut, '}'), "an object does not end: %.100s", cut->at);
}

/* Null if there is none. */
static const struct member *find(const struct object *object, const char *name)
{
    for (size_t i = 0; i < object->count; i++)
        if (runner_span_is(object->members[i].name, name))
            return &object->members[i];
    return NULL;
}

/* Begins to cut what was printed, which must be one line of UTF-8; the caller cuts it to its end. */
static struct json_cut cut_line(const struct printed *printed, const char *what)
{
    const struct span text = {printed->text, printed->size};
    LAW(runner_span_is_utf8(text), "%s: no text", what);
    LAW(memchr(text.at, '\n', text.size) == text.at + text.size - 1, "%s: not one line", what);
    return runner_json_cut_of(text);
}

static struct object parse(const struct printed *printed, const char *what)
{
    struct json_cut cut = cut_line(printed, what);
    struct object object;
    see_object(&cut, 0, &object);
    LAW(cut.at == cut.end, "%s: something follows: %.100s", what, cut.at);
    return object;
}

/* --- Laws ---------------------------------------------------------------------------------------------- */

static void check_text(const struct printed *printed, const char *what)
{
    for (size_t i = 0; i < printed->size; i++)
        LAW(printed->text[i] == '\n' || printed->text[i] == '\033' ||
                (printed->text[i] >= ' ' && printed->text[i] < 0x7f),
            "%s: byte 0x%x", what, (unsigned char)printed->text[i]);
    LAW(printed->size == 0 || printed->text[printed->size - 1] == '\n', "%s: a line that does not end", what);
}

static size_t count_lines(const struct printed *printed)
{
    size_t count = 0;
    for (size_t i = 0; i < printed->size; i++)
        count += printed->text[i] == '\n';
    return count;
}

static size_t number_of(const struct object *object, const char *name)
{
    const struct member *const member = find(object, name);
    uint64_t number = 0;
    LAW(member != NULL && runner_span_decimal(member->value, &number), "a field without %s", name);
    return (size_t)number;
}

/* Calls SEE for each field of an object that is nothing else. */
static void each_field(const struct printed *printed, void (*see)(void *context, const struct object *field),
                       void *context)
{
    struct json_cut cut = cut_line(printed, "fields");
    struct span name;
    struct object field;
    LAW(runner_json_take(&cut, '{') && runner_json_quoted(&cut, &name) && runner_span_is(name, "fields") &&
            runner_json_take(&cut, ':') && runner_json_take(&cut, '['),
        "no fields: %.100s", printed->text);
    if (!runner_json_take(&cut, ']')) {
        do {
            see_object(&cut, 2, &field);
            see(context, &field);
        } while (runner_json_take(&cut, ','));
        LAW(runner_json_take(&cut, ']'), "the fields do not end: %.100s", cut.at);
    }
    LAW(runner_json_take(&cut, '}') && cut.at == cut.end, "something follows the fields: %.100s", cut.at);
}

/* The next field begins at *AT, where the one before ended. */
static void check_field(void *at, const struct object *field)
{
    size_t *const next = at;
    LAW(number_of(field, "offset") == *next, "a field does not begin where the one before ends, at 0x%zx",
        *next);
    *next += number_of(field, "length");
}

/* --- What is printed ----------------------------------------------------------------------------------- */

static void print_fields(const struct subject *subject)
{
    struct json json = tool_json_line(stdout);
    LAW(tool_json_fields(&json, subject), "out of memory for the fields");
    tool_json_line_end(&json);
}

/* Where the part begins whose fields are printed alone; it ends at two thirds. */
static size_t first_third(const struct subject *subject)
{
    return subject->section.size / 3;
}

static void print_window(const struct subject *subject)
{
    struct json json = tool_json_line(stdout);
    const size_t from = first_third(subject);
    LAW(tool_json_fields_within(&json, subject, from, 2 * from), "out of memory for some fields");
    tool_json_line_end(&json);
}

/* Checks that a field, or the title of a part of the section, lies in the part that was asked for. */
static void check_wanted(void *context, const struct object *field)
{
    const size_t from = *(const size_t *)context, at = number_of(field, "offset"),
                 length = find(field, "part") != NULL ? 0 : number_of(field, "length");
    LAW(at < 2 * from && at + length >= from, "of the fields from 0x%zx on there is one at 0x%zx", from, at);
}

static void print_text(const struct subject *subject)
{
    LAW(tool_print_annotated(subject), "out of memory for the annotation");
}

/* Prints nothing if functions share too many rows. */
static void print_notation(const struct subject *subject)
{
    const char *const trouble = tool_print_notation(stdout, subject, NULL);
    LAW(trouble != tool_out_of_memory, "out of memory for the notation");
}

/* The one PC that is looked up. */
static uint64_t asked;

static void print_answer(const struct subject *subject)
{
    struct json json = tool_json_line(stdout);
    struct sfr_answer answer;
    tool_subject_look_up(subject, asked, &answer);
    tool_json_answer(&json, subject, asked, &answer);
    tool_json_line_end(&json);
}

static bool is_same_member(const struct object *one, const struct object *other, const char *name)
{
    const struct member *const first = find(one, name), *const second = find(other, name);
    return first != NULL && second != NULL && runner_span_same(first->value, second->value);
}

static size_t elements_of(const struct object *object, const char *name)
{
    const struct member *const member = find(object, name);
    return member != NULL ? member->elements : 0;
}

static void check_json(const struct subject *subject)
{
    size_t end = 0, from = first_third(subject);
    const struct object model = parse(print(tool_print_model, subject), "the model");
    const struct object check = parse(print(tool_print_check_json, subject), "the check");
    LAW(is_same_member(&model, &check, "verdict"), "the model's verdict is not the check's");
    LAW(elements_of(&check, "violations") == subject->violations, "%zu violations are printed of %llu",
        elements_of(&check, "violations"), (unsigned long long)subject->violations);
    LAW(subject->violations == 0 || is_same_member(&model, &check, "violations"),
        "the model's violations are not the check's");
    LAW(subject->verdict == SFR_MALFORMED ||
            elements_of(&model, "functions") == subject->section.function_count,
        "the model lacks functions");
    (void)parse(print(print_answer, subject), "an answer");
    each_field(print(print_fields, subject), check_field, &end);
    LAW(end == subject->section.size, "the fields end at 0x%zx of 0x%zx bytes", end, subject->section.size);
    each_field(print(print_window, subject), check_wanted, &from);
}

static void check_lines(const struct subject *subject)
{
    const struct printed *const check = print(tool_print_check_line, subject);
    check_text(check, "the check");
    LAW(count_lines(check) == subject->violations + subject->several, "%zu lines of %llu violations",
        count_lines(check), (unsigned long long)subject->violations);
    check_text(print(tool_print_dump, subject), "the dump");
    check_text(print(print_text, subject), "the annotation");
}

/* The name is as elf.c leaves names: printable, and perhaps cut. */
static struct source source_of(const struct fuzz_case *input)
{
    const bool in_section = (input->options & SECTION) != 0;
    struct source source = {
        .index = input->count,
        .bytes = input->section,
        .size = input->size,
        .address = input->address,
        .container = {.elf = (input->options & (SECTION | SEGMENT)) != 0, .section_header = in_section}};
    for (size_t i = 0; i < input->rest_size && i + 1 < sizeof source.name; i++)
        source.name[i] = (char)('!' + input->rest[i] % ('~' - '!' + 1));
    return source;
}

/* Opens the section as `lookup` does, without a check. */
static void check_opened(const struct request *request, const struct source *source)
{
    struct subject subject = {.request = request, .source = source};
    LAW(tool_subject_begin(&subject, false), "opening takes memory");
    (void)parse(print(print_answer, &subject), "an answer");
    tool_subject_end(&subject);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_case input;
    case_begin(&input, data, size);
    const struct source source = source_of(&input);
    const struct request request = {.profile = input.profile,
                                    .address_given = (input.options & IN_FILE) == 0,
                                    .address = input.address,
                                    .colour = (input.options & COLOUR) != 0};
    struct subject subject = {
        .request = &request, .source = &source, .several = (input.options & SEVERAL) != 0};
    asked = input.pc;
    LAW(tool_subject_begin(&subject, true), "out of memory for the check");
    if (tool_subject_rows_fit(&subject)) { /* otherwise the tool does not print them */
        check_json(&subject);
        check_lines(&subject);
    }
    check_text(print(print_notation, &subject), "the notation");
    tool_subject_end(&subject);
    check_opened(&request, &source);
    case_end(&input);
    return 0;
}
