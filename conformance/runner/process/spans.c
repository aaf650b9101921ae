#include "spans.h"

#include "../../../common/utf8.h"

#include <endian.h>
#include <string.h>

struct span runner_span_of(const char *text)
{
    return (struct span){text, strlen(text)};
}

bool runner_span_is(struct span span, const char *text)
{
    return strlen(text) == span.size && memcmp(span.at, text, span.size) == 0;
}

bool runner_span_same(struct span one, struct span other)
{
    return one.size == other.size && (one.size == 0 || memcmp(one.at, other.at, one.size) == 0);
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* Whether the character can be part of a word or a number.  Two tokens become one if the space between two
 * such characters is left out. */
static bool is_inside_word(char c)
{
    return strchr("{}[],:\"", c) == NULL;
}

static bool parts_words(const char *begin, const char *at, const char *behind, const char *end)
{
    return at != behind && at > begin && behind < end && is_inside_word(at[-1]) && is_inside_word(*behind);
}

static const char *behind_space(const char *at, const char *end)
{
    while (at < end && is_space(*at))
        at++;
    return at;
}

bool runner_span_same_json(struct span one, struct span other)
{
    const char *a = one.at, *b = other.at;
    const char *const a_end = a + one.size, *const b_end = b + other.size;
    bool quoted = false;
    for (;;) {
        const char *const next_a = quoted ? a : behind_space(a, a_end);
        const char *const next_b = quoted ? b : behind_space(b, b_end);
        if (parts_words(one.at, a, next_a, a_end) || parts_words(other.at, b, next_b, b_end))
            return false;
        a = next_a, b = next_b;
        if (a == a_end || b == b_end)
            return a == a_end && b == b_end;
        if (*a != *b)
            return false;
        if (*a == '"')
            quoted = !quoted;
        else if (*a == '\\')
            return false; /* rare; the caller compares values then */
        a++, b++;
    }
}

size_t runner_json_depth(struct span json)
{
    size_t depth = 0, most = 0;
    bool quoted = false;
    for (size_t i = 0; i < json.size; i++) {
        const char c = json.at[i];
        if (quoted && c == '\\')
            i++;
        else if (c == '"')
            quoted = !quoted;
        else if (!quoted && (c == '{' || c == '['))
            most = ++depth > most ? depth : most;
        else if (!quoted && (c == '}' || c == ']'))
            depth--;
    }
    return most;
}

/* Most of a corpus is long strings of ASCII: they are passed eight characters at a time. */
#define OF_EACH_BYTE(value) ((value) * (uint64_t)0x0101010101010101)
enum { EIGHT = sizeof(uint64_t) };

static uint64_t eight(const char *at)
{
    uint64_t bytes;
    memcpy(&bytes, at, sizeof bytes);
    return bytes;
}

/* 0 if no byte is below VALUE, which is at most 0x80; else the lowest bit set is in the lowest such byte. */
static uint64_t some_below(uint64_t bytes, uint64_t value)
{
    return (bytes - OF_EACH_BYTE(value)) & ~bytes & OF_EACH_BYTE(0x80);
}

/* How many of eight characters come before the first that ends a string, begins an escape or is a control
 * character. */
static unsigned count_inside_string(const char *at)
{
    const uint64_t bytes = le64toh(eight(at));
    const uint64_t other = some_below(bytes, ' ') | some_below(bytes ^ OF_EACH_BYTE('"'), 1) |
                           some_below(bytes ^ OF_EACH_BYTE('\\'), 1);
    return other != 0 ? (unsigned)__builtin_ctzll(other) / 8 : EIGHT;
}

bool runner_span_is_utf8(struct span text)
{
    for (size_t size; text.size > 0; text.at += size, text.size -= size) {
        const bool ascii = text.size >= EIGHT && (eight(text.at) & OF_EACH_BYTE(0x80)) == 0;
        if ((size = ascii ? EIGHT : utf8_size(text.at, text.size)) == 0)
            return false;
    }
    return true;
}

static bool is_control(char c)
{
    return (unsigned char)c < ' ' || c == 0x7f;
}

bool runner_is_one_line(const char *text)
{
    while (*text != '\0' && !is_control(*text))
        text++;
    return *text == '\0';
}

void runner_make_one_line(char *text)
{
    for (; *text != '\0'; text++)
        if (is_control(*text))
            *text = ' ';
}

const uint8_t runner_digit_numbers[256] = {
    ['0'] = 1,  ['1'] = 2,  ['2'] = 3,  ['3'] = 4,  ['4'] = 5,  ['5'] = 6,  ['6'] = 7,  ['7'] = 8,
    ['8'] = 9,  ['9'] = 10, ['a'] = 11, ['b'] = 12, ['c'] = 13, ['d'] = 14, ['e'] = 15, ['f'] = 16,
    ['A'] = 11, ['B'] = 12, ['C'] = 13, ['D'] = 14, ['E'] = 15, ['F'] = 16,
};

bool runner_are_bytes(struct span digits)
{
    bool all = digits.size % 2 == 0;
    for (size_t i = 0; i < digits.size; i++)
        all &= runner_digit_value(digits.at[i]) < 16;
    return all;
}

static bool number_of(struct span span, unsigned base, uint64_t *value)
{
    *value = 0;
    for (size_t i = 0; i < span.size; i++) {
        const unsigned digit = runner_digit_value(span.at[i]);
        if (digit >= base || *value > (UINT64_MAX - digit) / base)
            return false;
        *value = *value * base + digit;
    }
    return span.size > 0;
}

bool runner_span_decimal(struct span span, uint64_t *value)
{
    return number_of(span, 10, value);
}

bool runner_span_digits(struct span span, uint64_t *value)
{
    return number_of(span, 16, value);
}

bool runner_span_hex(struct span span, uint64_t *value)
{
    if (span.size < 2 || span.at[0] != '0' || (span.at[1] | 0x20) != 'x')
        return false;
    return runner_span_digits((struct span){span.at + 2, span.size - 2}, value);
}

/* Only the last `*` takes more characters when the rest does not fit, so the time is bounded by the product of
 * the two lengths. */
bool runner_span_fits_glob(const char *glob, struct span text)
{
    size_t in = 0, at = 0, behind_star = 0, retry = 0;
    while (at < text.size) {
        if (glob[in] == '*') {
            behind_star = ++in;
            retry = at;
        } else if (glob[in] == '?' || (glob[in] == text.at[at] && glob[in] != '\0')) {
            in++, at++;
        } else if (behind_star > 0) {
            in = behind_star;
            at = ++retry;
        } else {
            return false;
        }
    }
    while (glob[in] == '*')
        in++;
    return glob[in] == '\0';
}

uint64_t runner_hash_bytes(uint64_t hash, const void *bytes, size_t size)
{
    const unsigned char *const byte = bytes;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ byte[i]) * UINT64_C(0x100000001b3);
    return hash;
}

/* --- JSON, cut ------------------------------------------------------------------------------------------ */

static void skip_space(struct json_cut *cut)
{
    while (cut->at < cut->end && is_space(*cut->at))
        cut->at++;
}

struct json_cut runner_json_cut_of(struct span text)
{
    return (struct json_cut){text.at, text.at + text.size};
}

bool runner_json_take(struct json_cut *cut, char bracket)
{
    skip_space(cut);
    if (cut->at == cut->end || *cut->at != bracket)
        return false;
    cut->at++;
    skip_space(cut);
    return true;
}

static bool skip_escape(struct json_cut *cut)
{
    static const char escapes[] = {'"', '\\', '/', 'b', 'f', 'n', 'r', 't', 'u'};
    cut->at++;
    if (cut->at == cut->end || memchr(escapes, *cut->at, sizeof escapes) == NULL)
        return false;
    for (unsigned digits = *cut->at == 'u' ? 4 : 0; digits > 0; digits--)
        if (++cut->at == cut->end || runner_digit_value(*cut->at) > 15)
            return false;
    return true;
}

/* Passes characters of a string up to its end, an escape, a control character, or the last seven of the text.
 */
static void skip_inside_string(struct json_cut *cut)
{
    while (cut->end - cut->at >= EIGHT) {
        const unsigned passed = count_inside_string(cut->at);
        cut->at += passed;
        if (passed < EIGHT)
            break;
    }
}

bool runner_json_quoted(struct json_cut *cut, struct span *inside)
{
    if (cut->at == cut->end || *cut->at != '"')
        return false;
    const char *const begin = ++cut->at;
    skip_inside_string(cut);
    for (; cut->at < cut->end && *cut->at != '"'; cut->at++) {
        if ((unsigned char)*cut->at < 0x20)
            return false;
        if (*cut->at == '\\' && !skip_escape(cut))
            return false;
    }
    if (cut->at == cut->end)
        return false;
    *inside = (struct span){begin, (size_t)(cut->at++ - begin)};
    skip_space(cut);
    return true;
}

static bool skip_digits(struct json_cut *cut)
{
    const char *const begin = cut->at;
    while (cut->at < cut->end && *cut->at >= '0' && *cut->at <= '9')
        cut->at++;
    return cut->at > begin;
}

static bool skip_number(struct json_cut *cut)
{
    if (*cut->at == '-')
        cut->at++;
    const char *const first = cut->at;
    if (!skip_digits(cut) || (*first == '0' && cut->at - first > 1))
        return false;
    if (cut->at < cut->end && *cut->at == '.') {
        cut->at++;
        if (!skip_digits(cut))
            return false;
    }
    if (cut->at < cut->end && (*cut->at | 0x20) == 'e') {
        cut->at++;
        if (cut->at < cut->end && (*cut->at == '+' || *cut->at == '-'))
            cut->at++;
        return skip_digits(cut);
    }
    return true;
}

static bool skip_word(struct json_cut *cut)
{
    static const char *const words[] = {"true", "false", "null"};
    for (unsigned i = 0; i < 3; i++) {
        const size_t size = strlen(words[i]);
        if ((size_t)(cut->end - cut->at) >= size && memcmp(cut->at, words[i], size) == 0) {
            cut->at += size;
            return true;
        }
    }
    return false;
}

/* The closing bracket of each open bracket. */
struct nesting {
    unsigned depth;
    char closing[JSON_DEPTH];
};

static bool open_bracket(struct json_cut *cut, struct nesting *open)
{
    if (open->depth == JSON_DEPTH)
        return false;
    open->closing[open->depth++] = *cut->at++ == '{' ? '}' : ']';
    return true;
}

/* Passes a string, a number or a word. */
static bool skip_plain(struct json_cut *cut)
{
    struct span ignored;
    const char c = *cut->at;
    if (c == '"')
        return runner_json_quoted(cut, &ignored);
    return c == '-' || runner_digit_value(c) < 10 ? skip_number(cut) : skip_word(cut);
}

/* Passes closing brackets; each of them ends a value. */
static bool close_brackets(struct json_cut *cut, struct nesting *open)
{
    const unsigned before = open->depth;
    skip_space(cut);
    while (open->depth > 0 && cut->at < cut->end && *cut->at == open->closing[open->depth - 1]) {
        open->depth--;
        cut->at++;
        skip_space(cut);
    }
    return open->depth < before;
}

/* Passes what stands before a value: a comma, unless it is the first, and a key if it is in an object. */
static bool skip_to_next(struct json_cut *cut, const struct nesting *open, bool first)
{
    struct span ignored;
    if (!first && !runner_json_take(cut, ','))
        return false;
    return open->closing[open->depth - 1] != '}' ||
           (runner_json_quoted(cut, &ignored) && runner_json_take(cut, ':'));
}

/* Passes a value and all values inside it, one after the other, without recursion. */
static bool skip_value(struct json_cut *cut)
{
    struct nesting open;
    for (open.depth = 0;;) {
        if (cut->at == cut->end)
            return false;
        const bool opens = *cut->at == '{' || *cut->at == '[';
        if (opens ? !open_bracket(cut, &open) : !skip_plain(cut))
            return false;
        const bool closed = close_brackets(cut, &open);
        if (open.depth == 0)
            return true;
        if (!skip_to_next(cut, &open, opens && !closed))
            return false;
    }
}

bool runner_json_value(struct json_cut *cut, struct span *value)
{
    skip_space(cut);
    const char *const begin = cut->at;
    if (!skip_value(cut))
        return false;
    const char *end = cut->at;
    while (end > begin && is_space(end[-1]))
        end--;
    *value = (struct span){begin, (size_t)(end - begin)};
    return true;
}

bool runner_json_member(struct json_cut *cut, struct span *key, struct span *value, bool *more)
{
    if (!runner_json_quoted(cut, key) || !runner_json_take(cut, ':') || !runner_json_value(cut, value))
        return false;
    *more = runner_json_take(cut, ',');
    return true;
}

bool runner_json_element(struct json_cut *cut, struct span *value, bool *more)
{
    if (!runner_json_value(cut, value))
        return false;
    *more = runner_json_take(cut, ',');
    return true;
}

struct span runner_json_of_name(struct span object, const char *name)
{
    for (struct json_walk walk = runner_json_walk(object); runner_json_next(&walk);)
        if (!walk.is_list && runner_span_is(walk.key, name))
            return walk.value;
    return (struct span){"", 0};
}

/* Whether the key is none of these. */
static bool is_new(const struct span *keys, unsigned count, struct span key)
{
    for (unsigned i = 0; i < count; i++)
        if (runner_span_same(keys[i], key))
            return false;
    return true;
}

bool runner_json_members(struct span object, const char *const *names, unsigned count, bool has_others, struct span *values)
{
    struct json_cut cut = runner_json_cut_of(object);
    struct span key, value, others[MEMBERS_MAX];
    unsigned other_count = 0;
    for (unsigned i = 0; i < count; i++)
        values[i] = (struct span){"", 0};
    if (!runner_json_take(&cut, '{'))
        return false;
    bool more = cut.at < cut.end && *cut.at != '}';
    for (unsigned left = MEMBERS_MAX; more && left > 0 && runner_json_member(&cut, &key, &value, &more); left--) {
        const unsigned number = runner_name_number(names, count, key);
        if (number == count ? !has_others || !is_new(others, other_count, key) : values[number].size > 0)
            return false;
        if (number < count)
            values[number] = value;
        else
            others[other_count++] = key;
    }
    return !more && runner_json_take(&cut, '}') && cut.at == cut.end;
}

struct json_walk runner_json_walk(struct span whole)
{
    struct json_walk walk = {.cut = runner_json_cut_of(whole)};
    walk.is_list = runner_json_take(&walk.cut, '[');
    walk.more = walk.is_list || runner_json_take(&walk.cut, '{');
    return walk;
}

bool runner_json_next(struct json_walk *walk)
{
    bool next = walk->more;
    if (next && walk->is_list)
        next = runner_json_element(&walk->cut, &walk->value, &walk->more);
    else if (next)
        next = runner_json_member(&walk->cut, &walk->key, &walk->value, &walk->more);
    walk->more = walk->more && next;
    return next;
}

struct span runner_json_plain(struct span value)
{
    if (value.size < 2 || value.at[0] != '"' || memchr(value.at, '\\', value.size) != NULL)
        return (struct span){"", 0};
    return (struct span){value.at + 1, value.size - 2};
}
