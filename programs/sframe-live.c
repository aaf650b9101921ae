/* sframe-live: steps through a program, and at each step compares the unwinder's answer with the real calls. */
#include "../common/command_line.h"
#include "../common/standard.h"
#include "against_shadow.h"
#include "against_truth.h"
#include "outcome.h"
#include "record.h"
#include "tool/options.h"

#include <stdio.h>
#include <string.h>

static const char program[] = "sframe-live";

static struct target target = {.way = &live_native_way};
static struct shadow shadow;
static struct modules modules = {.profile = SFR_PROFILE_BY_VERSION};
static struct comparison comparison = {.target = &target, .shadow = &shadow, .modules = &modules};

static struct recorder recorder = {.most = 16, .prefix = "live", .origin = "live"};

static bool compares(enum event event)
{
    return event == STEPPED && !shadow.delivering;
}

static void follow_program(uint64_t steps)
{
    enum event event = STEPPED;
    uint64_t left = steps;
    const struct module *module = NULL;
    while (event != ENDED && left-- > 0) {
        const uint64_t pc = target.registers.pc;
        if (module == NULL || pc < module->start || pc >= module->end) {
            module = live_module_at(&modules, pc);
            if (module == NULL) {
                live_modules_find(&modules, &target);
                live_comparison_begin(&comparison);
                module = live_module_at(&modules, pc);
            }
        }
        if (compares(event)) {
            live_compare_step(&comparison);
            if (recorder.vectors != NULL)
                live_record_step(&recorder, &comparison);
        }
        event = live_shadow_step(&shadow, &target);
    }
    if (event != ENDED)
        target.way->stop(&target);
}

/* Compares, at each step, what --truth says of the program's functions with the real calls. */
static void follow_claims(struct claims *claims)
{
    enum event event = STEPPED;
    while (event != ENDED) {
        if (compares(event))
            live_truth_compare(claims, &shadow, &target);
        event = live_shadow_step(&shadow, &target);
    }
}

enum { EXIT_RIGHT = 0, EXIT_WRONG = 1, EXIT_TROUBLE = 2 };

static int run(int count, char **words)
{
    uint64_t steps = UINT64_MAX;
    const char *record = NULL, *truth = NULL;
    bool json = false;
    struct command_option options[] = {{"emulator", .kind = OPTION_TEXT, .to = &target.emulator},
                                       {"profile", .kind = OPTION_PARSED, .to = &modules.profile,
                                        .parse = tool_take_profile, .must = tool_profile_must},
                                       {"truth", .kind = OPTION_TEXT, .to = &truth},
                                       {"steps", .kind = OPTION_NUMBER, .to = &steps},
                                       {"record", .kind = OPTION_TEXT, .to = &record},
                                       {"most", .kind = OPTION_NUMBER, .to = &recorder.most},
                                       {"id", .kind = OPTION_TEXT, .to = &recorder.prefix},
                                       {"origin", .kind = OPTION_TEXT, .to = &recorder.origin},
                                       {"json", .to = &json},
                                       {.name = NULL}};
    const struct command_line line = {program, "sframe-live " SFRAME_CONFORMANCE_VERSION, .options = options,
                                      .ends_at_word = true};
    const int status = command_line_read(&line, &count, &words);
    if (status != COMMAND_LINE_GO_ON)
        return status;
    if (count == 0)
        return command_line_wrong_use(program, "no program is named");
    target.program = words[0];
    target.arch = live_program_arch(target.program);
    if (target.arch == NULL)
        return EXIT_TROUBLE;
    target.way = target.arch->native && target.emulator == NULL ? &live_native_way : &live_remote_way;
    recorder.vectors = record != NULL ? json_array() : NULL;
    if (truth != NULL) {
        struct claims *const claims = live_truth_read(target.program, truth);
        if (claims == NULL)
            return EXIT_TROUBLE;
        live_target_start(&target, words);
        follow_claims(claims);
        return live_truth_report(claims, &target) ? EXIT_RIGHT : EXIT_WRONG;
    }
    live_target_start(&target, words);
    const double begun = live_seconds();
    follow_program(steps);
    const double spent = live_seconds() - begun;
    if (record != NULL)
        live_record_write(&recorder, record);
    if (json)
        live_report_json(&comparison, spent);
    else
        live_report_text(&comparison, spent);
    const uint64_t known = comparison.steps[WHOLE] + comparison.steps[BEYOND] + comparison.steps[WRONG];
    const bool judged = known > 0 && modules.section_count > 0;
    if (!judged)
        (void)fputs("sframe-live: nothing was judged: no section tells of any step\n", stderr);
    return comparison.steps[WRONG] > 0 || !judged ? EXIT_WRONG : EXIT_RIGHT;
}

int main(int argc, char **argv)
{
    return standard_run(program, run, argc, argv);
}
