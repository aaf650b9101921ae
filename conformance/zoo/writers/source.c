/* Reads lines of GNU assembly text: it knows some directives, and any other line is an error. */
#include "assembler.h"
#include "bug.h"

#include <ctype.h>
#include <elf.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_LINE = 4096, MAX_CODE = 1 << 28 };

static void print_message(const struct unit *unit, int line, const char *kind, const char *format,
                          va_list arguments) __attribute__((format(printf, 4, 0)));
static void print_message(const struct unit *unit, int line, const char *kind, const char *format,
                          va_list arguments)
{
    if (unit->is_quiet)
        return;
    (void)fprintf(stderr, "%s:%d: %s: ", unit->path, line, kind);
    (void)vfprintf(stderr, format, arguments);
    (void)fputc('\n', stderr);
}

void refuse(struct unit *unit, int line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print_message(unit, line, "Error", format, arguments);
    va_end(arguments);
    unit->errors++;
    if (unit->open != NULL)
        unit->open->refused = true;
}

void warn(const struct unit *unit, int line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print_message(unit, line, "Warning", format, arguments);
    va_end(arguments);
}

/* --- Operands ------------------------------------------------------------------------------------------- */

/* A line of assembly text, and how its operands are read. */
struct operands {
    struct unit *unit;
    char *at; /* the rest of the line */
    bool wrong;
};

static void skip_space(struct operands *operands)
{
    while (*operands->at == ' ' || *operands->at == '\t')
        operands->at++;
}

static bool at_end(struct operands *operands)
{
    skip_space(operands);
    return *operands->at == '\0';
}

/* Skips a comma.  Returns false if there is none, so no operand follows. */
static bool another(struct operands *operands)
{
    skip_space(operands);
    if (*operands->at != ',')
        return false;
    operands->at++;
    return true;
}

static int64_t take_value(struct operands *operands)
{
    char *end;
    skip_space(operands);
    errno = 0;
    const long long value = strtoll(operands->at, &end, 0);
    if (end == operands->at || errno != 0)
        operands->wrong = true;
    operands->at = end;
    return value;
}

static unsigned take_register(struct operands *operands)
{
    const int64_t number = take_value(operands);
    if (number >= 0 && number < REGISTERS)
        return (unsigned)number;
    operands->wrong = true;
    return 0;
}

static bool is_name(char letter)
{
    return isalnum((unsigned char)letter) || (letter != '\0' && strchr("_.$-", letter) != NULL);
}

/* Reads a name, and returns a copy that is never freed; it is empty if there is no name. */
static const char *take_name(struct operands *operands)
{
    skip_space(operands);
    const bool quoted = *operands->at == '"';
    operands->at += quoted;
    size_t length = 0;
    while (quoted ? operands->at[length] != '"' && operands->at[length] != '\0'
                  : is_name(operands->at[length]))
        length++;
    char *const name = copy_of(operands->at, length);
    if (quoted && operands->at[length] != '"')
        operands->wrong = true;
    operands->at += length;
    operands->at += quoted && *operands->at == '"';
    return name;
}

/* --- Symbols and sections ------------------------------------------------------------------------------- */

static struct text_section *section_here(const struct unit *unit)
{
    return &unit->sections[unit->current];
}

static struct symbol *symbol_of(struct unit *unit, const char *name)
{
    for (size_t i = unit->symbol_count; i-- > 0;)
        if (strcmp(unit->symbols[i].name, name) == 0)
            return &unit->symbols[i];
    unit->symbols = grown(unit->symbols, unit->symbol_count, &unit->symbol_room, sizeof *unit->symbols);
    struct symbol *const symbol = &unit->symbols[unit->symbol_count++];
    *symbol = (struct symbol){.name = name, .section = SECTION_NONE};
    return symbol;
}

static struct symbol *take_symbol(struct operands *operands)
{
    const char *const name = take_name(operands);
    operands->wrong |= *name == '\0';
    return symbol_of(operands->unit, name);
}

static void enter_section(struct unit *unit, const char *name, const char *group, int64_t subsection,
                          uint64_t flags)
{
    for (size_t i = 0; i < unit->section_count; i++) {
        const struct text_section *const section = &unit->sections[i];
        const bool same_group = group == NULL ? section->group == NULL
                                              : section->group != NULL && strcmp(section->group, group) == 0;
        if (strcmp(section->name, name) == 0 && same_group && section->subsection == subsection) {
            unit->current = i;
            return;
        }
    }
    unit->sections = grown(unit->sections, unit->section_count, &unit->section_room, sizeof *unit->sections);
    unit->current = unit->section_count++;
    unit->sections[unit->current] = (struct text_section){
        .name = name, .group = group, .subsection = subsection, .flags = flags, .alignment = 4};
}

static void enter_text(struct operands *operands)
{
    enter_section(operands->unit, ".text", NULL, 0, SHF_ALLOC | SHF_EXECINSTR);
}

static void take_subsection(struct operands *operands)
{
    const int64_t number = take_value(operands);
    operands->wrong |= number < 0;
    if (operands->wrong)
        return;
    const struct text_section here = *section_here(operands->unit);
    enter_section(operands->unit, here.name, here.group, number, here.flags);
}

static uint64_t flags_of(struct operands *operands, const char *letters)
{
    uint64_t flags = 0;
    for (; *letters != '\0'; letters++) {
        static const char known[] = "axGeR";
        static const uint64_t bits[] = {SHF_ALLOC, SHF_EXECINSTR, SHF_GROUP, SHF_EXCLUDE, SHF_GNU_RETAIN};
        const char *const found = strchr(known, *letters);
        if (found == NULL)
            operands->wrong = true;
        else
            flags |= bits[found - known];
    }
    return flags;
}

/* Reads .section NAME, "FLAGS", @progbits, GROUP, comdat. */
static void take_section(struct operands *operands)
{
    const char *const name = take_name(operands), *group = NULL;
    operands->wrong |= *name == '\0' || !another(operands);
    const uint64_t flags = flags_of(operands, take_name(operands));
    operands->wrong |= !another(operands);
    skip_space(operands);
    operands->at += *operands->at == '@' || *operands->at == '%';
    operands->wrong |= strcmp(take_name(operands), "progbits") != 0;
    if ((flags & SHF_GROUP) != 0) {
        operands->wrong |= !another(operands);
        group = take_name(operands);
        operands->wrong |= !another(operands) || strcmp(take_name(operands), "comdat") != 0;
    }
    if (!operands->wrong)
        enter_section(operands->unit, name, group, 0, flags & ~(uint64_t)SHF_GROUP);
}

static void take_type(struct operands *operands)
{
    struct symbol *const symbol = take_symbol(operands);
    operands->wrong |= !another(operands);
    skip_space(operands);
    operands->at += *operands->at == '%' || *operands->at == '@';
    symbol->is_function = strcmp(take_name(operands), "function") == 0;
    operands->wrong |= !symbol->is_function;
}

/* Reads a size: `.-NAME`, the distance from a label. */
static void take_size(struct operands *operands)
{
    const size_t number = (size_t)(take_symbol(operands) - operands->unit->symbols);
    operands->wrong |= !another(operands);
    skip_space(operands);
    if (strncmp(operands->at, ".-", 2) != 0) {
        operands->wrong = true;
        return;
    }
    operands->at += 2;
    const struct symbol *const from = take_symbol(operands);
    operands->wrong |= from->section != (int)operands->unit->current;
    operands->unit->symbols[number].size = section_here(operands->unit)->code.size - from->value;
}

/* Switches a bug on, as --bug does: so one run of an adapter can ask for many. */
static void take_bug(struct operands *operands)
{
    operands->wrong |= !bug_switch_on(NULL, take_name(operands));
}

/* --- Bytes ---------------------------------------------------------------------------------------------- */

static void put_fill(struct operands *operands, int64_t repeat, int64_t bytes, int64_t value)
{
    struct unit *const unit = operands->unit;
    if (operands->wrong || repeat < 0 || bytes < 0 || bytes > 8 ||
        (uint64_t)repeat * (uint64_t)bytes > MAX_CODE - section_here(unit)->code.size) {
        operands->wrong = true;
        return;
    }
    for (int64_t i = 0; i < repeat; i++)
        put_number(&section_here(unit)->code, unit->abi->big_endian, (unsigned)bytes, (uint64_t)value);
}

/* Reads REPEAT, SIZE, VALUE. */
static void take_fill(struct operands *operands)
{
    const int64_t repeat = take_value(operands), bytes = another(operands) ? take_value(operands) : 1;
    put_fill(operands, repeat > MAX_CODE ? -1 : repeat, bytes, another(operands) ? take_value(operands) : 0);
}

static void take_zero(struct operands *operands)
{
    const int64_t count = take_value(operands);
    put_fill(operands, count > MAX_CODE ? -1 : count, 1, 0);
}

static void take_align(struct operands *operands)
{
    enum { MOST = 1 << 16 };
    const uint64_t alignment = (uint64_t)take_value(operands);
    struct text_section *const section = section_here(operands->unit);
    if (alignment == 0 || (alignment & (alignment - 1)) != 0 || alignment > MOST) {
        operands->wrong = true;
        return;
    }
    section->alignment = section->alignment < alignment ? alignment : section->alignment;
    put_zeros(&section->code, (size_t)(-section->code.size & (alignment - 1)));
}

/* Writes the distance of two labels, in as many bytes as any distance needs.  Nobody reads it, so it is 0. */
static void take_leb(struct operands *operands)
{
    static const uint8_t zero[] = {0x80, 0x80, 0x80, 0x80, 0};
    operands->wrong |= strchr(take_name(operands), '-') == NULL;
    put_bytes(&section_here(operands->unit)->code, zero, sizeof zero);
}

/* --- CFI directives ------------------------------------------------------------------------------------- */

static void cfi_sections(struct operands *operands)
{
    operands->unit->wants_sframe = false;
    do {
        const char *const name = take_name(operands);
        operands->unit->wants_sframe |= strcmp(name, ".sframe") == 0;
        operands->wrong |= *name == '\0';
    } while (another(operands));
}

static void startproc(struct operands *operands)
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

static void endproc(struct operands *operands)
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

/* Reads a directive that changes the state from here on.  Returns false if it is another one. */
static bool take_step_line(struct operands *operands, const char *name)
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

/* --- Lines ---------------------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    void (*take)(struct operands *operands);
} directives[] = {
    {".text", enter_text},         {".section", take_section},       {".subsection", take_subsection},
    {".type", take_type},          {".size", take_size},             {".fill", take_fill},
    {".zero", take_zero},          {".balign", take_align},          {".uleb128", take_leb},
    {".cfi_sections", cfi_sections}, {".cfi_startproc", startproc}, {".cfi_endproc", endproc},
    {".bug", take_bug},
};

static void take_directive(struct operands *operands, const char *name)
{
    struct unit *const unit = operands->unit;
    bool known = take_step_line(operands, name);
    if (!known && strcmp(name, unit->abi->jump) == 0) {
        /* Nobody reads a jump's target, so that is not written. */
        const struct abi *const abi = operands->unit->abi;
        operands->wrong |= *take_name(operands) == '\0';
        put_bytes(&section_here(operands->unit)->code, abi->jump_bytes, abi->jump_size);
        known = true;
    }
    for (size_t i = 0; !known && i < sizeof directives / sizeof *directives; i++)
        if (strcmp(directives[i].name, name) == 0) {
            directives[i].take(operands);
            known = true;
        }
    if (!known)
        refuse(unit, unit->line, "%s is not known here", name);
    else if (operands->wrong || !at_end(operands))
        refuse(unit, unit->line, "operands of %s that are not known here", name);
}

static void take_line(struct unit *unit, char *line)
{
    struct operands operands = {.unit = unit, .at = line};
    line[strcspn(line, "\r\n")] = '\0';
    skip_space(&operands);
    if (*operands.at == '\0' || *operands.at == '#')
        return;
    const char *const name = take_name(&operands);
    if (*operands.at == ':' && *name != '\0') {
        operands.at++;
        struct symbol *const symbol = symbol_of(unit, name);
        if (symbol->section != SECTION_NONE)
            refuse(unit, unit->line, "%s is defined a second time", name);
        symbol->section = (int)unit->current;
        symbol->value = section_here(unit)->code.size;
        take_line(unit, operands.at);
    } else {
        take_directive(&operands, *name == '\0' ? "this line" : name);
    }
}

void assemble_text(struct unit *unit, FILE *file)
{
    char line[LONGEST_LINE];
    enter_section(unit, ".text", NULL, 0, SHF_ALLOC | SHF_EXECINSTR);
    while (fgets(line, sizeof line, file) != NULL) {
        unit->line++;
        if (strchr(line, '\n') == NULL && !feof(file)) {
            refuse(unit, unit->line, "the line is too long");
            break;
        }
        take_line(unit, line);
    }
    if (unit->open != NULL)
        refuse(unit, unit->open->line, ".cfi_startproc without .cfi_endproc");
    unit->open = NULL;
}
