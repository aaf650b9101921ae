/* A C header for unit tests, in the kernel's style: a struct a vector, and a table of them all.  Lookups have
 * their whole answer; for decode and check the class says whether a section may be refused or must be.
 *
 * With --split it is a folder: vectors.h has the types, and vectors-0.h and those that follow have so many
 * vectors each, so that none takes a compiler long.  There vectors of one section share its bytes, and
 * contested ones have what each reading says. */
#include "exports.h"

#include <inttypes.h>
#include <string.h>

/* header/NAME.txt, compiled in: the types, up to the last member of a vector; the types of readings, which
 * only a header in parts has; and code that makes large sections from the parts that describe them. */
enum { OPENING, READINGS, SECTIONS, TEXTS };
#define CASE(folder, name, text) text
static const char *const texts[TEXTS] = {
#include "header_texts.inc"
};

static const char closing[] = "};\n";

/* --- Members -------------------------------------------------------------------------------------------- */

static void write_quoted(FILE *file, const char *name, const char *string)
{
    fprintf(file, "\t.%s = \"", name);
    for (const char *at = string; *at != '\0'; at++)
        fprintf(file, *at == '"' || *at == '\\' ? "\\%c" : "%c", *at);
    fputs("\",\n", file);
}

static void write_list(FILE *file, const uint8_t *bytes, uint32_t length)
{
    for (uint32_t i = 0; i < length; i++)
        fprintf(file, "%s0x%02x,", i % 12 == 0 ? "\n\t\t" : " ", bytes[i]);
}

static void write_bytes(FILE *file, const char *name, const uint8_t *bytes, uint32_t length)
{
    fprintf(file, "\t.%s = (const u8[]){", name);
    write_list(file, bytes, length);
    fputs(length == 0 ? "0},\n" : "\n\t},\n", file);
}

static void write_part(FILE *file, const struct made_part *part)
{
    fprintf(file, "\t{.times = %" PRIu32 ", .size = %" PRIu32 ", .counts = %" PRIu32 ",\n", part->times,
            part->length, part->counted_count);
    write_bytes(file, "bytes", part->bytes, part->length);
    if (part->counted_count > 0)
        fputs("\t.count = (const struct sfv_counted[]){\n", file);
    for (uint32_t i = 0; i < part->counted_count; i++)
        fprintf(file, "\t\t{%" PRIu32 ", %" PRIu32 ", %" PRId32 "},\n", part->counted[i].at,
                part->counted[i].width, part->counted[i].step);
    fputs(part->counted_count > 0 ? "\t},\n\t},\n" : "\t},\n", file);
}

static void write_parts(FILE *file, const struct parts *parts)
{
    fprintf(file, "\t.parts = %" PRIu32 ", .part = (const struct sfv_part[]){\n", parts->count);
    for (uint32_t i = 0; i < parts->count; i++)
        write_part(file, &parts->list[i]);
    fputs("\t},\n", file);
}

static void write_rule(FILE *file, const char *name, const struct answer_rule *rule)
{
    static const char *const kinds[] = {"NONE", "SAME", "UNDEFINED", "AT"};
    static const char *const bases[] = {"SP", "FP", "CFA", "REGISTER"};
    if (rule->stated == STATED_NOTHING)
        return;
    fprintf(file, "\t\t.%s = {.kind = SFV_RULE_%s", name, kinds[rule->stated]);
    if (rule->stated == STATED_VALUE)
        fprintf(file, ", .base = SFV_%s, .reg = %" PRIu32 ", .offset = %" PRId64 ", .deref = %d",
                bases[rule->base], rule->base == BASE_REGISTER ? rule->reg : 0, rule->offset, rule->deref);
    fputs("},\n", file);
}

static void write_found(FILE *file, const struct section *section, uint64_t pc)
{
    static const char *const names[] = {"ROW", "OUTERMOST", "NO_FUNCTION", "NO_ROW", "ERROR"};
    struct answer_lookup found = gen_look_up(section, pc);
    fprintf(file, "\t.found = {\n\t\t.what = SFV_FOUND_%s,\n", names[found.found]);
    if (found.found == FOUND_ROW || found.found == FOUND_OUTERMOST) {
        const struct function *function = &section->functions[found.function];
        fprintf(file, "\t\t.function = %" PRIu32 ", .signal = %d,\n",
                section->functions_before + found.function, function->signal);
        if (found.found == FOUND_ROW) {
            const struct row *row = gen_function_row(section, function, found.row);
            struct answer_row said = gen_say_row(section, function, row);
            fprintf(file, "\t\t.row = %" PRIu32 ", .mangled_ra = %d,\n", function->rows_before + found.row,
                    row->mangled);
            write_rule(file, "cfa", &said.cfa);
            write_rule(file, "ra", &said.ra);
            write_rule(file, "fp", &said.fp);
        } else {
            fputs("\t\t.ra = {.kind = SFV_RULE_UNDEFINED},\n", file);
        }
    }
    fputs("\t},\n", file);
}

/* --- Unwindings ----------------------------------------------------------------------------------------- */

static void write_pieces(FILE *file, const char *name, const struct piece *pieces, uint32_t count)
{
    fprintf(file, "\t.%s = (const struct sfv_piece[]){\n", name);
    for (uint32_t i = 0; i < count; i++) {
        fprintf(file, "\t{.address = 0x%" PRIx64 "ULL, .size = %" PRIu32 ",\n", pieces[i].address,
                pieces[i].length);
        write_bytes(file, "bytes", pieces[i].bytes, pieces[i].length);
        fputs("\t},\n", file);
    }
    fputs("\t},\n", file);
}

static void write_registers(FILE *file, const struct scenario *scenario)
{
    fputs("\t.reg = (const struct sfv_register[]){\n", file);
    for (uint32_t i = 0; i < scenario->register_count; i++)
        fprintf(file, "\t\t{%" PRIu32 ", 0x%" PRIx64 "ULL},\n", scenario->registers[i].number,
                scenario->registers[i].value);
    fputs("\t},\n", file);
}

static void write_frames(FILE *file, const struct trace *trace)
{
    fputs("\t.frame = (const struct sfv_frame[]){\n", file);
    for (uint32_t i = 0; i < trace->count; i++) {
        const struct frame *frame = &trace->frames[i];
        fprintf(file, "\t\t{0x%" PRIx64 "ULL, 0x%" PRIx64 "ULL, 0x%" PRIx64 "ULL, 0x%" PRIx64 "ULL, %d},\n",
                frame->pc, frame->sp, frame->fp, frame->has_cfa ? frame->cfa : 0, frame->has_cfa);
    }
    fputs("\t},\n", file);
}

static void write_walk(FILE *file, const struct vector *vector)
{
    const struct scenario *scenario = vector->scenario;
    fprintf(file, "\t.walk = &(const struct sfv_walk){\n\t.sp = 0x%" PRIx64 "ULL, .fp = 0x%" PRIx64 "ULL,\n",
            scenario->sp, scenario->fp);
    fprintf(file, "\t.pac_mask = 0x%" PRIx64 "ULL, .limit = %" PRIu32 ",\n", scenario->pac_mask,
            scenario->limit);
    fprintf(file,
            "\t.registers = %" PRIu32 ", .modules = %" PRIu32 ", .pieces = %" PRIu32 ", .frames = %" PRIu32
            ",\n\t.stop = %d,\n",
            scenario->register_count, scenario->module_count, scenario->piece_count, vector->trace->count,
            (int)vector->trace->stop);
    if (scenario->register_count > 0)
        write_registers(file, scenario);
    if (scenario->module_count > 0)
        write_pieces(file, "module", scenario->modules, scenario->module_count);
    if (scenario->piece_count > 0)
        write_pieces(file, "memory", scenario->memory, scenario->piece_count);
    write_frames(file, vector->trace);
    fputs("\t},\n", file);
}

static bool is_open(const struct vector *vector)
{
    return vector->vector_class == CLASS_CONTESTED || vector->open_point != NULL;
}

static const char *may(const struct vector *vector)
{
    static const char anything[] = "SFV_MAY_ANSWER | SFV_MAY_REFUSE | SFV_MAY_FIND_NONE";
    if (is_open(vector))
        return anything;
    switch (vector->vector_class) {
    case CLASS_VALID:
        return "SFV_MAY_ANSWER";
    case CLASS_IRREGULAR:
        if (vector->operation == OPERATION_FLIP && vector->flipped == NULL)
            return "SFV_MAY_REFUSE";
        return "SFV_MAY_ANSWER | SFV_MAY_REFUSE";
    case CLASS_MALFORMED:
        if (vector->operation == OPERATION_LOOKUP)
            return "SFV_MAY_REFUSE | SFV_MAY_FIND_NONE";
        return vector->operation == OPERATION_UNWIND ? anything : "SFV_MAY_REFUSE";
    case CLASS_CONTESTED:
    case CLASSES:
        break;
    }
    return anything;
}

/* Writes a vector with what a reader OWEs on it.  SHARED: the number of a vector that has the same bytes;
 * null: they are written here.  More members may follow. */
static void begin_vector(FILE *file, const struct vector *vector, uint64_t number, const uint64_t *shared,
                         enum requirement_debt owed)
{
    const bool refused = owed == OWES_REFUSAL;
    static const char *const operations[] = {"DECODE", "CHECK", "LOOKUP", "FLIP", "UNWIND"};
    static const char *const classes[] = {"VALID", "MALFORMED", "IRREGULAR", "CONTESTED"};
    fprintf(file, "\nstatic const struct sfv_vector sfv_vector_%" PRIu64 " = {\n", number);
    fprintf(file, "\t.id = \"%s\",\n\t.profile = %d,\n", vector->id, (int)vector->profile);
    write_quoted(file, "note", vector->note);
    fprintf(file, "\t.operation = SFV_%s,\n\t.class_of = SFV_%s,\n", operations[vector->operation],
            classes[vector->vector_class]);
    if (vector->vector_class == CLASS_MALFORMED || vector->vector_class == CLASS_IRREGULAR)
        write_quoted(file, "breaks", vector->clauses[0]);
    fprintf(file, "\t.abi = %d,\n\t.version = %d,\n\t.may = %s%s,\n\t.open = %d,\n",
            gen_abi_facts[vector->abi].id, gen_profile_facts[vector->profile].version,
            refused ? "SFV_MAY_REFUSE" : may(vector),
            owed == OWES_RIGHT_OR_REFUSAL ? " | SFV_MAY_REFUSE" : "", !refused && is_open(vector));
    fprintf(file, "\t.address = 0x%" PRIx64 "ULL,\n", vector->address);
    if (vector->operation == OPERATION_LOOKUP || vector->operation == OPERATION_UNWIND)
        fprintf(file, "\t.pc = 0x%" PRIx64 "ULL,\n", vector->pc);
    fprintf(file, "\t.size = %" PRIu32 ",\n", vector->length);
    if (vector->parts != NULL)
        write_parts(file, vector->parts);
    else if (shared != NULL)
        fprintf(file, "\t.bytes = sfv_bytes_%" PRIu64 ",\n", *shared);
    else
        write_bytes(file, "bytes", vector->bytes, vector->length);
    if (vector->flipped != NULL)
        write_bytes(file, "flipped", vector->flipped->bytes, vector->flipped->length);
    if (vector->operation == OPERATION_LOOKUP && !refused && !is_open(vector) &&
        (vector->vector_class == CLASS_VALID || vector->vector_class == CLASS_IRREGULAR))
        write_found(file, vector->section, vector->pc);
    if (vector->scenario != NULL)
        write_walk(file, vector);
}

/* The table of vectors by number, and the header's end. */
static void write_table(FILE *file, uint64_t first, uint64_t end)
{
    fputs("\nstatic const struct sfv_vector *const sfv_vectors[] = {\n", file);
    for (uint64_t i = first; i < end; i++)
        fprintf(file, "\t&sfv_vector_%" PRIu64 ",\n", i);
    fprintf(file, "};\n\nenum { SFV_COUNT = %" PRIu64 " };\n", end - first);
    fputs("_Static_assert(sizeof(sfv_vectors) / sizeof(sfv_vectors[0]) == SFV_COUNT,\n"
          "\t       \"a vector is missing, or one too many\");\n\n#endif\n",
          file);
}

/* --- Requirement sets ----------------------------------------------------------------------------------- */

static uint8_t byte_at(void *bytes, size_t at)
{
    return (*(const uint8_t **)bytes)[at];
}

/* What a reader owes on a vector that lies outside of its set; REQUIREMENT_DEBTS: it lies inside. */
static enum requirement_debt owed_by(const struct requirement_set *set, const struct vector *vector)
{
    const uint8_t *bytes = gen_vector_bytes(vector);
    const struct requirement_question question = {
        gen_profile_facts[vector->profile].name, gen_abi_facts[vector->abi].name,
        gen_operation_name(vector->operation), &bytes, vector->length, byte_at};
    const struct requirement_line *const line = set != NULL ? requirement_set_broken(set, &question) : NULL;
    return line != NULL ? line->debt : REQUIREMENT_DEBTS;
}

/* --- Parts ---------------------------------------------------------------------------------------------- */

static FILE *open_file(struct export *export, const uint64_t *part)
{
    char name[40] = "vectors";
    if (part != NULL)
        snprintf(name, sizeof name, "vectors-%" PRIu64, *part);
    return gen_outlet_file(&export->outlet, name, ".h");
}

static bool end_part(struct export *export)
{
    FILE *const file = export->part;
    export->part = NULL;
    write_table(file, (export->written - 1) / export->split * export->split, export->written);
    return gen_outlet_close_file(&export->outlet, file, "a part of the header");
}

static bool begin_part(struct export *export)
{
    const uint64_t part = export->written / export->split;
    if (part > 0 && !end_part(export))
        return false;
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

/* Writes the section's bytes, if those of the vector before in this part are others.  Returns the number in
 * their name; null: there are none, or too many, and the vector has its own. */
static const uint64_t *share_bytes(struct export *export, const struct vector *vector, bool begins)
{
    static uint8_t bytes[1 << 16];
    static uint64_t number;
    static uint32_t length;
    if (vector->bytes == NULL || vector->length > sizeof bytes || vector->length == 0)
        return NULL;
    if (begins || vector->length != length || memcmp(bytes, vector->bytes, length) != 0) {
        number = export->written;
        length = vector->length;
        memcpy(bytes, vector->bytes, length);
        fprintf(export->part, "\nstatic const u8 sfv_bytes_%" PRIu64 "[] = {", number);
        write_list(export->part, bytes, length);
        fputs("\n};\n", export->part);
    }
    return &number;
}

/* The types, and how many parts there are. */
static void write_index(struct export *export)
{
    const uint64_t parts = (export->written - 1) / export->split + 1;
    FILE *const file = open_file(export, NULL);
    if (file == NULL)
        return;
    for (unsigned i = 0; i < TEXTS; i++)
        fputs(texts[i], file);
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

static const char *may_by(const struct vector *vector, const struct given_reply *reply)
{
    if (reply->kind == GIVEN_REFUSAL)
        return "SFV_MAY_REFUSE";
    if (reply->may_be_refused)
        return "SFV_MAY_ANSWER | SFV_MAY_REFUSE | SFV_MAY_FIND_NONE";
    return finds_breach(vector, reply->reading) ? "SFV_MAY_ANSWER | SFV_MAY_REFUSE" : "SFV_MAY_ANSWER";
}

static void write_reading(FILE *file, const struct vector *vector, const struct given_reply *reply,
                          enum requirement_debt owed)
{
    fprintf(file, "\t{\n\t.point = \"%s\", .name = \"%s\", .may = %s%s,\n", reply->ledger, reply->reading,
            may_by(vector, reply), owed == OWES_RIGHT_OR_REFUSAL ? " | SFV_MAY_REFUSE" : "");
    if (reply->kind == GIVEN_ANSWER)
        write_found(file, &reply->section, vector->pc);
    if (reply->kind == GIVEN_TRACE) {
        write_frames(file, &reply->trace);
        fprintf(file, "\t.frames = %" PRIu32 ", .stop = %d,\n", reply->trace.count, (int)reply->trace.stop);
    }
    fputs("\t},\n", file);
}

/* Writes all readings or none: with only some, a right answer would look wrong. */
static void write_readings(const struct export *export, const struct vector *vector,
                           enum requirement_debt owed)
{
    const struct replies *const replies = &export->replies;
    if (vector->vector_class != CLASS_CONTESTED || owed == OWES_REFUSAL)
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

/* --- The export ----------------------------------------------------------------------------------------- */

void gen_export_header_begin(struct export *export)
{
    export->part = export->outlet.stream;
    if (export->split == 0)
        fprintf(export->part, "%s%s", texts[OPENING], closing);
}

bool gen_export_header_take(struct sink *sink, const struct vector *vector)
{
    struct export *const export = (struct export *)sink;
    const enum requirement_debt owed = owed_by(export->requires, vector);
    if (owed == OWES_NOTHING) {
        export->skipped++;
        return true;
    }
    const bool begins = export->split != 0 && export->written % export->split == 0;
    if (begins && !begin_part(export))
        return false;
    const uint64_t *const shared = export->split != 0 ? share_bytes(export, vector, begins) : NULL;
    begin_vector(export->part, vector, export->written, shared, owed);
    if (export->split != 0)
        write_readings(export, vector, owed);
    fputs(closing, export->part);
    export->written++;
    return !ferror(export->part);
}

void gen_export_header_end(struct export *export)
{
    if (export->split == 0) {
        fputs(texts[SECTIONS], export->part);
        write_table(export->part, 0, export->written);
    } else if (export->part != NULL && end_part(export)) { /* else there was trouble */
        write_index(export);
    }
}
