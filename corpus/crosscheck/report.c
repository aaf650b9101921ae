/* What a comparison found, for people and as JSON. */
#include "../../common/safe_text.h"
#include "file.h"
#include "tool/json.h"

#include <elf.h>
#include <inttypes.h>
#include <string.h>

/* What SFrame is compared with: CFI or ORC. */
static const char *name_of(bool orc)
{
    return orc ? "ORC" : "CFI";
}

static const char *const owner_names[] = {"format", "linker", "ledger", "reader", "input", "unexplained"};

/* --- For people ---------------------------------------------------------------------------------------- */

static void print_recovery(FILE *out, const struct machine *machine, const char *side,
                           const struct recovery *recovery)
{
    char cfa[PLACE_TEXT], ra[PLACE_TEXT], fp[PLACE_TEXT];
    if (recovery == NULL) {
        (void)fprintf(out, "      %-6s nothing\n", side);
        return;
    }
    cfi_place_text(machine, &recovery->cfa, cfa);
    cfi_place_text(machine, &recovery->ra, ra);
    cfi_place_text(machine, &recovery->fp, fp);
    (void)fprintf(out, "      %-6s cfa %s, ra %s%s, fp %s\n", side, cfa, ra,
                  recovery->mangled ? " (signed)" : "", fp);
}

/* Pages of conformance/findings/ on what nearly every program of a linker that is in use has.  A finding is
 * one of these by its section and by how far SFrame's CFA is above the right one. */
static const struct {
    const char *section;
    bool blocks; /* the text has functions of blocks, which version 1 lacks */
    int64_t above;
    const char *page;
} known[] = {
    {".plt+", false, -8, "ld-plt-ibt"},
    {".plt.sec+", false, 8, "ld-plt-sec"},
    {".plt.sec+", false, 16, "ld-plt-sec"},
    {".plt.got+", true, 8, "ld-plt-got-pushed"},
};

const char *cfi_page_of(const struct file *file, const struct finding *finding)
{
    char name[NAME_TEXT];
    const struct place *const right = &finding->cfi.cfa, *const said = &finding->sframe.cfa;
    if (finding->kind != KIND_CFA || file->cfi.machine->elf_machine != EM_X86_64 || right->kind != PLACE_AT ||
        said->kind != PLACE_AT || right->base != said->base || right->deref != said->deref)
        return NULL;
    cfi_name_pc(&file->landmarks, finding->pc, name);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].blocks == sfr_text_facts(file->comparison.profile)->blocks &&
            strncmp(name, known[i].section, strlen(known[i].section)) == 0 &&
            said->offset == right->offset + known[i].above)
            return known[i].page;
    return NULL;
}

static void print_finding(FILE *out, const struct file *file, const struct finding *finding)
{
    char name[NAME_TEXT];
    cfi_name_pc(&file->landmarks, finding->pc, name);
    (void)fprintf(out, "    0x%" PRIx64, finding->pc);
    safe_print(out, SAFE_LINE, " %s: %s: %s\n", name, cfi_kind_texts[finding->kind].id,
               cfi_kind_texts[finding->kind].words);
    print_recovery(out, file->cfi.machine, file->wishes->orc != NULL ? "orc" : "cfi",
                   finding->has_cfi ? &finding->cfi : NULL);
    print_recovery(out, file->cfi.machine, "sframe", finding->has_sframe ? &finding->sframe : NULL);
    const char *const page = cfi_page_of(file, finding);
    if (page != NULL)
        (void)fprintf(out, "      known  conformance/findings/%s.md\n", page);
}

/* Prints a finding of rows that are missing one after the other: mostly functions of one archive. */
static void print_folded(FILE *out, const struct file *file, const struct finding *finding)
{
    char first[NAME_TEXT], last[NAME_TEXT];
    cfi_name_pc(&file->landmarks, finding->pc, first);
    cfi_name_pc(&file->landmarks, finding->end - 1, last);
    last[strcspn(last, "+")] = '\0';
    (void)fprintf(out, "    0x%" PRIx64, finding->pc);
    safe_print(out, SAFE_LINE,
               " %s to %s: %s: %" PRIu64 " rows of functions that could be said, and are not there\n", first,
               last, cfi_kind_texts[finding->kind].id, finding->rows);
}

/* Prints how often a kind of difference occurs.  For explained ones it adds in how many rows SFrame does not
 * leave out the rule, but has another one. */
static void print_amount(FILE *out, enum kind kind, const struct amount *amount)
{
    const struct kind_text *const text = &cfi_kind_texts[kind];
    (void)fprintf(out, "    %-11s %-18s %8" PRIu64 " rows %10" PRIu64 " PCs %7" PRIu64 " functions  %s",
                  owner_names[text->owner], text->id, amount->rows, amount->pcs, amount->functions,
                  text->words);
    if (text->owner != OWNER_NOBODY && amount->otherwise != 0)
        (void)fprintf(out, " (SFrame says otherwise in %" PRIu64 " rows)", amount->otherwise);
    (void)fputc('\n', out);
}

static void print_amounts(FILE *out, const struct comparison *comparison)
{
    for (size_t kind = 1; kind < KIND_COUNT; kind++)
        if (comparison->by_kind[kind].rows != 0)
            print_amount(out, (enum kind)kind, &comparison->by_kind[kind]);
}

static void print_summary(FILE *out, const struct comparison *comparison, bool orc)
{
    const struct amount open = cfi_unexplained(comparison);
    (void)fprintf(out,
                  "%" PRIu64 " functions of %s, %" PRIu64 " of SFrame; %" PRIu64 " rows, %" PRIu64
                  " PCs: %" PRIu64 " rows the same, %" PRIu64 " unexplained differences\n",
                  comparison->all.functions, name_of(orc), comparison->sframe_functions, comparison->all.rows,
                  comparison->all.pcs, comparison->same.rows, open.rows);
    print_amounts(out, comparison);
}

/* Where ORC and function symbols do not cover the same code. */
static void print_orc(FILE *out, const struct file *file)
{
    const struct cfi_table *const table = &file->cfi;
    if (table->silent_pcs != 0)
        (void)fprintf(out, "    of %" PRIu64 " bytes of functions ORC says nothing, in %" PRIu64 " rows\n",
                      table->silent_pcs, table->silent_rows);
    if (table->nameless_pcs != 0)
        (void)fprintf(out, "    %" PRIu64 " bytes of ORC's code are in no function symbol\n",
                      table->nameless_pcs);
    if (file->wishes->orc != NULL && table->odd_count != 0)
        (void)fprintf(out, "    %zu entries of ORC hold for no code\n", table->odd_count);
}

static void print_foreign(FILE *out, const struct file *file)
{
    const uint64_t missing = file->comparison.by_kind[KIND_MISSING].functions;
    if (missing != 0 && file->view.file.e_type != ET_REL && file->wishes->truth == NULL &&
        file->converted.bytes == NULL)
        (void)fprintf(out,
                      "    %" PRIu64
                      " missing: those of inputs that have no SFrame, as crt1.o or libc.a, are not "
                      "counted if --foreign names these\n",
                      missing);
}

void cfi_report_text(FILE *out, const struct file *file)
{
    const struct comparison *const comparison = &file->comparison;
    safe_print(out, SAFE_LINE, "%s: %s %s, %s: ", file->input.path, file->cfi.machine->name,
               sfr_profile_name(comparison->profile), sfr_verdict_name(file->verdict));
    print_summary(out, comparison, file->wishes->orc != NULL);
    print_orc(out, file);
    uint64_t listed = 0;
    for (size_t i = 0; i < comparison->finding_count; i++) {
        const struct finding *const finding = &comparison->findings[i];
        (finding->rows > 1 ? print_folded : print_finding)(out, file, finding);
        listed += finding->rows;
    }
    const uint64_t all = cfi_unexplained(comparison).rows; /* explained ones may be among the findings, too */
    if (all > listed)
        (void)fprintf(out, "    and %" PRIu64 " more\n", all - listed);
    print_foreign(out, file);
}

void cfi_report_total(FILE *out, const struct comparison *total, size_t file_count, bool orc)
{
    (void)fprintf(out, "total: %zu files: ", file_count);
    print_summary(out, total, orc);
}

static void add_amount(struct amount *sum, const struct amount *one)
{
    sum->rows += one->rows;
    sum->pcs += one->pcs;
    sum->functions += one->functions;
    sum->otherwise += one->otherwise;
}

void cfi_total_add(struct comparison *total, const struct comparison *one)
{
    add_amount(&total->all, &one->all);
    add_amount(&total->same, &one->same);
    for (size_t kind = 0; kind < KIND_COUNT; kind++)
        add_amount(&total->by_kind[kind], &one->by_kind[kind]);
    total->sframe_functions += one->sframe_functions;
}

/* --- JSON ---------------------------------------------------------------------------------------------- */

static void json_place(struct json *json, const struct machine *machine, const char *key,
                       const struct place *place)
{
    char text[PLACE_TEXT];
    cfi_place_text(machine, place, text);
    tool_json_text(json, key, text);
}

static void json_recovery(struct json *json, const struct machine *machine, const struct recovery *recovery)
{
    json_place(json, machine, "cfa", &recovery->cfa);
    json_place(json, machine, "ra", &recovery->ra);
    json_place(json, machine, "fp", &recovery->fp);
    if (recovery->mangled)
        tool_json_bool(json, "mangled_ra", true);
}

static void json_amount(struct json *json, const char *key, const struct amount *amount, const char *owner)
{
    tool_json_begin(json, key, '{');
    if (owner != NULL) {
        tool_json_text(json, "owner", owner);
        tool_json_int(json, "otherwise", (int64_t)amount->otherwise);
    }
    tool_json_int(json, "rows", (int64_t)amount->rows);
    tool_json_int(json, "pcs", (int64_t)amount->pcs);
    tool_json_int(json, "functions", (int64_t)amount->functions);
    tool_json_end(json, '}');
}

static void json_finding(struct json *json, const struct file *file, const struct finding *finding)
{
    char name[NAME_TEXT];
    cfi_name_pc(&file->landmarks, finding->pc, name);
    tool_json_begin(json, NULL, '{');
    tool_json_text(json, "kind", cfi_kind_texts[finding->kind].id);
    tool_json_hex(json, "pc", finding->pc);
    tool_json_hex(json, "end", finding->end);
    tool_json_text(json, "place", name);
    if (finding->has_cfi) {
        tool_json_begin(json, "cfi", '{');
        json_recovery(json, file->cfi.machine, &finding->cfi);
        tool_json_end(json, '}');
    }
    if (finding->has_sframe) {
        tool_json_begin(json, "sframe", '{');
        json_recovery(json, file->cfi.machine, &finding->sframe);
        tool_json_end(json, '}');
    }
    tool_json_end(json, '}');
}

void cfi_report_kinds(struct json *json, const struct comparison *comparison)
{
    tool_json_begin(json, "kinds", '{');
    for (size_t kind = 1; kind < KIND_COUNT; kind++)
        if (comparison->by_kind[kind].rows != 0)
            json_amount(json, cfi_kind_texts[kind].id, &comparison->by_kind[kind],
                        owner_names[cfi_kind_texts[kind].owner]);
    tool_json_end(json, '}');
}

static void json_converted(struct json *json, const struct converted *converted)
{
    tool_json_begin(json, "converted", '{');
    tool_json_hex(json, "address", converted->address);
    tool_json_int(json, "bytes", (int64_t)converted->size);
    tool_json_int(json, "functions", (int64_t)converted->functions);
    tool_json_int(json, "said", (int64_t)converted->by_limit[KIND_NONE].functions);
    tool_json_begin(json, "dropped", '{');
    for (const struct drop *drop = cfi_drops; drop < cfi_drops + DROP_COUNT; drop++)
        if (cfi_dropped(converted, drop) != 0)
            tool_json_int(json, drop->id, (int64_t)cfi_dropped(converted, drop));
    tool_json_end(json, '}');
    tool_json_end(json, '}');
}

static void json_orc(struct json *json, const struct cfi_table *table)
{
    tool_json_begin(json, "orc", '{');
    tool_json_int(json, "silent_rows", (int64_t)table->silent_rows);
    tool_json_int(json, "silent_pcs", (int64_t)table->silent_pcs);
    tool_json_int(json, "nameless_pcs", (int64_t)table->nameless_pcs);
    tool_json_int(json, "entries_without_code", (int64_t)table->odd_count);
    tool_json_end(json, '}');
}

void cfi_report_json(FILE *out, const struct file *file)
{
    const struct comparison *const comparison = &file->comparison;
    struct json json = tool_json_line(out);
    tool_json_text(&json, "file", file->input.path);
    tool_json_text(&json, "abi", file->cfi.machine->name);
    tool_json_text(&json, "profile", sfr_profile_name(comparison->profile));
    tool_json_text(&json, "verdict", sfr_verdict_name(file->verdict));
    tool_json_text(&json, "cfi_section", file->cfi.section);
    tool_json_int(&json, "sframe_functions", (int64_t)comparison->sframe_functions);
    tool_json_int(&json, "odd_fdes", (int64_t)file->cfi.odd_count);
    tool_json_bool(&json, "whole", true);
    if (file->wishes->orc != NULL)
        json_orc(&json, &file->cfi);
    json_amount(&json, "all", &comparison->all, NULL);
    json_amount(&json, "same", &comparison->same, NULL);
    tool_json_int(&json, "unexplained", (int64_t)cfi_unexplained(comparison).rows);
    cfi_report_kinds(&json, comparison);
    if (file->converted.bytes != NULL)
        json_converted(&json, &file->converted);
    tool_json_begin(&json, "findings", '[');
    for (size_t i = 0; i < comparison->finding_count; i++)
        json_finding(&json, file, &comparison->findings[i]);
    tool_json_end(&json, ']');
    tool_json_line_end(&json);
}

void cfi_report_converted(FILE *out, const char *path, const char *profile, const struct converted *converted)
{
    struct json json = tool_json_line(out);
    tool_json_text(&json, "file", path);
    tool_json_text(&json, "profile", profile);
    json_converted(&json, converted);
    tool_json_line_end(&json);
}

void cfi_report_cfi(FILE *out, const struct file *file)
{
    const struct cfi_table *const cfi = &file->cfi;
    for (size_t i = 0; i < cfi->function_count; i++) {
        const struct cfi_function *const function = &cfi->functions[i];
        struct json json = tool_json_line(out);
        tool_json_hex(&json, "start", function->start);
        tool_json_hex(&json, "end", function->end);
        tool_json_int(&json, "fde", (int64_t)function->offset);
        tool_json_bool(&json, "signal", function->signal);
        tool_json_text(&json, "pauth_key", function->key_b ? "b" : "a");
        tool_json_bool(&json, "readable", !function->unreadable);
        tool_json_begin(&json, "rows", '[');
        for (size_t k = 0; k < function->row_count; k++) {
            const struct cfi_row *const row = &cfi->rows[function->first_row + k];
            const struct recovery *const said = cfi_said(cfi, row);
            tool_json_begin(&json, NULL, '{');
            tool_json_hex(&json, "start", row->start);
            tool_json_hex(&json, "end", row->end);
            json_recovery(&json, cfi->machine, said);
            json_place(&json, cfi->machine, "sp", &said->sp);
            tool_json_bool(&json, "by_pc", row->by_pc);
            tool_json_end(&json, '}');
        }
        tool_json_end(&json, ']');
        tool_json_line_end(&json);
    }
}
