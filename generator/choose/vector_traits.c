#include "vector_traits.h"

#include "covering/dimensions.h"
#include "model/fnv1a.h"
#include "shapes/edges.h"

#include <string.h>

/* Shows a trait under this hash, unless it is known.  The hash says which operations it is for. */
static void show_to_all(struct view *view, const struct trait *trait, uint64_t hash)
{
    if (view->known != NULL && holds(view->known, hash))
        return;
    view->count++;
    if (view->take != NULL)
        view->take(view->into, trait, hash);
}

/* Shows a trait to readers that answer the view's operation. */
static void show(struct view *view, struct trait trait)
{
    show_to_all(view, &trait, hash_number(trait.hash, view->operation));
}

/* --- Clauses and faults --------------------------------------------------------------------------------- */

static struct trait with_class(struct trait trait, enum vector_class vector_class)
{
    return with_named(trait, NULL, gen_class_name(vector_class), vector_class);
}

static struct trait with_profile(struct trait trait, enum profile profile)
{
    return with_named(trait, NULL, profile_name(profile), profile);
}

static struct trait with_version(struct trait trait, enum profile profile)
{
    static const char *const versions[] = {"version 0", "version 1", "version 2", "version 3"};
    const unsigned version = gen_profile_facts[profile].version;
    return with_named(trait, NULL, versions[version], version);
}

static struct trait with_abi(struct trait trait, enum abi abi)
{
    return with_named(trait, NULL, abi_name(abi), abi);
}

static void show_clauses(struct view *view, const struct vector *vector)
{
    for (uint32_t i = 0; i < vector->clause_count; i++) {
        struct trait trait = with_word(trait_of("clause"), vector->clauses[i]);
        trait = with_class(trait, vector->vector_class);
        const struct trait of_text = with_profile(trait, vector->profile);
        show_to_all(view, &of_text, of_text.hash);
        show(view, with_version(trait, vector->profile));
    }
}

/* Fields whose numbers stand for kinds: these clauses say which numbers there are.  A reader may take
 * another number for one of them, and which it takes depends on how it reads the field. */
static bool is_about_kinds(const char *clause)
{
    static const char *const about_kinds[] = {"version.known", "abi.known", "info.fre-type-known",
                                              "info2.fde-type-known", "fre.size-known"};
    return gen_is_among(about_kinds, sizeof about_kinds / sizeof *about_kinds, clause);
}

/* The part of a section that a clause is about is the first part of its id. */
static bool is_about(const char *clause, const char *part)
{
    return strncmp(clause, part, strlen(part)) == 0 && clause[strlen(part)] == '.';
}

static unsigned count_binary_digits(uint64_t number)
{
    unsigned digits = 0;
    while (digits < 63 && number >> digits != 0)
        digits++;
    return digits;
}

/* The numbers that readers take for known kinds: those below 6, those with a single bit, and those with all
 * bits below one. */
static bool is_telling_kind(uint64_t number)
{
    return number < 6 || (number & (number + 1)) == 0 || (number & (number - 1)) == 0;
}

/* Adds the way in which a clause is broken, but for the numbers in it.  Two numbers count as the same if they
 * have the same number of binary digits.  Where numbers stand for kinds (`kinds`), each number that readers
 * take for a known kind counts as itself. */
static struct trait with_way(struct trait trait, const char *way, bool kinds)
{
    const char *at = way;
    while (*at != '\0') {
        uint64_t number = 0;
        for (; *at >= '0' && *at <= '9'; at++)
            number = 10 * number + (uint64_t)(*at - '0');
        const unsigned size =
            kinds && is_telling_kind(number) ? 64 + (unsigned)(number % 64) : count_binary_digits(number);
        trait.hash = hash_number(trait.hash, size << 8 | (unsigned char)*at);
        at += *at != '\0';
    }
    return with_part(trait, (struct part){NULL, way});
}

/* Adds 4 to the number, as smaller ones stand for the other parts that show_fault() adds. */
static struct trait with_word_size(struct trait trait, unsigned bytes)
{
    static const char *const words[] = {"words of least size", "words of 1 byte", "words of 2 bytes",
                                        "words of 3 bytes", "words of 4 bytes"};
    return with_named(trait, NULL, bytes < sizeof words / sizeof *words ? words[bytes] : "other words",
                      4 + bytes);
}

static struct trait with_row_type(struct trait trait, unsigned before, enum fre_type type)
{
    return with_named(trait, "rows of type", gen_value_name(DIM_FRE_TYPE, type), before + type);
}

/* A broken clause, and, unless the section is irregular, the way of breaking it.  A fault of a malformed
 * section has further traits: for lookups, for entries of version 3, for rows with words of each size, and,
 * if the type of rows is unknown, for each type. */
static void show_fault(struct view *view, const struct vector *vector)
{
    if (vector->fault == NULL)
        return;
    const char *clause = vector->fault->clause;
    const struct section *section = vector->section;
    const bool version_3 = gen_profile_facts[vector->profile].has_attribute;
    const bool lookup = vector->operation == OPERATION_LOOKUP;
    struct trait broken = with_word(trait_of("fault"), clause);
    if (vector->vector_class != CLASS_IRREGULAR)
        broken = with_way(broken, vector->fault->way, false);
    show(view, broken);
    if (vector->vector_class != CLASS_MALFORMED)
        return;
    if (is_about_kinds(clause)) {
        struct trait kind = with_way(with_word(trait_of("fault"), clause), vector->fault->way, true);
        show(view, with_named(kind, NULL,
                                  lookup      ? version_3 ? "lookup in version 3" : "lookup"
                                  : version_3 ? "version 3"
                                              : "before version 3",
                                  (version_3 ? 2U : 0U) + lookup));
    }
    show(view, with_named(broken, NULL, lookup ? "lookup" : "whole section", lookup));
    if (!lookup && is_about(clause, "fde"))
        show(view, with_named(broken, NULL, version_3 ? "version 3" : "before version 3", 2 + version_3));
    if (section->row_count == 0)
        return;
    if (is_about(clause, "fre"))
        show(view, with_word_size(broken, section->rows[0].word_size));
    if (strcmp(clause, "info.fre-type-known") == 0)
        show(view, with_row_type(broken, 16, section->functions[0].fre_type));
}

/* --- Dimensions ----------------------------------------------------------------------------------------- */

enum { OF_CLASS = DIMENSIONS, PAIRED };

static const char *paired_name(unsigned dimension)
{
    return dimension == OF_CLASS ? "class" : gen_dimension_name(dimension);
}

static const char *paired_value(unsigned dimension, unsigned value)
{
    return dimension == OF_CLASS ? gen_class_name(value) : gen_value_name(dimension, value);
}

static struct trait with_value(struct trait trait, unsigned dimension, unsigned value)
{
    return with_named(trait, paired_name(dimension), paired_value(dimension, value), dimension << 8 | value);
}

static void show_each_pair(struct view *view, const uint8_t values[PAIRED])
{
    for (unsigned i = 0; i < PAIRED; i++) {
        const struct trait one = with_value(trait_of("pair"), i, values[i]);
        for (unsigned k = 0; k < i; k++)
            show(view, with_value(one, k, values[k]));
    }
}

/* Many sections have the same values.  Values of which no pair was new are remembered, to save time. */
static void show_pairs(struct view *view, const struct vector *vector)
{
    uint8_t values[PAIRED];
    if (vector->encoded == NULL) /* parts describe it: the model is only a window */
        return;
    gen_dimensions_of(vector->section, vector->encoded, values);
    values[OF_CLASS] = (uint8_t)vector->vector_class;
    uint64_t all = hash_number(hash_word(FNV1A_BEGIN, "all values"), view->operation);
    for (unsigned i = 0; i < PAIRED; i++)
        all = hash_number(all, values[i]);
    if (view->known != NULL && holds(view->known, all))
        return;
    const uint32_t before = view->count;
    show_each_pair(view, values);
    if (view->known != NULL && view->count == before)
        (void)put(view->known, all);
}

/* --- Lookups -------------------------------------------------------------------------------------------- */

static struct trait with_pc_type(struct trait trait, enum pc_type type)
{
    return with_named(trait, NULL, gen_value_name(DIM_PC_TYPE, type), type);
}

static struct trait with_function_type(struct trait trait, enum fde_type type)
{
    return with_named(trait, NULL, gen_value_name(DIM_FDE_TYPE, type), type);
}

static void show_sides(struct view *view, struct trait trait, uint64_t offset, uint64_t edge,
                       const char *name)
{
    static const char *const sides[] = {"one before it", "at it", "one after it"};
    const uint64_t side = offset + 1 - edge;
    if (side <= 2)
        show(view, with_named(with_word(trait, name), NULL, sides[side], side));
}

/* The PC one before, at and one after an edge of a function or a row, where readers are off by one. */
static void show_edges(struct view *view, const struct vector *vector)
{
    const struct section *section = vector->section;
    if (vector->operation != OPERATION_LOOKUP || vector->vector_class != CLASS_VALID)
        return;
    for (uint32_t i = 0; i < section->function_count; i++) {
        const struct function *function = &section->functions[i];
        const bool first = i == 0, last = i + 1 == section->function_count;
        uint64_t offset = vector->pc - gen_function_address(section, function);
        struct trait trait = with_profile(trait_of("edge"), vector->profile);
        trait = with_function_type(with_pc_type(trait, function->pc_type), function->fde_type);
        trait = with_yes_or_no(trait, "the first function", "not the first function", first);
        trait = with_yes_or_no(trait, "the last", "not the last", last);
        show_sides(view, trait, offset, 0, "start");
        show_sides(view, trait, offset, function->size, "end");
        for (uint32_t row = 1; row < function->row_count; row++)
            show_sides(view, trait, offset, gen_function_row(section, function, row)->start, "row");
    }
}

/* How many bits hold a number: where readers take too few, or mistake its sign. */
static const struct width {
    uint64_t most;
    const char *word, *negative;
} widths[] = {
    {0, "0", "-0"},
    {INT8_MAX, "of 7 bits", "negative, of 7 bits"},
    {UINT8_MAX, "of 8 bits", "negative, of 8 bits"},
    {INT16_MAX, "of 15 bits", "negative, of 15 bits"},
    {UINT16_MAX, "of 16 bits", "negative, of 16 bits"},
    {INT32_MAX, "of 31 bits", "negative, of 31 bits"},
    {UINT32_MAX - 1, "of 32 bits", "negative, of 32 bits"},
    {UINT32_MAX, "2^32 - 1", "1 - 2^32"},
    {UINT64_C(1) << 32, "2^32", "-2^32"},
    {UINT64_MAX, "of more bits", "negative, of more bits"},
};

static unsigned width_of(uint64_t number)
{
    unsigned width = 0;
    while (number > widths[width].most)
        width++;
    return width;
}

static struct trait with_width(struct trait trait, const char *name, uint64_t number)
{
    const unsigned width = width_of(number);
    return with_named(trait, name, widths[width].word, width);
}

static unsigned width_and_sign(int64_t number)
{
    return number < 0 ? width_of(0 - (uint64_t)number) << 1 | 1 : width_of((uint64_t)number) << 1;
}

static const char *width_and_sign_word(unsigned width)
{
    return (width & 1) != 0 ? widths[width >> 1].negative : widths[width >> 1].word;
}

static void show_nothing_found(struct view *view, const struct vector *vector, struct trait trait)
{
    const struct section *section = vector->section;
    static const char *const counts[] = {"no function", "one function", "several functions"};
    const unsigned count = section->function_count > 1 ? 2 : section->function_count;
    show(view, with_named(trait, "none found among", counts[count], count));
    for (uint32_t i = 0; i < section->function_count; i++) {
        uint64_t offset = vector->pc - gen_function_address(section, &section->functions[i]);
        show(view, with_width(with_named(trait, NULL, "none found", 3), "offset", offset));
    }
}

/* What a reader has to get right on the way to the row that holds at the PC, two things at a time. */
static void show_way_to_row(struct view *view, const struct vector *vector)
{
    const struct section *section = vector->section;
    if (vector->operation != OPERATION_LOOKUP || vector->vector_class != CLASS_VALID)
        return;
    struct answer_lookup found = gen_look_up(section, vector->pc);
    const struct trait trait = with_version(trait_of("way to a row"), vector->profile);
    if (found.found == FOUND_NO_FUNCTION) {
        show_nothing_found(view, vector, trait);
        return;
    }
    const struct function *function = &section->functions[found.function];
    const uint64_t address = gen_function_address(section, function), offset = vector->pc - address;
    const unsigned block = gen_edge_block(function);
    static const char *const blocks[] = {"a block of 2^n bytes", "a block of other than 2^n bytes",
                                         "a block of a byte"};
    static const char *const rows[] = {"no row", "the first row", "a later row"};
    const unsigned kind = block == 1 ? 2 : (block & (block - 1)) != 0;
    const unsigned row = found.found == FOUND_ROW ? 1 + (found.row > 0) : 0;
    const unsigned start = width_and_sign(function->start), pcrel = section->flags & FLAG_PCREL;
    const bool wraps = address >> 63 != vector->pc >> 63;
    const struct {
        unsigned value;
        const char *name, *word;
    } steps[] = {
        {function->pc_type, NULL, gen_value_name(DIM_PC_TYPE, function->pc_type)},
        {function->fre_type, NULL, gen_value_name(DIM_FRE_TYPE, function->fre_type)},
        {offset >= block, NULL, offset >= block ? "beyond the first block" : "in the first block"},
        {kind, NULL, blocks[kind]},
        {width_of(offset), "offset", widths[width_of(offset)].word},
        {width_of(function->size), "size", widths[width_of(function->size)].word},
        {start, "start", width_and_sign_word(start)},
        {pcrel, NULL, pcrel != 0 ? "PC-relative" : "not PC-relative"},
        {row, NULL, rows[row]},
        {wraps, NULL,
         wraps ? "PC and function in different halves of memory" : "PC and function in one half of memory"},
    };
    for (unsigned i = 0; i < sizeof steps / sizeof *steps; i++)
        for (unsigned k = 0; k <= i; k++) {
            struct trait two = with_named(trait, steps[i].name, steps[i].word, i << 8 | steps[i].value);
            two = with_named(two, steps[k].name, steps[k].word, k << 8 | steps[k].value);
            show(view, two);
        }
}

/* --- Rows ----------------------------------------------------------------------------------------------- */

enum { RULES = 3 };

static const char *const rule_names[RULES] = {"CFA", "RA", "FP"};

static struct trait with_place(struct trait trait, unsigned rule, enum place place)
{
    static const char *const words[] = {
        [PLACE_UNSAID] = "unsaid", [PLACE_PADDED] = "padded",    [PLACE_SP] = "from SP",
        [PLACE_FP] = "from FP",    [PLACE_CFA] = "from the CFA", [PLACE_REGISTER] = "from a register"};
    const bool has_word = place < sizeof words / sizeof *words;
    return with_named(trait, NULL, has_word ? words[place] : "in no row", rule << 8 | place);
}

static struct trait with_deref(struct trait trait, bool deref)
{
    return with_yes_or_no(trait, "lies there", "is that", deref);
}

/* A row's type with the width of its start; and each of its rules with the width and sign of its offset. */
static void show_row(struct view *view, const struct section *section, const struct function *function,
                     const struct row *row)
{
    const struct rule *const rules[RULES] = {&row->cfa, &row->ra, &row->fp};
    show(view, with_width(with_row_type(trait_of("row"), 0, function->fre_type), "start", row->start));
    for (unsigned k = 0; k < RULES && !row->empty; k++) {
        struct trait trait = with_named(with_abi(trait_of("rule"), section->abi), NULL, rule_names[k], k);
        const unsigned width = width_and_sign(rules[k]->offset);
        trait = with_deref(with_place(trait, 0, rules[k]->place), rules[k]->deref);
        show(view, with_named(trait, "offset", width_and_sign_word(width), width));
    }
}

static void show_rows(struct view *view, const struct vector *vector)
{
    const struct section *section = vector->section;
    if (vector->operation != OPERATION_DECODE || vector->vector_class != CLASS_VALID)
        return;
    for (uint32_t i = 0; i < section->function_count; i++)
        for (uint32_t row = 0; row < section->functions[i].row_count; row++)
            show_row(view, section, &section->functions[i],
                     gen_function_row(section, &section->functions[i], row));
}

/* --- Unwindings ----------------------------------------------------------------------------------------- */

static bool cuts_words(const struct vector *vector)
{
    const struct scenario *scenario = vector->scenario;
    for (uint32_t i = 1; i < scenario->piece_count; i++) {
        const struct piece *before = &scenario->memory[i - 1];
        if (before->address + before->length == scenario->memory[i].address)
            return true;
    }
    return false;
}

/* A topmost signal frame does not count: it tests little. */
static bool has_signal_below(const struct vector *vector)
{
    const struct section *section = vector->section;
    for (uint32_t i = 1; i < vector->trace->count && gen_profile_facts[vector->profile].has_signal; i++) {
        const struct answer_lookup found = gen_look_up(section, vector->trace->frames[i].pc);
        if (found.found == FOUND_ROW && section->functions[found.function].signal)
            return true;
    }
    return false;
}

/* For each profile and ABI, as an implementation may read one profile on one ABI only. */
static void show_oddities(struct view *view, const struct vector *vector)
{
    const struct scenario *scenario = vector->scenario;
    const struct trace *trace = vector->trace;
    const struct {
        const char *word;
        bool is_so;
    } oddities[] = {
        {"a mask", scenario->pac_mask != 0},
        {"further modules", scenario->module_count > 0},
        {"a word across pieces", cuts_words(vector)},
        {"a stack around 2^63", trace->frames[0].sp >> 63 == 0 && trace->frames[trace->count - 1].sp >> 63 != 0},
        {"a signal frame below the topmost", has_signal_below(vector)},
        /* A valid section, and yet an error: the question does not list a register that a rule needs. */
        {"a register that is not listed", trace->stop == STOP_ERROR},
    };
    const struct trait trait =
        with_abi(with_profile(trait_of("unwinding with"), vector->profile), vector->abi);
    for (unsigned i = 0; i < sizeof oddities / sizeof *oddities && vector->vector_class == CLASS_VALID; i++)
        if (oddities[i].is_so)
            show(view, with_word(trait, oddities[i].word));
}

void see_unwinding(struct view *view, const struct vector *vector)
{
    struct trait trait = with_abi(with_profile(trait_of("unwinding of"), vector->profile), vector->abi);
    view->operation = vector->operation;
    if (vector->operation == OPERATION_UNWIND)
        show(view, with_word(trait, vector->shape));
}

/* Why a trace ends, and by what rules it leaves the topmost frame. */
static void show_trace(struct view *view, const struct vector *vector)
{
    const struct section *section = vector->section;
    if (vector->operation != OPERATION_UNWIND)
        return;
    const struct trait stop = with_class(
        with_named(trait_of("trace ends"), NULL, gen_stop_name(vector->trace->stop), vector->trace->stop),
        vector->vector_class);
    show(view, with_abi(with_number(stop, 0), vector->abi));
    show(view, with_profile(with_number(stop, 1), vector->profile));
    show_oddities(view, vector);
    struct answer_lookup found = gen_look_up(section, vector->pc);
    if (found.found != FOUND_ROW || vector->vector_class != CLASS_VALID)
        return;
    const struct function *function = &section->functions[found.function];
    const struct row *row = gen_function_row(section, function, found.row);
    const struct rule *const rules[RULES] = {&row->cfa, &row->ra, &row->fp};
    const struct trait left =
        with_function_type(with_abi(trait_of("topmost frame"), vector->abi), function->fde_type);
    show(view, with_pc_type(with_number(left, 3), function->pc_type));
    show(view, with_yes_or_no(with_number(left, 4), "signal", "no signal", function->signal));
    for (unsigned i = 0; i < RULES; i++) {
        struct trait rule = with_place(left, i, rules[i]->place);
        rule.parts[rule.part_count - 1].name = rule_names[i];
        show(view, with_deref(rule, rules[i]->deref));
    }
}

/* --- Where a vector comes from --------------------------------------------------------------------------- */

/* The point of the ledger (the shape names what is asked about it), and where the idea came from. */
static void show_source(struct view *view, const struct vector *vector)
{
    if (vector->vector_class == CLASS_CONTESTED || vector->ledger != NULL)
        show(view, with_word(trait_of("shape"), vector->shape));
    if (vector->ledger != NULL)
        show(view, with_word(trait_of("ledger"), vector->ledger));
    show(view, with_word(trait_of("origin"), vector->origin));
}

/* Each section of the family `produced`, once for decode and once for lookup. */
static void show_produced(struct view *view, const struct vector *vector)
{
    const bool asked = vector->operation == OPERATION_DECODE || vector->operation == OPERATION_LOOKUP;
    if (strcmp(vector->family, "produced") != 0 || !asked)
        return;
    struct trait trait = with_word(trait_of("section"), vector->shape);
    trait = with_abi(with_profile(trait, vector->profile), vector->abi);
    show(view, with_named(trait, NULL, gen_operation_name(vector->operation), vector->operation));
}

enum { OF_TEXT = 2 };

static struct trait with_cell(struct trait trait, const struct cells *cells, unsigned number)
{
    trait.hash = hash_word(hash_number(trait.hash, number), cells->list[number].value);
    return with_part(trait, (struct part){cells->list[number].name, cells->list[number].value});
}

/* A vector of a covering array: what it is about, with every two of its values.  The first two values are its
 * text and its ABI.  All pairs count in unwindings, in checks of a fault, and in lookups without a fault;
 * other vectors of the same section count only for pairs with the text or the ABI. */
static void show_cells(struct view *view, const struct vector *vector)
{
    const struct cells *cells = vector->cells;
    const bool all = vector->operation == OPERATION_UNWIND ||
                     vector->operation == (vector->fault != NULL ? OPERATION_CHECK : OPERATION_LOOKUP);
    if (vector->open_point != NULL) /* any answer passes */
        return;
    for (unsigned i = 0; cells != NULL && i < cells->count; i++) {
        const struct trait about = with_word(trait_of("beside"), cells->what);
        const struct trait one = with_cell(about, cells, i);
        for (unsigned k = 0; k < i && (k < OF_TEXT || all); k++)
            show(view, with_cell(one, cells, k));
    }
}

/* --- Sections that are described ------------------------------------------------------------------------ */

/* The fifth part of a vector's id, and what follows it: in families of such sections, the place of the PC. */
static const char *detail_of(const struct vector *vector)
{
    const char *at = vector->id;
    for (unsigned i = 0; i < 4 && strchr(at, '/') != NULL; i++)
        at = strchr(at, '/') + 1;
    return at;
}

/* Lookups at both ends of each section of the families `thresholds` and `searches`: they find readers that
 * are off by one at some counts only.  Larger sections cost too much. */
static void show_counted(struct view *view, const struct vector *vector)
{
    enum { LARGE = 100000 };
    static const char *const places[] = {"last", "before-last", "last-byte", "start-1", "far-last-row"};
    if (vector->parts == NULL || vector->operation != OPERATION_LOOKUP || vector->length > LARGE)
        return;
    for (unsigned i = 0; i < sizeof places / sizeof *places; i++)
        if (strncmp(detail_of(vector), places[i], strcspn(detail_of(vector), "/")) == 0)
            show(view, with_word(with_word(trait_of("counted"), vector->shape), places[i]));
}

/* --- All ------------------------------------------------------------------------------------------------ */

/* The operation that a vector's traits count for.  A check of an irregular section passes with either
 * verdict, so readers that only check notice nothing by it: its traits count for decode, where the
 * expectation has the same list of violations for our oracle. */
static enum operation noticed_by(const struct vector *vector)
{
    const bool binds = vector->operation != OPERATION_CHECK || vector->vector_class != CLASS_IRREGULAR;
    return binds ? vector->operation : OPERATION_DECODE;
}

void see(struct view *view, const struct vector *vector)
{
    view->operation = noticed_by(vector);
    show_clauses(view, vector);
    show_fault(view, vector);
    show_source(view, vector);
    show_produced(view, vector);
    show_edges(view, vector);
    show_way_to_row(view, vector);
    show_rows(view, vector);
    show_trace(view, vector);
    show_cells(view, vector);
    show_counted(view, vector);
    show_pairs(view, vector);
}

void see_own(struct view *view, const struct vector *vector)
{
    struct trait trait = with_abi(with_profile(trait_of("clause"), vector->profile), vector->abi);
    trait = with_class(trait, vector->vector_class);
    view->operation = noticed_by(vector);
    for (uint32_t i = 0; i < vector->clause_count; i++)
        show(view, with_word(trait, vector->clauses[i]));
    see_unwinding(view, vector);
}
