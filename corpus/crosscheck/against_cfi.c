#include "against_cfi.h"

#include "../../common/sorted.h"
#include "holders.h"

#include <stdlib.h>
#include <string.h>

/* Steps for each edge, which is sorted and looked up; and how many rows a look-up passes for one step. */
enum { EDGE_WORK = 4, PASSED_PER_STEP = 16 };

/* --- Edges --------------------------------------------------------------------------------------------- */

struct edges {
    uint64_t *pcs;
    size_t count, room;
    size_t paid;
    struct input *input; /* what pays */
};

static bool add_edge(struct edges *edges, uint64_t pc)
{
    if (!tool_input_spend(edges->input, RESOURCE_WORK, EDGE_WORK))
        return false;
    uint64_t *const pcs = cfi_grow(edges->input, edges->pcs, edges->count, &edges->room, sizeof *pcs);
    if (pcs == NULL)
        return false;
    edges->pcs = pcs;
    pcs[edges->count++] = pc;
    return true;
}

static bool add_cfi_edges(struct edges *edges, const struct cfi_table *table)
{
    for (size_t i = 0; i < table->row_count; i++)
        if (!add_edge(edges, table->rows[i].start) || !add_edge(edges, table->rows[i].end))
            return false;
    for (size_t i = 0; i < table->function_count; i++)
        if (!add_edge(edges, table->functions[i].start) || !add_edge(edges, table->functions[i].end))
            return false;
    return true;
}

/* Each PC of a repeating function is an edge: in version 1 a row matches bits of the PC. */
static bool add_each_pc(struct edges *edges, const struct sfr_function *function)
{
    for (uint32_t at = 0; at < function->size; at++)
        if (!add_edge(edges, function->start + at))
            return false;
    return true;
}

static bool add_row_edges(struct edges *edges, const struct sfr_section *section,
                          const struct sfr_function *function)
{
    struct sfr_row row;
    struct sfr_violation fault;
    size_t at = function->rows;
    for (uint32_t i = 0; i < function->num_fres; i++, at = row.next) {
        if (!tool_input_spend(edges->input, RESOURCE_WORK, 1))
            return false;
        if (!sfr_row(section, function, at, &row, &fault))
            break;
        if (row.start < function->size && !add_edge(edges, function->start + row.start))
            return false;
    }
    return true;
}

static bool add_sframe_edges(struct edges *edges, const struct sfr_section *section)
{
    for (uint32_t i = 0; i < section->function_count; i++) {
        struct sfr_function function;
        struct sfr_violation fault;
        const bool read = sfr_function(section, i, &function, &fault);
        if (!read)
            continue;
        const uint64_t end = function.start + function.size;
        if (!add_edge(edges, function.start) || !add_edge(edges, end < function.start ? UINT64_MAX : end))
            return false;
        if (!(function.pc_type == SFR_MASK ? add_each_pc(edges, &function)
                                           : add_row_edges(edges, section, &function)))
            return false;
    }
    return true;
}

static void sort_unique(struct edges *edges)
{
    size_t kept = 0;
    edges->paid = edges->count;
    if (edges->count != 0)
        qsort(edges->pcs, edges->count, sizeof *edges->pcs, sorted_order);
    for (size_t i = 0; i < edges->count; i++)
        if (kept == 0 || edges->pcs[kept - 1] != edges->pcs[i])
            edges->pcs[kept++] = edges->pcs[i];
    edges->count = kept;
}

static bool collect_edges(struct comparison *comparison, struct edges *edges)
{
    bool collected = add_cfi_edges(edges, comparison->cfi);
    for (size_t i = 0; collected && i < comparison->section_count; i++) {
        collected = add_sframe_edges(edges, &comparison->sections[i]);
        comparison->sframe_functions += comparison->sections[i].function_count;
    }
    sort_unique(edges);
    return collected;
}

/* --- SFrame's side ------------------------------------------------------------------------------------- */

static struct place place_of(const struct machine *machine, const struct sfr_rule *rule)
{
    static const enum place_kind kinds[] = {PLACE_UNSTATED, PLACE_SAME, PLACE_UNDEFINED, PLACE_AT};
    const uint16_t bases[] = {(uint16_t)facts_of(machine)->sp, (uint16_t)facts_of(machine)->fp, BASE_CFA,
                              rule->regnum < BASE_CFA ? (uint16_t)rule->regnum : BASE_CFA - 1};
    return rule->kind == SFR_AT ? place_at(bases[rule->base], rule->offset, rule->deref)
                                : place_kind(kinds[rule->kind]);
}

/* One piece of code on which neither side changes. */
struct piece {
    uint64_t pc, end;
    const struct cfi_function *function; /* NULL: none */
    const struct recovery *cfi;          /* NULL: unreadable */
    const struct sfr_section *section;   /* that answered */
    struct sfr_answer answer;
    struct recovery sframe;
};

/* About how many rows the look-up has read. */
static uint64_t cost_of(const struct sfr_section *section, const struct sfr_answer *answer)
{
    return answer->found == SFR_FOUND   ? answer->row_index
           : answer->found == SFR_ERROR ? section->size / 8
                                        : 1;
}

static struct recovery recovery_of(const struct machine *machine, const struct sfr_answer *answer)
{
    if (answer->found == SFR_OUTERMOST)
        return (struct recovery){.ra = place_kind(PLACE_UNDEFINED)};
    return (struct recovery){.cfa = place_of(machine, &answer->rules.cfa),
                             .ra = place_of(machine, &answer->rules.ra),
                             .fp = place_of(machine, &answer->rules.fp),
                             .mangled = answer->row.mangled_ra};
}

/* ANSWER is that of a PC in the same function, at or below this PC.  Goes on from its row to the last one
 * that starts at or before PC.  False: PC has to be looked up anew. */
static bool follow(const struct sfr_section *section, uint64_t pc, struct sfr_answer *answer, uint64_t *cost)
{
    const struct sfr_function *const function = &answer->function;
    struct sfr_row next;
    while (answer->row_index + 1 < function->num_fres) {
        if (!sfr_row(section, function, answer->row.next, &next, &answer->fault))
            return false;
        if (next.start > pc - function->start)
            break;
        answer->row = next;
        answer->row_index++;
        ++*cost;
    }
    return sfr_rules(section, function, &answer->row, &answer->rules, &answer->fault);
}

/* Sets the answer of PIECE, which still has that of the piece before.  HOLDERS: one for each section. Returns
 * the cost, in steps. */
static uint64_t look_up(const struct comparison *comparison, struct holders *holders, struct piece *piece)
{
    const struct sfr_section *const before = piece->answer.found == SFR_FOUND ? piece->section : NULL;
    uint64_t cost = 0;
    uint32_t index;
    bool found = false;
    for (size_t i = 0; i < comparison->section_count && !found; i++) {
        piece->section = &comparison->sections[i];
        cost++;
        found = cfi_holders_at(&holders[i], piece->pc, &index);
        if (!found ||
            (piece->section == before && index == piece->answer.function.index &&
             piece->answer.function.pc_type == SFR_INC && follow(before, piece->pc, &piece->answer, &cost)))
            continue;
        (void)sfr_lookup_in(piece->section, index, piece->pc, &piece->answer);
        cost += cost_of(piece->section, &piece->answer);
    }
    if (!found)
        piece->answer.found = SFR_NO_FUNCTION;
    if (piece->answer.found == SFR_FOUND || piece->answer.found == SFR_OUTERMOST)
        piece->sframe = recovery_of(comparison->cfi->machine, &piece->answer);
    return 1 + cost / PASSED_PER_STEP;
}

uint64_t cfi_look_up(const struct comparison *comparison, uint64_t pc, struct sfr_answer *answer,
                     struct recovery *recovery)
{
    uint64_t cost = 0;
    answer->found = SFR_NO_FUNCTION;
    for (size_t i = 0; i < comparison->section_count && answer->found == SFR_NO_FUNCTION; i++) {
        const struct sfr_section *const section = &comparison->sections[i];
        (void)sfr_lookup(section, pc, answer);
        cost += (section->searchable ? 1 : section->function_count) + cost_of(section, answer);
    }
    if (answer->found == SFR_FOUND || answer->found == SFR_OUTERMOST)
        *recovery = recovery_of(comparison->cfi->machine, answer);
    return 1 + cost / PASSED_PER_STEP;
}

/* --- Comparing ----------------------------------------------------------------------------------------- */

/* The CFI's function at hand, and what was counted of it. */
struct current {
    const struct cfi_function *function;
    uint32_t index;  /* of SFrame's function, where CFI has none */
    enum kind limit; /* why the text cannot say the function */
    bool foreign, plt;
    bool by_kind[KIND_COUNT]; /* already counted among functions */
};

/* Joins a row that is missing to the last finding, if that ends with the row before.  A static program may
 * have hundreds of functions of an archive without SFrame. */
static bool is_folded(struct comparison *comparison, enum kind kind, const struct piece *piece)
{
    struct finding *const last =
        comparison->finding_count != 0 ? &comparison->findings[comparison->finding_count - 1] : NULL;
    if (!comparison->folds_missing || kind != KIND_MISSING || last == NULL || last->kind != KIND_MISSING ||
        last->last_row + 1 != comparison->all.rows)
        return false;
    last->end = piece->end;
    last->rows++;
    last->last_row++;
    return true;
}

static bool add_finding(struct comparison *comparison, enum kind kind, const struct piece *piece)
{
    if (is_folded(comparison, kind, piece))
        return true;
    if (comparison->finding_count >= comparison->finding_limit)
        return true;
    struct finding *const findings =
        cfi_grow(comparison->input, comparison->findings, comparison->finding_count,
                 &comparison->finding_room, sizeof *findings);
    if (findings == NULL)
        return false;
    comparison->findings = findings;
    struct finding *const finding = &findings[comparison->finding_count++];
    *finding = (struct finding){
        .kind = kind, .pc = piece->pc, .end = piece->end, .rows = 1, .last_row = comparison->all.rows};
    finding->has_cfi = piece->cfi != NULL;
    finding->has_sframe = piece->answer.found == SFR_FOUND || piece->answer.found == SFR_OUTERMOST;
    if (finding->has_cfi)
        finding->cfi = *piece->cfi;
    if (finding->has_sframe)
        finding->sframe = piece->sframe;
    return true;
}

static bool note(struct comparison *comparison, struct current *current, enum kind kind,
                 const struct piece *piece)
{
    struct amount *const amount = &comparison->by_kind[kind];
    amount->rows++;
    amount->pcs += piece->end - piece->pc;
    amount->functions += !current->by_kind[kind];
    amount->otherwise += piece->function != NULL && piece->answer.found == SFR_FOUND;
    current->by_kind[kind] = true;
    return (cfi_kind_texts[kind].owner != OWNER_NOBODY && !comparison->keep_explained) ||
           add_finding(comparison, kind, piece);
}

/* Whether both mean the same place, as they are or with the CFA resolved to a register. */
static bool same_place(const struct piece *piece, const struct place *cfi, const struct place *sframe)
{
    if (cfi_place_equal(cfi, sframe))
        return true;
    const struct place left = cfi_place_resolved(cfi, &piece->cfi->cfa),
                       right = cfi_place_resolved(sframe, &piece->sframe.cfa);
    return cfi_place_equal(&left, &right);
}

/* One value that CFI and SFrame give, compared. */
struct part {
    bool same;
    enum kind limit, kind; /* why SFrame cannot say it; what it is called if there is no reason */
};
enum { PARTS = 5 };

static void compare_parts(const struct comparison *comparison, const struct piece *piece,
                          struct part parts[PARTS])
{
    const struct recovery *const cfi = piece->cfi, *const sframe = &piece->sframe;
    const struct limits limits = cfi_limits_of_row(comparison->profile, comparison->cfi->machine, cfi,
                                                   sfr_text_facts(comparison->profile)->flexible);
    const bool outermost = cfi->ra.kind == PLACE_UNDEFINED;
    const struct part found[PARTS] = {
        {outermost || same_place(piece, &cfi->cfa, &sframe->cfa), limits.cfa, KIND_CFA},
        {same_place(piece, &cfi->ra, &sframe->ra), limits.ra, KIND_RA},
        {outermost || same_place(piece, &cfi->fp, &sframe->fp), limits.fp, KIND_FP},
        {limits.sp == KIND_NONE, limits.sp, KIND_SP_ELSEWHERE},
        {outermost || cfi->mangled == sframe->mangled, KIND_NONE, KIND_MANGLED},
    };
    memcpy(parts, found, sizeof found);
}

/* --- Readings of the ledger ---------------------------------------------------------------------------- */

static bool says_what_it_can(const struct comparison *comparison, const struct piece *piece)
{
    struct part parts[PARTS];
    compare_parts(comparison, piece, parts);
    for (size_t i = 0; i < PARTS; i++)
        if (!parts[i].same && parts[i].limit == KIND_NONE)
            return false;
    return true;
}

/* The row that holds AT bytes into a block: the last that starts there or before. */
static bool row_of_block(const struct sfr_section *section, uint64_t at, struct sfr_answer *answer)
{
    struct sfr_row row;
    struct sfr_violation fault;
    const struct sfr_function *const function = &answer->function;
    size_t place = function->rows;
    bool found = false;
    for (uint32_t i = 0; i < function->num_fres; i++, place = row.next) {
        if (!sfr_row(section, function, place, &row, &fault))
            return false;
        if (row.start > at)
            continue;
        answer->row = row;
        found = true;
    }
    return found && sfr_rules(section, function, &answer->row, &answer->rules, &fault);
}

static bool is_masked_by_bits(const struct comparison *comparison, const struct piece *piece)
{
    return piece->answer.found == SFR_FOUND && piece->answer.function.pc_type == SFR_MASK &&
           !sfr_text_facts(comparison->profile)->blocks;
}

/* Whether the section says what the CFI says if it is read by the ledger's pcmask-v1-formula, `remainder`: by
 * the offset in a block.  Version 1 does not give the size of a block, but the ELF header of a PLT does. */
static bool by_remainder(const struct comparison *comparison, const struct piece *piece)
{
    struct piece read = *piece;
    const uint64_t block = cfi_entry_size(comparison->landmarks, piece->pc);
    const uint64_t at = piece->pc - piece->answer.function.start;
    if (block == 0 || !row_of_block(piece->section, at % block, &read.answer))
        return false;
    read.sframe = recovery_of(comparison->cfi->machine, &read.answer);
    return says_what_it_can(comparison, &read);
}

/* Sets *WHY to the kind of the difference.  The ledger excuses one only if by one of its readings there is
 * none.  To find that costs a step for each row of the function.  False: the budget is used up. */
static bool find_why(const struct comparison *comparison, const struct piece *piece, const struct part *part,
                     enum kind *why)
{
    *why = part->limit != KIND_NONE ? part->limit : part->kind;
    if (part->limit != KIND_NONE || !is_masked_by_bits(comparison, piece))
        return true;
    if (!tool_input_spend(comparison->input, RESOURCE_WORK, piece->answer.function.num_fres))
        return false;
    if (by_remainder(comparison, piece))
        *why = KIND_V1_MASK;
    return true;
}

/* --- Differences --------------------------------------------------------------------------------------- */

static bool compare_rules(struct comparison *comparison, struct current *current, const struct piece *piece,
                          bool *differ)
{
    const bool outermost = piece->cfi->ra.kind == PLACE_UNDEFINED;
    struct part parts[PARTS];
    enum kind why;
    if (outermost && piece->sframe.ra.kind == PLACE_UNDEFINED)
        return true;
    compare_parts(comparison, piece, parts);
    for (size_t i = 0; i < PARTS; i++) {
        if (parts[i].same)
            continue;
        *differ = true;
        if (!find_why(comparison, piece, &parts[i], &why) || !note(comparison, current, why, piece))
            return false;
    }
    return true;
}

/* Compares what both say of the function as a whole; a difference counts at the function's first piece. */
static bool compare_functions(struct comparison *comparison, struct current *current,
                              const struct piece *piece, bool *differ)
{
    const struct cfi_function *const function = piece->function;
    enum kind kinds[2] = {KIND_NONE, KIND_NONE};
    if (piece->pc != function->start)
        return true;
    if (function->signal != piece->answer.function.signal)
        kinds[0] = sfr_text_facts(comparison->profile)->signals ? KIND_SIGNAL : KIND_SIGNAL_FRAME;
    if (facts_of(comparison->cfi->machine)->signs_ra && function->key_b != piece->answer.function.pauth_key_b)
        kinds[1] = KIND_PAUTH_KEY;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        *differ = *differ || kinds[i] != KIND_NONE;
        if (kinds[i] != KIND_NONE && !note(comparison, current, kinds[i], piece))
            return false;
    }
    return true;
}

static bool compare_found(struct comparison *comparison, struct current *current, const struct piece *piece)
{
    bool differ = false;
    if (!compare_functions(comparison, current, piece, &differ) ||
        !compare_rules(comparison, current, piece, &differ))
        return false;
    if (!differ) {
        comparison->same.rows++;
        comparison->same.pcs += piece->end - piece->pc;
    }
    return true;
}

/* Whether a function of SFrame, of which the CFI says nothing, reaches beyond the PLT where it begins. */
static bool leaves_plt(const struct comparison *comparison, const struct current *current,
                       const struct piece *piece)
{
    return piece->function == NULL && current->plt && !cfi_in_plt(comparison->landmarks, piece->pc);
}

/* Makes CURRENT the CFI's function of PIECE, and finds why the text cannot say that. */
static void turn_to(const struct comparison *comparison, struct current *current, const struct piece *piece)
{
    const struct sfr_section *const section = &comparison->sections[0];
    const uint64_t origin = section->address + ((section->flags & SFR_PCREL) != 0 ? section->fdes : 0);
    *current =
        (struct current){.function = piece->function, .plt = cfi_in_plt(comparison->landmarks, piece->pc)};
    if (piece->function == NULL)
        return;
    current->limit = cfi_limit_of_function(comparison->profile, comparison->cfi, piece->function, origin);
    current->foreign = cfi_names_hold(comparison->foreign, comparison->landmarks, piece->pc);
}

/* Why SFrame has nothing at a PC that the CFI knows. */
static enum kind why_absent(const struct current *current, const struct piece *piece)
{
    if (current->limit != KIND_NONE)
        return current->limit;
    if (current->plt && piece->answer.found == SFR_NO_FUNCTION)
        return KIND_PLT_WITHOUT_SFRAME;
    if (current->foreign)
        return KIND_NO_SFRAME_INPUT;
    return piece->answer.found == SFR_NO_FUNCTION ? KIND_MISSING : KIND_NO_ROW;
}

static bool compare_piece(struct comparison *comparison, struct current *current, const struct piece *piece)
{
    const bool nothing = piece->answer.found == SFR_NO_FUNCTION;
    if (piece->function == NULL && nothing)
        return true;
    comparison->all.rows++;
    comparison->all.pcs += piece->end - piece->pc;
    if (piece->function == NULL)
        return note(comparison, current, current->plt ? KIND_PLT_WITHOUT_CFI : KIND_EXTRA, piece);
    if (piece->cfi == NULL)
        return note(comparison, current, KIND_CFI_UNREADABLE, piece);
    if (piece->answer.found == SFR_ERROR)
        return note(comparison, current, KIND_ERROR, piece);
    if (nothing || piece->answer.found == SFR_NO_ROW)
        return note(comparison, current, why_absent(current, piece), piece);
    return compare_found(comparison, current, piece);
}

/* --- Walking ------------------------------------------------------------------------------------------- */

/* PCs ascend, so a place in each table is enough.  Where FDEs overlap the later start answers. */
struct walk {
    size_t function, row;
};

static void find_cfi(const struct cfi_table *table, struct walk *walk, struct piece *piece)
{
    const struct cfi_function *const functions = table->functions;
    while (walk->function + 1 < table->function_count && functions[walk->function + 1].start <= piece->pc) {
        walk->function++;
        walk->row = 0;
    }
    piece->function = NULL;
    piece->cfi = NULL;
    if (table->function_count == 0 || piece->pc < functions[walk->function].start ||
        piece->pc >= functions[walk->function].end)
        return;
    piece->function = &functions[walk->function];
    if (piece->function->row_count == 0)
        return;
    const struct cfi_row *const rows = table->rows + piece->function->first_row;
    while (walk->row < piece->function->row_count && rows[walk->row].end <= piece->pc)
        walk->row++;
    if (walk->row < piece->function->row_count && rows[walk->row].start <= piece->pc)
        piece->cfi = cfi_said(table, &rows[walk->row]);
}

static bool walk_edges(struct comparison *comparison, struct holders *holders, const struct edges *edges)
{
    struct walk walk = {0, 0};
    struct current current = {.function = NULL};
    struct piece piece = {.answer = {.found = SFR_NO_FUNCTION}};
    for (size_t i = 0; i + 1 < edges->count; i++) {
        piece.pc = edges->pcs[i];
        piece.end = edges->pcs[i + 1];
        find_cfi(comparison->cfi, &walk, &piece);
        if (!tool_input_spend(comparison->input, RESOURCE_WORK, look_up(comparison, holders, &piece)))
            return false;
        const uint32_t index =
            piece.answer.found == SFR_NO_FUNCTION ? UINT32_MAX : piece.answer.function.index;
        if (piece.function != current.function || (piece.function == NULL && index != current.index) ||
            leaves_plt(comparison, &current, &piece))
            turn_to(comparison, &current, &piece);
        current.index = index;
        if (!compare_piece(comparison, &current, &piece))
            return false;
    }
    return true;
}

static bool walk_all(struct comparison *comparison, const struct edges *edges)
{
    const size_t count = comparison->section_count;
    struct holders *const holders = calloc(count + 1, sizeof *holders);
    bool done = holders != NULL || tool_input_fail(comparison->input, "out of memory");
    size_t found = 0;
    for (; done && found < count; found++)
        done = cfi_holders_find(&holders[found], &comparison->sections[found], comparison->input);
    done = done && walk_edges(comparison, holders, edges);
    while (found-- > 0)
        cfi_holders_free(&holders[found]);
    free(holders);
    return done;
}

bool cfi_compare(struct comparison *comparison)
{
    struct edges edges = {.input = comparison->input};
    comparison->all.functions = comparison->cfi->function_count;
    const bool done = collect_edges(comparison, &edges) && walk_all(comparison, &edges);
    tool_input_give_back(edges.input, RESOURCE_MEMORY, edges.paid * sizeof *edges.pcs);
    free(edges.pcs);
    return done;
}

void cfi_comparison_free(struct comparison *comparison)
{
    free(comparison->findings);
}

struct amount cfi_unexplained(const struct comparison *comparison)
{
    struct amount sum = {0, 0, 0, 0};
    for (size_t kind = 1; kind < KIND_COUNT; kind++) {
        if (cfi_kind_texts[kind].owner != OWNER_NOBODY)
            continue;
        sum.rows += comparison->by_kind[kind].rows;
        sum.pcs += comparison->by_kind[kind].pcs;
        sum.functions += comparison->by_kind[kind].functions;
    }
    return sum;
}

uint64_t cfi_judged_rows(const struct comparison *comparison)
{
    uint64_t rows = comparison->all.rows;
    for (size_t kind = 1; kind < KIND_COUNT; kind++)
        if (cfi_kind_texts[kind].owner == OWNER_READER || cfi_kind_texts[kind].owner == OWNER_FOREIGN)
            rows -= comparison->by_kind[kind].rows;
    return rows;
}
