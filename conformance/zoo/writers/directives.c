/* Reads the CFI directives. */
#include "source.h"

#include <string.h>

void cfi_sections(struct operands *operands)
{
    operands->unit->wants_sframe = false;
    do {
        const char *const name = take_name(operands);
        operands->unit->wants_sframe |= strcmp(name, ".sframe") == 0;
        operands->wrong |= *name == '\0';
    } while (another(operands));
}

void startproc(struct operands *operands)
{
    struct unit *const unit = operands->unit;
    const char *const word = take_name(operands);
    const bool simple = strcmp(word, "simple") == 0;
    operands->wrong |= unit->open != NULL || (!simple && *word != '\0');
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

static void take_operands(struct operands *operands, const char *format, struct step *step)
{
    for (; *format != '\0'; format++) {
        if (*format == 'r')
            step->reg = take_register(operands);
        else if (*format == 's')
            step->other = take_register(operands);
        else if (*format == 'o')
            step->value = take_value(operands);
        else if (*format == 'b') {
            do {
                const int64_t value = take_value(operands);
                operands->wrong |= value < 0 || value > UINT8_MAX || step->escape_size == ESCAPE_BYTES;
                if (!operands->wrong)
                    step->escape[step->escape_size++] = (uint8_t)value;
            } while (!operands->wrong && another(operands));
        } else
            operands->at += strlen(operands->at);
        if (format[1] != '\0')
            operands->wrong |= !another(operands);
    }
}

static const struct form_of_step steps[] = {
    {".cfi_def_cfa", "ro", STEP_DEF_CFA, 0x0c},
    {".cfi_def_cfa_register", "r", STEP_DEF_CFA_REGISTER, 0x0d},
    {".cfi_def_cfa_offset", "o", STEP_DEF_CFA_OFFSET, 0x0e},
    {".cfi_adjust_cfa_offset", "o", STEP_ADJUST_CFA_OFFSET, 0},
    {".cfi_offset", "ro", STEP_OFFSET, 0},
    {".cfi_rel_offset", "ro", STEP_REL_OFFSET, 0},
    {".cfi_val_offset", "ro", STEP_VAL_OFFSET, 0},
    {".cfi_register", "rs", STEP_REGISTER, 0x09},
    {".cfi_restore", "r", STEP_RESTORE, 0x06},
    {".cfi_undefined", "r", STEP_UNDEFINED, 0x07},
    {".cfi_same_value", "r", STEP_SAME_VALUE, 0x08},
    {".cfi_remember_state", "", STEP_REMEMBER, 0x0a},
    {".cfi_restore_state", "", STEP_RESTORE_STATE, 0x0b},
    {".cfi_negate_ra_state", "", STEP_NEGATE_RA_STATE, 0x2d},
    {".cfi_negate_ra_state_with_pc", "", STEP_NEGATE_RA_STATE, 0x2c},
    {".cfi_window_save", "", STEP_WINDOW_SAVE, 0},
    {".cfi_val_encoded_addr", "r*", STEP_VAL_ENCODED, 0},
    {".cfi_escape", "b", STEP_ESCAPE, 0},
    {".cfi_signal_frame", "", STEP_SIGNAL_FRAME, 0},
    {".cfi_b_key_frame", "", STEP_B_KEY, 0},
    {".cfi_return_column", "r", STEP_RETURN_COLUMN, 0},
    {".cfi_mte_tagged_frame", "", STEP_NOTHING, 0},
    {".cfi_label", "*", STEP_NOTHING, 0},
    {".cfi_personality", "*", STEP_NOTHING, 0},
    {".cfi_lsda", "*", STEP_NOTHING, 0},
};

const struct form_of_step *step_of_operation(uint8_t operation)
{
    for (size_t i = 0; operation != 0 && i < sizeof steps / sizeof *steps; i++)
        if (steps[i].operation == operation)
            return &steps[i];
    return NULL;
}

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
