#include "cfi.h"

#include "rules.h"

#include <stdlib.h>
#include <string.h>

/* The cost in steps: of an FDE that is read, a row that is made, a PC at which rules are evaluated.  One step
 * pays for BYTES_PER_STEP bytes of instructions or expressions. */
enum { FDE_WORK = 4, ROW_WORK = 4, PC_WORK = 32, BYTES_PER_STEP = 4 };

/* The state of reading a CFI section. */
struct reader {
    struct cfi_table *table;
    const struct elf_view *view;
    struct frame_section section;
    struct frame_cie cie;
    struct rules initial; /* what the CIE says */
    bool cie_runs;        /* its instructions can be run */
    struct run run;       /* of the FDE that is read */
};

/* --- Rows ---------------------------------------------------------------------------------------------- */

static bool spend(const struct reader *reader, enum resource resource, uint64_t amount)
{
    return tool_input_spend(reader->view->input, resource, amount);
}

static bool add_row(const struct reader *reader, const struct cfi_row *row, const struct recovery *recovery)
{
    return cfi_add_row(reader->table, reader->view->input, row, recovery);
}

static struct place place_of(const struct rule *rule, struct evaluation *evaluation)
{
    return rule->expression.at == rule->expression.end
               ? rule->place
               : cfi_evaluate(evaluation, rule->expression, rule->what);
}

/* A register without a rule keeps its value.  But the caller's SP is the CFA, unless the ABI has another
 * value for it. */
static struct place register_of(const struct run *run, size_t number, struct evaluation *evaluation)
{
    const struct sfr_abi_facts *const abi = facts_of(run->machine);
    const struct place place = place_of(&run->now.of[number], evaluation);
    if (place.kind != PLACE_UNSTATED)
        return place;
    return run->registers[number] == abi->sp && abi->sp_from_cfa == 0 ? place_at(BASE_CFA, 0, false)
                                                                      : place_kind(PLACE_SAME);
}

/* The place of RA.  If the return column is not the ABI's and keeps its value, the register of its number
 * holds RA. */
static struct place ra_of(const struct run *run, struct evaluation *evaluation)
{
    const uint64_t column = run->registers[RULE_RA];
    const struct place place = register_of(run, RULE_RA, evaluation);
    const bool elsewhere = column != facts_of(run->machine)->ra && place.kind == PLACE_SAME;
    return elsewhere ? place_at((uint16_t)column, 0, false) : place;
}

/* Sets *RECOVERY to what the rules in force give at PC.  False: it holds only at this PC, as they use PC. */
static bool recover(const struct run *run, uint64_t pc, struct recovery *recovery)
{
    const struct sfr_abi_facts *const abi = facts_of(run->machine);
    const bool column = abi->fixed_ra != 0; /* AMD64: RA's number is no real register, but PC */
    struct evaluation evaluation = {.pc_register = column ? (uint16_t)abi->ra : UINT16_MAX, .pc = pc};
    recovery->cfa = place_of(&run->now.of[RULE_CFA], &evaluation);
    recovery->ra = ra_of(run, &evaluation);
    recovery->fp = register_of(run, RULE_FP, &evaluation);
    recovery->sp = register_of(run, RULE_SP, &evaluation);
    recovery->mangled = run->now.signing && abi->signs_ra;
    return !evaluation.used_pc;
}

static uint64_t evaluation_work(const struct rules *rules)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < RULE_COUNT; i++)
        bytes += (uint64_t)(rules->of[i].expression.end - rules->of[i].expression.at);
    return bytes / BYTES_PER_STEP;
}

/* Adds what holds at each PC from START to END, as the rules compute with PC.  A range that is larger than
 * the file cannot be code that is there: it becomes one row, whose CFA is complex. */
static bool add_each_pc(const struct reader *reader, uint64_t start, uint64_t end, struct recovery *recovery)
{
    struct cfi_row row = {.start = start, .end = end};
    const uint64_t unit = reader->table->machine->code_unit,
                   work = PC_WORK + evaluation_work(&reader->run.now);
    if (end - start > reader->view->input->size) {
        recovery->cfa = place_kind(PLACE_COMPLEX);
        return add_row(reader, &row, recovery);
    }
    row.by_pc = true;
    bool added = true;
    for (uint64_t pc = start; added && pc < end; pc += unit) {
        (void)recover(&reader->run, pc, recovery);
        row.start = pc;
        row.end = end - pc > unit ? pc + unit : end;
        added = spend(reader, RESOURCE_WORK, work) && add_row(reader, &row, recovery);
    }
    return added;
}

/* Adds rows for START to END, by the rules in force. */
static bool add_rules(const struct reader *reader, uint64_t start, uint64_t end)
{
    const struct cfi_row row = {.start = start, .end = end};
    struct recovery recovery;
    if (!spend(reader, RESOURCE_WORK, ROW_WORK + evaluation_work(&reader->run.now)))
        return false;
    return recover(&reader->run, start, &recovery) ? add_row(reader, &row, &recovery)
                                                   : add_each_pc(reader, start, end, &recovery);
}

/* Runs an FDE's instructions.  Where they set the location back, no row begins. */
static bool add_rows(struct reader *reader, const struct frame_fde *fde)
{
    struct run *const run = &reader->run;
    struct cfi_function *const function = &reader->table->functions[reader->table->function_count];
    bool added = true;
    run->instructions = fde->instructions;
    run->location = function->start;
    run->now = reader->initial;
    run->initial = &reader->initial;
    for (uint64_t pc = function->start, next; added && pc < function->end; pc = next) {
        const bool more = cfi_run_on(run);
        function->unreadable = run->instructions.failed;
        if (function->unreadable)
            break;
        next = !more || run->location > function->end ? function->end : run->location;
        next = next < pc ? pc : next;
        added = next == pc || add_rules(reader, pc, next);
    }
    cfi_run_end(run);
    return added && !run->unpaid;
}

/* --- Functions ----------------------------------------------------------------------------------------- */

/* Runs the CIE's instructions, unless it is the CIE of the FDE before. */
static bool run_cie(struct reader *reader)
{
    struct run *const run = &reader->run;
    const struct sfr_abi_facts *const abi = facts_of(run->machine);
    if (!reader->cie.fresh)
        return true;
    run->instructions = cfi_frame_initial(&reader->section, &reader->cie);
    run->location = 0;
    run->now = cfi_rules_none();
    run->initial = NULL;
    run->registers[RULE_RA] = reader->cie.cie.return_address_register;
    run->registers[RULE_FP] = abi->fp;
    run->registers[RULE_SP] = abi->sp;
    const uint64_t size = (uint64_t)(run->instructions.end - run->instructions.at);
    reader->cie_runs = !cfi_run_on(run) && !run->instructions.failed;
    reader->initial = run->now;
    cfi_run_end(run);
    return !run->unpaid && spend(reader, RESOURCE_WORK, size + strlen(reader->cie.cie.augmentation));
}

static bool add_function(struct reader *reader, const struct frame_fde *fde)
{
    struct cfi_table *const table = reader->table;
    const uint64_t size = (uint64_t)(fde->instructions.end - fde->instructions.at);
    const struct cfi_function function = {
        .start = fde->start,
        .end = fde->start + fde->size,
        .offset = fde->offset,
        .first_row = table->row_count,
        .signal = reader->cie.signal,
        .key_b = reader->cie.key_b,
        .unreadable = !reader->cie_runs,
    };
    if (!spend(reader, RESOURCE_WORK, FDE_WORK + size / BYTES_PER_STEP) ||
        cfi_put_function(table, reader->view->input, &function) == NULL ||
        (reader->cie_runs && !add_rows(reader, fde)))
        return false;
    table->function_count++;
    return true;
}

static int by_start(const void *left, const void *right)
{
    const struct cfi_function *const a = left, *const b = right;
    if (a->start != b->start)
        return a->start < b->start ? -1 : 1;
    return a->offset < b->offset ? -1 : a->offset > b->offset;
}

static bool add_functions(struct reader *reader)
{
    struct cfi_table *const table = reader->table;
    struct frame_fde fde;
    bool odd, sorted = true;
    for (uint64_t offset = 0, next;; offset = next) {
        const int got = cfi_frame_next(&reader->section, offset, &next, &reader->cie, &fde, &odd);
        table->odd_count += odd;
        if (got < 0)
            break;
        if (!run_cie(reader) || (got == 0 && !add_function(reader, &fde)))
            return false;
        const size_t count = table->function_count;
        sorted =
            sorted && (count < 2 || by_start(&table->functions[count - 2], &table->functions[count - 1]) < 0);
    }
    if (!sorted)
        qsort(table->functions, table->function_count, sizeof *table->functions, by_start);
    return true;
}

/* --- Opening ------------------------------------------------------------------------------------------- */

/* The index of the first section of that name; 0: there is none, or it cannot be read. */
static size_t find_section(const struct elf_view *view, const char *wanted)
{
    for (size_t i = 1; i < view->section_count; i++) {
        if (strcmp(tool_elf_name(view, i), wanted) != 0)
            continue;
        return cfi_section_readable(view, i) ? i : 0;
    }
    return 0;
}

static bool read_section(struct cfi_table *table, const struct elf_view *view, const char *name)
{
    const size_t index = find_section(view, name);
    if (index == 0)
        return true;
    const GElf_Shdr *const header = &view->sections[index].header;
    uint8_t *const bytes = view->input->bytes + header->sh_offset;
    struct source source = {.index = index,
                            .bytes = bytes,
                            .size = (size_t)header->sh_size,
                            .address = view->sections[index].address};
    bool well = view->file.e_type != ET_REL || tool_elf_relocate(view, &source, RELOCATE_WHAT_IS_KNOWN);
    struct reader reader = {
        .table = table,
        .view = view,
        .section = {.data = {.d_buf = source.copy != NULL ? source.copy : bytes, .d_size = source.size},
                    .ident = view->file.e_ident,
                    .address = source.address,
                    .eh_frame = strcmp(name, ".eh_frame") == 0},
        .run = {.machine = table->machine,
                .section = &reader.section,
                .cie = &reader.cie,
                .input = view->input},
    };
    if (well)
        table->section = name;
    well = well && add_functions(&reader);
    free(reader.run.remembered);
    free(source.copy);
    return well;
}

bool cfi_read(struct cfi_table *table, const struct elf_view *view)
{
    return read_section(table, view, ".eh_frame") &&
           (table->function_count != 0 || read_section(table, view, ".debug_frame"));
}
