/* `decode`, `check` and `lookup`: the section, its violations and answers, as JSON or lines. */
#include "printing.h"

#include "../../common/safe_text.h"

#include <inttypes.h>
#include <string.h>

const char *const tool_pc_type_names[] = {"inc", "mask"};
const char *const tool_fre_type_names[] = {"addr1", "addr2", "addr4"};
const char *const tool_fde_type_names[] = {"default", "flex"};

/* Visits each flag that is set: by its name if the profile's text defines it, else by its value. */
void tool_each_flag(const struct sfr_section *section, void (*visit)(void *context, const char *name),
                    void *context)
{
    for (unsigned flag = 1; flag < 0x100; flag <<= 1) {
        char value[8];
        const char *const name = sfr_flag_name(section->profile, flag);
        (void)snprintf(value, sizeof value, "0x%x", flag);
        if ((section->flags & flag) != 0)
            visit(context, name != NULL ? name : value);
    }
}

void tool_base_name(const struct sfr_rule *rule, char name[16])
{
    static const char *const names[] = {"sp", "fp", "cfa"};
    if (rule->base == SFR_REGISTER)
        (void)snprintf(name, 16, "r%" PRIu32, rule->regnum);
    else
        (void)snprintf(name, 16, "%s", names[rule->base]);
}

void tool_rule_text(const struct sfr_rule *rule, char text[RULE_TEXT])
{
    static const char *const words[] = {"-", "same", "undefined"};
    char base[16];
    if (rule->kind != SFR_AT) {
        (void)snprintf(text, RULE_TEXT, "%s", words[rule->kind]);
        return;
    }
    tool_base_name(rule, base);
    (void)snprintf(text, RULE_TEXT, rule->deref ? "*(%s%+" PRId64 ")" : "%s%+" PRId64, base, rule->offset);
}

/* --- Violations ---------------------------------------------------------------------------------------- */

void tool_print_violation_words(FILE *out, const struct sfr_violation *violation)
{
    (void)fputs(sfr_clause_text(violation->clause)->words, out);
    if (violation->found != 0 || violation->allowed != 0)
        (void)fprintf(out, " (found 0x%" PRIx64 ", against 0x%" PRIx64 ")", violation->found,
                      violation->allowed);
}

static const char *severity_name(const struct sfr_violation *violation)
{
    return violation->severity == SFR_VALID ? "note" : sfr_verdict_name(violation->severity);
}

void tool_json_violation(void *context, const struct sfr_violation *violation)
{
    struct json *const json = context;
    tool_json_begin(json, NULL, '{');
    tool_json_hex(json, "offset", violation->offset);
    tool_json_text(json, "clause", sfr_clause_text(violation->clause)->id);
    tool_json_text(json, "severity", severity_name(violation));
    tool_json_hex(json, "found", violation->found);
    tool_json_hex(json, "against", violation->allowed);
    tool_json_text(json, "words", sfr_clause_text(violation->clause)->words);
    tool_json_end(json, '}');
}

static void json_violations(struct json *json, const struct subject *subject)
{
    tool_json_begin(json, "violations", '[');
    tool_subject_violations(subject, &(struct sfr_report){tool_json_violation, json});
    tool_json_end(json, ']');
}

static void line_violation(void *context, const struct sfr_violation *violation)
{
    (void)context;
    (void)printf("0x%" PRIx64 " %s %s ", violation->offset, sfr_clause_text(violation->clause)->id,
                 severity_name(violation));
    tool_print_violation_words(stdout, violation);
    (void)putchar('\n');
}

void tool_print_check_line(const struct subject *subject)
{
    if (subject->several)
        safe_print(stdout, SAFE_LINE, "# section [%zu] %s\n", subject->source->index,
                    subject->source->name[0] != '\0' ? subject->source->name : "PT_GNU_SFRAME");
    tool_subject_violations(subject, &(struct sfr_report){line_violation, NULL});
}

static void json_source(struct json *json, const struct source *source)
{
    if (!source->container.elf)
        return;
    tool_json_begin(json, source->container.section_header ? "section" : "segment", '{');
    tool_json_int(json, "index", (int64_t)source->index);
    if (source->container.section_header)
        tool_json_text(json, "name", source->name);
    tool_json_end(json, '}');
}

static void json_check(struct json *json, const struct subject *subject)
{
    tool_json_text(json, "verdict", sfr_verdict_name(subject->verdict));
    tool_json_text(json, "profile", sfr_profile_name(subject->section.profile));
    json_source(json, subject->source);
    json_violations(json, subject);
}

void tool_print_check_json(const struct subject *subject)
{
    struct json json = tool_json_line(stdout);
    json_check(&json, subject);
    tool_json_line_end(&json);
}

/* --- Rules --------------------------------------------------------------------------------------------- */

/* What the bytes do not state is left out. */
static void json_rule(struct json *json, const char *key, const struct sfr_rule *rule)
{
    char name[16];
    switch (rule->kind) {
    case SFR_UNSTATED:
        return;
    case SFR_SAME:
        tool_json_text(json, key, "same");
        return;
    case SFR_UNDEFINED:
        tool_json_text(json, key, "undefined");
        return;
    default:
        break;
    }
    tool_base_name(rule, name);
    tool_json_begin(json, key, '{');
    tool_json_text(json, "base", name);
    tool_json_int(json, "offset", rule->offset);
    if (rule->deref)
        tool_json_bool(json, "deref", true);
    tool_json_end(json, '}');
}

static void json_rules(struct json *json, const struct sfr_rules *rules)
{
    json_rule(json, "cfa", &rules->cfa);
    json_rule(json, "ra", &rules->ra);
    json_rule(json, "fp", &rules->fp);
}

/* --- The model ----------------------------------------------------------------------------------------- */

static void json_row(struct json *json, const struct sfr_section *section,
                     const struct sfr_function *function, const struct sfr_row *row)
{
    struct sfr_rules rules;
    struct sfr_violation fault;
    (void)sfr_rules(section, function, row, &rules, &fault);
    tool_json_begin(json, NULL, '{');
    tool_json_int(json, "start", row->start);
    tool_json_bool(json, "mangled_ra", row->mangled_ra);
    json_rules(json, &rules);
    tool_json_end(json, '}');
}

static void json_function(struct json *json, const struct sfr_section *section, uint32_t index)
{
    struct sfr_function function;
    struct sfr_row row;
    struct sfr_violation fault;
    (void)sfr_function(section, index, &function, &fault);
    tool_json_begin(json, NULL, '{');
    tool_json_hex(json, "start", function.start);
    tool_json_int(json, "size", function.size);
    tool_json_text(json, "pc_type", tool_pc_type_names[function.pc_type]);
    tool_json_text(json, "fre_type", tool_fre_type_names[function.fre_type]);
    tool_json_int(json, "rep_size", function.rep_size);
    tool_json_text(json, "fde_type", tool_fde_type_names[function.fde_type]);
    tool_json_bool(json, "signal", function.signal);
    tool_json_text(json, "pauth_key", function.pauth_key_b ? "b" : "a");
    tool_json_begin(json, "rows", '[');
    size_t at = function.rows;
    for (uint32_t i = 0; i < function.num_fres; i++, at = row.next) {
        (void)sfr_row(section, &function, at, &row, &fault); /* checked before: they are all there */
        json_row(json, section, &function, &row);
    }
    tool_json_end(json, ']');
    tool_json_end(json, '}');
}

static void json_flag(void *context, const char *name)
{
    tool_json_text(context, NULL, name);
}

static void json_header(struct json *json, const struct sfr_section *section, bool whole)
{
    tool_json_int(json, "version", section->version);
    tool_json_text(json, "byte_order", section->big_endian ? "big" : "little");
    if (whole && sfr_abi_name(section->abi) != NULL)
        tool_json_text(json, "abi", sfr_abi_name(section->abi));
    tool_json_begin(json, "flags", '[');
    tool_each_flag(section, json_flag, json);
    tool_json_end(json, ']');
    if (!whole)
        return;
    tool_json_int(json, "fixed_fp", section->fixed_fp);
    tool_json_int(json, "fixed_ra", section->fixed_ra);
}

enum { PREAMBLE_SIZE = 4, HEADER_SIZE = 28 };

static void json_aux(struct json *json, const struct sfr_section *section)
{
    tool_json_hex_bytes(json, "aux", section->bytes + HEADER_SIZE, section->aux_len);
}

/* The parts of the header that could be read. */
static void json_malformed_header(struct json *json, const struct sfr_section *section)
{
    if (section->header_read >= PREAMBLE_SIZE)
        json_header(json, section, section->header_read >= HEADER_SIZE);
    if (section->header_read >= HEADER_SIZE + (size_t)section->aux_len)
        json_aux(json, section);
}

static void json_whole_model(struct json *json, const struct sfr_section *section)
{
    json_header(json, section, true);
    json_aux(json, section);
    tool_json_hex(json, "address", section->address);
    tool_json_begin(json, "functions", '[');
    for (uint32_t i = 0; i < section->function_count; i++)
        json_function(json, section, i);
    tool_json_end(json, ']');
}

void tool_json_model(struct json *json, const struct subject *subject)
{
    tool_json_begin(json, NULL, '{');
    tool_json_text(json, "verdict", sfr_verdict_name(subject->verdict));
    tool_json_text(json, "profile", sfr_profile_name(subject->section.profile));
    json_source(json, subject->source);
    if (subject->verdict == SFR_MALFORMED)
        json_malformed_header(json, &subject->section);
    else
        json_whole_model(json, &subject->section);
    if (subject->violations != 0)
        json_violations(json, subject);
    tool_json_end(json, '}');
}

void tool_print_model(const struct subject *subject)
{
    struct json json = {stdout, false};
    tool_json_model(&json, subject);
    (void)putchar('\n');
}

/* --- Lookups ------------------------------------------------------------------------------------------- */

static void json_error(struct json *json, const struct sfr_violation *fault)
{
    char words[512];
    (void)snprintf(words, sizeof words, "%s at 0x%" PRIx64 ": %s", sfr_clause_text(fault->clause)->id,
                   fault->offset, sfr_clause_text(fault->clause)->words);
    tool_json_text(json, "none", "error");
    tool_json_text(json, "error", words);
}

static void json_found(struct json *json, const struct sfr_answer *answer)
{
    const bool row = answer->found == SFR_FOUND;
    tool_json_int(json, "function", answer->function.index);
    if (row) {
        tool_json_int(json, "row", answer->row_index);
        json_rules(json, &answer->rules);
        tool_json_bool(json, "mangled_ra", answer->row.mangled_ra);
    } else {
        tool_json_text(json, "ra", "undefined");
    }
    tool_json_bool(json, "signal", answer->function.signal);
}

void tool_json_answer(struct json *json, const struct subject *subject, uint64_t pc,
                      const struct sfr_answer *answer)
{
    tool_json_hex(json, "pc", pc);
    switch (answer->found) {
    case SFR_NO_FUNCTION:
    case SFR_NO_ROW:
        tool_json_text(json, "none", answer->found == SFR_NO_ROW ? "row" : "function");
        break;
    case SFR_ERROR:
        json_error(json, &answer->fault);
        break;
    default:
        json_found(json, answer);
        if (subject->several)
            json_source(json, subject->source);
    }
}
