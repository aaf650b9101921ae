/* A law of lookups: a binary search, looking at one function after another, and a lookup in the function
 * alone find the same row, which holds at the PC. */
#include "case.h"
#include "law.h"
#include "same.h"

/* Checks that the function is as found, and that walking through its rows leads to the row. */
static void check_row(const struct sfr_section *section, uint64_t pc, const struct sfr_answer *answer)
{
    const struct sfr_function *const function = &answer->function;
    struct sfr_row row = {.next = function->rows};
    struct sfr_violation fault;
    struct sfr_rules rules;
    LAW(answer->row_index < function->num_fres, "row %u of %u answers", answer->row_index,
        function->num_fres);
    for (uint32_t i = 0; i <= answer->row_index; i++)
        LAW(sfr_row(section, function, row.next, &row, &fault), "row %u answers, but row %u cannot be read",
            answer->row_index, i);
    LAW(same_row(&row, &answer->row), "row %u is not the one that answers", answer->row_index);
    LAW(sfr_rules(section, function, &row, &rules, &fault) && same_rules(&rules, &answer->rules),
        "the rules of row %u are not those that answer", answer->row_index);
    if (function->pc_type != SFR_INC)
        return;
    LAW(pc - function->start >= row.start, "row %u starts beyond the PC", answer->row_index);
    LAW(answer->row_index + 1 == function->num_fres ||
            !sfr_row(section, function, row.next, &row, &fault) || row.start > pc - function->start,
        "the row after row %u does not start beyond the PC", answer->row_index);
}

static void check_function(const struct sfr_section *section, uint64_t pc, const struct sfr_answer *answer)
{
    struct sfr_function function;
    struct sfr_violation fault;
    struct sfr_answer alone;
    (void)sfr_lookup_in(section, answer->function.index, pc, &alone);
    LAW(same_answer(&alone, answer), "function %u answers otherwise where it is asked by itself",
        answer->function.index);
    LAW(sfr_function(section, answer->function.index, &function, &fault) &&
            same_function(&function, &answer->function),
        "function %u is not the one that answers", answer->function.index);
    LAW(pc - function.start < function.size, "function %u answers, which does not hold the PC",
        function.index);
    if (answer->found == SFR_FOUND)
        check_row(section, pc, answer);
    if (answer->found == SFR_OUTERMOST)
        LAW(function.num_fres == 0, "function %u has rows, and is called outermost", function.index);
}

static void look_up(const struct sfr_section *section, const struct sfr_section *surveyed, uint64_t pc)
{
    struct sfr_answer linear, halved;
    LAW(sfr_lookup(section, pc, &linear) == linear.found, "an answer says another thing than its call");
    (void)sfr_lookup(surveyed, pc, &halved);
    LAW(same_answer(&linear, &halved), "at PC 0x%llx the surveyed section gives another answer: %d, else %d",
        (unsigned long long)pc, (int)halved.found, (int)linear.found);
    if (linear.found == SFR_ERROR)
        LAW(sfr_clause_text(linear.fault.clause) != NULL, "an error of clause %d, which is none",
            (int)linear.fault.clause);
    else if (linear.found != SFR_NO_FUNCTION)
        check_function(section, pc, &linear);
}

/* Checks that looking at all functions finds one exactly if the lookup does. */
static void check_held(const struct sfr_section *section, uint64_t pc)
{
    struct sfr_answer answer;
    bool held = false;
    for (uint32_t i = 0; i < section->function_count; i++) {
        struct sfr_function function;
        struct sfr_violation fault;
        if (!sfr_function(section, i, &function, &fault))
            return;
        held = held || pc - function.start < function.size;
    }
    LAW(held == (sfr_lookup(section, pc, &answer) != SFR_NO_FUNCTION), "a function %s the PC 0x%llx",
        held ? "holds" : "answers that does not hold", (unsigned long long)pc);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_case input;
    struct sfr_section section, surveyed;
    uint64_t pcs[EDGES_MOST];
    case_begin(&input, data, size);
    (void)sfr_open(&section, input.section, input.size, input.address, input.profile, NULL);
    surveyed = section;
    sfr_survey(&surveyed);
    look_up(&section, &surveyed, input.pc);
    check_held(&section, input.pc);
    const unsigned count = edges_of(&section, input.choice, pcs);
    for (unsigned i = 0; i < count; i++)
        look_up(&section, &surveyed, pcs[i]);
    case_end(&input);
    return 0;
}
