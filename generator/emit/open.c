/* Finds vectors that rest on an open point of the ledger, where careful readers differ: a vector that names
 * one right answer must not.  See conformance/ledger/README.md. */
#include "sets.h"

#include <string.h>

/* What a vector asks; and, behind the blank line, what points are about, filled in before they are looked for. */
struct question {
    const struct section *section;
    const struct encoded *encoded;
    const struct violations *violations;
    enum vector_class vector_class;
    enum operation operation;
    uint64_t pc; /* lookups only */

    struct answer_lookup found; /* at the PC */
    const struct function *function;
    const struct row *row;
    const struct violation *fault;
};

enum { RULES = DECODE | LOOKUP, ANY = BOTH | LOOKUP };

/* Returns the point if the answer rests on it: the condition holds, and the question's operation is one whose answers
 * differ by the point.  These are other operations for valid sections than for broken ones, since vectors of the latter
 * accept more.  0: no such vector can rest on the point, or they accept all readings. */
#define POINT(ledger, valid, broken, condition)                                                              \
    if (asks_for(question, valid, broken) && (condition))                                                    \
    return ledger

static bool asks_for(const struct question *question, unsigned valid, unsigned broken)
{
    return is_in(question->vector_class == CLASS_VALID ? valid : broken, question->operation);
}

static const struct profile_facts *profile_of(const struct question *question)
{
    return &gen_profile_facts[question->section->profile];
}

static const struct abi_facts *abi_of(const struct question *question)
{
    return &gen_abi_facts[question->section->abi];
}

/* --- Sections ------------------------------------------------------------------------------------------- */

static bool holds(const struct function *function, uint64_t address, uint64_t pc)
{
    return pc - address < function->size;
}

/* Whether it is so of a function, which lies at ADDRESS. */
static bool any_function(const struct question *question,
                         bool (*is)(const struct question *question, const struct function *function, uint64_t address))
{
    const struct section *const section = question->section;
    bool any = false;
    for (uint32_t i = 0; i < section->function_count && !any; i++)
        any = is(question, &section->functions[i], gen_function_address(section, &section->functions[i]));
    return any;
}

/* Whether it holds the PC if its start counts from the section, or if it counts from its field. */
static bool from_section_or_field(const struct question *question, const struct function *function, uint64_t address)
{
    const uint32_t field_at = question->encoded->start_at[function - question->section->functions];
    return holds(function, address, question->pc) || holds(function, address + field_at, question->pc);
}

/* Whether its start leads below address 0 or beyond the last one. */
static bool start_wraps(const struct question *question, const struct function *function, uint64_t address)
{
    return function->start < 0 ? address > question->section->address : address < question->section->address;
}

/* Whether the PC lies in the part of it that would go on at address 0. */
static bool beyond_last_address(const struct question *question, const struct function *function, uint64_t address)
{
    return question->pc < address && holds(function, address, question->pc);
}

/* Whether it holds the PC and stands before the nearest in the table. */
static bool before_nearest(const struct question *question, const struct function *function, uint64_t address)
{
    const struct section *const section = question->section;
    return holds(function, address, question->pc) &&
           function < &section->functions[gen_look_up(section, question->pc).function];
}

/* A function of size 0 may be a breach; lookups differ only at its start. */
static bool is_empty(const struct question *question, const struct function *function, uint64_t address)
{
    return function->size == 0 && (question->operation != OPERATION_LOOKUP || address == question->pc);
}

static bool starts_with_last(const struct question *question, const struct function *function, uint64_t address)
{
    (void)address;
    return function > question->section->functions && function->start == function[-1].start;
}

static bool starts_below_last(const struct question *question, const struct function *function, uint64_t address)
{
    (void)address;
    return function > question->section->functions && function->start < function[-1].start;
}

static const char *open_point_of_section(const struct question *question)
{
    const struct section *const section = question->section;
    const struct encoded *const encoded = question->encoded;
    const unsigned undefined_flags = section->flags & ~(unsigned)profile_of(question)->flags_defined;
    const bool is_lookup = question->operation == OPERATION_LOOKUP;
    /* Versions 1 and 2 call the functions a sorted array, flag or no flag. */
    const bool sorted = profile_of(question)->array_is_sorted || (section->flags & FLAG_SORTED) != 0;

    /* Only a section without functions and rows can be read in the wrong order: all its lengths are 0. */
    POINT("abi-byte-order", 0, DECODE,
          section->order != abi_of(question)->order && encoded->rows_end == encoded->header_end);
    POINT("fde-start-addition", ANY, 0, any_function(question, start_wraps));
    POINT("fixed-fp-any-abi", BOTH, 0, section->fixed_fp != 0);
    POINT("flag-frame-pointer-v3", 0, DECODE, (undefined_flags & FLAG_FRAME_POINTER) != 0);
    POINT("flag-pcrel-before-errata1", 0, RULES,
          (undefined_flags & FLAG_PCREL) != 0 && (!is_lookup || any_function(question, from_section_or_field)));
    POINT("function-range-wrap", 0, LOOKUP, any_function(question, beyond_last_address));
    POINT("overlap-answer", 0, LOOKUP, any_function(question, before_nearest));
    POINT("section-alignment", ANY, 0, section->address % 8 != 0);
    POINT("sorted-equal-starts", BOTH, 0, sorted && any_function(question, starts_with_last));
    /* What a binary search finds in a table out of order depends on how it halves; but where no function holds the PC,
     * it finds none in any case. */
    POINT("sorted-on-trust", 0, LOOKUP,
          sorted && any_function(question, starts_below_last) &&
              gen_look_up(section, question->pc).found != FOUND_NO_FUNCTION);
    POINT("tile-filler", BOTH, 0, section->gap_functions > 0 && !section->rows_first);
    POINT("zero-size-function", ANY, LOOKUP, any_function(question, is_empty));
    return NULL;
}

/* --- Faults that make a section unreadable, or not for all ---------------------------------------------- */

/* The byte at fault. */
static unsigned byte_of(const struct question *question)
{
    return question->encoded->bytes[question->fault->offset];
}

/* Some readers take word size 3 for 8 bytes.  If the rows have not enough bytes for that, all refuse. */
static bool has_words_of_eight_bytes(const struct question *question)
{
    const unsigned words = byte_of(question) >> 1 & 15;
    return words > 0 && question->fault->offset + 1 + 8 * words <= question->encoded->rows_end;
}

static const char *open_point_of_fault(const struct question *question)
{
    const enum profile profile = question->section->profile;
    const char *const clause = question->fault->clause;
    const bool is_of_abi = strcmp(clause, "abi.known") == 0, is_of_size = strcmp(clause, "fre.size-known") == 0;

    POINT("abi-s390x-before-errata1", 0, ANY,
          is_of_abi && byte_of(question) == gen_abi_facts[ABI_S390X].id && !abi_known(profile, ABI_S390X));
    POINT("abi-unknown", 0, BOTH, is_of_abi);
    POINT("count-zero-word-size", 0, ANY, is_of_size && (byte_of(question) >> 1 & 15) == 0);
    POINT("empty-section", 0, BOTH,
          strcmp(clause, "preamble.complete") == 0 && question->encoded->length == 0);
    POINT("reserved-fde-type", 0, BOTH, strcmp(clause, "info2.fde-type-known") == 0);
    POINT("reserved-fre-type", 0, BOTH, strcmp(clause, "info.fre-type-known") == 0);
    POINT("reserved-word-size", 0, ANY, is_of_size && has_words_of_eight_bytes(question));
    POINT("version-older-accepted", 0, ANY,
          strcmp(clause, "version.known") == 0 && byte_of(question) != 0 &&
              byte_of(question) < gen_profile_facts[profile].version);
    return NULL;
}

/* --- Functions ------------------------------------------------------------------------------------------ */

/* Whether the function's rows are for a block that repeats: so in masks, except in version 1. */
static bool has_blocks(const struct question *question)
{
    return question->function->pc_type == PC_MASK && !profile_of(question)->masks_are_bits;
}

enum { ORIGINS = 3, CHOICES = 3 };

/* The PC as readers may count it: from its function (origin 0), as an address (1), from the section (2). */
static uint64_t counted_from(const struct question *question, unsigned origin)
{
    const uint64_t origins[ORIGINS] = {gen_function_address(question->section, question->function), 0,
                                       question->section->address};
    return question->pc - origins[origin];
}

/* The row that a reader chooses: the last that matches (choice 0), the first that does (1), or the last
 * before one that does not (2).  -1: none. */
static int chosen(const struct question *question, unsigned choice,
                  bool (*matches)(uint64_t place, uint32_t start), uint64_t place)
{
    const struct function *function = question->function;
    int found = -1;
    for (uint32_t i = 0; i < function->row_count; i++) {
        bool match = matches(place, gen_function_row(question->section, function, i)->start);
        if (match)
            found = (int)i;
        if (match ? choice == 1 : choice == 2)
            break;
    }
    return found;
}

static bool not_beyond(uint64_t place, uint32_t start)
{
    return place >= start;
}

static bool masked(uint64_t place, uint32_t start)
{
    return (place & start) >= start;
}

static bool block_origin_decides(const struct question *question)
{
    const struct function *function = question->function;
    if (!has_blocks(question) || function->rep_size == 0)
        return false;
    int first = chosen(question, 2, not_beyond, counted_from(question, 0) % function->rep_size);
    for (unsigned origin = 1; origin < ORIGINS; origin++) {
        uint64_t place = counted_from(question, origin) % function->rep_size;
        /* A reader that counts from elsewhere may also take rows out of order in another way. */
        if (chosen(question, 2, not_beyond, place) != first ||
            chosen(question, 0, not_beyond, place) != first)
            return true;
    }
    return false;
}

/* Whether readers that count from the first ORIGINS of the origins choose different rows of a mask of version 1. */
static bool choice_decides(const struct question *question, unsigned origins)
{
    int first = chosen(question, 0, masked, counted_from(question, 0));
    for (unsigned origin = 0; origin < origins; origin++)
        for (unsigned choice = 0; choice < CHOICES; choice++)
            if (chosen(question, choice, masked, counted_from(question, origin)) != first)
                return true;
    return false;
}

static bool is_v1_mask(const struct question *question)
{
    return question->function->pc_type == PC_MASK && profile_of(question)->masks_are_bits;
}

/* What is compared with the starts of rows: the PC's offset in its function or its block. */
static uint64_t place_of(const struct question *question)
{
    uint64_t offset = counted_from(question, 0);
    return has_blocks(question) && question->function->rep_size != 0 ? offset % question->function->rep_size
                                                                     : offset;
}

/* Whether readers may choose different rows as rows are out of order: the last before one that starts beyond
 * the PC, the last that does not, or the one with the greatest start. */
static bool row_order_decides(const struct question *question)
{
    if (is_v1_mask(question))
        return false;
    uint64_t place = place_of(question);
    int until = chosen(question, 2, not_beyond, place);
    if (until != chosen(question, 0, not_beyond, place))
        return true;
    for (int i = 0; i < until; i++)
        if (gen_function_row(question->section, question->function, (uint32_t)i)->start >
            gen_function_row(question->section, question->function, (uint32_t)until)->start)
            return true;
    return false;
}

/* Whether the row that answers has the same start as another row. */
static bool equal_rows_decide(const struct question *question)
{
    const struct function *function = question->function;
    for (uint32_t i = 0; question->row != NULL && i < function->row_count; i++) {
        const struct row *other = gen_function_row(question->section, function, i);
        if (other != question->row && other->start == question->row->start)
            return true;
    }
    return false;
}

static const char *open_point_of_function(const struct question *question)
{
    const struct function *const function = question->function;
    const struct profile_facts *const profile = profile_of(question);
    const bool has_rows = function->row_count > 0;
    const bool is_increment = function->pc_type == PC_INC, is_flexible = function->fde_type == FDE_FLEX;

    POINT("no-rows-before-v3", ANY, LOOKUP, !has_rows && !profile->no_rows_is_outermost);
    POINT("outermost-no-rows-flex", ANY, LOOKUP, !has_rows && is_flexible);
    POINT("pauth-key-v1-v2", BOTH, 0,
          function->key_b && !profile->other_keys_are_zero && !abi_of(question)->signs_ra);
    POINT("pcmask-block-beyond-function", BOTH, 0,
          has_blocks(question) && function->rep_size > function->size);
    POINT("pcmask-pc-origin", LOOKUP, LOOKUP, block_origin_decides(question));
    /* A function without rows does not count: nobody divides by its block size. */
    POINT("pcmask-rep-size-zero", 0, LOOKUP, has_blocks(question) && function->rep_size == 0 && has_rows);
    POINT("pcmask-v1-last-match", LOOKUP, LOOKUP, is_v1_mask(question) && choice_decides(question, 1));
    /* A reader that counts from elsewhere may also choose another row. */
    POINT("pcmask-v1-pc-origin", LOOKUP, LOOKUP, is_v1_mask(question) && choice_decides(question, ORIGINS));
    POINT("rep-size-inc", BOTH, 0, is_increment && function->rep_size != 0);
    POINT("row-order-answer", 0, LOOKUP, row_order_decides(question));
    POINT("row-order-equal", 0, LOOKUP, equal_rows_decide(question));
    return NULL;
}

/* --- Rows ----------------------------------------------------------------------------------------------- */

/* Whether the base of a rule is a register, which a control word would name. */
static bool counts_from_register(const struct rule *rule)
{
    return rule->place == PLACE_SP || rule->place == PLACE_FP || rule->place == PLACE_REGISTER;
}

static bool is_number_alone(const struct rule *rule)
{
    return rule->place == PLACE_CFA && !rule->deref;
}

static bool has_idle_number(const struct rule *rule)
{
    return rule->place == PLACE_CFA && rule->idle_bits >> 3 != 0;
}

/* Whether the unused bit is set in a control word that names a register. */
static bool has_odd_number(const struct rule *rule)
{
    return counts_from_register(rule) && (rule->idle_bits & 4) != 0;
}

static bool any_rule(const struct row *row, bool (*is)(const struct rule *rule))
{
    return is(&row->cfa) || is(&row->ra) || is(&row->fp);
}

/* Whether the header, the ABI and a default row's number of words disagree on whether RA is tracked. */
static bool disagree_on_tracking(const struct question *question)
{
    const struct row *row = question->row;
    const bool tracked = gen_ra_tracked(question->section);
    const unsigned words =
        1U + (row->ra.place != PLACE_UNSAID) + (row->fp.place != PLACE_UNSAID) + row->extra_count;
    return tracked != abi_of(question)->tracks_ra || (tracked ? words == 2 : words >= 3);
}

static bool is_slot_at(const struct rule *rule, int64_t offset)
{
    return rule->place == PLACE_CFA && rule->deref && rule->offset == offset;
}

static const char *open_point_of_row(const struct question *question)
{
    const struct row *const row = question->row;
    const struct rule *const cfa = &row->cfa, *const ra = &row->ra, *const fp = &row->fp;
    const struct profile_facts *const profile = profile_of(question);
    const struct abi_facts *const abi = abi_of(question);
    const int8_t fixed_fp = question->section->fixed_fp, fixed_ra = question->section->fixed_ra;
    const bool tracked = gen_ra_tracked(question->section), flexible = question->function->fde_type == FDE_FLEX;
    const bool words = !row->empty, in_default = words && !flexible, in_flexible = words && flexible;
    const bool ra_by_header = words && !gen_is_said(ra), fp_by_header = words && !gen_is_said(fp);

    POINT("count-zero-base-bit", BOTH, 0, row->empty && row->idle_base);
    POINT("count-zero-before-errata2", 0, RULES, row->empty && !profile->no_words_is_outermost);
    POINT("count-zero-flex", ANY, DECODE, row->empty && flexible);
    POINT("count-zero-mangled", BOTH, 0, row->empty && row->mangled);
    POINT("fixed-fp-and-word", 0, RULES,
          fixed_fp != 0 && words && gen_is_said(fp) && !is_slot_at(fp, fixed_fp)); /* else they say the same */
    POINT("fixed-fp-without-word", 0, RULES, fixed_fp != 0 && in_default && fp_by_header);
    POINT("fixed-ra-amd64-other", 0, RULES,
          abi->fixed_ra != 0 && fixed_ra != 0 && fixed_ra != abi->fixed_ra && ra_by_header);
    POINT("fixed-ra-amd64-zero-v1-v2", 0, RULES, tracked && !abi->tracks_ra && fixed_ra == 0 && words);
    /* The expected answer has no RA, so only FP is open: some readers take the second word for RA's. */
    POINT("fixed-ra-amd64-zero", 0, RULES, !tracked && fixed_ra == 0 && in_default && gen_is_said(fp));
    POINT("fixed-ra-tracking-abi", 0, RULES, tracked && fixed_ra != 0 && (in_default || ra_by_header));
    POINT("flex-cfa-without-register", 0, RULES, in_flexible && cfa->place == PLACE_CFA);
    POINT("flex-fp-absent-fixed", 0, RULES, fixed_fp != 0 && in_flexible && fp_by_header);
    POINT("flex-fp-padding", BOTH, 0, in_flexible && fp->place == PLACE_PADDED);
    POINT("flex-no-base-no-deref", ANY, RULES, in_flexible && any_rule(row, is_number_alone));
    POINT("flex-ra-absent-tracked", RULES, RULES,
          in_flexible && abi->tracks_ra && fixed_ra == 0 && ra_by_header);
    POINT("flex-ra-padding-last", BOTH, 0,
          in_flexible && ra->place == PLACE_PADDED && fp->place == PLACE_UNSAID && row->extra_count == 0);
    POINT("flex-regnum-without-reg", BOTH, 0, in_flexible && any_rule(row, has_idle_number));
    POINT("ra-tracking-v1-v2", RULES, RULES,
          words && profile->header_says_tracking && disagree_on_tracking(question));
    POINT("reserved-control-bit", 0, RULES, in_flexible && any_rule(row, has_odd_number));
    POINT("s390x-cfa-width", ANY, RULES,
          abi->cfa_factor != 1 && in_default && (cfa->offset < INT32_MIN || cfa->offset > INT32_MAX));
    POINT("s390x-flex-cfa-scaled", RULES, RULES,
          abi->cfa_factor != 1 && in_flexible && counts_from_register(cfa));
    POINT("s390x-fp-word-zero", RULES, RULES,
          abi->zero_is_unsaved && in_default && fp->place == PLACE_CFA && fp->offset == 0);
    POINT("s390x-register-unsaved-order", BOTH, 0,
          abi->names_registers && in_default && ((ra->place == PLACE_REGISTER && fp->place == PLACE_CFA) ||
                                                 (ra->place == PLACE_CFA && fp->place == PLACE_REGISTER)));
    return NULL;
}

/* --- What a vector touches ------------------------------------------------------------------------------ */

static const char *touched_function(struct question *question, const struct function *function)
{
    question->function = function;
    const char *ledger = open_point_of_function(question);
    for (uint32_t i = 0; i < function->row_count && ledger == NULL; i++) {
        question->row = gen_function_row(question->section, function, i);
        ledger = open_point_of_row(question);
    }
    return ledger;
}

static const char *touched_at_pc(struct question *question)
{
    const struct answer_lookup found = question->found = gen_look_up(question->section, question->pc);
    if (found.found == FOUND_NO_FUNCTION)
        return NULL;
    question->function = &question->section->functions[found.function];
    bool in_row =
        question->function->row_count > 0 && (found.found == FOUND_ROW || found.found == FOUND_ERROR);
    question->row = in_row ? gen_function_row(question->section, question->function, found.row) : NULL;
    const char *ledger = open_point_of_function(question);
    return ledger != NULL || !in_row ? ledger : open_point_of_row(question);
}

/* An open point among the reasons why the section cannot be read.  If one reason rests on no open point, all
 * refuse the section, and the answer is null. */
static const char *touched_faults(struct question *question)
{
    const char *ledger = NULL;
    for (uint32_t i = 0; i < question->violations->count; i++) {
        question->fault = &question->violations->list[i];
        if (question->fault->severity != SEVERITY_MALFORMED)
            continue;
        ledger = open_point_of_fault(question);
        if (ledger == NULL)
            return NULL;
    }
    return ledger;
}

static const char *touched_anywhere(struct question *question)
{
    const char *ledger = open_point_of_section(question);
    for (uint32_t i = 0; i < question->section->function_count && ledger == NULL; i++)
        ledger = touched_function(question, &question->section->functions[i]);
    return ledger;
}

static const char *touched_by_answer(struct question *question)
{
    if (question->vector_class == CLASS_MALFORMED)
        return touched_faults(question);
    if (question->operation != OPERATION_LOOKUP)
        return touched_anywhere(question);
    /* A check of a valid section, which comes before, rests on each point of it on which a lookup could. */
    const char *ledger = question->vector_class == CLASS_VALID ? NULL : open_point_of_section(question);
    return ledger != NULL ? ledger : touched_at_pc(question);
}

/* The point on which a check of the section rests.  It counts for all questions about valid bytes: a reader
 * that finds a breach may refuse the section.  It is computed once for each section. */
static const char *touched_by_check_of(struct emitter *emitter, const struct question *question)
{
    if (question->vector_class != CLASS_VALID || question->operation == OPERATION_CHECK)
        return NULL;
    if (!emitter->check_is_known) {
        struct question check = *question;
        check.operation = OPERATION_CHECK;
        emitter->check_point = touched_anywhere(&check);
    }
    emitter->check_is_known = true;
    return emitter->check_point;
}

static struct question question_of(const struct emitter *emitter, enum vector_class vector_class,
                                   enum operation operation, uint64_t pc)
{
    return (struct question){.section = &emitter->section,
                             .encoded = &emitter->encoded,
                             .violations = &emitter->violations,
                             .vector_class = vector_class,
                             .operation = operation == OPERATION_FLIP     ? OPERATION_DECODE
                                          : operation == OPERATION_UNWIND ? OPERATION_LOOKUP
                                                                          : operation,
                             .pc = pc};
}

const char *gen_open_point_of_vector(struct emitter *emitter, enum vector_class vector_class,
                                     enum operation operation, uint64_t pc)
{
    if (operation == OPERATION_UNWIND && vector_class != CLASS_MALFORMED)
        return gen_open_point_of_trace(emitter, emitter->vector.trace);
    struct question question = question_of(emitter, vector_class, operation, pc);
    const char *ledger = touched_by_check_of(emitter, &question);
    return ledger != NULL ? ledger : touched_by_answer(&question);
}

/* Every frame but the topmost one is looked up at its PC and at the byte before: if these lead to different
 * rows, the trace rests on caller-pc.  The check is the same for all PCs. */
const char *gen_open_point_of_trace(struct emitter *emitter, const struct trace *trace)
{
    enum vector_class vector_class =
        gen_verdict_of(&emitter->violations) == VERDICT_VALID ? CLASS_VALID : CLASS_IRREGULAR;
    struct question question = question_of(emitter, vector_class, OPERATION_LOOKUP, 0);
    const char *point = trace->count > 0 ? touched_by_check_of(emitter, &question) : NULL;
    for (uint32_t i = 0; i < trace->count && point == NULL; i++) {
        question.pc = trace->frames[i].pc;
        point = touched_by_answer(&question);
        if (i == 0 || point != NULL)
            continue;
        const struct answer_lookup one = question.found;
        question.pc--;
        point = touched_by_answer(&question);
        const struct answer_lookup other =
            point == NULL ? question.found : gen_look_up(&emitter->section, question.pc);
        if (one.found != other.found || one.function != other.function || one.row != other.row)
            point = "caller-pc";
    }
    return point;
}
