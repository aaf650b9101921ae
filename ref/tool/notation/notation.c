/* `dump --notation`: prints the lines that describe the model, then the edits of its bytes. */
#include "model.h"

#include "../../../common/safe_text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char too_many_rows[] =
    "functions share rows, and to find out which would take more than 64 rows for each byte of the section; "
    "`sframe-ref check` judges it all the same";

enum { DEFAULT_ADDRESS = 0x10000, BITS_WITH_NAMES = SFR_SORTED | SFR_FRAME_POINTER | SFR_PCREL };

/* --- Rows ----------------------------------------------------------------------------------------------- */

struct row_line {
    FILE *out;
    const struct sfr_section *section;
    const struct sfr_function *function;
    const struct sfr_row *row;
    struct sfr_rules rules;
    unsigned next;  /* the next word to print */
    unsigned least; /* the least size of words that has room for all printed so far */
};

static void need(struct row_line *line, unsigned bytes)
{
    if (bytes > line->least)
        line->least = bytes;
}

static int32_t take_signed(struct row_line *line)
{
    const int32_t word = sfr_word_signed(line->section, line->row, line->next++);
    need(line, word >= INT8_MIN && word <= INT8_MAX ? 1 : word >= INT16_MIN && word <= INT16_MAX ? 2 : 4);
    return word;
}

static uint32_t take_control(struct row_line *line)
{
    const uint32_t word = sfr_word_unsigned(line->section, line->row, line->next++);
    need(line, word <= UINT8_MAX ? 1 : word <= UINT16_MAX ? 2 : 4);
    return word;
}

static bool words_left(const struct row_line *line)
{
    return line->next < line->row->word_count;
}

/* A word that gives no place is printed as padding. */
static void print_rule(const struct row_line *line, const char *thing, const struct sfr_rule *rule)
{
    char base[16];
    if (rule->kind != SFR_AT) {
        (void)fprintf(line->out, " %s padding", thing);
        return;
    }
    tool_base_name(rule, base);
    (void)fprintf(line->out, " %s %s%s", thing, rule->deref ? "*(" : "", base);
    if (rule->offset != 0)
        (void)fprintf(line->out, "%+" PRId64, rule->offset);
    if (rule->deref)
        (void)putc(')', line->out);
}

static void print_default_rule(struct row_line *line, const char *thing, const struct sfr_rule *rule)
{
    if (!words_left(line))
        return;
    (void)take_signed(line);
    print_rule(line, thing, rule);
}

/* Bits of a control word that say nothing: all but DEREF_P if it names no register, else only the third. */
static void print_idle(const struct row_line *line, const char *thing, uint32_t control)
{
    enum { REG_P = 1, DEREF_P = 2, UNUSED = 4 };
    const uint32_t idle = (control & REG_P) != 0 ? control & UNUSED : control & ~(uint32_t)DEREF_P;
    if (idle != 0)
        (void)fprintf(line->out, " %s-idle 0x%" PRIx32, thing, idle);
}

static void print_flexible_rule(struct row_line *line, const char *thing, const struct sfr_rule *rule)
{
    if (!words_left(line))
        return;
    const uint32_t control = take_control(line);
    if (control == 0) {
        (void)fprintf(line->out, " %s padding", thing);
        return;
    }
    (void)take_signed(line);
    print_rule(line, thing, rule);
    print_idle(line, thing, control);
}

static void print_rules(struct row_line *line)
{
    void (*const print_one)(struct row_line *, const char *, const struct sfr_rule *) =
        line->function->fde_type == SFR_FLEX ? print_flexible_rule : print_default_rule;
    print_one(line, "cfa", &line->rules.cfa);
    if (line->function->fde_type == SFR_FLEX || sfr_tracks_ra(line->section))
        print_one(line, "ra", &line->rules.ra);
    print_one(line, "fp", &line->rules.fp);
}

static void print_extra(struct row_line *line)
{
    if (words_left(line))
        (void)fputs(" extra", line->out);
    while (words_left(line))
        (void)fprintf(line->out, " %" PRId32, take_signed(line));
}

/* If the words make no rules, all of them are printed as surplus. */
static void print_row(const struct notation *notation, const struct sfr_function *function,
                      const struct sfr_row *row)
{
    const struct sfr_section *const section = &notation->section;
    struct row_line line = {notation->out, section, function, row, .least = 1};
    struct sfr_violation fault;
    const bool says = sfr_rules(section, function, row, &line.rules, &fault) && row->word_count != 0;
    if (!says)
        memset(notation->ruleless + row->words, 1, row->next - row->words);
    (void)fprintf(line.out, "  %" PRIu32, row->start);
    if (says)
        print_rules(&line);
    else
        (void)fputs(" empty", line.out);
    if (row->base_sp && (!says || function->fde_type == SFR_FLEX))
        (void)fputs(" idle-base", line.out);
    if (row->mangled_ra)
        (void)fputs(" mangled", line.out);
    print_extra(&line);
    if (row->word_size > line.least)
        (void)fprintf(line.out, " words%u", row->word_size);
    (void)putc('\n', line.out);
}

/* --- Functions ------------------------------------------------------------------------------------------ */

static void print_sharing(const struct notation *notation, const struct data *data)
{
    if (data->holding != SHARES)
        return;
    (void)fprintf(notation->out, " shares %" PRIu32, data->owner);
    if (data->from != 0)
        (void)fprintf(notation->out, " from %" PRIu32, data->from);
    if (!notation_attributes(notation) && data->rows != notation->data[data->owner].rows - data->from)
        (void)fprintf(notation->out, " rows %" PRIu32, data->rows);
}

static void print_count(const struct notation *notation, const char *word, uint64_t count)
{
    if (count != 0)
        (void)fprintf(notation->out, " %s %" PRIu64, word, count);
}

static void print_function(const struct notation *notation, uint32_t index)
{
    const struct data *const data = &notation->data[index];
    struct sfr_function function;
    struct sfr_row row;
    struct sfr_violation fault;
    (void)sfr_function(&notation->section, index, &function, &fault);
    (void)fprintf(notation->out, "function 0x%" PRIx64, function.start);
    print_sharing(notation, data);
    print_count(notation, "size", function.size);
    if (function.pc_type == SFR_MASK)
        (void)fputs(" mask", notation->out);
    print_count(notation, "block", function.rep_size);
    if (function.fre_type != SFR_ADDR1)
        (void)fprintf(notation->out, " %s", tool_fre_type_names[function.fre_type]);
    if (function.fde_type == SFR_FLEX)
        (void)fputs(" flex", notation->out);
    (void)fprintf(notation->out, "%s%s", function.signal ? " signal" : "",
                  function.pauth_key_b ? " key-b" : "");
    print_count(notation, "gap", data->gap);
    (void)putc('\n', notation->out);
    size_t at = function.rows;
    for (uint32_t i = 0; data->holding == OWNS && i < data->rows; i++, at = row.next) {
        (void)sfr_row(&notation->section, &function, at, &row, &fault); /* laid out before */
        print_row(notation, &function, &row);
    }
}

/* --- The section ---------------------------------------------------------------------------------------- */

static void print_flags(const struct notation *notation, unsigned flags)
{
    static const char *const names[] = {" sorted", " frame-pointer", " pcrel"};
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if ((flags >> i & 1) != 0)
            (void)fputs(names[i], notation->out);
    if ((flags & ~(unsigned)BITS_WITH_NAMES) != 0)
        (void)fprintf(notation->out, " flags 0x%x", flags & ~(unsigned)BITS_WITH_NAMES);
}

static void print_aux(const struct notation *notation)
{
    const struct sfr_section *const section = &notation->section;
    if (section->aux_len != 0)
        (void)fputs(" aux ", notation->out);
    for (unsigned i = 0; i < section->aux_len; i++)
        (void)fprintf(notation->out, "%02x", section->bytes[HEADER_SIZE + i]);
}

static void print_gaps(const struct notation *notation)
{
    const struct gaps gaps = tool_notation_gaps(notation);
    print_count(notation, "gap-header", gaps.header);
    print_count(notation, "gap-functions", gaps.functions);
    print_count(notation, "gap-rows", gaps.rows);
    print_count(notation, "gap-end", gaps.end);
    print_count(notation, "filler", notation->filler);
}

static void print_order(const struct notation *notation)
{
    if (notation->ascending)
        return;
    (void)fputs(" data-order", notation->out);
    for (uint32_t i = 0; i < notation->section.function_count; i++)
        (void)fprintf(notation->out, " %" PRIu32, notation->order[i]);
}

static void print_section(const struct notation *notation)
{
    const struct sfr_section *const section = &notation->section;
    const struct sfr_abi_facts *const abi = sfr_abi_facts(section->abi);
    if (notation->is_module)
        (void)fputs("module", notation->out);
    else
        (void)fprintf(notation->out, "section %s %s", sfr_profile_name(section->profile), abi->name);
    if (section->address != DEFAULT_ADDRESS)
        (void)fprintf(notation->out, " at 0x%" PRIx64, section->address);
    print_flags(notation, section->flags);
    if (section->big_endian != abi->big_endian)
        (void)fputs(section->big_endian ? " big" : " little", notation->out);
    if (section->fixed_fp != 0)
        (void)fprintf(notation->out, " fixed-fp %d", section->fixed_fp);
    if (section->fixed_ra != abi->fixed_ra)
        (void)fprintf(notation->out, " fixed-ra %d", section->fixed_ra);
    print_aux(notation);
    print_gaps(notation);
    if (section->fdes > section->fres)
        (void)fputs(" rows-first", notation->out);
    print_order(notation);
    (void)putc('\n', notation->out);
    for (uint32_t i = 0; i < section->function_count; i++)
        print_function(notation, i);
}

/* --- All of it ------------------------------------------------------------------------------------------ */

static bool begin(struct notation *notation)
{
    enum { ALWAYS = 1 << 14, PER_BYTE = 64 };
    notation->text = sfr_text_facts(notation->section.profile);
    notation->model_size = notation->size < HEADER_SIZE ? HEADER_SIZE : notation->size;
    notation->rows_left = ALWAYS + notation->size * (uint64_t)PER_BYTE;
    notation->model = calloc(notation->model_size + ATTRIBUTE_SIZE, 1);
    notation->ruleless = calloc(notation->model_size + ATTRIBUTE_SIZE, 1);
    if (notation->model != NULL && notation->size != 0)
        memcpy(notation->model, notation->bytes, notation->size);
    return notation->model != NULL && notation->ruleless != NULL;
}

/* Allocates arrays for the functions, whose number is known once the header is made. */
static bool make_room(struct notation *notation)
{
    const size_t count = notation->section.function_count + (size_t)1;
    notation->data = calloc(count, sizeof *notation->data);
    notation->places = calloc(count, sizeof *notation->places);
    notation->order = calloc(count, sizeof *notation->order);
    return notation->data != NULL && notation->places != NULL && notation->order != NULL;
}

static void end(const struct notation *notation)
{
    free(notation->model);
    free(notation->ruleless);
    free(notation->data);
    free(notation->places);
    free(notation->order);
}

/* Makes the model and prints its lines.  NULL, or why it could not. */
static const char *print_model(struct notation *notation)
{
    if (!begin(notation))
        return tool_out_of_memory;
    tool_notation_header(notation);
    if (!make_room(notation))
        return tool_out_of_memory;
    if (!tool_notation_data(notation))
        return notation->rows_left == 0 ? too_many_rows : tool_out_of_memory;
    print_section(notation);
    return NULL;
}

/* Prints a further module.  No line can say how its bytes differ from its model: a comment is printed then. */
static const char *print_module(const struct notation *first, const struct piece *module)
{
    struct notation notation = {.out = first->out,
                                .is_module = true,
                                .address = module->address,
                                .bytes = module->bytes,
                                .size = module->size,
                                .section.profile = first->section.profile};
    const char *const trouble = print_model(&notation);
    if (trouble == NULL && (notation.section.abi != first->section.abi || tool_notation_is_edited(&notation)))
        (void)fputs("# the bytes of this module say something else, which no line can say\n", first->out);
    end(&notation);
    return trouble;
}

static const char *print_all(struct notation *notation, const struct scenario *scenario)
{
    const char *trouble = print_model(notation);
    for (size_t i = 1; scenario != NULL && i < scenario->modules.count && trouble == NULL; i++)
        trouble = print_module(notation, &scenario->modules.pieces[i]);
    if (trouble != NULL)
        return trouble;
    if (scenario != NULL)
        tool_notation_scenario(notation->out, scenario);
    return tool_notation_edits(notation) ? NULL : tool_out_of_memory;
}

const char *tool_print_notation(FILE *out, const struct subject *subject, const struct scenario *scenario)
{
    const struct source *const source = subject->source;
    struct notation notation = {.out = out,
                                .address = subject->section.address,
                                .bytes = source->bytes,
                                .size = source->size,
                                .section.profile = subject->section.profile};
    if (subject->several)
        safe_print(out, SAFE_LINE, "# section [%zu] %s\n", source->index, source->name);
    const char *const trouble = print_all(&notation, scenario);
    end(&notation);
    return trouble;
}
