/* A C header for unit tests, in the kernel's style: a struct a vector, and a table of them all.  Lookups have
 * their whole answer; for decode and check the class says whether a section may be refused or must be. */
#include "header_text.h"

#include <inttypes.h>
#include <string.h>

#define CASE(folder, name, text) text
/* C promises strings of 4,095 bytes; the compilers that we know take longer ones. */
#pragma GCC diagnostic ignored "-Woverlength-strings"
const char *const gen_header_texts[HEADER_TEXTS] = {
#include "header_texts.inc"
};

static const char closing[] = "};\n";

void gen_export_header_begin(struct export *export)
{
    if (export->split == 0)
        fprintf(export->outlet.stream, "%s%s", gen_header_texts[HEADER_OPENING], closing);
}

static void write_quoted(FILE *file, const char *name, const char *string)
{
    fprintf(file, "\t.%s = \"", name);
    for (const char *at = string; *at != '\0'; at++)
        fprintf(file, *at == '"' || *at == '\\' ? "\\%c" : "%c", *at);
    fputs("\",\n", file);
}

void gen_header_list(FILE *file, const uint8_t *bytes, uint32_t length)
{
    for (uint32_t i = 0; i < length; i++)
        fprintf(file, "%s0x%02x,", i % 12 == 0 ? "\n\t\t" : " ", bytes[i]);
}

static void write_bytes(FILE *file, const char *name, const uint8_t *bytes, uint32_t length)
{
    fprintf(file, "\t.%s = (const u8[]){", name);
    gen_header_list(file, bytes, length);
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

void gen_header_found(FILE *file, const struct section *section, uint64_t pc)
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

void gen_header_frames(FILE *file, const struct trace *trace)
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
    gen_header_frames(file, vector->trace);
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

void gen_header_begin_vector(FILE *file, const struct vector *vector, uint64_t number, const uint64_t *shared,
                             enum header_owed owed)
{
    const bool refused = owed == OWED_REFUSAL;
    static const char *const operations[] = {"DECODE", "CHECK", "LOOKUP", "FLIP", "UNWIND"};
    static const char *const classes[] = {"VALID", "MALFORMED", "IRREGULAR", "CONTESTED"};
    fprintf(file, "\nstatic const struct sfv_vector sfv_vector_%" PRIu64 " = {\n", number);
    fprintf(file, "\t.id = \"%s\",\n\t.profile = %d,\n", vector->id, (int)vector->profile);
    write_quoted(file, "note", vector->note);
    fprintf(file, "\t.operation = SFV_%s,\n\t.class_of = SFV_%s,\n", operations[vector->operation],
            classes[vector->vector_class]);
    if (vector->vector_class == CLASS_MALFORMED || vector->vector_class == CLASS_IRREGULAR)
        write_quoted(file, "breaks", vector->clauses[0]);
    fprintf(file, "\t.abi = %d,\n\t.version = %d,\n\t.may = %s%s,\n\t.open = %d,\n", gen_abi_facts[vector->abi].id,
            gen_profile_facts[vector->profile].version, refused ? "SFV_MAY_REFUSE" : may(vector),
            owed == OWED_RIGHT_OR_REFUSAL ? " | SFV_MAY_REFUSE" : "", !refused && is_open(vector));
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
        gen_header_found(file, vector->section, vector->pc);
    if (vector->scenario != NULL)
        write_walk(file, vector);
}

void gen_header_end_vector(FILE *file)
{
    fputs(closing, file);
}

void gen_header_table(FILE *file, uint64_t first, uint64_t end)
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

static enum header_owed owed_by(const struct requirement_set *set, const struct vector *vector)
{
    static const enum header_owed owed[REQUIREMENT_DEBTS] = {[OWES_NOTHING] = OWED_NOTHING,
                                                             [OWES_RIGHT_OR_REFUSAL] = OWED_RIGHT_OR_REFUSAL,
                                                             [OWES_REFUSAL] = OWED_REFUSAL};
    const uint8_t *bytes = gen_vector_bytes(vector);
    const struct requirement_question question = {
        gen_profile_facts[vector->profile].name, gen_abi_facts[vector->abi].name,
        gen_operation_name(vector->operation), &bytes, vector->length, byte_at};
    const struct requirement_line *const line = set != NULL ? requirement_set_broken(set, &question) : NULL;
    return line != NULL ? owed[line->debt] : OWED_AS_IT_IS;
}

/* --- Vectors -------------------------------------------------------------------------------------------- */

bool gen_export_header_take(struct sink *sink, const struct vector *vector)
{
    struct export *export = (struct export *)sink;
    FILE *const file = export->outlet.stream;
    const enum header_owed owed = owed_by(export->requires, vector);
    if (owed == OWED_NOTHING) {
        export->skipped++;
        return true;
    }
    if (export->split != 0)
        return gen_export_header_part_take(export, vector, owed);
    gen_header_begin_vector(file, vector, export->written, NULL, owed);
    gen_header_end_vector(file);
    export->written++;
    return !ferror(file);
}

void gen_export_header_end(struct export *export)
{
    if (export->split == 0) {
        fputs(gen_header_texts[HEADER_SECTIONS], export->outlet.stream);
        gen_header_table(export->outlet.stream, 0, export->written);
    } else {
        gen_export_header_parts_end(export);
    }
}
