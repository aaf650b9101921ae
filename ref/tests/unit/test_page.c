/* What a page that runs WebAssembly asks, in a native build; release/tests compares its answers with sframe-ref's. */
#include "../../wasm/page.c"
#include "sections.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static const struct written *opened(const char *name)
{
    const struct written *const written = written_section(name);
    memcpy(page_room(written->size), written->bytes, written->size);
    assert_true(page_open(0x10000, SFR_PROFILE_BY_VERSION));
    return written;
}

static void a_window_has_the_fields_in_it_and_says_what_they_belong_to(void **state)
{
    const struct written *const written = opened("v3-amd64-call");
    (void)state;
    assert_non_null(strstr(page_fields(0, written->size), "function 0"));
    assert_non_null(strstr(page_fields(0, written->size), "sfdi_func_size"));
    assert_non_null(strstr(page_fields(0, 4), "sfp_magic"));
    assert_null(strstr(page_fields(0, 4), "sfdi_func_size"));
    assert_null(strstr(page_fields(written->size - 1, written->size), "sfp_magic"));
}

static void verdict_model_and_rows_are_those_of_the_section(void **state)
{
    (void)opened("v3-amd64-call");
    (void)state;
    assert_non_null(strstr(page_check(), "\"valid\""));
    assert_non_null(strstr(page_model(), "\"functions\""));
    assert_non_null(strstr(page_lookup(0), "\"none\""));
    page_room(3)[0] = 0;
    assert_true(page_open(0x10000, SFR_PROFILE_COUNT));
    assert_non_null(strstr(page_check(), "\"malformed\""));
    (void)page_room(0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_window_has_the_fields_in_it_and_says_what_they_belong_to),
        cmocka_unit_test(verdict_model_and_rows_are_those_of_the_section),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
