/* From a text to a notation.  The first mistake ends it and says where it is and what was expected there. */
#include "notation.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Offsets are at most what a scaled word holds; wider ones fit no section, and sums of these no 64 bits. */
#define MOST_OFFSET ((int64_t)1 << 40)

enum { MAX_TOKEN = 4096, MAX_SHOWN = 40 };

struct parser {
    struct notation *notation;
    struct mistake *mistake;
    const char *at, *end, *line_begin;
    unsigned line;
    const char *token, *before; /* the present one, and the one that it follows */
    size_t length, before_length;
    bool has_section, asks;
    struct section *section;
};

/* --- Tokens --------------------------------------------------------------------------------------------- */

static bool is_blank(char character)
{
    return character == ' ' || character == '\t' || character == '\r';
}

/* The next token of the line; an empty one at its end. */
static void next(struct parser *parser)
{
    parser->before = parser->token;
    parser->before_length = parser->length;
    while (parser->at < parser->end && is_blank(*parser->at))
        parser->at++;
    parser->token = parser->at;
    const bool is_comment = parser->at < parser->end && *parser->at == '#';
    while (parser->at < parser->end && *parser->at != '\n' &&
           (is_comment || (*parser->at != '#' && !is_blank(*parser->at))))
        parser->at++;
    parser->length = is_comment ? 0 : (size_t)(parser->at - parser->token);
}

static bool at_end(const struct parser *parser)
{
    return parser->length == 0;
}

static bool is(const struct parser *parser, const char *word)
{
    return parser->length == strlen(word) && memcmp(parser->token, word, parser->length) == 0;
}

static bool take(struct parser *parser, const char *word)
{
    const bool taken = is(parser, word);
    if (taken)
        next(parser);
    return taken;
}

static int shown(size_t length)
{
    return length < MAX_SHOWN ? (int)length : MAX_SHOWN;
}

/* "3:12: WHAT", and always false. */
static bool wrong(struct parser *parser, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool wrong(struct parser *parser, const char *format, ...)
{
    char *const words = parser->mistake->words;
    const size_t size = sizeof parser->mistake->words;
    const size_t column = (size_t)(parser->token - parser->line_begin) + 1;
    const int length = snprintf(words, size, "%u:%zu: ", parser->line, column);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words + length, size - (size_t)length, format, arguments);
    va_end(arguments);
    return false;
}

static bool expected(struct parser *parser, const char *what)
{
    char after[MAX_SHOWN + 16] = "";
    if (parser->before_length > 0)
        snprintf(after, sizeof after, " after `%.*s`", shown(parser->before_length), parser->before);
    if (at_end(parser))
        return wrong(parser, "expected %s%s, but the line ends", what, after);
    return wrong(parser, "expected %s%s, got `%.*s`", what, after, shown(parser->length), parser->token);
}

/* --- Numbers -------------------------------------------------------------------------------------------- */

static int digit(char character)
{
    if (character >= '0' && character <= '9')
        return character - '0';
    return character >= 'a' && character <= 'f'   ? character - 'a' + 10
           : character >= 'A' && character <= 'F' ? character - 'A' + 10
                                                  : 16;
}

/* As many digits as there are, at least one; decimal or 0x and hexadecimal.  Null: no number of 64 bits. */
static const char *digits(const char *at, const char *end, uint64_t *value)
{
    int base = 10;
    if (end - at > 2 && at[0] == '0' && at[1] == 'x') {
        base = 16;
        at += 2;
    }
    const char *const begin = at;
    *value = 0;
    for (; at < end && digit(*at) < base; at++) {
        const unsigned next_digit = (unsigned)digit(*at);
        if (*value > (UINT64_MAX - next_digit) / (unsigned)base)
            return NULL;
        *value = *value * (unsigned)base + next_digit;
    }
    return at > begin ? at : NULL;
}

/* Digits with a sign before them, perhaps, and at most 2^63 - 1. */
static const char *signed_digits(const char *at, const char *end, int64_t *value)
{
    uint64_t size = 0;
    const bool negative = at < end && *at == '-';
    at = at < end && (*at == '-' || *at == '+') ? at + 1 : at;
    at = digits(at, end, &size);
    if (at == NULL || size > INT64_MAX)
        return NULL;
    *value = negative ? -(int64_t)size : (int64_t)size;
    return at;
}

static bool number(struct parser *parser, int64_t least, int64_t most, int64_t *value)
{
    char what[96] = "a number";
    const char *const end = parser->token + parser->length;
    const bool is_number = signed_digits(parser->token, end, value) == end && !at_end(parser);
    if (is_number && *value >= least && *value <= most)
        return next(parser), true;
    if (is_number)
        snprintf(what, sizeof what, "a number from %lld to %lld", (long long)least, (long long)most);
    return expected(parser, what);
}

static bool address(struct parser *parser, uint64_t *value)
{
    const char *const end = parser->token + parser->length;
    if (at_end(parser) || digits(parser->token, end, value) != end)
        return expected(parser, "an address");
    return next(parser), true;
}

static bool small(struct parser *parser, uint32_t most, uint32_t *value)
{
    int64_t given = 0;
    if (!number(parser, 0, most, &given))
        return false;
    *value = (uint32_t)given;
    return true;
}

static bool hex_bytes(struct parser *parser, uint8_t *bytes, size_t room, uint32_t *count)
{
    bool right = !at_end(parser) && parser->length % 2 == 0;
    for (size_t i = 0; i < parser->length; i++)
        right = right && digit(parser->token[i]) < 16;
    if (!right)
        return expected(parser, "bytes in hexadecimal, two digits each");
    if (parser->length / 2 > room)
        return wrong(parser, "at most %zu bytes can stand here", room);
    for (size_t i = 0; i < parser->length / 2; i++)
        bytes[i] = (uint8_t)(digit(parser->token[2 * i]) << 4 | digit(parser->token[2 * i + 1]));
    *count = (uint32_t)(parser->length / 2);
    return next(parser), true;
}

/* --- Words of a line ------------------------------------------------------------------------------------ */

static bool base_of_rule(const char **at, const char *end, struct rule *rule)
{
    for (enum place place = PLACE_PADDED; place < PLACE_REGISTER; place++) {
        const char *const name = gen_place_name(place);
        const size_t length = strlen(name);
        if ((size_t)(end - *at) >= length && memcmp(*at, name, length) == 0) {
            rule->place = place;
            *at += length;
            return true;
        }
    }
    uint64_t reg = 0;
    if (*at == end || **at != 'r' || (*at = digits(*at + 1, end, &reg)) == NULL || reg > UINT32_MAX)
        return false;
    rule->place = PLACE_REGISTER;
    rule->reg = (uint32_t)reg;
    return true;
}

static bool read_rule(const char *at, const char *end, struct rule *rule)
{
    rule->deref = end - at > 3 && at[0] == '*' && at[1] == '(' && end[-1] == ')';
    at += rule->deref ? 2 : 0;
    end -= rule->deref ? 1 : 0;
    rule->reg = 0;
    rule->offset = 0;
    if (!base_of_rule(&at, end, rule))
        return false;
    if (at == end)
        return true;
    return rule->place != PLACE_PADDED && (*at == '+' || *at == '-') &&
           signed_digits(at, end, &rule->offset) == end && rule->offset <= MOST_OFFSET &&
           rule->offset >= -MOST_OFFSET;
}

static bool rule(struct parser *parser, struct rule *rule)
{
    if (!read_rule(parser->token, parser->token + parser->length, rule))
        return expected(parser, "a rule, such as `sp+8`, `*(cfa-16)`, `r12+8` or `padding`");
    return next(parser), true;
}

/* Numbers up to the next word or the line's end. */
static bool is_number_next(const struct parser *parser)
{
    return parser->length > 0 && (digit(*parser->token) < 10 || *parser->token == '-');
}

static bool extra(struct parser *parser, struct row *row)
{
    int64_t value;
    do {
        if (row->extra_count == MAX_WORDS)
            return wrong(parser, "a row has at most %d words", MAX_WORDS);
        if (!number(parser, INT32_MIN, INT32_MAX, &value))
            return false;
        row->extra[row->extra_count++] = (int32_t)value;
    } while (is_number_next(parser));
    return true;
}

static bool data_order(struct parser *parser, struct section *section)
{
    uint32_t count = 0, value;
    section->has_data_order = true;
    memset(section->data_order, UINT8_MAX, sizeof section->data_order);
    do {
        if (count == MAX_FUNCTIONS)
            return wrong(parser, "a section has at most %d functions", MAX_FUNCTIONS);
        if (!small(parser, MAX_FUNCTIONS - 1, &value))
            return false;
        section->data_order[count++] = (uint8_t)value;
    } while (is_number_next(parser));
    return true;
}

static bool word_value(struct parser *parser, const struct word *word, void *object)
{
    struct section *const section = object;
    int64_t value;
    uint64_t where;
    uint32_t count;
    switch (word->kind) {
    case WORD_IS:
        return gen_word_store(word, object, word->least), true;
    case WORD_BIT:
        return gen_word_store(word, object, gen_word_load(word, object) | word->least), true;
    case WORD_BITS:
        if (!number(parser, 0, word->most, &value))
            return false;
        return gen_word_store(word, object, gen_word_load(word, object) | value), true;
    case WORD_NUMBER:
        if (!number(parser, word->least, word->most, &value))
            return false;
        return gen_word_store(word, object, value), true;
    case WORD_ADDRESS:
        if (!address(parser, &where))
            return false;
        return gen_word_store(word, object, (int64_t)where), true;
    case WORD_HEX:
        if (!hex_bytes(parser, section->aux, sizeof section->aux, &count))
            return false;
        return section->aux_length = (uint8_t)count, true;
    case WORD_ORDER:
        return data_order(parser, section);
    case WORD_RULE:
        return rule(parser, (struct rule *)(void *)((char *)object + word->at));
    case WORD_EXTRA:
        return extra(parser, object);
    }
    return false;
}

/* What is left of the line: words of the table, each at most once. */
static bool words(struct parser *parser, const struct word *table, void *object, const char *of)
{
    uint32_t seen = 0;
    while (!at_end(parser)) {
        const struct word *word = table;
        while (word->name != NULL && !is(parser, word->name))
            word++;
        if (word->name == NULL)
            return expected(parser, of);
        const uint32_t bit = UINT32_C(1) << (word - table);
        if ((seen & bit) != 0)
            return wrong(parser, "`%s` stands twice in one line", word->name);
        seen |= bit;
        next(parser);
        if (!word_value(parser, word, object))
            return false;
    }
    return true;
}

/* --- Lines of the model --------------------------------------------------------------------------------- */

static bool named(struct parser *parser, int (*find)(const char *), const char *what, int *found)
{
    char name[16] = "";
    if (parser->length < sizeof name)
        memcpy(name, parser->token, parser->length);
    *found = find(name);
    if (*found < 0)
        return expected(parser, what);
    return next(parser), true;
}

static bool section_line(struct parser *parser)
{
    int profile, abi;
    if (parser->has_section)
        return wrong(parser, "a text is of one section");
    if (!named(parser, gen_profile_named, "v1, v2, v2e1, v2e2 or v3", &profile) ||
        !named(parser, gen_abi_named, "amd64, aarch64, aarch64_be or s390x", &abi))
        return false;
    gen_section_init(parser->section, (enum profile)profile, (enum abi)abi);
    parser->section->flags = 0;
    parser->has_section = true;
    return words(parser, gen_section_words, parser->section, "a word that a section has");
}

static bool shared_rows(struct parser *parser, struct function *function)
{
    struct section *const section = parser->section;
    uint32_t owner, from = 0, count;
    if (!small(parser, section->function_count - 1, &owner))
        return false;
    const struct function *const other = &section->functions[owner];
    if (other == function || other->shares >= 0)
        return wrong(parser, "rows are shared with an earlier function that has its own");
    if (take(parser, "from") && !small(parser, other->row_count, &from))
        return false;
    count = other->row_count - from;
    if (take(parser, "rows") && !small(parser, count, &count))
        return false;
    gen_share_rows(section, (int)owner, from, count);
    return true;
}

static bool function_line(struct parser *parser)
{
    struct section *const section = parser->section;
    uint64_t start = 0;
    if (section->function_count == MAX_FUNCTIONS)
        return wrong(parser, "a section has at most %d functions", MAX_FUNCTIONS);
    if (!address(parser, &start))
        return false;
    struct function *const function = gen_add_function(section, (int64_t)(start - section->address), 0);
    if (take(parser, "shares") && !shared_rows(parser, function))
        return false;
    return words(parser, gen_function_words, function, "a word that a function has");
}

/* A row is tried as it is read, so that what no words can say is told with its line. */
static bool row_line(struct parser *parser)
{
    struct section *const section = parser->section;
    uint32_t start;
    struct words said;
    if (!parser->has_section || section->function_count == 0)
        return wrong(parser, "a row needs a `function` before it");
    const struct function *const function = &section->functions[section->function_count - 1];
    if (function->shares >= 0)
        return wrong(parser, "this function uses the rows of another and has none of its own");
    if (section->row_count == MAX_ROWS)
        return wrong(parser, "a section has at most %d rows", MAX_ROWS);
    if (!small(parser, UINT32_MAX, &start))
        return false;
    struct row *const row = gen_add_row(section, start);
    if (!words(parser, gen_row_words_said, row, "a word that a row has"))
        return false;
    gen_row_words(section, function, row, &said);
    return said.error == NULL || wrong(parser, "this row cannot be written: %s", said.error);
}

/* --- Lines beneath the model ---------------------------------------------------------------------------- */

static struct edit *new_edit(struct parser *parser, enum edit_kind kind)
{
    struct notation *const notation = parser->notation;
    if (notation->edit_count == MAX_EDITS) {
        wrong(parser, "a text has at most %d edits", MAX_EDITS);
        return NULL;
    }
    struct edit *const edit = &notation->edits[notation->edit_count++];
    *edit = (struct edit){.kind = kind, .place = {-1, -1, -1}, .line = parser->line};
    return edit;
}

static bool field(struct parser *parser, enum field_name *name)
{
    for (enum field_name at = FIELD_MAGIC; at < FIELD_WORD; at++) {
        if (is(parser, gen_field_name(at)))
            return *name = at, next(parser), true;
    }
    return expected(parser, "a field's name, such as `version`, `func_num_fres` or `fre_info`");
}

static bool set_line(struct parser *parser)
{
    static const char *const places[] = {"header", "function", "row", "word", "byte"};
    enum edit_kind kind = EDIT_HEADER;
    while (kind <= EDIT_BYTE && !is(parser, places[kind]))
        kind++;
    if (kind > EDIT_BYTE)
        return expected(parser, "`header`, `function`, `row`, `word` or `byte`");
    next(parser);
    struct edit *const edit = new_edit(parser, kind);
    if (edit == NULL)
        return false;
    if (kind == EDIT_BYTE)
        return small(parser, MAX_BYTES - 1, &edit->at) && number(parser, 0, UINT8_MAX, &edit->value);
    for (int i = 0; i < (int)kind; i++) {
        uint32_t place;
        if (!small(parser, MAX_ROWS, &place))
            return false;
        edit->place[i] = (int)place;
    }
    edit->field = FIELD_WORD;
    if (kind != EDIT_WORD && !field(parser, &edit->field))
        return false;
    uint64_t whole;
    const char *const end = parser->token + parser->length;
    if (!at_end(parser) && digits(parser->token, end, &whole) == end)
        return edit->value = (int64_t)whole, next(parser), true;
    return number(parser, INT64_MIN, INT64_MAX, &edit->value);
}

static bool cut_line(struct parser *parser)
{
    struct edit *const edit = new_edit(parser, EDIT_CUT);
    int64_t count = 0;
    if (edit == NULL || !number(parser, 1, MAX_BYTES, &count))
        return false;
    edit->count = (uint32_t)count;
    return true;
}

static bool insert_line(struct parser *parser)
{
    struct notation *const notation = parser->notation;
    struct edit *const edit = new_edit(parser, EDIT_INSERT);
    if (edit == NULL || !small(parser, MAX_BYTES, &edit->at))
        return false;
    edit->first = notation->pool_count;
    if (!hex_bytes(parser, notation->pool + edit->first, MAX_BYTES - edit->first, &edit->count))
        return false;
    notation->pool_count += edit->count;
    return true;
}

/* --- What is broken, and what is asked ------------------------------------------------------------------ */

static bool forget_line(struct parser *parser)
{
    parser->notation->forgets = true;
    return true;
}

static bool is_clause(const struct parser *parser)
{
    bool right = parser->length > 0 && parser->length < MAX_NAME &&
                 memchr(parser->token, '.', parser->length) != NULL;
    for (size_t i = 0; i < parser->length; i++)
        right = right && strchr("abcdefghijklmnopqrstuvwxyz0123456789-.", parser->token[i]) != NULL &&
                parser->token[i] != '\0';
    return right;
}

static bool breaks_line(struct parser *parser)
{
    struct notation *const notation = parser->notation;
    if (take(parser, "nothing"))
        return notation->breaks_nothing = true;
    if (!is_clause(parser))
        return expected(parser, "a clause, such as `fre.inside`, or `nothing`");
    if (notation->declared_count == MAX_DECLARED)
        return wrong(parser, "at most %d clauses can be declared", MAX_DECLARED);
    struct declared *const declared = &notation->declared[notation->declared_count++];
    *declared = (struct declared){.severity = SEVERITY_MALFORMED};
    memcpy(declared->clause, parser->token, parser->length);
    next(parser);
    if (take(parser, "irregular"))
        declared->severity = SEVERITY_IRREGULAR;
    else if (take(parser, "note"))
        declared->severity = SEVERITY_NOTE;
    else
        take(parser, "malformed");
    declared->is_placed = take(parser, "at");
    return !declared->is_placed || small(parser, MAX_BYTES - 1, &declared->offset);
}

static bool ask(struct parser *parser, enum operation operation)
{
    struct notation *const notation = parser->notation;
    if (notation->question_count == MAX_QUESTIONS)
        return wrong(parser, "at most %d questions can be asked", MAX_QUESTIONS);
    struct question *const question = &notation->questions[notation->question_count++];
    *question = (struct question){.operation = operation, .line = parser->line};
    return operation != OPERATION_LOOKUP || address(parser, &question->pc);
}

static bool decode_line(struct parser *parser)
{
    return ask(parser, OPERATION_DECODE);
}

static bool check_line(struct parser *parser)
{
    return ask(parser, OPERATION_CHECK);
}

static bool lookup_line(struct parser *parser)
{
    return ask(parser, OPERATION_LOOKUP);
}

static bool flip_line(struct parser *parser)
{
    return ask(parser, OPERATION_FLIP);
}

/* --- The text ------------------------------------------------------------------------------------------- */

static const struct line {
    const char *name;
    bool (*read)(struct parser *parser);
    unsigned part; /* model, edits, breaches, questions: in this order */
} lines[] = {
    {"section", section_line, 0}, {"function", function_line, 1}, {"set", set_line, 2},
    {"cut", cut_line, 2},         {"insert", insert_line, 2},     {"forget", forget_line, 3},
    {"breaks", breaks_line, 3},   {"decode", decode_line, 4},     {"check", check_line, 4},
    {"lookup", lookup_line, 4},   {"flip", flip_line, 4},
};

static bool read_line(struct parser *parser, unsigned *part)
{
    const struct line row = {"", row_line, 1}, *line = is_number_next(parser) ? &row : NULL;
    for (size_t i = 0; i < sizeof lines / sizeof *lines && line == NULL; i++)
        line = is(parser, lines[i].name) ? &lines[i] : NULL;
    if (line == NULL)
        return wrong(parser, "`%.*s` begins no line; see docs/notation.md", shown(parser->length),
                     parser->token);
    if (!parser->has_section && line->part > 0)
        return expected(parser, "a line `section`");
    if (line->part < *part)
        return wrong(parser, "the model comes first, then edits, then what they break, then questions");
    *part = line->part;
    if (line != &row)
        next(parser);
    return line->read(parser) && (at_end(parser) || expected(parser, "the end of the line"));
}

static bool is_order(const struct section *section)
{
    bool has[MAX_FUNCTIONS] = {false};
    uint32_t named_once = 0;
    for (uint32_t i = 0; i < MAX_FUNCTIONS && section->data_order[i] < MAX_FUNCTIONS; i++) {
        const uint8_t number_of = section->data_order[i];
        if (has[number_of] || number_of >= section->function_count)
            return false;
        has[number_of] = true;
        named_once++;
    }
    return named_once == section->function_count;
}

bool gen_notation_parse(struct notation *notation, const char *text, size_t length, struct mistake *mistake)
{
    struct parser parser = {.notation = notation, .mistake = mistake, .at = text, .end = text + length,
                            .section = &notation->section};
    unsigned part = 0;
    notation->edit_count = notation->pool_count = notation->declared_count = notation->question_count = 0;
    notation->forgets = notation->breaks_nothing = false;
    while (parser.at < parser.end) {
        parser.line++;
        parser.line_begin = parser.token = parser.at;
        parser.length = 0;
        next(&parser);
        if (!at_end(&parser) && !read_line(&parser, &part))
            return false;
        while (parser.at < parser.end && *parser.at++ != '\n')
            continue;
    }
    parser.token = parser.line_begin = parser.at;
    parser.line += parser.line == 0;
    if (!parser.has_section)
        return wrong(&parser, "there is no line `section`");
    if (notation->section.has_data_order && !is_order(&notation->section))
        return wrong(&parser, "`data-order` must name each function of the section once");
    return true;
}
