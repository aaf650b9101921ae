/* Laws of what the tool prints of a section: JSON parses, text has no byte that moves a terminal's cursor,
 * and the fields have every byte of the section once.  The rest of the case is the name of its ELF section.
 * Option 1: it is one of several; 2: in colour; 4: as if from a section of an ELF file, 8: from a segment;
 * 16: it lies where its file says. */
#include "case.h"
#include "law.h"
#include "ref/tool/printing.h"
#include "values.h"

#include <jansson.h>
#include <string.h>

enum { SEVERAL = 1, COLOUR = 2, SECTION = 4, SEGMENT = 8, IN_FILE = 16 };

/* --- Output -------------------------------------------------------------------------------------------- */

struct printed {
    FILE *file;
    char *text;
    size_t size;
};

/* Returns what a function prints; it is valid until the next call.  One file in memory is used again, as
 * opening one each time took a third of the time. */
static const struct printed *print(void (*print_it)(const struct subject *subject),
                                   const struct subject *subject)
{
    static struct printed printed;
    FILE *const standard = stdout;
    if (printed.file == NULL)
        printed.file = open_memstream(&printed.text, &printed.size);
    LAW(printed.file != NULL && fseeko(printed.file, 0, SEEK_SET) == 0, "out of memory for what is printed");
    stdout = printed.file;
    print_it(subject);
    stdout = standard;
    LAW(fflush(printed.file) == 0 && ferror(printed.file) == 0, "out of memory for what is printed");
    return &printed;
}

/* --- Laws ---------------------------------------------------------------------------------------------- */

/* Parses a line of JSON. */
static const json_t *parse(const struct printed *printed, const char *what)
{
    const char *const end = memchr(printed->text, '\n', printed->size);
    const json_t *const value = json_loadb(printed->text, printed->size, JSON_REJECT_DUPLICATES, NULL);
    LAW(value != NULL, "%s: no JSON: %.200s", what, printed->text);
    LAW(end == printed->text + printed->size - 1, "%s: not one line", what);
    return value;
}

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

static void check_fields(const json_t *fields, size_t size)
{
    size_t at = 0;
    for (size_t i = 0; i < json_array_size(fields); i++) {
        const json_t *const field = json_array_get(fields, i);
        LAW(json_integer_value(json_object_get(field, "offset")) == (json_int_t)at,
            "field %zu does not begin where the one before ends, at 0x%zx", i, at);
        at += (size_t)json_integer_value(json_object_get(field, "length"));
    }
    LAW(json_is_array(fields) && at == size, "the fields end at 0x%zx of 0x%zx bytes", at, size);
}

/* --- What is printed ----------------------------------------------------------------------------------- */

static void print_fields(const struct subject *subject)
{
    struct json json = {stdout, false};
    tool_json_begin(&json, NULL, '{');
    LAW(tool_json_fields(&json, subject), "out of memory for the fields");
    tool_json_end(&json, '}');
    tool_json_line_end(&json);
}

/* The part of the section that is wanted of its fields. */
static size_t first_third(const struct subject *subject)
{
    return subject->section.size / 3;
}

static void print_window(const struct subject *subject)
{
    struct json json = {stdout, false};
    const size_t from = first_third(subject);
    tool_json_begin(&json, NULL, '{');
    LAW(tool_json_fields_within(&json, subject, from, 2 * from), "out of memory for some fields");
    tool_json_end(&json, '}');
    tool_json_line_end(&json);
}

static void check_window(const json_t *fields, size_t from)
{
    for (size_t i = 0; i < json_array_size(fields); i++) {
        const json_t *const field = json_array_get(fields, i);
        const size_t at = (size_t)json_integer_value(json_object_get(field, "offset"));
        LAW(at < 2 * from && at + (size_t)json_integer_value(json_object_get(field, "length")) >= from,
            "of the fields from 0x%zx on there is one at 0x%zx", from, at);
    }
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
    struct json json = {stdout, false};
    struct sfr_answer answer;
    tool_subject_look_up(subject, asked, &answer);
    tool_json_begin(&json, NULL, '{');
    tool_json_answer(&json, subject, asked, &answer);
    tool_json_end(&json, '}');
    tool_json_line_end(&json);
}

static void check_json(const struct subject *subject)
{
    const json_t *const model = parse(print(tool_print_model, subject), "the model");
    const json_t *const check = parse(print(tool_print_check_json, subject), "the check");
    LAW(json_equal(json_object_get(model, "verdict"), json_object_get(check, "verdict")),
        "the model's verdict is not the check's");
    LAW(json_array_size(json_object_get(check, "violations")) == subject->violations,
        "%zu violations are printed of %llu", json_array_size(json_object_get(check, "violations")),
        (unsigned long long)subject->violations);
    LAW(subject->violations == 0 ||
            json_equal(json_object_get(model, "violations"), json_object_get(check, "violations")),
        "the model's violations are not the check's");
    LAW(subject->verdict == SFR_MALFORMED ||
            json_array_size(json_object_get(model, "functions")) == subject->section.function_count,
        "the model lacks functions");
    (void)parse(print(print_answer, subject), "an answer");
    const json_t *const fields = parse(print(print_fields, subject), "the fields");
    check_fields(json_object_get(fields, "fields"), subject->section.size);
    const json_t *const window = parse(print(print_window, subject), "some fields");
    check_window(json_object_get(window, "fields"), first_third(subject));
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
    json_set_alloc_funcs(values_allocate, values_keep);
    values_forget(0);
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
