#include "reading.h"

#include "assembly.h"
#include "directives.h"
#include "emit/sets.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* More than any directive here has, and so little that the sum of MAX_STEPS of them fits 64 bits. */
enum { LARGEST_CODE = 1 << 24 };
static const long long largest_offset = 1LL << 44;

static const char blanks[] = " \t\r\n,";

struct operand_words {
    const char *at;
    const struct names *names; /* null: numbers are digits alone */
};

/* Copies the next word.  False: there is none, or it has SIZE or more characters. */
static bool take_word(struct operand_words *words, char *word, size_t size)
{
    words->at += strspn(words->at, blanks);
    const size_t length = strcspn(words->at, blanks);
    if (length == 0 || length >= size)
        return false;
    memcpy(word, words->at, length);
    word[length] = '\0';
    words->at += length;
    return true;
}

static bool take_number(struct operand_words *words, long long least, long long most, int64_t *number)
{
    char word[64], *end;
    if (!take_word(words, word, words->names == NULL ? 32 : sizeof word))
        return false;
    if (words->names != NULL)
        return gen_evaluate(words->names, word, number) && *number >= least && *number <= most;
    errno = 0;
    const long long value = strtoll(word, &end, 0);
    *number = value;
    return *end == '\0' && errno == 0 && value >= least && value <= most;
}

static bool take_register(struct operand_words *words, uint8_t *reg)
{
    int64_t number;
    if (!take_number(words, 0, REGISTERS - 1, &number))
        return false;
    *reg = (uint8_t)number;
    return true;
}

static bool is_at_end(struct operand_words *words)
{
    words->at += strspn(words->at, blanks);
    return *words->at == '\0';
}

/* --- Escapes -------------------------------------------------------------------------------------------- */

/* Reads a number of up to five bytes, a LEB128, from any bytes.  Wrong ones do no harm: read_escape() takes a guess only
 * if it gives the same bytes again. */
static int64_t read_leb(const struct escape *escape, size_t *at, bool is_signed)
{
    uint64_t value = 0;
    unsigned shift = 0;
    uint8_t byte = 0x80;
    for (; *at < escape->count && shift < 35 && (byte & 0x80) != 0; shift += 7) {
        byte = escape->bytes[(*at)++];
        value |= (uint64_t)(byte & 0x7f) << shift;
    }
    return (int64_t)value - (is_signed && (byte & 0x40) != 0 ? (int64_t)1 << shift : 0);
}

/* Reads DW_OP_bregN (DW_OP_breg0 is 0x70) and its offset. */
static uint8_t read_breg(const struct escape *escape, size_t *at, int64_t *offset)
{
    const uint8_t reg = *at < escape->count ? (uint8_t)((escape->bytes[(*at)++] - 0x70) & 0x1f) : 0;
    *offset = read_leb(escape, at, true);
    return reg;
}

/* The step of this kind that the bytes may stand for.  Before an expression stands its length, and before that
 * perhaps a register. */
static struct step guess(enum step_kind kind, const struct escape *escape)
{
    const bool has_register = kind == STEP_ESCAPE_SAVED_AT || kind == STEP_ESCAPE_VALUE;
    int64_t offset, none;
    size_t at = has_register || kind == STEP_ESCAPE_EXPRESSION ? 3 : 2;
    const uint8_t first = read_breg(escape, &at, &offset), second = read_breg(escape, &at, &none);
    if (kind == STEP_ESCAPE_ARGS_SIZE)
        offset = escape->count > 1 ? escape->bytes[1] : 0;
    if (has_register)
        return (struct step){.kind = kind, .reg = escape->bytes[1] % REGISTERS, .other = first, .offset = offset};
    return (struct step){.kind = kind, .reg = first, .other = second, .offset = offset};
}

/* The same for a directive whose operation was written as .cfi_escape. */
static struct step guess_operation(enum step_kind kind, const struct escape *escape)
{
    size_t at = 1;
    const int64_t first = read_leb(escape, &at, false), second = read_leb(escape, &at, false);
    return (struct step){.kind = kind,
                         .escaped = true,
                         .reg = first < REGISTERS ? (uint8_t)first : 0,
                         .other = second < REGISTERS ? (uint8_t)second : 0,
                         .offset = kind == STEP_DEF_CFA_OFFSET ? first : second};
}

static bool says(const struct step *step, const struct escape *escape)
{
    const struct escape again = gen_escape_of(step);
    return again.count == escape->count && memcmp(again.bytes, escape->bytes, again.count) == 0;
}

/* Reads bytes, and finds the step that is written as these.  False: there is none. */
static bool read_escape(struct operand_words *words, struct step *step)
{
    struct escape escape = {.count = 0};
    while (!is_at_end(words)) {
        int64_t byte;
        if (escape.count == sizeof escape.bytes || !take_number(words, 0, UINT8_MAX, &byte))
            return false;
        escape.bytes[escape.count++] = (uint8_t)byte;
    }
    for (unsigned kind = STEP_ESCAPE_NOP; kind <= STEP_ESCAPE_CFA_COMPLEX; kind++) {
        *step = guess((enum step_kind)kind, &escape);
        if (says(step, &escape))
            return true;
    }
    for (unsigned kind = 0; escape.count != 0 && kind < STEP_ESCAPE_NOP; kind++) {
        *step = guess_operation((enum step_kind)kind, &escape);
        if (says(step, &escape))
            return true;
    }
    return false;
}

/* --- Steps ---------------------------------------------------------------------------------------------- */

static enum read_event fail(struct reading *reading, const char *fault)
{
    reading->fault = fault;
    return READ_FAULT;
}

static enum read_event add_step(struct reading *reading, struct step step)
{
    if (!reading->inside)
        return fail(reading, "a directive or code outside a function");
    if (reading->program->step_count == MAX_STEPS)
        return fail(reading, "a function with too many directives");
    gen_add_step(reading->program, step);
    return READ_ON;
}

static enum read_event read_code(struct reading *reading, struct operand_words *words)
{
    int64_t count, size = 1;
    if (!take_number(words, 0, LARGEST_CODE, &count) || !take_number(words, 1, 8, &size))
        return fail(reading, ".fill without count and size that can be used");
    if (count * size % gen_fill_size(reading->abi) != 0)
        return fail(reading, "code that ends within an instruction");
    return add_step(reading, (struct step){.kind = STEP_CODE, .offset = count * size});
}

static enum read_event start(struct reading *reading, struct operand_words *words)
{
    char word[16] = "";
    if (reading->inside)
        return fail(reading, "a function inside another");
    const bool simple = take_word(words, word, sizeof word) && strcmp(word, "simple") == 0;
    reading->program->about = reading->label;
    reading->program->simple = simple;
    reading->program->step_count = 0;
    reading->inside = true;
    return is_at_end(words) ? READ_ON : fail(reading, "operands that .cfi_startproc has not");
}

static enum read_event finish(struct reading *reading)
{
    if (!reading->inside)
        return fail(reading, "an end without a function");
    reading->inside = false;
    return READ_FUNCTION;
}

static bool read_operands(struct operand_words *words, enum operands operands, struct step *step)
{
    if (operands == BY_HAND)
        return read_escape(words, step);
    if ((operands & ONE_REGISTER) != 0 && !take_register(words, &step->reg))
        return false;
    if ((operands & OTHER_REGISTER) != 0 && !take_register(words, &step->other))
        return false;
    if ((operands & ONE_OFFSET) != 0 && !take_number(words, -largest_offset, largest_offset, &step->offset))
        return false;
    return is_at_end(words);
}

/* --- In our own texts ----------------------------------------------------------------------------------- */

struct own_word {
    const char *name;
    enum step_kind kind;
    enum operands operands;
};

static const struct own_word escapes[] = {
    {"nop", STEP_ESCAPE_NOP, NO_OPERANDS},
    {"args_size", STEP_ESCAPE_ARGS_SIZE, ONE_OFFSET},
    {"cfa_at", STEP_ESCAPE_CFA_AT, REGISTER_OFFSET},
    {"saved_at", STEP_ESCAPE_SAVED_AT, TWO_REGISTERS_OFFSET},
    {"value", STEP_ESCAPE_VALUE, TWO_REGISTERS_OFFSET},
    {"saved_at_sum", STEP_ESCAPE_EXPRESSION, TWO_REGISTERS_OFFSET},
    {"cfa_sum", STEP_ESCAPE_CFA_COMPLEX, TWO_REGISTERS_OFFSET},
};

static const struct own_word own_words[] = {
    {".nops", STEP_CODE, ONE_OFFSET},      {".balign", STEP_ALIGN, ONE_OFFSET},
    {".uleb128", STEP_LEB, TWO_REGISTERS}, {"jump", STEP_JUMP, ONE_REGISTER},
    {"target", STEP_TARGET, ONE_REGISTER},
};

static const struct own_word *own_word_named(const struct own_word *list, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(list[i].name, name) == 0)
            return &list[i];
    return NULL;
}

/* .cfi_escape in our own texts: a name of `escapes` follows, or that of the directive whose bytes it has. */
static enum read_event read_own_escape(struct reading *reading, struct operand_words *words)
{
    char word[32] = "";
    (void)take_word(words, word, sizeof word);
    const struct own_word *const own = own_word_named(escapes, COUNT(escapes), word);
    enum operands operands = own != NULL ? own->operands : NO_OPERANDS;
    struct step step = {.kind = own != NULL ? own->kind : gen_step_named(word, &operands),
                        .escaped = own == NULL};
    if (step.kind == STEP_KINDS || operands == BY_HAND || !read_operands(words, operands, &step))
        return fail(reading, ".cfi_escape with what is not known");
    return add_step(reading, step);
}

static enum read_event read_own(struct reading *reading, const char *word, struct operand_words *words)
{
    const struct own_word *const own = own_word_named(own_words, COUNT(own_words), word);
    struct step step = {.kind = STEP_CODE, .offset = gen_code_piece(reading->abi)};
    if (strcmp(word, "nop") == 0 && is_at_end(words))
        return add_step(reading, step);
    if (gen_directive_named(reading->directives, word) != NULL && is_at_end(words))
        return add_step(reading, *gen_directive_named(reading->directives, word));
    step.kind = own != NULL ? own->kind : STEP_KINDS;
    if (own == NULL || !read_operands(words, own->operands, &step))
        return fail(reading, "neither a label, code nor a CFI directive");
    return step.kind == STEP_CODE && step.offset == 0 ? READ_ON : add_step(reading, step);
}

/* --- Lines ---------------------------------------------------------------------------------------------- */

static enum read_event read_directive(struct reading *reading, const char *name, struct operand_words *words)
{
    enum operands operands;
    struct step step = {.kind = gen_step_named(name, &operands)};
    if (strcmp(name, "sections") == 0)
        return READ_ON;
    if (strcmp(name, "startproc") == 0)
        return start(reading, words);
    if (strcmp(name, "endproc") == 0)
        return finish(reading);
    if (strcmp(name, "escape") == 0 && reading->names != NULL)
        return read_own_escape(reading, words);
    if (step.kind == STEP_KINDS)
        return fail(reading, "a CFI directive that is not known");
    if (step.kind == STEP_LABEL || step.kind == STEP_PERSONALITY || step.kind == STEP_LSDA)
        return add_step(reading, step);     /* assembly.c makes up the operands */
    if (step.kind == STEP_VAL_ENCODED_ADDR) /* and the address */
        return take_register(words, &step.reg) ? add_step(reading, step)
                                               : fail(reading, "an address for no register");
    if (!read_operands(words, operands, &step))
        return fail(reading, "a CFI directive with operands that are not known");
    return add_step(reading, step);
}

enum read_event gen_read_line(struct reading *reading, const char *line)
{
    static const char cfi[] = ".cfi_";
    char word[ABOUT_SIZE];
    struct operand_words words = {line, reading->names};
    if (is_at_end(&words) || *words.at == '#')
        return READ_ON;
    if (!take_word(&words, word, sizeof word))
        return fail(reading, "a word that is too long");
    if (strncmp(word, cfi, sizeof cfi - 1) == 0)
        return read_directive(reading, word + sizeof cfi - 1, &words);
    if (reading->names != NULL)
        return read_own(reading, word, &words);
    if (strcmp(word, ".fill") == 0)
        return read_code(reading, &words);
    if (strcmp(word, ".type") == 0 || strcmp(word, ".size") == 0 || strcmp(word, ".text") == 0)
        return READ_ON;
    const size_t last = strlen(word) - 1;
    if (word[last] != ':' || last == 0 || !is_at_end(&words))
        return fail(reading, "neither a label, .fill nor a CFI directive");
    word[last] = '\0';
    memcpy(reading->label, word, last + 1);
    return READ_ON;
}
