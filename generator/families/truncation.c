/* Sections that end too early.  There are four ladders, with a step for each byte:
 *
 *   prefix     only the first n bytes are there; the header speaks of all of them
 *   functions  the header moves the row sub-section, now empty, to where the function sub-section is cut
 *   rows       the header's length and count of rows follow the cut; function entries do not
 *   declared   all bytes are there; the header declares fewer of them to be rows
 *
 * Lookups are of PCs whose answers need bytes that are gone, at those steps that cut between two fields. */
#include "emit/sets.h"
#include "families.h"
#include "models.h"
#include "shapes/faults.h"

#include <assert.h>

static char shape_buffer[MAX_ID];
static char way_buffer[MAX_ID];

/* --- What a cut leaves ---------------------------------------------------------------------------------- */

/* One step of a ladder. */
struct cut {
    const char *twin;   /* the shape of the whole section */
    const char *clause; /* what the step breaks; null: nothing, the section is whole */
    const char *way;
    uint32_t end; /* nothing that lies here or beyond may be read */
};

static bool is_whole(const struct field *field, uint32_t end)
{
    return field->offset + field->width <= end;
}

/* The first field, in the order of the bytes, that is not whole; `function` -1: of all fields, else of this
 * function's. */
static const struct field *first_gone(const struct encoded *encoded, int function, uint32_t end)
{
    const struct field *first = NULL;
    for (uint32_t i = 0; i < encoded->field_count; i++) {
        const struct field *field = &encoded->fields[i];
        if (!is_whole(field, end) && (function < 0 || field->function == function) &&
            (first == NULL || field->offset < first->offset))
            first = field;
    }
    return first;
}

/* The first field that a cut leaves not whole; every cut takes something. */
static const struct field *field_at_cut(const struct emitter *emitter, const struct cut *cut)
{
    const struct field *first = first_gone(&emitter->encoded, -1, cut->end);
    assert(first != NULL);
    return first;
}

/* The first row of a function that is not whole; its number of rows if all are. */
static uint32_t first_gone_row(const struct emitter *emitter, uint32_t number, uint32_t end)
{
    const struct field *gone = first_gone(&emitter->encoded, (int)number, end);
    if (gone == NULL)
        return emitter->section.functions[number].row_count;
    return gone->row < 0 ? 0 : (uint32_t)gone->row;
}

static void emit_step(struct emitter *emitter, const struct cut *cut, enum operation operation, uint64_t pc,
                      const char *name)
{
    if (cut->clause != NULL)
        gen_differs_from(emitter, cut->twin, cut->clause, cut->way);
    gen_ask_one(emitter, operation, pc, name);
}

static void emit_row(struct emitter *emitter, const struct cut *cut, uint32_t number, uint32_t row)
{
    const struct section *section = &emitter->section;
    const struct function *function = &section->functions[number];
    uint64_t pc = gen_function_address(section, function) + gen_function_row(section, function, row)->start;
    emit_step(emitter, cut, OPERATION_LOOKUP, pc, SAY(emitter->detail, "f%u-r%u", number, row));
}

/* Looks up the first row of each function that is gone, and the last row of all, which every cut reaches. */
static void emit_gone_rows(struct emitter *emitter, const struct cut *cut)
{
    uint32_t count = emitter->section.function_count;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t rows = emitter->section.functions[i].row_count;
        uint32_t gone = first_gone_row(emitter, i, cut->end);
        if (gone < rows)
            emit_row(emitter, cut, i, gone);
        if (i == count - 1 && gone < rows - 1)
            emit_row(emitter, cut, i, rows - 1);
    }
}

static void emit_cut(struct emitter *emitter, const struct cut *cut)
{
    const struct field *gone = field_at_cut(emitter, cut);
    gen_demand_class(emitter, CLASS_MALFORMED);
    emit_step(emitter, cut, OPERATION_DECODE, 0, "section");
    emit_step(emitter, cut, OPERATION_CHECK, 0, "section");
    if (gone->offset == cut->end)
        emit_gone_rows(emitter, cut);
}

static void emit_uncut(struct emitter *emitter)
{
    static const struct cut none = {NULL, NULL, NULL, 0};
    gen_demand_class(emitter, CLASS_VALID);
    emit_step(emitter, &none, OPERATION_DECODE, 0, "section");
    emit_step(emitter, &none, OPERATION_CHECK, 0, "section");
    for (uint32_t i = 0; i < emitter->section.function_count; i++)
        for (uint32_t row = 0; row < emitter->section.functions[i].row_count; row++)
            emit_row(emitter, &none, i, row);
}

/* --- Which clause it breaks ----------------------------------------------------------------------------- */

/* The bytes end in the header, or before the end of what the header says that there is. */
static void break_prefix(struct emitter *emitter, struct cut *cut)
{
    enum field_name gone = field_at_cut(emitter, cut)->name;
    enum field_name at = gone; /* the field at fault */
    if (gone <= FIELD_FLAGS) {
        cut->clause = "preamble.complete";
    } else if (gone <= FIELD_FREOFF) {
        cut->clause = "header.complete";
    } else if (gone == FIELD_AUX) {
        cut->clause = "header.aux-inside";
        at = FIELD_AUX_LEN;
    } else if (cut->end < emitter->encoded.rows_begin) {
        cut->clause = "header.freoff-inside";
        at = FIELD_FREOFF;
    } else {
        cut->clause = "header.fre-len-inside";
        at = FIELD_FRE_LEN;
    }
    gen_breaks(emitter, cut->clause, gen_fault_field(emitter, at, -1)->offset, SEVERITY_MALFORMED);
}

/* The row sub-section ends before a function's data do. */
static void break_function(struct emitter *emitter, struct cut *cut, uint32_t number)
{
    const struct encoded *encoded = &emitter->encoded;
    const struct field *gone = first_gone(encoded, (int)number, cut->end);
    const char *clause = "fre.inside";
    if (gone == NULL)
        return;
    if (encoded->data_at[number] >= cut->end) {
        clause = "fde.fre-off-inside";
        gone = gen_find_field(encoded, FIELD_FRE_OFF, (int)number, -1, -1);
    } else if (gone->row < 0) {
        clause = "attribute.inside";
    }
    if (cut->clause == NULL) {
        cut->clause = clause;
        gen_breaks(emitter, clause, gone->offset, SEVERITY_MALFORMED);
    } else {
        gen_also_breaks(emitter, clause, gone->offset, SEVERITY_MALFORMED);
    }
}

static void break_rows(struct emitter *emitter, struct cut *cut)
{
    for (uint32_t i = 0; i < emitter->section.function_count; i++)
        break_function(emitter, cut, i);
}

static uint32_t whole_rows(const struct emitter *emitter, uint32_t end)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < emitter->section.function_count; i++)
        count += first_gone_row(emitter, i, end);
    return count;
}

/* No bytes at all may also be no section, which is no fault (ledger: empty-section). */
static void contest_nothing(struct emitter *emitter, enum operation operation, uint64_t pc, const char *name)
{
    static const char *const ledger = "empty-section";
    gen_contest(emitter);
    emitter->violations.count = 0;
    gen_reading_answers(emitter, ledger, "nothing", operation, pc);
    gen_also_breaks(emitter, "preamble.complete", 0, SEVERITY_MALFORMED);
    if (operation == OPERATION_CHECK)
        gen_reading_answers(emitter, ledger, "unreadable", operation, pc);
    else
        gen_reading_refuses(emitter, ledger, "unreadable");
    emitter->violations.count = 0; /* each reading has said its own */
    gen_emit_contested(emitter, operation, pc, "unreadable", name);
}

static void emit_nothing(struct emitter *emitter)
{
    uint64_t pc = gen_function_address(&emitter->section, &emitter->section.functions[0]);
    gen_raw_cut(&emitter->encoded, 0);
    emitter->section.function_count = 0;
    gen_exercises(emitter, "preamble.complete");
    contest_nothing(emitter, OPERATION_CHECK, 0, "section");
    contest_nothing(emitter, OPERATION_LOOKUP, pc, "f0-r0");
}

/* --- Ladders ---------------------------------------------------------------------------------------------
 *
 * Each makes one step: it lies where the ladder lies, cuts, and says what that breaks. */

static void step_prefix(struct emitter *emitter, struct cut *cut)
{
    gen_raw_cut(&emitter->encoded, cut->end);
    break_prefix(emitter, cut);
}

static void step_functions(struct emitter *emitter, struct cut *cut)
{
    struct encoded *encoded = &emitter->encoded;
    gen_raw_cut(encoded, cut->end);
    gen_lie_to(emitter, FIELD_NUM_FRES, -1, 0);
    gen_lie_to(emitter, FIELD_FRE_LEN, -1, 0);
    gen_lie_to(emitter, FIELD_FREOFF, -1, cut->end - encoded->functions_begin);
    cut->clause = "header.fde-array";
    gen_breaks(emitter, cut->clause, gen_fault_field(emitter, FIELD_NUM_FDES, -1)->offset, SEVERITY_MALFORMED);
}

static void declare_rows(struct emitter *emitter, uint32_t end)
{
    gen_lie_to(emitter, FIELD_FRE_LEN, -1, end - emitter->encoded.rows_begin);
}

static void step_rows(struct emitter *emitter, struct cut *cut)
{
    uint32_t rows = whole_rows(emitter, cut->end);
    gen_raw_cut(&emitter->encoded, cut->end);
    declare_rows(emitter, cut->end);
    gen_lie_to(emitter, FIELD_NUM_FRES, -1, rows);
    break_rows(emitter, cut);
}

static void step_declared(struct emitter *emitter, struct cut *cut)
{
    declare_rows(emitter, cut->end);
    break_rows(emitter, cut);
    gen_also_breaks(emitter, "tile.cover", cut->end, SEVERITY_IRREGULAR);
}

enum origin { FROM_SECTION, FROM_FUNCTIONS, FROM_ROWS };

static const struct ladder {
    const char *name;
    const char *way;  /* after the number of the step */
    enum origin from; /* the step counts from there */
    void (*step)(struct emitter *emitter, struct cut *cut);
} ladders[] = {
    {"prefix", " bytes of the section are all there are", FROM_SECTION, step_prefix},
    {"functions", " bytes of the function sub-section are all there are", FROM_FUNCTIONS, step_functions},
    {"rows", " bytes of the row sub-section are all that are there and declared", FROM_ROWS, step_rows},
    {"declared", " bytes are all that is declared of the row sub-section", FROM_ROWS, step_declared},
};

static const char *shape_of(const char *whole, const struct ladder *ladder, uint32_t step)
{
    return SAY(shape_buffer, "%s-%s-%03u", whole, ladder->name, step); /* so that ids sort by length */
}

static const char *way_of(const struct ladder *ladder, uint32_t step)
{
    return SAY(way_buffer, "%u%s", step, ladder->way);
}

/* Where a ladder's steps begin, and where they end, which is not a step. */
static void extent(const struct encoded *encoded, enum origin origin, uint32_t *from, uint32_t *to)
{
    const uint32_t edges[] = {0, encoded->functions_begin, encoded->rows_begin};
    *from = edges[origin];
    *to = origin == FROM_FUNCTIONS ? encoded->rows_begin : encoded->length;
}

/* Makes the section as it should be, with all bytes. */
static bool begin_whole(struct emitter *emitter, const char *whole, const char *shape)
{
    return gen_build_model(emitter, gen_start(emitter, shape), whole) && gen_make_bytes(emitter);
}

static void emit_ladder(struct emitter *emitter, const char *whole, const struct ladder *ladder)
{
    uint32_t from, to;
    extent(&emitter->encoded, ladder->from, &from, &to);
    for (uint32_t end = from; end < to && !emitter->stopped; end++) {
        struct cut cut = {whole, NULL, way_of(ladder, end - from), end};
        if (!begin_whole(emitter, whole, shape_of(whole, ladder, end - from)))
            return;
        if (end == 0) {
            emit_nothing(emitter);
            continue;
        }
        ladder->step(emitter, &cut);
        emit_cut(emitter, &cut);
    }
}

void gen_family_truncation(struct emitter *emitter)
{
    const char *whole;
    for (unsigned i = 0; (whole = gen_model_shape(emitter, i)) != NULL && !emitter->stopped; i++) {
        if (!begin_whole(emitter, whole, whole))
            continue;
        emit_uncut(emitter);
        for (unsigned k = 0; k < COUNT(ladders); k++)
            emit_ladder(emitter, whole, &ladders[k]);
    }
}
