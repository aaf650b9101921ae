/* Laws of the zoo's assembler: whatever functions it is given, what its object says of them is true at each
 * byte, what SFrame can express is there, and nothing else.  Assembled twice it is the same; other words for
 * the same and further functions change nothing; and linked alone it says the same.  The input is a row of
 * choices (writers/draw_unit.h). */
#include "draw_unit.h"
#include "judged.h"
#include "law.h"
#include "programs/assembly.h"
#include "programs/program_emitter.h"
#include "programs/sayable.h"
#include "vocabulary.h"

#include <stdlib.h>
#include <string.h>

enum { TEXT_ROOM = 1 << 18, TRUTH_ROOM = 1 << 20, MOST = DRAWN_FUNCTIONS + 1 };

/* What is true of a unit, in the assembler's order. */
struct unit_model {
    struct truth truths[MOST];
    bool has_meaning[MOST];
};

static const char *name_of(unsigned number)
{
    static const char *const names[MOST] = {"f0", "f1", "f2", "f3", "f4", "f5", "f6"};
    return names[number];
}

static struct machine_asked machine_of(const struct drawn_unit *unit)
{
    return (struct machine_asked){gen_abi_facts[unit->abi].elf_machine, abi_order(unit->abi) == ORDER_BIG};
}

/* --- Asking --------------------------------------------------------------------------------------------- */

static void assemble(const struct drawn_unit *unit, const struct unit_model *model, bool refused[MOST],
                     struct zoo_file *object)
{
    static char buffer[TEXT_ROOM];
    struct text text;
    gen_text_init(&text, buffer, sizeof buffer);
    gen_write_unit_head(&text, unit->sections);
    for (unsigned i = 0; i < unit->count; i++)
        gen_write_program(&text, unit->abi, name_of(i), &unit->functions[i], model->truths[i].by_labels);
    LAW(!text.full, "a unit's text is longer than there is room for");
    LAW(zoo_assemble(abi_name(unit->abi), profile_version(unit->profile), text.begin, text.length, refused,
                     unit->count, object),
        "the assembler knows another number of functions");
}

static void run_model(const struct drawn_unit *unit, struct unit_model *model)
{
    static struct program strict;
    for (unsigned i = 0; i < unit->count; i++) {
        strict = unit->functions[i];
        strict.meaningless = false;
        model->has_meaning[i] = gen_run_program(unit->abi, &strict, &model->truths[i]);
        (void)gen_run_program(unit->abi, &unit->functions[i], &model->truths[i]);
    }
}

/* The truths of the CHOSEN functions, as JSON; if it is NULL, of all. */
static const char *write_truths(const struct drawn_unit *unit, const struct unit_model *model,
                                const bool *chosen)
{
    static char buffer[TRUTH_ROOM];
    struct text text;
    gen_text_init(&text, buffer, sizeof buffer);
    gen_text_char(&text, '[');
    for (unsigned i = 0; i < unit->count; i++) {
        if (chosen != NULL && !chosen[i])
            continue;
        if (text.length > 1)
            gen_text_char(&text, ',');
        gen_write_truth(&text, name_of(i), &unit->functions[i], &model->truths[i], NULL);
    }
    gen_text_char(&text, ']');
    LAW(!text.full, "a unit's truth is longer than there is room for");
    return gen_text_c(&text);
}

static const char *write_names(const struct drawn_unit *unit, const bool *chosen)
{
    static char buffer[MOST * FUNCTION_NAME];
    struct text text;
    gen_text_init(&text, buffer, sizeof buffer);
    gen_text_char(&text, '[');
    for (unsigned i = 0; i < unit->count; i++) {
        if (!chosen[i])
            continue;
        if (text.length > 1)
            gen_text_char(&text, ',');
        gen_text_quoted(&text, name_of(i));
    }
    gen_text_char(&text, ']');
    return gen_text_c(&text);
}

/* --- Laws ----------------------------------------------------------------------------------------------- */

/* A function must be true, or not there.  It may be missing only if no row can express it, or it has no
 * meaning. */
static void demand_function(const struct drawn_unit *unit, const struct unit_model *model, unsigned number,
                            bool refused, enum judged judged)
{
    const struct truth *const truth = &model->truths[number];
    const bool may_refuse = gen_may_refuse(&unit->functions[number], truth);
    LAW(!refused || !model->has_meaning[number] || may_refuse, "function %u has a meaning, and is refused",
        number);
    LAW(refused || model->has_meaning[number], "function %u has no meaning, and is not refused", number);
    if (truth->size == 0 || truth->by_labels || truth->contested != NULL)
        return;
    const bool can_say = !refused && gen_can_say(unit->profile, unit->abi, truth);
    LAW(can_say == (judged == JUDGED_TRUE), "function %u %s", number,
        can_say ? "can be said, and is not there" : "is there, and cannot be said");
}

static void demand_object(const struct drawn_unit *unit, const struct unit_model *model,
                          const bool refused[MOST], struct zoo_file *object, enum judged judged[MOST])
{
    const struct machine_asked machine = machine_of(unit);
    const bool there = judge_written(&machine, object, write_truths(unit, model, NULL), judged);
    if (!unit->wants_sframe) {
        LAW(!there, "there is SFrame, and nobody asked for it");
        return;
    }
    for (unsigned i = 0; i < unit->count; i++)
        demand_function(unit, model, i, refused[i], judged[i]);
}

static void demand_the_same(const struct drawn_unit *unit, const struct unit_model *model,
                            const struct zoo_file *object)
{
    bool refused[MOST];
    struct zoo_file again;
    assemble(unit, model, refused, &again);
    LAW(again.size == object->size && memcmp(again.bytes, object->bytes, again.size) == 0,
        "assembled again, 0x%zx bytes are 0x%zx others", object->size, again.size);
    free(again.bytes);
}

/* What was there before must be there, at the addresses that the linker gave it. */
static void demand_linked_alone(const struct drawn_unit *unit, const struct unit_model *model,
                                const struct zoo_file *object, const enum judged judged[MOST])
{
    static const char *const words[] = {"-shared"};
    struct zoo_file result;
    bool there[MOST], others[MOST];
    for (unsigned i = 0; i < unit->count; i++) {
        there[i] = judged[i] == JUDGED_TRUE && model->truths[i].size != 0 &&
                   model->truths[i].contested == NULL && unit->wants_sframe;
        others[i] = !there[i];
    }
    zoo_link(object, 1, words, 1, &result);
    LAW(result.bytes != NULL, "what was assembled is not linked");
    const struct linked_demand demand = {.machine = machine_of(unit),
                                         .profile = oracles_profile(unit->profile),
                                         .sorted = true,
                                         .functions = write_truths(unit, model, there),
                                         .free = write_names(unit, others),
                                         .gone = "[]"};
    demand_linked(&demand, &result);
}

static bool stretches_equal(const struct truth *one, const struct truth *other)
{
    bool equal = one->size == other->size && one->count == other->count;
    for (unsigned i = 0; equal && i < one->count; i++)
        equal =
            one->stretches[i].at == other->stretches[i].at; /* rules: the object is compared with both */
    return equal;
}

/* Says the functions in other words, with one more before or behind them: the same must be said about each.
 */
static void demand_other_words(struct choices *choices, struct drawn_unit *unit,
                               const struct unit_model *model, const enum judged judged[MOST])
{
    static struct unit_model others;
    const struct machine_asked machine = machine_of(unit);
    enum judged again[MOST];
    bool refused[MOST];
    struct zoo_file object;
    for (unsigned changes = 1 + draw_below(choices, 4); changes > 0; changes--)
        (void)draw_other_words(choices, unit->abi, &unit->functions[draw_below(choices, unit->count)]);
    const unsigned count = unit->count;
    if (draw_below(choices, 2) == 0)
        draw_function(choices, unit, &unit->functions[unit->count++]);
    run_model(unit, &others);
    for (unsigned i = 0; i < count; i++)
        LAW(others.has_meaning[i] == model->has_meaning[i] &&
                stretches_equal(&others.truths[i], &model->truths[i]),
            "the model tells otherwise of function %u in other words", i);
    assemble(unit, &others, refused, &object);
    (void)judge_written(&machine, &object, write_truths(unit, &others, NULL), again);
    for (unsigned i = 0; i < count; i++)
        LAW(again[i] == judged[i], "in other words function %u is said otherwise: %d, not %d", i,
            (int)again[i], (int)judged[i]);
}

static void copy_file(const struct zoo_file *from, struct zoo_file *to)
{
    *to = (struct zoo_file){fuzz_block(from->bytes, from->size), from->size};
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct drawn_unit unit;
    static struct unit_model model;
    struct choices choices = {data, size};
    struct zoo_file object, judged_object;
    enum judged judged[MOST] = {JUDGED_TRUE};
    bool refused[MOST];
    fuzz_quiet();
    draw_unit(&choices, &unit);
    run_model(&unit, &model);
    assemble(&unit, &model, refused, &object);
    copy_file(&object, &judged_object);
    demand_object(&unit, &model, refused, &judged_object, judged);
    switch (draw_below(&choices, 4)) {
    case 0:
        demand_the_same(&unit, &model, &object);
        break;
    case 1:
        demand_linked_alone(&unit, &model, &object, judged);
        break;
    default:
        demand_other_words(&choices, &unit, &model, judged);
        break;
    }
    free(object.bytes);
    return 0;
}
