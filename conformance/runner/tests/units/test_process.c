/* Tests the buffer of what is still to be sent to a process, and splitting a command. */
#include "../../process/process.h"

/* cmocka.h expects these before it. */
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <string.h>

enum { PIECE = 1000, PIECES = 10000, AHEAD = 5 * PIECE };

/* The buffer for a reader that is always a little behind does not grow. */
static void room_is_used_again(void **state)
{
    struct process process = {0};
    size_t read = 0;
    (void)state;
    for (unsigned i = 0; i < PIECES; i++) {
        memset(runner_process_room(&process, PIECE), (int)(i % 251), PIECE);
        while (process.sent_size - process.sent_from > AHEAD) {
            assert_int_equal((unsigned char)process.sent[process.sent_from++], read++ / PIECE % 251);
        }
    }
    assert_in_range(process.sent_room, AHEAD, 8 * AHEAD);
    runner_process_free(&process);
}

static void words_are_split_as_the_manual_says(void **state)
{
    static const struct {
        const char *text, *words[4]; /* none: it cannot be split */
    } rows[] = {
        {"a", {"a"}},
        {"  a\tb\nc  ", {"a", "b", "c"}},
        {"'a b' \"c d\"", {"a b", "c d"}},
        {"a'b'\"c\"d", {"abcd"}},
        {"'' \"\"", {"", ""}},
        {"\\a\\ b '\\' \"\\\"\"", {"a b", "\\", "\""}},
        {"a\\", {"a\\"}},
        {"", {NULL}},
        {" \t", {NULL}},
        {"'a", {NULL}},
        {"a \"b'", {NULL}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char **const words = runner_words_split(rows[i].text);
        unsigned count = 0;
        assert_int_equal(words == NULL, rows[i].words[0] == NULL);
        for (; words != NULL && words[count] != NULL; count++) {
            assert_non_null(rows[i].words[count]);
            assert_string_equal(words[count], rows[i].words[count]);
        }
        assert_null(rows[i].words[count]);
        runner_words_free(words);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(room_is_used_again),
        cmocka_unit_test(words_are_split_as_the_manual_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
