/* An adapter that says odd things, so that tests see how the kit writes them. The PC says which. */
#include "sframe_adapter.h"

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
    case 9: /* an unfinished answer */
        while (true)
            answer_number(answer, "n", 1);
    default: /* open lists are ended by the kit */
        answer_functions(answer);
        answer_function_begin(answer);
        answer_rows(answer);
        answer_function_end(answer);
        answer_function_begin(answer);
        answer_rows(answer);
        answer_row_begin(answer);
        answer_row_end(answer);
        answer_row_begin(answer);
        break;
    }
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

int main(void)
{
    const struct adapter adapter = {.name = "odd \"reader\"",
                                    .version = "0",
                                    .profiles = "v1 v2 v2e1 v2e2 v3",
                                    .abis = "amd64 aarch64 aarch64_be s390x",
                                    .exposes = "check.verdict lookup",
                                    .requirement_set = "any",
                                    .check = check,
                                    .lookup = lookup,
                                    .flip = flip,
                                    .unwind = unwind};
    return adapter_run(&adapter);
}
