/* Tokens of a text, the numbers among them, and mistakes. */
#include "parse_parts.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* --- Tokens --------------------------------------------------------------------------------------------- */

static bool is_blank(char character)
{
    return character == ' ' || character == '\t' || character == '\r';
}

void gen_next(struct parser *parser)
{
    const char *at = parser->at, *const end = parser->end;
    parser->before = parser->token;
    parser->before_length = parser->length;
    while (at < end && is_blank(*at))
        at++;
    parser->token = at;
    const bool is_comment = at < end && *at == '#';
    while (at < end && *at != '\n' && (is_comment || (*at != '#' && !is_blank(*at))))
        at++;
    parser->length = is_comment ? 0 : (size_t)(at - parser->token);
    parser->at = at;
}

bool gen_at_end(const struct parser *parser)
{
    return parser->length == 0;
}

bool gen_take(struct parser *parser, const char *word)
{
    const bool taken = gen_is(parser, word);
    if (taken)
        gen_next(parser);
    return taken;
}

bool gen_was(const struct parser *parser, const char *word)
{
    return parser->before_length == strlen(word) && memcmp(parser->before, word, parser->before_length) == 0;
}

int gen_shown(size_t length)
{
    return length < MAX_SHOWN ? (int)length : MAX_SHOWN;
}

static void complain(struct parser *parser, const char *token, const char *format, va_list arguments)
    __attribute__((format(printf, 3, 0)));
static void complain(struct parser *parser, const char *token, const char *format, va_list arguments)
{
    char *const words = parser->mistake->words;
    const size_t size = sizeof parser->mistake->words;
    const size_t column = (size_t)(token - parser->line_begin) + 1;
    const int length = snprintf(words, size, "%u:%zu: ", parser->line, column);
    vsnprintf(words + length, size - (size_t)length, format, arguments);
}

bool gen_wrong_at(struct parser *parser, const char *token, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    complain(parser, token, format, arguments);
    va_end(arguments);
    return false;
}

bool gen_wrong(struct parser *parser, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    complain(parser, parser->token, format, arguments);
    va_end(arguments);
    return false;
}

/* The example in WHAT, from ", such as" on, is put behind the token before: "expected a rule after `cfa`, such
 * as `sp+8`; got `x`". */
bool gen_expected(struct parser *parser, const char *what)
{
    char after[MAX_SHOWN + 16] = "";
    const char *const found = strstr(what, ", such as"), *const example = found != NULL ? found : "";
    const int length = (int)(strlen(what) - strlen(example));
    const char *const pause = found != NULL ? ";" : ",";
    if (parser->before_length > 0)
        snprintf(after, sizeof after, " after `%.*s`", gen_shown(parser->before_length), parser->before);
    if (gen_at_end(parser))
        return gen_wrong(parser, "expected %.*s%s%s%s but the line ends", length, what, after, example,
                         pause);
    return gen_wrong(parser, "expected %.*s%s%s%s got `%.*s`", length, what, after, example, pause,
                     gen_shown(parser->length), parser->token);
}

/* --- Numbers -------------------------------------------------------------------------------------------- */

/* The value of a hexadecimal digit; 16: it is none. */
static int digit(char character)
{
    if (character >= '0' && character <= '9')
        return character - '0';
    return character >= 'a' && character <= 'f'   ? character - 'a' + 10
           : character >= 'A' && character <= 'F' ? character - 'A' + 10
                                                  : 16;
}

const char *gen_digits(const char *at, const char *end, uint64_t *value)
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

const char *gen_signed_digits(const char *at, const char *end, int64_t *value)
{
    uint64_t size = 0;
    const bool negative = at < end && *at == '-';
    at = at < end && (*at == '-' || *at == '+') ? at + 1 : at;
    at = gen_digits(at, end, &size);
    if (at == NULL || size > INT64_MAX)
        return NULL;
    *value = negative ? -(int64_t)size : (int64_t)size;
    return at;
}

bool gen_number(struct parser *parser, int64_t least, int64_t most, int64_t *value)
{
    char what[96] = "a number";
    const char *const end = parser->token + parser->length;
    const bool is_number = gen_signed_digits(parser->token, end, value) == end && !gen_at_end(parser);
    if (is_number && *value >= least && *value <= most)
        return gen_next(parser), true;
    if (is_number)
        snprintf(what, sizeof what, "a number from %lld to %lld", (long long)least, (long long)most);
    return gen_expected(parser, what);
}

bool gen_read_address(struct parser *parser, uint64_t *value)
{
    const char *const end = parser->token + parser->length;
    if (gen_at_end(parser) || gen_digits(parser->token, end, value) != end)
        return gen_expected(parser, "an address");
    return gen_next(parser), true;
}

bool gen_small(struct parser *parser, uint32_t most, uint32_t *value)
{
    int64_t given = 0;
    if (!gen_number(parser, 0, most, &given))
        return false;
    *value = (uint32_t)given;
    return true;
}

bool gen_hex_bytes(struct parser *parser, uint8_t *bytes, size_t room, uint32_t *count)
{
    bool right = !gen_at_end(parser) && parser->length % 2 == 0;
    for (size_t i = 0; i < parser->length; i++)
        right = right && digit(parser->token[i]) < 16;
    if (!right)
        return gen_expected(parser, "bytes in hexadecimal, two digits each");
    if (parser->length / 2 > room)
        return gen_wrong(parser, "at most %zu bytes can stand here", room);
    for (size_t i = 0; i < parser->length / 2; i++)
        bytes[i] = (uint8_t)(digit(parser->token[2 * i]) << 4 | digit(parser->token[2 * i + 1]));
    *count = (uint32_t)(parser->length / 2);
    return gen_next(parser), true;
}

bool gen_is_number_next(const struct parser *parser)
{
    return parser->length > 0 && (digit(*parser->token) < 10 || *parser->token == '-');
}
