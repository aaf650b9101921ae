/* Tests where JSON ends, and each character of a text: what transcripts/text.t would need too many lines for. */
#include "../../../../common/unit.h"
#include "../../process/spans.h"

#include <string.h>

TEST(a_value_that_is_cut_anywhere_is_none)
{
    static const char whole[] = "{\"a\":[-1.5e-3,\"\\u00e9\\n\",true,{}],\"b\":{\"c\":null}}";
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

/* Wherever a character stands, it counts. */
TEST(no_character_hides_among_others)
{
    static const char plain[] = "\"abcdefghijklmnopqrstuvwxyz\"";
    char text[sizeof plain];
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
