/* Reads the CFI directives. */
#include "source.h"

#include <stdlib.h>
#include <string.h>

void cfi_sections(struct operands *operands)
{
    operands->unit->wants_sframe = false;
    do {
        char *const name = take_name(operands);
        operands->unit->wants_sframe |= strcmp(name, ".sframe") == 0;
        operands->wrong |= *name == '\0';
        free(name);
    } while (another(operands));
}

void startproc(struct operands *operands)
{
    struct unit *const unit = operands->unit;
    char *const word = take_name(operands);
    const bool simple = strcmp(word, "simple") == 0;
    operands->wrong |= unit->open != NULL || (!simple && *word != '\0');
    free(word);
    if (operands->wrong)
        return;
    unit->functions =
        grown(unit->functions, unit->function_count, &unit->function_room, sizeof *unit->functions);
    unit->open = &unit->functions[unit->function_count++];
    *unit->open = (struct function){.section = unit->current,
                                    .start = section_here(unit)->code.size,
                                    .line = unit->line,
                                    .simple = simple};
}

void endproc(struct operands *operands)
{
    struct unit *const unit = operands->unit;
    if (unit->open == NULL || unit->open->section != unit->current)
        refuse(unit, unit->line, ".cfi_endproc without .cfi_startproc in this section");
    else
        unit->open->size = section_here(unit)->code.size - unit->open->start;
    unit->open = NULL;
}

static void take_escape(struct operands *operands, struct step *step)
{
    do {
        const int64_t value = take_value(operands);
        operands->wrong |= value < 0 || value > UINT8_MAX || step->escape_size == ESCAPE_BYTES;
        if (!operands->wrong)
            step->escape[step->escape_size++] = (uint8_t)value;
    } while (!operands->wrong && another(operands));
}

/* Reads the operands of a directive by FORMAT: r and o are a register for `reg`, s is one for `other`, o is
 * an offset, b is bytes, and * is anything. */
static void take_operands(struct operands *operands, const char *format, struct step *step)
{
    for (; *format != '\0'; format++) {
        if (*format == 'r')
            step->reg = take_register(operands);
        else if (*format == 's')
            step->other = take_register(operands);
        else if (*format == 'o')
            step->value = take_value(operands);
        else if (*format == 'b')
            take_escape(operands, step);
        else
            operands->at += strlen(operands->at);
        if (format[1] != '\0')
            operands->wrong |= !another(operands);
    }
}

static const struct {
    const char *name, *operands;
    enum step_kind kind;
} steps[] = {
    {".cfi_def_cfa", "ro", STEP_DEF_CFA},
    {".cfi_def_cfa_register", "r", STEP_DEF_CFA_REGISTER},
    {".cfi_def_cfa_offset", "o", STEP_DEF_CFA_OFFSET},
    {".cfi_adjust_cfa_offset", "o", STEP_ADJUST_CFA_OFFSET},
    {".cfi_offset", "ro", STEP_OFFSET},
    {".cfi_rel_offset", "ro", STEP_REL_OFFSET},
    {".cfi_val_offset", "ro", STEP_VAL_OFFSET},
    {".cfi_register", "rs", STEP_REGISTER},
    {".cfi_restore", "r", STEP_RESTORE},
    {".cfi_undefined", "r", STEP_UNDEFINED},
    {".cfi_same_value", "r", STEP_SAME_VALUE},
    {".cfi_remember_state", "", STEP_REMEMBER},
    {".cfi_restore_state", "", STEP_RESTORE_STATE},
    {".cfi_negate_ra_state", "", STEP_NEGATE_RA_STATE},
    {".cfi_negate_ra_state_with_pc", "", STEP_NEGATE_RA_STATE},
    {".cfi_window_save", "", STEP_WINDOW_SAVE},
    {".cfi_val_encoded_addr", "r*", STEP_VAL_ENCODED},
    {".cfi_escape", "b", STEP_ESCAPE},
    {".cfi_signal_frame", "", STEP_SIGNAL_FRAME},
    {".cfi_b_key_frame", "", STEP_B_KEY},
    {".cfi_return_column", "r", STEP_RETURN_COLUMN},
    {".cfi_mte_tagged_frame", "", STEP_NOTHING},
    {".cfi_label", "*", STEP_NOTHING},
    {".cfi_personality", "*", STEP_NOTHING},
    {".cfi_lsda", "*", STEP_NOTHING},
};

bool take_step_line(struct operands *operands, const char *name)
{
    struct unit *const unit = operands->unit;
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        if (strcmp(steps[i].name, name) != 0)
            continue;
        struct function *const function = unit->open;
        if (function == NULL || function->section != unit->current) {
            refuse(unit, unit->line, "%s outside of a function", name);
            operands->at += strlen(operands->at);
            return true;
        }
        struct step step = {
            .kind = steps[i].kind, .at = section_here(unit)->code.size - function->start, .line = unit->line};
        take_operands(operands, steps[i].operands, &step);
        function->steps = grown(function->steps, function->step_count, &function->step_room, sizeof step);
        function->steps[function->step_count++] = step;
        return true;
    }
    return false;
}
