/* Tests the buffer of what is still to be sent to a process. */
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

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(room_is_used_again)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
