#include "written.h"

#include "../../common/sorted.h"
#include "file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct judging {
    const struct written *written;
    struct file *file;
    struct said_function *found;
    struct said_section *section;
    enum sfr_verdict worst; /* of what a section breaks */
};

/* --- The section ---------------------------------------------------------------------------------------- */

static void note_clause(struct judging *judging, const struct sfr_violation *violation, const char *how)
{
    judging->section->broken = sfr_clause_text(violation->clause)->id;
    judging->section->how = how;
    judging->section->offset = violation->offset;
}

/* Notes a violation that the oracle's check reports, if it is worse than those before. */
static void take_violation(void *context, const struct sfr_violation *violation)
{
    struct judging *const judging = context;
    if (violation->severity <= judging->worst)
        return;
    judging->worst = violation->severity;
    note_clause(judging, violation, sfr_verdict_name(violation->severity));
}

static void take_container(void *context, const struct sfr_violation *violation)
{
    struct judging *const judging = context;
    if (judging->section->broken == NULL)
        note_clause(judging, violation, "broken by the file around it");
}

/* --- Functions ------------------------------------------------------------------------------------------ */

/* The function that holds PC: of those that overlap the one that starts last.  NULL: none. */
static const struct cfi_function *function_at(const struct cfi_table *table, uint64_t pc)
{
    const size_t count = sorted_until(table->functions, table->function_count, sizeof *table->functions, pc);
    return count != 0 && pc < table->functions[count - 1].end ? &table->functions[count - 1] : NULL;
}

/* What the linker makes, or the ledger leaves open, is nobody's fault here. */
static enum said said_by(const struct finding *finding)
{
    switch (cfi_kind_texts[finding->kind].owner) {
    case OWNER_FORMAT:
        return finding->has_sframe ? SAID_HIDES : SAID_ABSENT;
    case OWNER_LINKER:
    case OWNER_LEDGER:
        return SAID_SAME;
    default:
        return finding->kind == KIND_MISSING ? SAID_OMITS : SAID_WRONG;
    }
}

static void take_finding(struct judging *judging, const struct finding *finding)
{
    const struct machine *const machine = judging->file->cfi.machine;
    const struct cfi_function *const function = function_at(&judging->file->cfi, finding->pc);
    const enum said said = said_by(finding);
    if (function == NULL && said != SAID_SAME && judging->section->strangers++ == 0)
        judging->section->first_stranger = finding->pc;
    if (function == NULL || said <= judging->found[function->offset].said)
        return;
    struct said_function *const found = &judging->found[function->offset];
    *found = (struct said_function){
        .said = said, .kind = cfi_kind_texts[finding->kind].id, .at = finding->pc - function->start};
    if (finding->has_cfi)
        cfi_recovery_text(machine, &finding->cfi, found->is_true);
    if (finding->has_sframe)
        cfi_recovery_text(machine, &finding->sframe, found->stated);
}

static bool compare(struct judging *judging)
{
    struct file *const file = judging->file;
    if (!cfi_file_judge(file, SFR_PROFILE_BY_VERSION))
        return false;
    judging->section->there = true;
    for (size_t i = 0; i < file->comparison.finding_count; i++)
        take_finding(judging, &file->comparison.findings[i]);
    return true;
}

/* There is no section, so no version is known: a function is omitted if the newest version could say it. */
static void find_nothing(struct judging *judging)
{
    const struct cfi_table *const table = &judging->file->cfi;
    for (size_t i = 0; i < table->function_count; i++) {
        const struct cfi_function *const function = &table->functions[i];
        const enum kind limit = cfi_limit_of_function(SFR_V3, table, function, function->start);
        judging->found[function->offset] =
            (struct said_function){.said = limit != KIND_NONE ? SAID_ABSENT : SAID_OMITS,
                                   .kind = limit != KIND_NONE ? cfi_kind_texts[limit].id : "no-section"};
    }
}

/* --- All together --------------------------------------------------------------------------------------- */

static bool judge(struct judging *judging)
{
    const struct written *const written = judging->written;
    struct file *const file = judging->file;
    if (file->cfi.machine != cfi_machine_of(written->machine, written->big_endian))
        return tool_input_fail(&file->input, "it is for %s", file->cfi.machine->name);
    if (!cfi_file_take_truth(file, written->functions))
        return false;
    if (file->input.count != 0 && file->cfi.function_count != 0)
        return compare(judging);
    find_nothing(judging);
    return true;
}

bool cfi_judge_written(const struct written *written, struct said_function *found,
                       struct said_section *section, char *why, size_t why_size)
{
    const struct wishes wishes = {.finding_limit = SIZE_MAX, .keep_explained = true};
    struct file file;
    struct judging judging = {
        .written = written, .file = &file, .found = found, .section = section, .worst = SFR_VALID};
    const struct sfr_report report = {take_violation, &judging}, around = {take_container, &judging};
    const struct input input = {
        .path = "", .why = why, .why_size = why_size, .bytes = written->bytes, .size = written->size};
    *section = (struct said_section){.there = false};
    for (size_t i = 0; i < json_array_size(written->functions); i++)
        found[i] = (struct said_function){.said = SAID_SAME};
    why[0] = '\0';
    const bool taken = cfi_file_take(&file, &wishes, &input);
    file.report = &report;
    file.around = &around;
    const bool judged = taken && judge(&judging);
    cfi_file_close(&file);
    return judged;
}
