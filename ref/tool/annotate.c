/* `dump --annotate`: every byte of a section once, in order, with its field and what it means there. */
#include "printing.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS_PER_BYTE = 2 };
enum { BYTES_PER_LINE = 8, FLAGS_TEXT = 96, HEADING_TEXT = 96, MEANING_TEXT = 256 };
enum { PREAMBLE_SIZE = 4, HEADER_SIZE = 28 };

/* Where a function's data begins; sorted by that, data is met in the order of the bytes. */
struct place {
    size_t at;
    uint32_t index;
};

struct annotation {
    const struct subject *subject;
    const struct sfr_section *section;
    size_t at;          /* all bytes before were printed */
    size_t from, to;    /* fields outside of these are left out */
    bool parts;         /* what fields are parts of (headings) is wanted in `json`, too */
    uint64_t rows_left; /* limits how often rows that functions share are listed again */
    struct violations violations;
    size_t next_violation;
    struct json *json; /* where fields go as objects; NULL: they are printed for people */
    struct colours colours;
};

/* --- Violations, printed under the bytes that they are about ------------------------------------------- */

static void print_violations(struct annotation *annotation, bool all)
{
    for (; annotation->next_violation < annotation->violations.count; annotation->next_violation++) {
        const struct sfr_violation *const violation =
            &annotation->violations.list[annotation->next_violation];
        if (violation->offset >= annotation->at && !all)
            return;
        (void)printf("%s%8s^ 0x%" PRIx64 " %s: ", annotation->colours.bad, "", violation->offset,
                     sfr_clause_text(violation->clause)->id);
        tool_print_violation_words(stdout, violation);
        (void)puts(annotation->colours.plain);
    }
}

/* --- Lines ---------------------------------------------------------------------------------------------- */

static void json_field(const struct annotation *annotation, size_t count, const char *name,
                       const char *meaning)
{
    tool_json_begin(annotation->json, NULL, '{');
    tool_json_int(annotation->json, "offset", (int64_t)annotation->at);
    tool_json_int(annotation->json, "length", (int64_t)count);
    tool_json_text(annotation->json, "name", name);
    tool_json_text(annotation->json, "meaning", meaning);
    tool_json_end(annotation->json, '}');
}

static void json_part(const struct annotation *annotation, const char *name)
{
    tool_json_begin(annotation->json, NULL, '{');
    tool_json_int(annotation->json, "offset", (int64_t)annotation->at);
    tool_json_text(annotation->json, "part", name);
    tool_json_end(annotation->json, '}');
}

static bool is_wanted(const struct annotation *annotation, size_t count)
{
    return annotation->at + count >= annotation->from && annotation->at < annotation->to;
}

static void print_field(const struct annotation *annotation, size_t count, const char *name,
                        const char *meaning)
{
    const struct colours *const colours = &annotation->colours;
    char bytes[3 * BYTES_PER_LINE + 1] = "";
    for (size_t i = 0; i < count; i++) {
        const uint8_t byte = annotation->section->bytes[annotation->at + i];
        bytes[3 * i] = "0123456789abcdef"[byte >> 4];
        bytes[3 * i + 1] = "0123456789abcdef"[byte & 15];
        bytes[3 * i + 2] = ' ';
    }
    (void)printf("%s%06zx%s  %-*s%s%-24s%s %s\n", colours->place, annotation->at, colours->plain,
                 3 * BYTES_PER_LINE, bytes, colours->name, name, colours->plain, meaning);
}

__attribute__((format(printf, 4, 5))) static void field(struct annotation *annotation, size_t width,
                                                        const char *name, const char *format, ...)
{
    const size_t left = annotation->section->size - annotation->at, count = width < left ? width : left;
    if (is_wanted(annotation, count)) {
        char meaning[MEANING_TEXT];
        va_list arguments;
        va_start(arguments, format);
        (void)vsnprintf(meaning, sizeof meaning, format, arguments);
        va_end(arguments);
        (annotation->json != NULL ? json_field : print_field)(annotation, count, name, meaning);
    }
    annotation->at += count;
    print_violations(annotation, false);
}

static void plain_bytes(struct annotation *annotation, size_t to, const char *name, const char *meaning)
{
    while (annotation->at < to) {
        const size_t left = to - annotation->at;
        field(annotation, left < BYTES_PER_LINE ? left : BYTES_PER_LINE, name, "%s", meaning);
    }
}

__attribute__((format(printf, 2, 3))) static void heading(const struct annotation *annotation,
                                                          const char *format, ...)
{
    const bool for_people = annotation->json == NULL;
    char text[HEADING_TEXT];
    va_list arguments;
    if (!for_people && !(annotation->parts && is_wanted(annotation, 0)))
        return;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (for_people)
        (void)printf("%s%s%s\n", annotation->colours.heading, text, annotation->colours.plain);
    else
        json_part(annotation, text);
}

/* --- Header --------------------------------------------------------------------------------------------- */

static void append_flag(void *context, const char *name)
{
    char *const text = context;
    const size_t length = strlen(text);
    (void)snprintf(text + length, FLAGS_TEXT - length, "%s %s", length == 0 ? ":" : ",", name);
}

static void annotate_flags(struct annotation *annotation)
{
    char text[FLAGS_TEXT] = "";
    tool_each_flag(annotation->section, append_flag, text);
    field(annotation, 1, "sfp_flags", "0x%02x%s", annotation->section->flags, text);
}

static void annotate_header(struct annotation *annotation)
{
    const struct sfr_section *const section = annotation->section;
    const char *const abi = sfr_abi_name(section->abi);
    heading(annotation, "header");
    if (section->header_read >= PREAMBLE_SIZE) {
        field(annotation, 2, "sfp_magic", "0xdee2, %s-endian", section->big_endian ? "big" : "little");
        field(annotation, 1, "sfp_version", "%u, read by %s", section->version,
              sfr_profile_name(section->profile));
        annotate_flags(annotation);
    }
    if (section->header_read < HEADER_SIZE)
        return;
    field(annotation, 1, "sfh_abi_arch", "%u: %s", section->abi, abi != NULL ? abi : "not known");
    field(annotation, 1, "sfh_cfa_fixed_fp_offset", "%d%s", section->fixed_fp,
          section->fixed_fp == 0 ? ": none" : "");
    field(annotation, 1, "sfh_cfa_fixed_ra_offset", "%d%s", section->fixed_ra,
          section->fixed_ra == 0 ? ": none" : "");
    field(annotation, 1, "sfh_auxhdr_len", "size: %u", section->aux_len);
    field(annotation, 4, "sfh_num_fdes", "functions: %" PRIu32, section->num_fdes);
    field(annotation, 4, "sfh_num_fres", "rows: %" PRIu32, section->num_fres);
    field(annotation, 4, "sfh_fre_len", "size: %" PRIu32, section->fre_len);
    field(annotation, 4, "sfh_fdeoff", "0x%" PRIx32 " from the header's end", section->fdeoff);
    field(annotation, 4, "sfh_freoff", "0x%" PRIx32 " from the header's end", section->freoff);
    if (section->header_read > HEADER_SIZE)
        plain_bytes(annotation, section->header_read, "auxiliary header", "");
}

/* --- Function entries ----------------------------------------------------------------------------------- */

static bool has_attributes(const struct annotation *annotation)
{
    return sfr_text_facts(annotation->section->profile)->attribute_fields != NULL;
}

static void annotate_start(struct annotation *annotation, const struct sfr_function *function,
                           const struct sfr_text_facts *text)
{
    const bool wide = has_attributes(annotation);
    const size_t data = wide ? function->attribute : function->rows, rows = annotation->section->fres;
    field(annotation, text->start_size, wide ? "sfdi_func_start_offset" : "sfde_func_start_address",
          "%" PRId64 ": 0x%" PRIx64, function->start_field, function->start);
    field(annotation, 4, wide ? "sfdi_func_size" : "sfde_func_size", "size: %" PRIu32, function->size);
    /* On a host of 32 bits, size_t may not hold the sum. */
    field(annotation, 4, wide ? "sfdi_func_start_fre_off" : "sfde_func_start_fre_off", "data at 0x%" PRIx64,
          (uint64_t)rows + (uint32_t)(data - rows));
}

static void annotate_info(struct annotation *annotation, const struct sfr_function *function,
                          const char *name)
{
    field(annotation, 1, name, "0x%02x: %s, %s, key %s%s", function->info,
          tool_pc_type_names[function->pc_type],
          (function->info & 0xf) <= SFR_ADDR4 ? tool_fre_type_names[function->fre_type] : "unknown row type",
          function->pauth_key_b ? "B" : "A", function->signal ? ", signal frame" : "");
}

static void annotate_entry(struct annotation *annotation, uint32_t index)
{
    const struct sfr_section *const section = annotation->section;
    const struct sfr_text_facts *const text = sfr_text_facts(section->profile);
    struct sfr_function function;
    struct sfr_violation fault;
    (void)sfr_function(section, index, &function, &fault);
    heading(annotation, "function %" PRIu32, index);
    annotate_start(annotation, &function, text);
    if (has_attributes(annotation))
        return;
    field(annotation, 4, "sfde_func_num_fres", "rows: %" PRIu32, function.num_fres);
    annotate_info(annotation, &function, "sfde_func_info");
    if (!text->rep_size)
        return;
    field(annotation, 1, "sfde_func_rep_size", "size: %" PRIu32, function.rep_size);
    field(annotation, 2, "sfde_func_padding2", "0x%x", function.padding);
}

/* --- Attributes and rows -------------------------------------------------------------------------------- */

static void annotate_attribute(struct annotation *annotation, const struct sfr_function *function)
{
    const uint8_t *const widths = sfr_text_facts(annotation->section->profile)->attribute_fields;
    field(annotation, widths[0], "sfda_func_num_fres", "rows: %" PRIu32, function->num_fres);
    annotate_info(annotation, function, "sfda_func_info");
    field(annotation, 1, "sfda_func_info2", "0x%02x: %s", function->info2,
          (function->info2 & 0x1f) <= SFR_FLEX ? tool_fde_type_names[function->fde_type] : "unknown type");
    field(annotation, widths[3], "sfda_func_rep_size", "size: %" PRIu32, function->rep_size);
}

/* A default row's word, and the rule that it gives; words after those that the ABI knows give none. */
static void annotate_offset(struct annotation *annotation, const struct sfr_row *row, unsigned i,
                            const struct sfr_rules *rules)
{
    static const char *const names[] = {"  CFA word", "  RA word", "  FP word", "  surplus word"};
    const struct sfr_rule *const all[] = {&rules->cfa, &rules->ra, &rules->fp, NULL};
    const unsigned thing = i == 0 ? 0 : i + !sfr_tracks_ra(annotation->section),
                   known = thing < 3 ? thing : 3;
    char text[RULE_TEXT] = "no meaning";
    if (all[known] != NULL)
        tool_rule_text(all[known], text);
    field(annotation, row->word_size, names[known], "%" PRId32 ": %s",
          sfr_word_signed(annotation->section, row, i), text);
}

/* A flexible row's words, pair by pair. */
static void annotate_pairs(struct annotation *annotation, const struct sfr_row *row,
                           const struct sfr_rules *rules)
{
    static const char *const names[][2] = {{"  CFA control word", "  CFA offset word"},
                                           {"  RA control word", "  RA offset word"},
                                           {"  FP control word", "  FP offset word"}};
    const struct sfr_rule *const all[] = {&rules->cfa, &rules->ra, &rules->fp};
    unsigned i = 0;
    for (unsigned thing = 0; thing < 3 && i < row->word_count; thing++) {
        char text[RULE_TEXT];
        const uint32_t control = sfr_word_unsigned(annotation->section, row, i++);
        tool_rule_text(all[thing], text);
        field(annotation, row->word_size, names[thing][0], "0x%" PRIx32 ": %s%s%s", control,
              control == 0         ? "padding"
              : (control & 1) != 0 ? "a register"
                                   : "the CFA",
              (control & 2) != 0 ? ", dereferenced" : "", (control & 4) != 0 ? ", an unused bit" : "");
        if (control != 0 && i < row->word_count)
            field(annotation, row->word_size, names[thing][1], "%" PRId32 ": %s",
                  sfr_word_signed(annotation->section, row, i++), text);
    }
    for (; i < row->word_count; i++)
        field(annotation, row->word_size, "  surplus word", "0x%" PRIx32 ": no meaning",
              sfr_word_unsigned(annotation->section, row, i));
}

static void annotate_row(struct annotation *annotation, const struct sfr_function *function,
                         const struct sfr_row *row)
{
    struct sfr_rules rules;
    struct sfr_violation fault;
    (void)sfr_rules(annotation->section, function, row, &rules, &fault);
    field(annotation, row->words - 1 - row->offset, "sfre_start_address", "0x%" PRIx32, row->start);
    field(annotation, 1, "sfre_info", "0x%02x: %u x %u-byte words, base %s%s", row->info, row->word_count,
          row->word_size, row->base_sp ? "SP" : "FP", row->mangled_ra ? ", RA mangled" : "");
    if (function->fde_type == SFR_FLEX)
        annotate_pairs(annotation, row, &rules);
    else
        for (unsigned i = 0; i < row->word_count; i++)
            annotate_offset(annotation, row, i, &rules);
}

static void annotate_rows(struct annotation *annotation, const struct sfr_function *function)
{
    struct sfr_row row;
    struct sfr_violation fault;
    size_t at = function->rows;
    for (uint32_t i = 0; i < function->num_fres; i++, at = row.next) {
        if (annotation->rows_left == 0 || !sfr_row(annotation->section, function, at, &row, &fault))
            return;
        annotation->rows_left--;
        if (at != annotation->at) {
            heading(annotation, "function %" PRIu32 ", row %" PRIu32 ": at 0x%zx, shown above",
                    function->index, i, at);
            continue;
        }
        heading(annotation, "function %" PRIu32 ", row %" PRIu32, function->index, i);
        annotate_row(annotation, function, &row);
    }
}

static void annotate_data(struct annotation *annotation, const struct place *place)
{
    struct sfr_function function;
    struct sfr_violation fault = {.clause = SFR_CLAUSE_NONE};
    const bool read = sfr_function(annotation->section, place->index, &function, &fault);
    if (!read && fault.clause == SFR_fde_fre_off_inside)
        return;
    plain_bytes(annotation, place->at, "(unowned)", "");
    if (has_attributes(annotation) && place->at == annotation->at && fault.clause != SFR_attribute_inside) {
        heading(annotation, "function %" PRIu32 ", attribute", place->index);
        annotate_attribute(annotation, &function);
    }
    if (read)
        annotate_rows(annotation, &function);
}

static int by_place(const void *left, const void *right)
{
    const struct place *const a = left, *const b = right;
    if (a->at != b->at)
        return a->at < b->at ? -1 : 1;
    return a->index < b->index ? -1 : 1;
}

/* --- Sub-sections --------------------------------------------------------------------------------------- */

static void annotate_entries(struct annotation *annotation)
{
    plain_bytes(annotation, annotation->section->fdes, "(unowned)", "");
    for (uint32_t i = 0; i < annotation->section->function_count; i++)
        annotate_entry(annotation, i);
}

static void annotate_all_data(struct annotation *annotation, struct place *places)
{
    const struct sfr_section *const section = annotation->section;
    plain_bytes(annotation, section->fres, "(unowned)", "");
    for (uint32_t i = 0; i < section->function_count; i++) {
        struct sfr_function function;
        struct sfr_violation fault;
        (void)sfr_function(section, i, &function, &fault);
        places[i] = (struct place){has_attributes(annotation) ? function.attribute : function.rows, i};
    }
    if (section->function_count > 1)
        qsort(places, section->function_count, sizeof *places, by_place);
    for (uint32_t i = 0; i < section->function_count; i++)
        annotate_data(annotation, &places[i]);
    plain_bytes(annotation, section->fres_end, "(unowned)", "");
}

/* False: no memory. */
static bool annotate_all(struct annotation *annotation)
{
    const struct sfr_section *const section = annotation->section;
    const bool malformed = annotation->subject->opened == SFR_MALFORMED;
    struct place *const places = calloc(section->function_count + (size_t)1, sizeof *places);
    if (places == NULL)
        return false;
    annotate_header(annotation);
    if (!malformed && section->fdes <= section->fres) {
        annotate_entries(annotation);
        annotate_all_data(annotation, places);
    } else if (!malformed) {
        annotate_all_data(annotation, places);
        annotate_entries(annotation);
    }
    plain_bytes(annotation, section->size, malformed ? "(not read)" : "(unowned)", "");
    free(places);
    return true;
}

static struct annotation annotation_of(const struct subject *subject, struct json *json)
{
    struct annotation annotation = {.subject = subject,
                                    .section = &subject->section,
                                    .to = SIZE_MAX,
                                    .rows_left = subject->section.size * (uint64_t)ROWS_PER_BYTE,
                                    .json = json};
    if (json == NULL)
        annotation.colours = tool_colours(subject);
    return annotation;
}

bool tool_print_annotated(const struct subject *subject)
{
    struct annotation annotation = annotation_of(subject, NULL);
    tool_subject_violations(subject, &(struct sfr_report){tool_violations_add, &annotation.violations});
    tool_violations_sort(&annotation.violations);
    const bool annotated = !annotation.violations.out_of_memory && annotate_all(&annotation);
    if (annotated)
        print_violations(&annotation, true);
    free(annotation.violations.list);
    return annotated;
}

static bool json_fields(struct annotation *annotation)
{
    tool_json_begin(annotation->json, "fields", '[');
    const bool annotated = annotate_all(annotation);
    tool_json_end(annotation->json, ']');
    return annotated;
}

bool tool_json_fields(struct json *json, const struct subject *subject)
{
    struct annotation annotation = annotation_of(subject, json);
    return json_fields(&annotation);
}

bool tool_json_fields_within(struct json *json, const struct subject *subject, size_t from, size_t to)
{
    struct annotation annotation = annotation_of(subject, json);
    annotation.parts = true;
    annotation.from = from;
    annotation.to = to;
    return json_fields(&annotation);
}
