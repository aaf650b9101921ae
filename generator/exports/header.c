/* A C header for unit tests, in the kernel's style: a struct a vector, and a table of them all.  Lookups have
 * their whole answer; for decode and check the class says whether a section may be refused or must be. */
#include "exports.h"

#include <inttypes.h>
#include <string.h>

static const char opening[] =
    "/* SPDX-License-Identifier: CC0-1.0 */\n"
    "/*\n"
    " * Test vectors for readers of SFrame sections, made by sframe-gen; do not edit.\n"
    " *\n"
    " * Go through sfv_vectors[]: give .bytes to the reader under test, as a section at\n"
    " * .address, and hold what it answers against .may.  Where SFV_MAY_ANSWER is set and\n"
    " * .operation is SFV_LOOKUP, an answer must be .found.  A vector that is .open may be\n"
    " * answered in any way that does no harm: the specification leaves open what is right.\n"
    " */\n"
    "#ifndef SFRAME_VECTORS_H\n"
    "#define SFRAME_VECTORS_H\n"
    "\n"
    "#ifdef __KERNEL__\n"
    "#include <linux/types.h>\n"
    "#else\n"
    "#include <stdint.h>\n"
    "typedef uint8_t u8;\n"
    "typedef uint32_t u32;\n"
    "typedef uint64_t u64;\n"
    "typedef int64_t s64;\n"
    "#endif\n"
    "\n"
    "enum sfv_profile { SFV_V1, SFV_V2, SFV_V2E1, SFV_V2E2, SFV_V3 };\n"
    "enum sfv_operation { SFV_DECODE, SFV_CHECK, SFV_LOOKUP, SFV_FLIP, SFV_UNWIND };\n"
    "enum sfv_class { SFV_VALID, SFV_MALFORMED, SFV_IRREGULAR, SFV_CONTESTED };\n"
    "enum sfv_abi { SFV_AARCH64_BE = 1, SFV_AARCH64 = 2, SFV_AMD64 = 3, SFV_S390X = 4 };\n"
    "enum sfv_may { SFV_MAY_ANSWER = 1, SFV_MAY_REFUSE = 2, SFV_MAY_FIND_NONE = 4 };\n"
    "\n"
    "/* Where a value is: base + offset, or with deref what lies there. */\n"
    "struct sfv_rule {\n"
    "\tenum {\n"
    "\t\tSFV_RULE_NONE,\t\t/* nothing is said of it */\n"
    "\t\tSFV_RULE_SAME,\t\t/* it is still in its register */\n"
    "\t\tSFV_RULE_UNDEFINED,\t\t/* there is none: an outermost frame */\n"
    "\t\tSFV_RULE_AT,\n"
    "\t} kind;\n"
    "\tenum { SFV_SP, SFV_FP, SFV_CFA, SFV_REGISTER } base;\n"
    "\tu32 reg;\n"
    "\ts64 offset;\n"
    "\tu8 deref;\n"
    "};\n"
    "\n"
    "struct sfv_found {\n"
    "\tenum {\n"
    "\t\tSFV_FOUND_ROW,\n"
    "\t\tSFV_FOUND_OUTERMOST,\t\t/* a function without rows: RA is undefined */\n"
    "\t\tSFV_FOUND_NO_FUNCTION,\n"
    "\t\tSFV_FOUND_NO_ROW,\n"
    "\t\tSFV_FOUND_ERROR,\n"
    "\t} what;\n"
    "\tu32 function, row;\n"
    "\tu8 mangled_ra, signal;\n"
    "\tstruct sfv_rule cfa, ra, fp;\n"
    "};\n"
    "\n"
    "/* Memory that can be read, or the section of a further module. */\n"
    "struct sfv_piece {\n"
    "\tu64 address;\n"
    "\tu32 size;\n"
    "\tconst u8 *bytes;\n"
    "};\n"
    "\n"
    "struct sfv_register {\n"
    "\tu32 number;\t\t\t/* DWARF's */\n"
    "\tu64 value;\n"
    "};\n"
    "\n"
    "struct sfv_frame {\n"
    "\tu64 pc, sp, fp, cfa;\n"
    "\tu8 has_cfa;\n"
    "};\n"
    "\n"
    "enum sfv_stop {\n"
    "\tSFV_OUTERMOST, SFV_STOP_NO_FUNCTION, SFV_STOP_NO_ROW, SFV_MEMORY,\n"
    "\tSFV_UNSAFE, SFV_LOOP, SFV_LIMIT, SFV_STOP_ERROR,\n"
    "};\n"
    "\n"
    "/* SFV_UNWIND: registers of the topmost frame and memory, and the frames that\n"
    " * lead from there: by the first reading that is listed, if it is contested. */\n"
    "struct sfv_walk {\n"
    "\tu64 sp, fp, pac_mask;\n"
    "\tu32 limit;\t\t\t/* 0: none is given */\n"
    "\tu32 registers, modules, pieces, frames;\n"
    "\tconst struct sfv_register *reg;\n"
    "\tconst struct sfv_piece *module, *memory;\n"
    "\tconst struct sfv_frame *frame;\n"
    "\tenum sfv_stop stop;\n"
    "};\n"
    "\n"
    "struct sfv_vector {\n"
    "\tconst char *id;\n"
    "\tconst char *note;\n"
    "\tconst char *breaks;\t\t/* the clause that the bytes were made to break, or null */\n"
    "\tenum sfv_profile profile;\t\t/* the text that it is read by */\n"
    "\tenum sfv_operation operation;\n"
    "\tenum sfv_class class_of;\n"
    "\tenum sfv_abi abi;\n"
    "\tu8 version, may, open;\n"
    "\tu64 address, pc;\n"
    "\tu32 size;\n"
    "\tconst u8 *bytes;\n"
    "\tconst u8 *flipped; /* SFV_FLIP: the same in the other byte order; null if SFV_MALFORMED */\n"
    "\tstruct sfv_found found;\n"
    "\tconst struct sfv_walk *walk; /* SFV_UNWIND */\n"
    "};\n";

void gen_export_header_begin(struct export *export)
{
    fputs(opening, export->outlet.stream);
}

static void write_quoted(FILE *file, const char *name, const char *string)
{
    fprintf(file, "\t.%s = \"", name);
    for (const char *at = string; *at != '\0'; at++)
        fprintf(file, *at == '"' || *at == '\\' ? "\\%c" : "%c", *at);
    fputs("\",\n", file);
}

static void write_bytes(FILE *file, const char *name, const uint8_t *bytes, uint32_t length)
{
    fprintf(file, "\t.%s = (const u8[]){", name);
    for (uint32_t i = 0; i < length; i++)
        fprintf(file, "%s0x%02x,", i % 12 == 0 ? "\n\t\t" : " ", bytes[i]);
    fputs(length == 0 ? "0},\n" : "\n\t},\n", file);
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

static void write_found(FILE *file, const struct vector *vector)
{
    static const char *const names[] = {"ROW", "OUTERMOST", "NO_FUNCTION", "NO_ROW", "ERROR"};
    const struct section *section = vector->section;
    struct answer_lookup found = gen_look_up(section, vector->pc);
    fprintf(file, "\t.found = {\n\t\t.what = SFV_FOUND_%s,\n", names[found.found]);
    if (found.found == FOUND_ROW || found.found == FOUND_OUTERMOST) {
        const struct function *function = &section->functions[found.function];
        fprintf(file, "\t\t.function = %" PRIu32 ", .signal = %d,\n", found.function, function->signal);
        if (found.found == FOUND_ROW) {
            const struct row *row = gen_function_row(section, function, found.row);
            struct answer_row said = gen_say_row(section, function, row);
            fprintf(file, "\t\t.row = %" PRIu32 ", .mangled_ra = %d,\n", found.row, row->mangled);
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

bool gen_export_header_take(struct sink *sink, const struct vector *vector)
{
    static const char *const operations[] = {"DECODE", "CHECK", "LOOKUP", "FLIP", "UNWIND"};
    static const char *const classes[] = {"VALID", "MALFORMED", "IRREGULAR", "CONTESTED"};
    struct export *export = (struct export *)sink;
    FILE *file = export->outlet.stream;
    fprintf(file, "\nstatic const struct sfv_vector sfv_vector_%" PRIu64 " = {\n", export->taken);
    fprintf(file, "\t.id = \"%s\",\n\t.profile = %d,\n", vector->id, (int)vector->profile);
    write_quoted(file, "note", vector->note);
    fprintf(file, "\t.operation = SFV_%s,\n\t.class_of = SFV_%s,\n", operations[vector->operation],
            classes[vector->vector_class]);
    if (vector->vector_class == CLASS_MALFORMED || vector->vector_class == CLASS_IRREGULAR)
        write_quoted(file, "breaks", vector->clauses[0]);
    fprintf(file, "\t.abi = %d,\n\t.version = %d,\n\t.may = %s,\n\t.open = %d,\n", abi_id(vector->abi),
            profile_version(vector->profile), may(vector), is_open(vector));
    fprintf(file, "\t.address = 0x%" PRIx64 "ULL,\n", vector->address);
    if (vector->operation == OPERATION_LOOKUP || vector->operation == OPERATION_UNWIND)
        fprintf(file, "\t.pc = 0x%" PRIx64 "ULL,\n", vector->pc);
    fprintf(file, "\t.size = %" PRIu32 ",\n", vector->length);
    write_bytes(file, "bytes", vector->bytes, vector->length);
    if (vector->flipped != NULL)
        write_bytes(file, "flipped", vector->flipped->bytes, vector->flipped->length);
    if (vector->operation == OPERATION_LOOKUP && !is_open(vector) &&
        (vector->vector_class == CLASS_VALID || vector->vector_class == CLASS_IRREGULAR))
        write_found(file, vector);
    if (vector->scenario != NULL)
        write_walk(file, vector);
    fputs("};\n", file);
    return !ferror(file);
}

void gen_export_header_end(struct export *export)
{
    FILE *file = export->outlet.stream;
    fputs("\nstatic const struct sfv_vector *const sfv_vectors[] = {\n", file);
    for (uint64_t i = 0; i < export->taken; i++)
        fprintf(file, "\t&sfv_vector_%" PRIu64 ",\n", i);
    fprintf(file, "};\n\nenum { SFV_COUNT = %" PRIu64 " };\n", export->taken);
    fputs("_Static_assert(sizeof(sfv_vectors) / sizeof(sfv_vectors[0]) == SFV_COUNT,\n"
          "\t       \"a vector is missing, or one too many\");\n\n#endif\n",
          file);
}
