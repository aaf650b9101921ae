/* Tests pieces of text: JSON and its ends, numbers, globs, characters. */
#include "../../process/spans.h"

/* cmocka.h expects these before it. */
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#define COUNT(table) (sizeof(table) / sizeof *(table))
#define TEN(text)    text text text text text text text text text text

/* --- Values --------------------------------------------------------------------------------------------- */

/* REST is what is left behind the value; null: there is no value. */
static const struct {
    const char *text, *rest;
} values[] = {
    {"{}", ""},
    {" [ ] ,", ","},
    {"{\"a\":[1,{\"b\":null}]}}", "}"},
    {"\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00Ff\" x", "x"},
    {"0", ""},
    {"-0", ""},
    {"-0.50e+10,", ","},
    {"1e400", ""},
    {"123456789012345678901234567890", ""},
    {"true]", "]"},
    {"nullx", "x"},
    {"", NULL},
    {" ", NULL},
    {"01", NULL},
    {"+1", NULL},
    {"-", NULL},
    {"1.", NULL},
    {".5", NULL},
    {"1e", NULL},
    {"1e+", NULL},
    {"tru", NULL},
    {"nan", NULL},
    {"'a'", NULL},
    {"\"", NULL},
    {"\"\\", NULL},
    {"\"\\\"", NULL},
    {"\"\\x\"", NULL},
    {"\"\\u12\"", NULL},
    {"\"\\u123g\"", NULL},
    {"\"a\nb\"", NULL},
    {"\"\\\n\"", NULL},
    {"[", NULL},
    {"[1", NULL},
    {"[1 2]", NULL},
    {"[1,]", NULL},
    {"[,1]", NULL},
    {"[1}", NULL},
    {"{\"a\"}", NULL},
    {"{\"a\":}", NULL},
    {"{\"a\":1,}", NULL},
    {"{a:1}", NULL},
    {"{1:1}", NULL},
    {"{\"a\":1]", NULL},
};

static void a_value_is_passed_whole_or_not_at_all(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(values); i++) {
        const char *const end = values[i].text + strlen(values[i].text);
        struct json_cut cut = {values[i].text, end};
        struct span value;
        const bool taken = runner_json_value(&cut, &value);
        if (taken != (values[i].rest != NULL) || (taken && strcmp(cut.at, values[i].rest) != 0))
            fail_msg("%s", values[i].text);
    }
}

static void a_value_that_is_cut_anywhere_is_none(void **state)
{
    static const char whole[] = "{\"a\":[-1.5e-3,\"\\u00e9\\n\",true,{}],\"b\":{\"c\":null}}";
    (void)state;
    for (size_t size = 0; size < sizeof whole; size++) {
        /* Of the exact size, so that reading behind its end is noticed. */
        char *const copy = test_malloc(size + 1);
        memcpy(copy, whole, size);
        struct json_cut cut = {copy, copy + size};
        struct span value;
        assert_int_equal(runner_json_value(&cut, &value), size == sizeof whole - 1);
        test_free(copy);
    }
}

static void nesting_has_a_limit(void **state)
{
    char text[2 * JSON_DEPTH + 2];
    (void)state;
    for (size_t depth = JSON_DEPTH - 1; depth <= JSON_DEPTH + 1; depth++) {
        memset(text, '[', depth);
        memset(text + depth, ']', depth);
        struct json_cut cut = {text, text + 2 * depth};
        struct span value;
        assert_int_equal(runner_json_depth((struct span){text, 2 * depth}), depth);
        assert_int_equal(runner_json_value(&cut, &value), depth <= JSON_DEPTH);
    }
}

static void brackets_in_strings_do_not_nest(void **state)
{
    (void)state;
    assert_int_equal(runner_json_depth(runner_span_of("[\"[[[\",\"\\\"[[\",{\"{\":[]}]")), 3);
    assert_int_equal(runner_json_depth(runner_span_of("7")), 0);
}

static void members_come_in_order_and_twice_if_they_stand_twice(void **state)
{
    static const char text[] = "{ \"a\" : 1 , \"\\u0061\" : [ 2 ] , \"a\" : \"x\" }";
    struct json_cut cut = {text, text + strlen(text)};
    char seen[80] = "";
    struct span key, value;
    bool more = runner_json_take(&cut, '{');
    (void)state;
    while (more && runner_json_member(&cut, &key, &value, &more))
        (void)snprintf(seen + strlen(seen), sizeof seen - strlen(seen), "%.*s=%.*s;", (int)key.size, key.at,
                       (int)value.size, value.at);
    assert_string_equal(seen, "a=1;\\u0061=[ 2 ];a=\"x\";");
    assert_true(runner_json_take(&cut, '}') && cut.at == cut.end);
}

/* --- The same words ------------------------------------------------------------------------------------- */

static const struct {
    const char *one, *other;
    bool same;
} pairs[] = {
    {"{\"a\":[1,2]}", " { \"a\" :\t[ 1 , 2 ]\r\n} ", true},
    {"", "", true},
    {"", " ", true},
    {"\"a b\"", "\"a b\"", true},
    {"\"a b\"", "\"ab\"", false},
    {"12", "1 2", false},
    {"1 2", "12", false},
    {"[1 2]", "[1 2]", false},
    {"true", "tr ue", false},
    {"-1", "- 1", false},
    {"1,2", "1 ,2", true},
    {"{\"a\":1", "{\"a\":1}", false},
    {"\"\\n\"", "\"\\n\"", false}, /* a parser must decide about escapes */
    {"1", "1.0", false},
};

static void space_between_tokens_alone_makes_no_difference(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(pairs); i++)
        if (runner_span_same_json(runner_span_of(pairs[i].one), runner_span_of(pairs[i].other)) !=
            pairs[i].same)
            fail_msg("%s and %s", pairs[i].one, pairs[i].other);
}

/* --- Numbers -------------------------------------------------------------------------------------------- */

static const struct {
    const char *text;
    bool (*read)(struct span, uint64_t *);
    bool is_number;
    uint64_t value;
} numbers[] = {
    {"0", runner_span_decimal, true, 0},
    {"18446744073709551615", runner_span_decimal, true, UINT64_MAX},
    {"18446744073709551616", runner_span_decimal, false, 0},
    {"99999999999999999999", runner_span_decimal, false, 0},
    {"", runner_span_decimal, false, 0},
    {"-1", runner_span_decimal, false, 0},
    {"1a", runner_span_decimal, false, 0},
    {" 1", runner_span_decimal, false, 0},
    {"0x0", runner_span_hex, true, 0},
    {"0Xff", runner_span_hex, true, 255},
    {"0x00000000000000000000001", runner_span_hex, true, 1},
    {"0xffffffffffffffff", runner_span_hex, true, UINT64_MAX},
    {"0x10000000000000000", runner_span_hex, false, 0},
    {"0x", runner_span_hex, false, 0},
    {"0", runner_span_hex, false, 0},
    {"ff", runner_span_hex, false, 0},
    {"0x1g", runner_span_hex, false, 0},
    {"-0x1", runner_span_hex, false, 0},
};

static void numbers_are_of_64_bits_or_none(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(numbers); i++) {
        uint64_t value;
        const bool is_number = numbers[i].read(runner_span_of(numbers[i].text), &value);
        if (is_number != numbers[i].is_number || (is_number && value != numbers[i].value))
            fail_msg("%s", numbers[i].text);
    }
}

/* --- Globs ---------------------------------------------------------------------------------------------- */

static const struct {
    const char *glob, *text;
    bool matches;
} globs[] = {
    {"", "", true},
    {"", "a", false},
    {"*", "", true},
    {"***", "abc", true},
    {"a?c", "abc", true},
    {"a?", "a", false},
    {"?", "", false},
    {"a*c", "abcbc", true},
    {"a*c", "abcb", false},
    {"*ab*ab", "aabab", true},
    {"*ab*ab", "aab", false},
    {"v2/*/0007", "v2/amd64/check/made/0007", true},
    {"[a]", "[a]", true}, /* no classes */
    {"[a]", "a", false},
    {"\\*", "*", false}, /* and no escapes */
    {TEN("*a") "b", TEN(TEN("aaaaaaaaaa")), false},
};

static void globs_match_whole_texts(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(globs); i++)
        if (runner_span_fits_glob(globs[i].glob, runner_span_of(globs[i].text)) != globs[i].matches)
            fail_msg("%s on %s", globs[i].glob, globs[i].text);
    static const char two[] = "a\0a";
    assert_false(
        runner_span_fits_glob(two, (struct span){two, sizeof two - 1})); /* the glob ends where it does */
}

/* --- Characters ----------------------------------------------------------------------------------------- */

static const struct {
    const char *text;
    bool is_utf8;
} texts[] = {
    {"", true},
    {"plain, and of more than eight bytes", true},
    {"\xc3\xa9", true},
    {"\xe2\x82\xac", true},
    {"\xf0\x9f\x98\x80", true},
    {"\xed\x9f\xbf\xee\x80\x80\xf4\x8f\xbf\xbf", true},
    {"\x80", false},
    {"\xff", false},
    {"\xc3", false},
    {"a\xe2\x82", false},
    {"\xc0\x80", false},         /* longer than need be */
    {"\xe0\x9f\xbf", false},     /* the same */
    {"\xf0\x8f\xbf\xbf", false}, /* the same */
    {"\xed\xa0\x80", false},     /* half of a pair */
    {"\xf4\x90\x80\x80", false}, /* beyond the last character */
};

static void text_is_utf8_or_not(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(texts); i++)
        if (runner_span_is_utf8(runner_span_of(texts[i].text)) != texts[i].is_utf8)
            fail_msg("row %zu", i);
}

/* Text is read eight characters at a time; each of these counts wherever it stands. */
static void no_character_hides_among_others(void **state)
{
    static const char plain[] = "\"abcdefghijklmnopqrstuvwxyz\"";
    char text[sizeof plain];
    (void)state;
    for (size_t at = 1; at < sizeof plain - 2; at++)
        for (unsigned c = 1; c < 0x100; c++) {
            memcpy(text, plain, sizeof plain);
            text[at] = (char)c;
            struct json_cut cut = runner_json_cut_of(runner_span_of(text));
            struct span inside = {NULL, 0};
            const bool is_string = runner_json_quoted(&cut, &inside);
            const bool is_whole = is_string && inside.size == sizeof plain - 3;
            const bool escapes = c == '\\' && strchr("bfnrt\"/", text[at + 1]) != NULL && at < sizeof plain - 3;
            if (is_string != (c >= ' ' && (c != '\\' || escapes)) || is_whole != (is_string && c != '"'))
                fail_msg("character %u at %zu of a string", c, at);
            if (runner_span_is_utf8(runner_span_of(text)) != (c < 0x80))
                fail_msg("character %u at %zu of a text", c, at);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_value_is_passed_whole_or_not_at_all),
        cmocka_unit_test(a_value_that_is_cut_anywhere_is_none),
        cmocka_unit_test(nesting_has_a_limit),
        cmocka_unit_test(brackets_in_strings_do_not_nest),
        cmocka_unit_test(members_come_in_order_and_twice_if_they_stand_twice),
        cmocka_unit_test(space_between_tokens_alone_makes_no_difference),
        cmocka_unit_test(numbers_are_of_64_bits_or_none),
        cmocka_unit_test(globs_match_whole_texts),
        cmocka_unit_test(text_is_utf8_or_not),
        cmocka_unit_test(no_character_hides_among_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
