/* What a page that runs WebAssembly asks, in a native build; release/tests compares its answers with sframe-ref's. */
#include "../../../common/unit.h"
#include "../../wasm/page.c"
#include "sections.h"

#include <string.h>

static const struct written *opened(const char *name)
{
    const struct written *const written = written_section(name);
    memcpy(page_room(written->size), written->bytes, written->size);
    assert_true(page_open(0x10000, SFR_PROFILE_BY_VERSION));
    return written;
}

TEST(a_window_has_the_fields_in_it_and_says_what_they_belong_to)
{
    const struct written *const written = opened("v3-amd64-call");
    assert_non_null(strstr(page_fields(0, written->size), "function 0"));
    assert_non_null(strstr(page_fields(0, written->size), "sfdi_func_size"));
    assert_non_null(strstr(page_fields(0, 4), "sfp_magic"));
    assert_null(strstr(page_fields(0, 4), "sfdi_func_size"));
    assert_null(strstr(page_fields(written->size - 1, written->size), "sfp_magic"));
}

TEST(verdict_model_and_rows_are_those_of_the_section)
{
    (void)opened("v3-amd64-call");
    assert_non_null(strstr(page_check(), "\"valid\""));
    assert_non_null(strstr(page_model(), "\"functions\""));
    assert_non_null(strstr(page_lookup(0), "\"none\""));
    page_room(3)[0] = 0;
    assert_true(page_open(0x10000, SFR_PROFILE_COUNT));
    assert_non_null(strstr(page_check(), "\"malformed\""));
    (void)page_room(0);
}
