#include "answer.h"

/* --- What a row says ------------------------------------------------------------------------------------ */

static struct answer_rule of_kind(enum stated what)
{
    return (struct answer_rule){.stated = what};
}

static struct answer_rule slot_at_cfa(int64_t offset)
{
    return (struct answer_rule){STATED_VALUE, BASE_CFA, 0, offset, true};
}

/* A rule that words state.  Flexible rows name SP and FP by number like any other register. */
static struct answer_rule stated(const struct section *section, const struct rule *rule, bool flexible)
{
    struct answer_rule answer = {STATED_VALUE, BASE_CFA, 0, rule->offset, rule->deref};
    if (rule->place == PLACE_CFA || rule->place == PLACE_LAST_CFA)
        return answer;
    answer.base = BASE_REGISTER;
    answer.reg = rule->reg;
    if (rule->place == PLACE_SP || rule->place == PLACE_FP) {
        bool sp = rule->place == PLACE_SP;
        answer.base = flexible ? BASE_REGISTER : sp ? BASE_SP : BASE_FP;
        answer.reg = sp ? gen_abi_facts[section->abi].sp : gen_abi_facts[section->abi].fp;
    }
    return answer;
}

/* RA where no word says it.  Default rows of an ABI that tracks RA leave it in its register.  Elsewhere the
 * header's fixed offset holds, if there is one.  On AMD64 without a fixed offset nothing says where RA is. */
static struct answer_rule ra_unsaid(const struct section *section, bool flexible)
{
    if (gen_ra_tracked(section) && !flexible)
        return of_kind(STATED_SAME);
    if (section->fixed_ra != 0)
        return slot_at_cfa(section->fixed_ra);
    return of_kind(gen_abi_facts[section->abi].tracks_ra ? STATED_SAME : STATED_NOTHING);
}

static struct answer_rule fp_unsaid(const struct section *section)
{
    return section->fixed_fp != 0 ? slot_at_cfa(section->fixed_fp) : of_kind(STATED_SAME);
}

static struct answer_rule say_rule(const struct section *section, const struct rule *rule, bool flexible,
                                   struct answer_rule unsaid)
{
    switch (rule->place) {
    case PLACE_UNSAID:
    case PLACE_PADDED:
        return unsaid;
    case PLACE_SAME:
        return of_kind(STATED_SAME);
    case PLACE_UNDEFINED:
        return of_kind(STATED_UNDEFINED);
    case PLACE_UNKNOWN:
        return of_kind(STATED_NOTHING);
    default:
        return stated(section, rule, flexible);
    }
}

/* From errata 2 on, a row without words says that RA is undefined.  Before, it lacks a CFA and says nothing. */
static struct answer_row say_empty_row(enum profile profile)
{
    bool defined = gen_profile_facts[profile].no_words_is_outermost;
    return (struct answer_row){.ra = of_kind(defined ? STATED_UNDEFINED : STATED_NOTHING), .usable = defined};
}

struct answer_row gen_say_row(const struct section *section, const struct function *function,
                              const struct row *row)
{
    if (function->fde_type == FDE_UNKNOWN)
        return (struct answer_row){.usable = false};
    if (row->empty)
        return say_empty_row(section->profile);
    bool flexible = function->fde_type == FDE_FLEX;
    bool cfa_known = row->cfa.place != PLACE_CFA && row->cfa.place != PLACE_UNKNOWN; /* PLACE_CFA: its own base */
    bool all_known = cfa_known && row->ra.place != PLACE_UNKNOWN && row->fp.place != PLACE_UNKNOWN;
    struct answer_row answer = {.usable = all_known || row->ra.place == PLACE_UNDEFINED};
    if (cfa_known)
        answer.cfa = stated(section, &row->cfa, flexible);
    answer.ra = say_rule(section, &row->ra, flexible, ra_unsaid(section, flexible));
    answer.fp = say_rule(section, &row->fp, flexible, fp_unsaid(section));
    return answer;
}

/* --- What holds at a PC --------------------------------------------------------------------------------- */

/* Of the functions that hold the PC: the one that starts last, and of equal starts the last in the table. */
static const struct function *function_at(const struct section *section, uint64_t pc)
{
    const struct function *best = NULL;
    uint64_t best_distance = 0;
    for (uint32_t i = 0; i < section->function_count; i++) {
        const struct function *function = &section->functions[i];
        uint64_t distance = pc - gen_function_address(section, function);
        if (distance < function->size && (best == NULL || distance <= best_distance)) {
            best = function;
            best_distance = distance;
        }
    }
    return best;
}

/* The number of the row that answers, or -1: the last before the first that starts beyond the offset.  Rows
 * of version 1 masks match by their bits: of them it is the last that matches. */
static int row_at(const struct section *section, const struct function *function, uint64_t offset)
{
    bool bits = function->pc_type == PC_MASK && gen_profile_facts[section->profile].masks_are_bits;
    uint64_t place = function->pc_type == PC_MASK && !bits ? offset % function->rep_size : offset;
    int found = -1;
    for (uint32_t i = 0; i < function->row_count; i++) {
        uint64_t start = gen_function_row(section, function, i)->start;
        if (bits ? (offset & start) >= start : place >= start)
            found = (int)i;
        else if (!bits)
            break;
    }
    return found;
}

struct answer_lookup gen_look_up(const struct section *section, uint64_t pc)
{
    struct answer_lookup answer = {FOUND_NO_FUNCTION, 0, 0};
    const struct function *function = function_at(section, pc);
    if (function == NULL)
        return answer;
    answer.function = (uint32_t)(function - section->functions);
    if (function->row_count == 0 && gen_profile_facts[section->profile].no_rows_is_outermost &&
        function->fde_type == FDE_DEFAULT) {
        answer.found = FOUND_OUTERMOST;
        return answer;
    }
    answer.found = FOUND_ERROR;
    if (function->pc_type == PC_MASK && !gen_profile_facts[section->profile].masks_are_bits &&
        function->rep_size == 0)
        return answer; /* no PC has a place in a block of 0 bytes */
    int row = row_at(section, function, pc - gen_function_address(section, function));
    if (row < 0) {
        answer.found = FOUND_NO_ROW;
        return answer;
    }
    answer.row = (uint32_t)row;
    if (gen_say_row(section, function, gen_function_row(section, function, answer.row)).usable)
        answer.found = FOUND_ROW;
    return answer;
}

/* --- As JSON -------------------------------------------------------------------------------------------- */

static void write_bool(struct text *text, const char *before, bool value)
{
    gen_text_string(text, before);
    gen_text_string(text, value ? "true" : "false");
}

static void write_rule(struct text *text, const struct answer_rule *rule)
{
    static const char *const bases[] = {"\"sp\"", "\"fp\"", "\"cfa\""};
    if (rule->stated != STATED_VALUE) {
        gen_text_string(text, rule->stated == STATED_SAME ? "\"same\"" : "\"undefined\"");
        return;
    }
    LITERAL(text, "{\"base\":");
    if (rule->base == BASE_REGISTER) {
        gen_text_member(text, "\"r", rule->reg);
        gen_text_char(text, '"');
    } else {
        gen_text_string(text, bases[rule->base]);
    }
    LITERAL(text, ",\"offset\":");
    gen_text_signed(text, rule->offset);
    if (rule->deref)
        LITERAL(text, ",\"deref\":true");
    gen_text_char(text, '}');
}

static void write_rules(struct text *text, const struct answer_row *row)
{
    static const char *const names[] = {",\"cfa\":", ",\"ra\":", ",\"fp\":"};
    const struct answer_rule *const rules[] = {&row->cfa, &row->ra, &row->fp};
    for (unsigned i = 0; i < 3; i++)
        if (rules[i]->stated != STATED_NOTHING) {
            gen_text_string(text, names[i]);
            write_rule(text, rules[i]);
        }
}

void gen_write_row(struct text *text, const struct section *section, const struct function *function,
                   const struct row *row)
{
    struct answer_row said = gen_say_row(section, function, row);
    gen_text_member(text, "{\"start\":", row->start);
    write_bool(text, ",\"mangled_ra\":", row->mangled);
    write_rules(text, &said);
    gen_text_char(text, '}');
}

static void write_rows(struct text *text, const struct section *section, const struct function *function)
{
    LITERAL(text, ",\"rows\":[");
    for (uint32_t i = 0; i < function->row_count; i++) {
        if (i > 0)
            gen_text_char(text, ',');
        gen_write_row(text, section, function, gen_function_row(section, function, i));
    }
    gen_text_char(text, ']');
}

static void write_function(struct text *text, const struct section *section, const struct function *function)
{
    gen_text_member_address(text, "{\"start\":", gen_function_address(section, function));
    gen_text_member(text, ",\"size\":", function->size);
    gen_text_string(text, function->pc_type == PC_INC ? ",\"pc_type\":\"inc\"" : ",\"pc_type\":\"mask\"");
    if (function->fre_type != FRE_UNKNOWN) {
        gen_text_member(text, ",\"fre_type\":\"addr", 1U << function->fre_type);
        gen_text_char(text, '"');
    }
    gen_text_member(text, ",\"rep_size\":", function->rep_size);
    if (function->fde_type != FDE_UNKNOWN)
        gen_text_string(text, function->fde_type == FDE_FLEX ? ",\"fde_type\":\"flex\"" : ",\"fde_type\":\"default\"");
    write_bool(text, ",\"signal\":", function->signal);
    gen_text_string(text, function->key_b ? ",\"pauth_key\":\"b\"" : ",\"pauth_key\":\"a\"");
    if (function->fre_type != FRE_UNKNOWN)
        write_rows(text, section, function);
    gen_text_char(text, '}');
}

/* Flags that the profile defines are written by name, other bits as numbers. */
static void write_flags(struct text *text, const struct section *section)
{
    static const char *const names[8] = {"sorted", "frame_pointer", "pcrel"};
    const char *comma = "";
    gen_text_char(text, '[');
    for (unsigned bit = 0; bit < 8; bit++) {
        unsigned flag = 1U << bit;
        if ((section->flags & flag) == 0)
            continue;
        gen_text_string(text, comma);
        comma = ",";
        if ((gen_profile_facts[section->profile].flags_defined & flag) != 0)
            gen_text_quoted(text, names[bit]);
        else
            gen_text_address(text, flag);
    }
    gen_text_char(text, ']');
}

static void write_header(struct text *text, const struct section *section)
{
    LITERAL(text, "\"profile\":\"");
    gen_text_string(text, profile_name(section->profile));
    gen_text_member(text, "\",\"version\":", gen_profile_facts[section->profile].version);
    gen_text_string(text, section->order == ORDER_BIG ? ",\"byte_order\":\"big\"" : ",\"byte_order\":\"little\"");
    LITERAL(text, ",\"abi\":\"");
    gen_text_string(text, abi_name(section->abi));
    LITERAL(text, "\",\"flags\":");
    write_flags(text, section);
    LITERAL(text, ",\"fixed_fp\":");
    gen_text_signed(text, section->fixed_fp);
    LITERAL(text, ",\"fixed_ra\":");
    gen_text_signed(text, section->fixed_ra);
    LITERAL(text, ",\"aux\":\"");
    gen_text_bytes(text, section->aux, section->aux_length);
    gen_text_member_address(text, "\",\"address\":", section->address);
}

static void write_section(struct text *text, const struct section *section)
{
    write_header(text, section);
    LITERAL(text, ",\"functions\":[");
    for (uint32_t i = 0; i < section->function_count; i++) {
        if (i > 0)
            gen_text_char(text, ',');
        write_function(text, section, &section->functions[i]);
    }
    LITERAL(text, "]}");
}

void gen_write_decode(struct text *text, const struct section *section, enum verdict verdict)
{
    LITERAL(text, "{\"verdict\":\"");
    gen_text_string(text, gen_verdict_name(verdict));
    LITERAL(text, "\",");
    write_section(text, section);
}

void gen_write_unjudged(struct text *text, const struct section *section)
{
    gen_text_char(text, '{');
    write_section(text, section);
}

static void write_found(struct text *text, const struct section *section, const struct answer_lookup *found)
{
    const struct function *function = &section->functions[found->function];
    gen_text_member(text, ",\"function\":", section->functions_before + found->function);
    if (found->found == FOUND_OUTERMOST) {
        LITERAL(text, ",\"ra\":\"undefined\"");
    } else {
        const struct row *row = gen_function_row(section, function, found->row);
        struct answer_row said = gen_say_row(section, function, row);
        gen_text_member(text, ",\"row\":", function->rows_before + found->row);
        write_rules(text, &said);
        write_bool(text, ",\"mangled_ra\":", row->mangled);
    }
    write_bool(text, ",\"signal\":", function->signal);
}

static void write_none(struct text *text, enum found found)
{
    static const char *const names[] = {
        [FOUND_NO_FUNCTION] = "function", [FOUND_NO_ROW] = "row", [FOUND_ERROR] = "error"};
    LITERAL(text, ",\"none\":");
    gen_text_quoted(text, names[found]);
}

void gen_write_lookup(struct text *text, const struct section *section, uint64_t pc)
{
    struct answer_lookup found = gen_look_up(section, pc);
    gen_text_member_address(text, "{\"pc\":", pc);
    if (found.found == FOUND_ROW || found.found == FOUND_OUTERMOST)
        write_found(text, section, &found);
    else
        write_none(text, found.found);
    gen_text_char(text, '}');
}

static void write_violations(struct text *text, const struct violations *violations)
{
    static const char *const severities[] = {"malformed", "irregular", "note"};
    gen_text_char(text, '[');
    for (uint32_t i = 0; i < violations->count; i++) {
        const struct violation *violation = &violations->list[i];
        if (i > 0)
            gen_text_char(text, ',');
        LITERAL(text, "{\"clause\":");
        gen_text_quoted(text, violation->clause);
        gen_text_member_address(text, ",\"offset\":", violation->offset);
        LITERAL(text, ",\"severity\":");
        gen_text_quoted(text, severities[violation->severity]);
        gen_text_char(text, '}');
    }
    gen_text_char(text, ']');
}

void gen_write_check(struct text *text, const struct violations *violations)
{
    LITERAL(text, "{\"verdict\":\"");
    gen_text_string(text, gen_verdict_name(gen_verdict_of(violations)));
    LITERAL(text, "\",\"violations\":");
    write_violations(text, violations);
    gen_text_char(text, '}');
}
