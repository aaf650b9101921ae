/* An adapter that says odd things, so that tests see how the kit writes them. The PC of a lookup says which.
 * As `odd opens` its sections stay open, and it counts the questions about each: as PC 1 a lookup says how many
 * there were, which threads get differently. */
#include "sframe_adapter.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void lookup(const struct request *request, struct answer *answer)
{
    switch (request->pc) {
    case 0: /* all kinds of members */
        answer_number(answer, "least", INT64_MIN);
        answer_number(answer, "most", INT64_MAX);
        answer_address(answer, "address", request->address);
        answer_bool(answer, "yes", true);
        answer_hex(answer, "bytes", request->bytes, request->length);
        answer_flags(answer, 0xff);
        answer_sum(answer, "cfa", answer_register(answer, 4294967295), -1);
        answer_load(answer, "ra", "cfa", 0);
        answer_same(answer, "fp");
        answer_undefined(answer, "sp");
        break;
    case 1:
        answer_string(answer, "quo\"te", "\\ \" \t \n \x01 \x1f \x7f /");
        break;
    case 2:
        answer_none(answer, "unknown");
        break;
    case 3: /* what is said before and after is dropped */
        answer_functions(answer);
        answer_function_begin(answer);
        answer_error(answer, "no");
        answer_row_end(answer);
        answer_none(answer, "row");
        break;
    case 4:
        answer_unsupported(answer, "not today");
        break;
    case 5: /* only C has null */
        answer_error(answer, NULL);
        break;
    case 6: /* only C has strings without an encoding */
        answer_string(answer, "odd", "\xc3\xa4 \xff");
        break;
    case 7:
        answer_row_begin(answer);
        break;
    case 8:
        answer_functions(answer);
        answer_function_begin(answer);
        answer_rows(answer);
        answer_row_end(answer);
        break;
    default: /* an unfinished answer */
        while (true)
            answer_number(answer, "n", 1);
    }
}

/* Leaves lists open, which the kit ends. */
static void decode(const struct request *request, struct answer *answer)
{
    (void)request;
    answer_functions(answer);
    answer_function_begin(answer);
    answer_rows(answer);
    answer_function_end(answer);
    answer_function_begin(answer);
    answer_rows(answer);
    answer_row_begin(answer);
    answer_row_end(answer);
    answer_row_begin(answer);
}

static void check(const struct request *request, struct answer *answer)
{
    answer_string(answer, "verdict", request->length == 0 ? "malformed" : "valid");
}

static void flip(const struct request *request, struct answer *answer)
{
    answer_hex(answer, "bytes", request->bytes, request->length);
}

/* Answers what is known of a scenario, and the words of memory at SP and FP as frames. */
static void unwind(const struct request *request, struct answer *answer)
{
    const struct scenario *const scenario = request->scenario;
    static const char *const names[] = {"sp", "fp", "r30", "pac_mask"};
    uint64_t value, word;
    answer_number(answer, "limit", scenario->limit);
    answer_number(answer, "modules", (int64_t)scenario->module_count);
    for (size_t i = 0; i < scenario->module_count; i++)
        answer_hex(answer, "module", scenario->modules[i].bytes, scenario->modules[i].length);
    answer_frames(answer);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (!scenario_register(request, names[i], &value))
            continue;
        answer_frame_begin(answer);
        answer_address(answer, "pc", value);
        if (scenario_word(request, value, &word))
            answer_address(answer, "cfa", word);
        answer_frame_end(answer);
    }
    answer_stop(answer, "unsafe");
}

/* --- Sections that stay open ---------------------------------------------------------------------------- */

struct section {
    bool is_refused;
    int asked;
};

static void *open_section(const struct request *request)
{
    struct section *const section = malloc(sizeof *section);
    if (section == NULL)
        exit(3);
    section->is_refused = request->length == 2 && memcmp(request->bytes, "no", 2) == 0;
    section->asked = 0;
    return section;
}

static void lookup_opened(const struct request *request, struct answer *answer)
{
    struct section *const section = request->opened;
    if (section->is_refused) {
        answer_error(answer, "not this one");
        return;
    }
    const int asked = __atomic_add_fetch(&section->asked, 1, __ATOMIC_SEQ_CST);
    if (request->pc == 1)
        answer_number(answer, "function", asked);
    answer_hex(answer, "bytes", request->bytes, request->length);
}

static void close_section(void *opened)
{
    const struct section *const section = opened;
    if (!section->is_refused)
        (void)fprintf(stderr, "closed after %d\n", section->asked);
    free(opened);
}

int main(int argc, char **argv)
{
    struct adapter adapter = {.name = "odd \"reader\"",
                              .version = "0",
                              .profiles = "v1 v2 v2e1 v2e2 v3",
                              .abis = "amd64 aarch64 aarch64_be s390x",
                              .exposes = "check.verdict lookup",
                              .requirement_set = "any",
                              .decode = decode,
                              .check = check,
                              .lookup = lookup,
                              .flip = flip,
                              .unwind = unwind};
    (void)argv;
    if (argc > 1) {
        adapter.decode = NULL;
        adapter.lookup = lookup_opened;
        adapter.open = open_section;
        adapter.close = close_section;
        adapter.concurrently = adapter_concurrently;
    }
    return adapter_run(&adapter);
}
