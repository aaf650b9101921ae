/* Laws of unwinding on the command line: lines of JSON are read as scenarios, and answers are JSON, with as
 * many frames as allowed.  A scenario is printed in the notation, as in the runner's reports. */
#include "ref/tool/printing.h"
#include "ref/tool/scenario.h"
#include "law.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static unsigned visited;

static bool is_step_name(const char *name)
{
    for (int step = SFR_STOP_OUTERMOST; step <= SFR_STOP_ERROR; step++)
        if (name != NULL && strcmp(name, sfr_step_name((enum sfr_step)step)) == 0)
            return true;
    return false;
}

static void check_answer(const char *text, size_t size, const struct scenario *scenario)
{
    json_t *const answer = json_loadb(text, size, JSON_REJECT_DUPLICATES, NULL);
    const json_t *const frames = json_object_get(answer, "frames");
    const json_t *const stop = json_object_get(answer, "stop");
    LAW(json_object_size(answer) == 2 && json_is_array(frames), "an answer that is none: %.*s", (int)size,
        text);
    LAW(is_step_name(json_string_value(stop)), "no reason to stop is given");
    LAW(json_array_size(frames) >= 1 && json_array_size(frames) <= scenario->limit,
        "%zu frames, of %u at most", json_array_size(frames), scenario->limit);
    json_decref(answer);
}

static void print_notation(const struct scenario *scenario)
{
    char *text = NULL;
    size_t size = 0;
    FILE *const out = open_memstream(&text, &size);
    const struct piece *const module = scenario->modules.pieces;
    const struct request request = {.profile = scenario->profile};
    const struct source source = {.bytes = module->bytes, .size = module->size, .address = module->address};
    struct subject subject = {.request = &request, .source = &source};
    if (out == NULL)
        return;
    LAW(tool_subject_begin(&subject, true), "out of memory for a text");
    const char *const trouble = tool_print_notation(out, &subject, scenario);
    tool_subject_end(&subject);
    (void)fclose(out);
    LAW(trouble != NULL || strstr(text, "register sp 0x") != NULL, "a text without registers: %s", text);
    free(text);
}

static bool visit(const struct scenario *scenario)
{
    if (scenario->modules.count > 0)
        print_notation(scenario);
    char *text = NULL;
    size_t size = 0;
    struct json json = {open_memstream(&text, &size), false};
    LAW(json.out != NULL, "out of memory for an answer");
    LAW(scenario->limit >= 1 && scenario->limit <= SCENARIO_LIMIT_MOST, "a limit of %u", scenario->limit);
    tool_json_begin(&json, NULL, '{');
    const bool answered = tool_json_unwind(&json, scenario);
    tool_json_end(&json, '}');
    (void)fclose(json.out);
    check_answer(text, size, scenario);
    free(text);
    visited++;
    return answered;
}

static unsigned count_lines(const uint8_t *data, size_t size)
{
    unsigned count = size > 0 && data[size - 1] != '\n';
    for (size_t i = 0; i < size; i++)
        count += data[i] == '\n';
    return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_quiet();
    char *const text = (char *)fuzz_block(data, size);
    FILE *const file = fmemopen(text, size, "r");
    LAW(file != NULL, "the input cannot be opened");
    visited = 0;
    const bool read = tool_scenarios_read(file, "input", visit);
    LAW(read ? visited == count_lines(data, size) : visited <= count_lines(data, size),
        "%u scenarios on %u lines", visited, count_lines(data, size));
    LAW(!read || visited > 0, "read, and there is none");
    (void)fclose(file);
    free(text);
    return 0;
}
