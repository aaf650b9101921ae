/* How the bytes differ from the model: edits, field by field, and the clauses that are broken by them. */
#include "model.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* --- Fields --------------------------------------------------------------------------------------------- */

static bool differs(const struct notation *notation, size_t from, size_t to)
{
    return memcmp(notation->bytes + from, notation->model + from, to - from) != 0;
}

/* Prints edits of the bytes FROM to TO that differ, as far as the section has these. */
static void print_bytes(const struct notation *notation, size_t from, size_t to)
{
    for (; from < to && from < notation->size; from++)
        if (differs(notation, from, from + 1))
            (void)fprintf(notation->out, "set byte 0x%zx 0x%02x\n", from, notation->bytes[from]);
}

/* Prints an edit if the field differs; if the field is cut off, edits of its bytes.  Returns the offset
 * behind the field. */
__attribute__((format(printf, 4, 5))) static size_t
print_field(const struct notation *notation, size_t offset, size_t width, const char *format, ...)
{
    va_list arguments;
    if (offset >= notation->size || width > notation->size - offset) {
        print_bytes(notation, offset, offset + width);
    } else if (differs(notation, offset, offset + width)) {
        va_start(arguments, format);
        (void)fputs("set ", notation->out);
        (void)vfprintf(notation->out, format, arguments);
        (void)fprintf(notation->out, " 0x%" PRIx64 "\n",
                      tool_load(notation->bytes + offset, width, notation->section.big_endian));
        va_end(arguments);
    }
    return offset + width;
}

static void print_header(const struct notation *notation)
{
    static const struct {
        const char *name;
        size_t width;
    } fields[] = {{"magic", 2},      {"version", 1},    {"flags", 1},    {"abi_arch", 1},
                  {"fixed_fp", 1},   {"fixed_ra", 1},   {"auxhdr_len", 1}, {"num_fdes", 4},
                  {"num_fres", 4},   {"fre_len", 4},    {"fdeoff", 4},   {"freoff", 4}};
    size_t at = 0;
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        at = print_field(notation, at, fields[i].width, "header %s", fields[i].name);
}

static void print_entry(const struct notation *notation, uint32_t index)
{
    const size_t info = notation_info(notation, index);
    (void)print_field(notation, notation_entry(notation, index), notation->text->start_size,
                      "function %" PRIu32 " func_start", index);
    (void)print_field(notation, notation_fre_off(notation, index), 4,
                      "function %" PRIu32 " func_start_fre_off", index);
    if (notation->data[index].holding == SHARES && notation_attributes(notation))
        return;
    (void)print_field(notation, notation_num_fres(notation, index), notation_num_fres_width(notation),
                      "function %" PRIu32 " func_num_fres", index);
    (void)print_field(notation, info, 1, "function %" PRIu32 " func_info", index);
    if (notation_attributes(notation))
        (void)print_field(notation, info + 1, 1, "function %" PRIu32 " func_info2", index);
    else if (notation->text->rep_size)
        (void)print_field(notation, info + 2, 2, "function %" PRIu32 " func_padding2", index);
}

static void print_row_infos(const struct notation *notation, uint32_t index)
{
    const struct data *const data = &notation->data[index];
    const struct sfr_function function = {.fre_type = data->type};
    struct sfr_row row;
    struct sfr_violation fault;
    size_t at = data->rows_at;
    for (uint32_t i = 0; i < data->rows; i++, at = row.next) {
        (void)sfr_row(&notation->section, &function, at, &row, &fault);
        (void)print_field(notation, row.words - 1, 1, "row %" PRIu32 " %" PRIu32 " fre_info", index, i);
    }
}

static void print_gap(void *context, size_t from, size_t to)
{
    const struct notation *const *const notation = context;
    print_bytes(*notation, from, to);
}

static void print_fields(const struct notation *notation)
{
    print_header(notation);
    for (uint32_t i = 0; i < notation->section.function_count; i++) {
        print_entry(notation, i);
        if (notation->data[i].holding == OWNS && notation->data[i].guessed)
            print_row_infos(notation, i);
    }
    tool_notation_each_gap(notation, print_gap, &notation);
}

static void print_end(const struct notation *notation)
{
    if (notation->model_size > notation->size)
        (void)fprintf(notation->out, "cut %zu\n", notation->model_size - notation->size);
    if (notation->model_size < notation->size)
        (void)fprintf(notation->out, "insert 0x%zx ", notation->model_size);
    for (size_t at = notation->model_size; at < notation->size; at++)
        (void)fprintf(notation->out, at + 1 < notation->size ? "%02x" : "%02x\n", notation->bytes[at]);
}

/* --- What they break ------------------------------------------------------------------------------------ */

static bool check(const struct notation *notation, const uint8_t *bytes, size_t size,
                  struct violations *violations)
{
    const size_t scratch_size = sfr_check_scratch(size);
    void *const scratch = malloc(scratch_size);
    *violations = (struct violations){0};
    if (scratch != NULL)
        (void)sfr_check(bytes, size, notation->section.address, notation->section.profile, scratch,
                        scratch_size, &(struct sfr_report){tool_violations_add, violations});
    free(scratch);
    return scratch != NULL && !violations->out_of_memory;
}

static bool has(const struct violations *sorted, const struct sfr_violation *violation)
{
    return sorted->count != 0 && bsearch(violation, sorted->list, sorted->count, sizeof *sorted->list,
                                         tool_violations_order) != NULL;
}

/* Whether ONE has a violation that OTHER, which is sorted, has not. */
static bool has_more(const struct violations *one, const struct violations *other)
{
    for (size_t i = 0; i < one->count; i++)
        if (!has(other, &one->list[i]))
            return true;
    return false;
}

/* If too many are broken to be DECLARED, the line is a comment. */
static void print_break(const struct notation *notation, const struct sfr_violation *violation, bool declared)
{
    static const char *const severities[] = {" note", " irregular", ""};
    (void)fprintf(notation->out, "%sbreaks %s%s at 0x%" PRIx64 "\n", declared ? "" : "# ",
                 sfr_clause_text(violation->clause)->id, severities[violation->severity], violation->offset);
}

static bool is_malformed(const struct violations *violations)
{
    for (size_t i = 0; i < violations->count; i++)
        if (violations->list[i].severity == SFR_MALFORMED)
            return true;
    return false;
}

/* Whether the violation comes from the edits: the lines of the model do not say it. */
static bool is_edits(const struct notation *notation, const struct violations *model,
                     const struct sfr_violation *violation)
{
    return !has(model, violation) ||
           (violation->offset < notation->model_size && notation->ruleless[violation->offset]);
}

/* Prints the worst violations first, equal ones in the order of the check.  If the model lacks functions or
 * rows, all lines are comments, unless the section is malformed: then no answer comes from the model. */
static size_t print_all_breaks(const struct notation *notation, const struct violations *model,
                               const struct violations *real, bool forget)
{
    enum { MOST = 64 };
    const size_t most = notation->other && !is_malformed(real) ? 0 : MOST;
    size_t broken = 0;
    for (int severity = SFR_MALFORMED; severity >= SFR_VALID; severity--)
        for (size_t i = 0; i < real->count; i++)
            if ((int)real->list[i].severity == severity &&
                (forget || is_edits(notation, model, &real->list[i])))
                print_break(notation, &real->list[i], broken++ < most);
    return broken;
}

static bool print_breaks(const struct notation *notation, bool edited)
{
    struct violations model = {0}, real = {0}, sorted = {0};
    const bool checked = check(notation, notation->model, notation->model_size, &model) &&
                         check(notation, notation->bytes, notation->size, &real) &&
                         check(notation, notation->bytes, notation->size, &sorted);
    if (checked) {
        tool_violations_sort(&model);
        tool_violations_sort(&sorted);
        const bool forget = has_more(&model, &sorted);
        if (forget)
            (void)fputs("forget\n", notation->out);
        if (print_all_breaks(notation, &model, &real, forget) == 0 && edited && !forget &&
            !notation->other)
            (void)fputs("breaks nothing\n", notation->out);
    }
    free(model.list);
    free(real.list);
    free(sorted.list);
    return checked;
}

bool tool_notation_is_edited(const struct notation *notation)
{
    return notation->size != notation->model_size || differs(notation, 0, notation->size);
}

bool tool_notation_edits(const struct notation *notation)
{
    const bool edited = tool_notation_is_edited(notation);
    if (edited) {
        print_fields(notation);
        print_end(notation);
    }
    return print_breaks(notation, edited);
}
