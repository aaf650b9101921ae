/* The traits of unwindings. */
#include "trait_parts.h"

/* --- What is odd about its question or its stack -------------------------------------------------------- */

static bool has_mask(const struct vector *vector)
{
    return vector->scenario->pac_mask != 0;
}

static bool has_modules(const struct vector *vector)
{
    return vector->scenario->module_count > 0;
}

static bool cuts_words(const struct vector *vector)
{
    const struct scenario *scenario = vector->scenario;
    for (uint32_t i = 1; i < scenario->piece_count; i++) {
        const struct piece *before = &scenario->memory[i - 1];
        if (before->address + before->length == scenario->memory[i].address)
            return true;
    }
    return false;
}

static bool crosses_middle(const struct vector *vector)
{
    const struct trace *trace = vector->trace;
    return trace->frames[0].sp >> 63 == 0 && trace->frames[trace->count - 1].sp >> 63 != 0;
}

/* A topmost signal frame does not count: it tests little. */
static bool has_signal_below(const struct vector *vector)
{
    const struct section *section = vector->section;
    for (uint32_t i = 1; i < vector->trace->count && gen_profile_facts[vector->profile].has_signal; i++) {
        const struct answer_lookup found = gen_look_up(section, vector->trace->frames[i].pc);
        if (found.found == FOUND_ROW && section->functions[found.function].signal)
            return true;
    }
    return false;
}

/* A valid section, and yet an error: the question does not list a register that a rule needs. */
static bool lacks_register(const struct vector *vector)
{
    return vector->trace->stop == STOP_ERROR;
}

/* For each profile and ABI, as an implementation may read one profile on one ABI only. */
static void show_oddities(struct view *view, const struct vector *vector)
{
    static const struct {
        const char *word;
        bool (*is_so)(const struct vector *vector);
    } oddities[] = {
        {"a mask", has_mask},
        {"further modules", has_modules},
        {"a word across pieces", cuts_words},
        {"a stack around 2^63", crosses_middle},
        {"a signal frame below the topmost", has_signal_below},
        {"a register that is not listed", lacks_register},
    };
    const struct trait trait =
        with_abi(with_profile(trait_of("unwinding with"), vector->profile), vector->abi);
    for (unsigned i = 0; i < sizeof oddities / sizeof *oddities && vector->vector_class == CLASS_VALID; i++)
        if (oddities[i].is_so(vector))
            show_one(view, with_word(trait, oddities[i].word));
}

void see_unwinding(struct view *view, const struct vector *vector)
{
    struct trait trait = with_abi(with_profile(trait_of("unwinding of"), vector->profile), vector->abi);
    view->operation = vector->operation;
    if (vector->operation == OPERATION_UNWIND)
        show_one(view, with_word(trait, vector->shape));
}

/* --- What it goes through ------------------------------------------------------------------------------- */

/* Why a trace ends, and by what rules it leaves the topmost frame. */
void show_trace(struct view *view, const struct vector *vector)
{
    const struct section *section = vector->section;
    if (vector->operation != OPERATION_UNWIND)
        return;
    const struct trait stop = with_class(
        with_named(trait_of("trace ends"), NULL, gen_stop_name(vector->trace->stop), vector->trace->stop),
        vector->vector_class);
    show_one(view, with_abi(with_number(stop, 0), vector->abi));
    show_one(view, with_profile(with_number(stop, 1), vector->profile));
    show_oddities(view, vector);
    struct answer_lookup found = gen_look_up(section, vector->pc);
    if (found.found != FOUND_ROW || vector->vector_class != CLASS_VALID)
        return;
    const struct function *function = &section->functions[found.function];
    const struct row *row = gen_function_row(section, function, found.row);
    const struct rule *const rules[RULES] = {&row->cfa, &row->ra, &row->fp};
    const struct trait left =
        with_function_type(with_abi(trait_of("topmost frame"), vector->abi), function->fde_type);
    show_one(view, with_pc_type(with_number(left, 3), function->pc_type));
    show_one(view, with_yes_or_no(with_number(left, 4), "signal", "no signal", function->signal));
    for (unsigned i = 0; i < RULES; i++) {
        struct trait rule = with_place(left, i, rules[i]->place);
        rule.parts[rule.part_count - 1].name = rule_names[i];
        show_one(view, with_deref(rule, rules[i]->deref));
    }
}
