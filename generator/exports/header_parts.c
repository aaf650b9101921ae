/* The C header as a folder (--split): vectors.h has the types, and vectors-0.h and those that follow have so
 * many vectors each, so that none takes a compiler long.  Vectors of one section share its bytes.  Contested
 * ones have what each reading says. */
#include "header_text.h"

#include <inttypes.h>
#include <string.h>

/* --- Files ---------------------------------------------------------------------------------------------- */

static FILE *open_file(struct export *export, const uint64_t *part)
{
    char name[40] = "vectors";
    if (part != NULL)
        snprintf(name, sizeof name, "vectors-%" PRIu64, *part);
    return gen_outlet_file(&export->outlet, name, ".h");
}

static bool begin_part(struct export *export)
{
    const uint64_t part = export->written / export->split;
    export->part = open_file(export, &part);
    if (export->part == NULL)
        return false;
    fprintf(export->part,
            "/* SPDX-License-Identifier: CC0-1.0 */\n"
            "/* Made by sframe-gen; do not edit.  A file includes one part. */\n"
            "#ifdef SFV_PART\n#error \"another part is included already\"\n#else\n"
            "#define SFV_PART %" PRIu64 "\n\n#include \"vectors.h\"\n",
            part);
    return true;
}

static bool end_part(struct export *export, uint64_t end)
{
    FILE *const file = export->part;
    export->part = NULL;
    gen_header_table(file, (end - 1) / export->split * export->split, end);
    return gen_outlet_close_file(&export->outlet, file, "a part of the header");
}

/* Writes the section's bytes, if those of the vector before are others.  Returns the number in their name;
 * null: there are none, or too many, and the vector has its own. */
static const uint64_t *share_bytes(struct export *export, const struct vector *vector, bool is_first)
{
    static uint8_t bytes[1 << 16];
    static uint64_t number;
    static uint32_t length;
    if (vector->bytes == NULL || vector->length > sizeof bytes || vector->length == 0)
        return NULL;
    if (is_first || vector->length != length || memcmp(bytes, vector->bytes, length) != 0) {
        number = export->written;
        length = vector->length;
        memcpy(bytes, vector->bytes, length);
        fprintf(export->part, "\nstatic const u8 sfv_bytes_%" PRIu64 "[] = {", number);
        gen_header_list(export->part, bytes, length);
        fputs("\n};\n", export->part);
    }
    return &number;
}

/* --- Readings ------------------------------------------------------------------------------------------- */

static bool can_be_said(const struct vector *vector, const struct given_reply *reply)
{
    if (vector->operation == OPERATION_LOOKUP)
        return reply->kind == GIVEN_ANSWER || reply->kind == GIVEN_REFUSAL;
    return vector->operation == OPERATION_UNWIND &&
           (reply->kind == GIVEN_TRACE || reply->kind == GIVEN_REFUSAL);
}

static bool finds_breach(const struct vector *vector, const char *reading)
{
    for (uint32_t i = 0; i < vector->breach_count; i++)
        if (strcmp(vector->breaches[i], reading) == 0)
            return true;
    return false;
}

static const char *may(const struct vector *vector, const struct given_reply *reply)
{
    if (reply->kind == GIVEN_REFUSAL)
        return "SFV_MAY_REFUSE";
    if (reply->may_be_refused)
        return "SFV_MAY_ANSWER | SFV_MAY_REFUSE | SFV_MAY_FIND_NONE";
    return finds_breach(vector, reply->reading) ? "SFV_MAY_ANSWER | SFV_MAY_REFUSE" : "SFV_MAY_ANSWER";
}

static void write_reading(FILE *file, const struct vector *vector, const struct given_reply *reply,
                          enum header_owed owed)
{
    fprintf(file, "\t{\n\t.point = \"%s\", .name = \"%s\", .may = %s%s,\n", reply->ledger, reply->reading,
            may(vector, reply), owed == OWED_RIGHT_OR_REFUSAL ? " | SFV_MAY_REFUSE" : "");
    if (reply->kind == GIVEN_ANSWER)
        gen_header_found(file, &reply->section, vector->pc);
    if (reply->kind == GIVEN_TRACE) {
        gen_header_frames(file, &reply->trace);
        fprintf(file, "\t.frames = %" PRIu32 ", .stop = %d,\n", reply->trace.count, (int)reply->trace.stop);
    }
    fputs("\t},\n", file);
}

/* Writes all readings or none: with only some, a right answer would look wrong. */
static void write_readings(const struct export *export, const struct vector *vector, enum header_owed owed)
{
    const struct replies *const replies = &export->replies;
    if (vector->vector_class != CLASS_CONTESTED || owed == OWED_REFUSAL)
        return;
    for (uint32_t i = 0; i < replies->count; i++)
        if (!can_be_said(vector, &replies->list[i]))
            return;
    fprintf(export->part, "\t.reading_count = %" PRIu32 ",\n\t.reading = (const struct sfv_reading[]){\n",
            replies->count);
    for (uint32_t i = 0; i < replies->count; i++)
        write_reading(export->part, vector, &replies->list[i], owed);
    fputs("\t},\n", export->part);
}

/* --- Into parts ----------------------------------------------------------------------------------------- */

bool gen_export_header_part_take(struct export *export, const struct vector *vector, enum header_owed owed)
{
    const bool is_first = export->written % export->split == 0;
    if (is_first && export->written > 0 && !end_part(export, export->written))
        return false;
    if (is_first && !begin_part(export))
        return false;
    gen_header_begin_vector(export->part, vector, export->written, share_bytes(export, vector, is_first),
                            owed);
    write_readings(export, vector, owed);
    gen_header_end_vector(export->part);
    export->written++;
    return !ferror(export->part);
}

/* The types, and how many parts there are. */
static void write_index(struct export *export)
{
    const uint64_t parts = (export->written - 1) / export->split + 1;
    FILE *const file = open_file(export, NULL);
    if (file == NULL)
        return;
    for (unsigned i = 0; i < HEADER_TEXTS; i++)
        fputs(gen_header_texts[i], file);
    fprintf(file,
            "\n/* The vectors are in vectors-0.h and so on, in parts that are compiled one by one:\n"
            " * SFV_EACH_PART(DO) is DO(0) DO(1) ... */\n"
            "enum { SFV_PARTS = %" PRIu64 ", SFV_TOTAL = %" PRIu64 " };\n#define SFV_EACH_PART(DO)",
            parts, export->written);
    for (uint64_t i = 0; i < parts; i++)
        fprintf(file, "%s DO(%" PRIu64 ")", i % 8 == 0 ? " \\\n\t" : "", i);
    fputs("\n\n#endif\n", file);
    gen_outlet_close_file(&export->outlet, file, "vectors.h");
}

void gen_export_header_parts_end(struct export *export)
{
    if (export->part != NULL && end_part(export, export->written)) /* else there was trouble */
        write_index(export);
}
