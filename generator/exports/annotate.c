#include "exports.h"

#include <inttypes.h>
#include <stdlib.h>

enum { BYTES_A_LINE = 8 };

static void write_line(FILE *file, const uint8_t *bytes, uint32_t count)
{
    for (uint32_t i = 0; i < BYTES_A_LINE; i++)
        if (i < count)
            fprintf(file, "%02x ", bytes[i]);
        else
            fputs("   ", file);
}

/* The parts that describe a large section. */
static void write_parts(FILE *file, const struct parts *parts)
{
    for (uint32_t i = 0; i < parts->count; i++) {
        const struct made_part *const part = &parts->list[i];
        fprintf(file, "\n# %" PRIu32 " times\n", part->times);
        for (uint32_t k = 0; k < part->counted_count; k++)
            fprintf(file, "# each time %" PRId32 " more: the %" PRIu32 " bytes at 0x%" PRIx32 "\n",
                    part->counted[k].step, part->counted[k].width, part->counted[k].at);
        for (uint32_t at = 0; at < part->length; at += BYTES_A_LINE) {
            const uint32_t left = part->length - at;
            write_line(file, part->bytes + at, left < BYTES_A_LINE ? left : BYTES_A_LINE);
            fprintf(file, "# 0x%04" PRIx32 "\n", at);
        }
    }
}

static void write_bytes(FILE *file, const struct vector *vector, uint32_t from, uint32_t to, const char *what)
{
    for (uint32_t at = from; at < to; at += BYTES_A_LINE) {
        uint32_t count = to - at < BYTES_A_LINE ? to - at : BYTES_A_LINE;
        write_line(file, vector->bytes + at, count);
        fprintf(file, "# 0x%04" PRIx32 "%s%s\n", at, at == from ? " " : "", at == from ? what : "");
    }
}

/* Of several fields at one place, such as those of shared rows, the first that was laid out comes first. */
static int compare_fields(const void *one, const void *other)
{
    const struct field *a = *(const void *const *)one;
    const struct field *b = *(const void *const *)other;
    if (a->offset != b->offset)
        return a->offset < b->offset ? -1 : 1;
    return a < b ? -1 : a > b;
}

/* Where a new function or row begins, a line says which. */
static void write_heading(FILE *file, const struct field *field, const struct field *before)
{
    int function = before == NULL ? -1 : before->function;
    int row = before == NULL ? -1 : before->row;
    if (before == NULL)
        fprintf(file, "\n# header\n");
    else if (field->row >= 0 && (field->row != row || field->function != function))
        fprintf(file, "\n# function %d, row %d\n", field->function, field->row);
    else if (field->row < 0 && field->function >= 0 && (field->function != function || row >= 0))
        fprintf(file, "\n# function %d\n", field->function);
    else if (field->function < 0 && function >= 0)
        fprintf(file, "\n# of no function\n");
}

static void write_field(FILE *file, const struct vector *vector, const struct field *field)
{
    uint32_t left = vector->length - field->offset;
    char what[64];
    if (field->width > left)
        snprintf(what, sizeof what, "%s, cut off", gen_field_name(field->name));
    else if (field->width <= 8)
        snprintf(what, sizeof what, "%s 0x%" PRIx64, gen_field_name(field->name),
                 gen_raw_value(vector->encoded, field));
    else
        snprintf(what, sizeof what, "%s", gen_field_name(field->name));
    write_bytes(file, vector, field->offset, field->offset + (field->width < left ? field->width : left),
                what);
}

static void write_fields(FILE *file, const struct vector *vector)
{
    static const void *fields[MAX_FIELDS];
    const struct encoded *encoded = vector->encoded;
    for (uint32_t i = 0; i < encoded->field_count; i++)
        fields[i] = &encoded->fields[i];
    qsort(fields, encoded->field_count, sizeof *fields, compare_fields);
    uint32_t at = 0;
    const struct field *before = NULL;
    for (uint32_t i = 0; i < encoded->field_count && at < vector->length; i++) {
        const struct field *field = fields[i];
        if (field->offset < at || field->offset >= vector->length)
            continue;
        write_bytes(file, vector, at, field->offset, "bytes of no field");
        write_heading(file, field, before);
        write_field(file, vector, field);
        at = field->offset + field->width;
        before = field;
    }
    if (at < vector->length)
        write_bytes(file, vector, at, vector->length, "bytes of no field");
}

void gen_annotate(FILE *file, const struct vector *vector)
{
    fprintf(file, "# %s\n# class: %s\n", vector->id, gen_class_name(vector->vector_class));
    if (vector->note[0] != '\0')
        fprintf(file, "# %s\n", vector->note);
    if (vector->fault != NULL)
        fprintf(file, "# apart from %s: %s, %s\n", vector->twin, vector->fault->clause, vector->fault->way);
    fprintf(file, "# address: 0x%" PRIx64 ", %" PRIu32 " bytes\n", vector->address, vector->length);
    if (vector->operation == OPERATION_LOOKUP || vector->operation == OPERATION_UNWIND)
        fprintf(file, "# pc: 0x%" PRIx64 "\n", vector->pc);
    if (vector->parts != NULL)
        write_parts(file, vector->parts);
    else if (vector->encoded != NULL)
        write_fields(file, vector);
    else
        write_bytes(file, vector, 0, vector->length, "");
}
