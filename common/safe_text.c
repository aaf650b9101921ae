#include "safe_text.h"

#include "utf8.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* --- Characters ---------------------------------------------------------------------------------------- */

/* By Unicode: Cc, Cf, Zl, Zp, what is ignorable by default, and what is no character. */
static const struct {
    uint32_t first, last;
} unseen[] = {
    {0x0, 0x1f},        {0x7f, 0x9f},       {0xad, 0xad},       {0x34f, 0x34f},     {0x600, 0x605},
    {0x61c, 0x61c},     {0x6dd, 0x6dd},     {0x70f, 0x70f},     {0x890, 0x891},     {0x8e2, 0x8e2},
    {0x115f, 0x1160},   {0x17b4, 0x17b5},   {0x180b, 0x180f},   {0x200b, 0x200f},   {0x2028, 0x202e},
    {0x2060, 0x206f},   {0x3164, 0x3164},   {0xfdd0, 0xfdef},   {0xfe00, 0xfe0f},   {0xfeff, 0xfeff},
    {0xffa0, 0xffa0},   {0xfff0, 0xfffb},   {0x110bd, 0x110bd}, {0x110cd, 0x110cd}, {0x13430, 0x1343f},
    {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a}, {0xe0000, 0xe0fff},
};

static bool is_unseen(uint32_t value)
{
    const bool is_usual = value >= ' ' && value <= '~';
    for (size_t i = 0; !is_usual && i < sizeof unseen / sizeof *unseen; i++)
        if (value >= unseen[i].first && value <= unseen[i].last)
            return true;
    return (value & 0xfffe) == 0xfffe;
}

/* --- One character in each form ------------------------------------------------------------------------ */

struct showing {
    FILE *out;
    enum safe_form how;
    const char *at, *end;
    char before;  /* the byte before; at first 0 */
    bool in_line; /* something stands in this line that a workflow's reader does not trim */
};

static bool is_json(enum safe_form how)
{
    return how == SAFE_STRING || how == SAFE_JSON;
}

static bool is_xml(enum safe_form how)
{
    return how == SAFE_XML || how == SAFE_XML_LINES;
}

static void put_json_escape(FILE *out, uint32_t value)
{
    if (value > 0xffff)
        (void)fprintf(out, "\\u%04" PRIx32 "\\u%04" PRIx32, 0xd800 + ((value - 0x10000) >> 10),
                      0xdc00 + (value & 0x3ff));
    else
        (void)fprintf(out, "\\u%04" PRIx32, value);
}

/* Writes a character as \u{...}, or in JSON as its escape. */
static void put_named(const struct showing *showing, uint32_t value)
{
    if (is_json(showing->how))
        put_json_escape(showing->out, value);
    else
        (void)fprintf(showing->out, "\\u{%" PRIx32 "}", value);
}

static void put_unseen(const struct showing *showing, uint32_t value)
{
    const bool is_layout = value == '\n' || value == '\t';
    if (showing->how == SAFE_XML_LINES && is_layout)
        (void)putc((int)value, showing->out);
    else if (showing->how == SAFE_JSON && value < ' ')
        (void)putc(' ', showing->out); /* white space between words: no string of JSON has such a character */
    else
        put_named(showing, value);
}

static void put_broken(const struct showing *showing, char byte)
{
    if (is_json(showing->how))
        (void)fputs("\\ufffd", showing->out);
    else
        (void)fprintf(showing->out, "\\x{%02x}", (unsigned)(unsigned char)byte);
}

static bool precedes(const struct showing *showing, const char *text)
{
    const size_t size = strlen(text);
    return (size_t)(showing->end - showing->at) >= size && memcmp(showing->at, text, size) == 0;
}

/* Whether a workflow could take what begins here for a command; after the text's end there may be a colon. */
static bool commands(const struct showing *showing)
{
    const bool colons = *showing->at == ':' && (showing->at + 1 == showing->end || showing->at[1] == ':');
    return (showing->before == '#' && *showing->at == '#') || (!showing->in_line && colons);
}

static bool is_word(char c)
{
    return (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z');
}

/* Whether JSON can have it as it is.  A # could be half of a workflow's command. */
static bool is_plain_in_json(char c)
{
    return c >= ' ' && c <= '~' && c != '"' && c != '\\' && c != '#';
}

static bool is_one_of(char c, const char *characters)
{
    return c != '\0' && strchr(characters, c) != NULL;
}

/* Whether GitHub makes a link here (an address, a mention, an issue), which no backslash prevents. */
static bool links(const struct showing *showing)
{
    return is_one_of(*showing->at, "@#") || precedes(showing, "://") || precedes(showing, "GH-") ||
           precedes(showing, "www.") || precedes(showing, "WWW.");
}

/* Whether the character is markup here.  A _ within a word is not, and a ] only before a link's target. */
static bool marks_up(const struct showing *showing, char c)
{
    char after = '\0';
    if (showing->at + 1 < showing->end)
        after = showing->at[1];
    if (c == '_')
        return !is_word(showing->before) || !is_word(after);
    return c == ']' ? is_one_of(after, "([:") : is_one_of(c, "\\`*~|$");
}

static const char *xml_entity(char c)
{
    switch (c) {
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '&':
        return "&amp;";
    case '"':
        return "&quot;";
    default:
        return NULL;
    }
}

/* Writes a character that has a meaning in the form.  False: it has none, and may stand as it is. */
static bool put_special(const struct showing *showing, char c)
{
    FILE *const out = showing->out;
    const char *const entity = xml_entity(c);
    switch (showing->how) {
    case SAFE_XML:
    case SAFE_XML_LINES:
        return entity != NULL && fputs(entity, out) >= 0;
    case SAFE_MARKDOWN:
        if (c == '<' || c == '&')
            return fputs(entity, out) >= 0;
        if (links(showing))
            return put_named(showing, (unsigned char)c), true;
        return marks_up(showing, c) && fprintf(out, "\\%c", c) >= 0;
    case SAFE_CODE:
        if (c == '`')
            return put_named(showing, (unsigned char)c), true;
        return c == '|' && fputs("\\|", out) >= 0;
    case SAFE_TAP:
        return is_one_of(c, "#\\") && (put_named(showing, (unsigned char)c), true);
    case SAFE_COMMAND:
    case SAFE_PROPERTY:
        return is_one_of(c, showing->how == SAFE_PROPERTY ? "%:," : "%") &&
               fprintf(out, "%%%02X", (unsigned)(unsigned char)c) >= 0;
    case SAFE_STRING:
        return is_one_of(c, "\"\\") && fprintf(out, "\\%c", c) >= 0;
    default:
        return false;
    }
}

static void put_ascii(const struct showing *showing, char c)
{
    const bool escapes = !is_json(showing->how) && (precedes(showing, "\\u{") || precedes(showing, "\\x{"));
    if (commands(showing) && is_xml(showing->how))
        (void)fprintf(showing->out, "&#%d;", c);
    else if (commands(showing) || escapes)
        put_named(showing, (unsigned char)c);
    else if (!put_special(showing, c))
        (void)putc(c, showing->out);
}

/* --- Texts --------------------------------------------------------------------------------------------- */

/* Writes at once what is the same in the form, as there may be megabytes: letters and digits, in JSON nearly
 * all of ASCII.  Not in Markdown, where www. and GH- begin links. */
static bool put_plain(struct showing *showing)
{
    const char *at = showing->at;
    while (at < showing->end && (is_json(showing->how) ? is_plain_in_json(*at) : is_word(*at)))
        at++;
    const size_t size = (size_t)(at - showing->at);
    if (size == 0 || showing->how == SAFE_MARKDOWN)
        return false;
    (void)fwrite(showing->at, 1, size, showing->out);
    showing->at = at;
    showing->before = at[-1];
    showing->in_line = true;
    return true;
}

void safe_put(FILE *out, enum safe_form how, const char *text, size_t size)
{
    struct showing showing = {out, how, text, text + size, '\0', is_json(how)};
    while (showing.at < showing.end) {
        if (put_plain(&showing))
            continue;
        const size_t whole = utf8_size(showing.at, (size_t)(showing.end - showing.at));
        const uint32_t value = whole > 0 ? utf8_value(showing.at, whole) : 0;
        const char c = *showing.at;
        if (whole == 0)
            put_broken(&showing, c);
        else if (is_unseen(value))
            put_unseen(&showing, value);
        else if (value < 0x80)
            put_ascii(&showing, c);
        else
            (void)fwrite(showing.at, 1, whole, out);
        if (c == '\n' && how == SAFE_XML_LINES)
            showing.in_line = false;
        else if (value > ' ' && value < 0x7f)
            showing.in_line = true;
        showing.before = c;
        showing.at += whole > 0 ? whole : 1;
    }
}

static void put_number(FILE *out, const char **at, va_list *arguments)
{
    unsigned longs = 0;
    const bool size = **at == 'z';
    for (*at += size; **at == 'l'; (*at)++)
        longs++;
    if (**at == 'u')
        (void)fprintf(out, "%llu",
                      size         ? (unsigned long long)va_arg(*arguments, size_t)
                      : longs == 0 ? va_arg(*arguments, unsigned)
                      : longs == 1 ? va_arg(*arguments, unsigned long)
                                   : va_arg(*arguments, unsigned long long));
    else if (**at == 'd' && !size)
        (void)fprintf(out, "%lld",
                      longs == 0   ? va_arg(*arguments, int)
                      : longs == 1 ? va_arg(*arguments, long)
                                   : va_arg(*arguments, long long));
    else
        abort(); /* a format that safe_text.h does not know */
}

void safe_print(FILE *out, enum safe_form how, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    for (const char *at = format; *at != '\0'; at++) {
        if (*at != '%') {
            (void)putc(*at, out);
            continue;
        }
        at++;
        if (*at == 's') {
            const char *const text = va_arg(arguments, const char *);
            safe_put(out, how, text, strlen(text));
        } else if (*at == 'c') {
            const char c = (char)va_arg(arguments, int);
            safe_put(out, how, &c, 1);
        } else if (*at == '%') {
            (void)putc('%', out);
        } else {
            put_number(out, &at, &arguments);
        }
    }
    va_end(arguments);
}

void safe_complain_by(const char *program, const char *format, va_list arguments)
{
    char *message;
    if (vasprintf(&message, format, arguments) < 0)
        message = NULL;
    safe_print(stderr, SAFE_LINE, "%s: %s\n", program, message != NULL ? message : "out of memory");
    free(message);
}

void safe_complain(const char *program, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    safe_complain_by(program, format, arguments);
    va_end(arguments);
}
