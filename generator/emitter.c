/* The emitter: from a model and its bytes to vectors, with the answers that each expects. */
#include "exercise.h"
#include "open.h"
#include "vector.h"

#include <string.h>

#define LITERAL(text, string) text_raw(text, string, sizeof(string) - 1)

/* --- The emitter ---------------------------------------------------------------------------------------- */

static bool fits(int wish, unsigned value)
{
    return wish < 0 || (unsigned)wish == value;
}

void emitter_init(struct emitter *emitter, const struct selection *selection, struct sink *sink,
                  uint64_t seed)
{
    memset(emitter, 0, sizeof *emitter);
    emitter->selection = selection;
    emitter->sink = sink;
    emitter->seed = seed;
    text_init(&emitter->expectation, emitter->expectation_buffer, sizeof emitter->expectation_buffer);
    text_init(&emitter->detail, emitter->detail_buffer, sizeof emitter->detail_buffer);
}

void run_family(struct emitter *emitter, const char *name, void (*family)(struct emitter *))
{
    emitter->family = name;
    emitter->random.state = emitter->seed;
    for (const char *at = name; *at != '\0'; at++)
        emitter->random.state = random_next(&emitter->random) ^ (unsigned char)*at;
    family(emitter);
}

static void fault(struct emitter *emitter, const char *what)
{
    if (emitter->fault == NULL)
        emitter->fault = what;
    emitter->stopped = true;
}

void family_fails(struct emitter *emitter, const char *why)
{
    fault(emitter, why);
}

bool wanted(const struct emitter *emitter, enum profile profile, enum abi abi)
{
    return !emitter->stopped && abi_known(profile, abi) && fits(emitter->selection->profile, profile) &&
           fits(emitter->selection->abi, abi);
}

void for_wanted(struct emitter *emitter,
                void (*make)(struct emitter *emitter, enum profile profile, enum abi abi))
{
    for (enum profile profile = PROFILE_V1; profile < PROFILES; profile++)
        for (enum abi abi = ABI_AMD64; abi < ABIS; abi++)
            if (wanted(emitter, profile, abi))
                make(emitter, profile, abi);
}

struct section *begin(struct emitter *emitter, enum profile profile, enum abi abi, const char *shape)
{
    section_init(&emitter->section, profile, abi);
    emitter->large_bytes = NULL;
    emitter->shape = shape;
    emitter->origin = "generated";
    emitter->note = "";
    emitter->group = NULL;
    emitter->ledger = NULL;
    emitter->scenario = NULL;
    emitter->trace = NULL;
    emitter->fault_of = (struct fault){NULL, NULL, NULL, NULL};
    emitter->demanded_class = -1;
    emitter->clause_count = 0;
    emitter->violations.count = 0;
    emitter->violations.full = false;
    return &emitter->section;
}

bool make_bytes(struct emitter *emitter)
{
    if (!encode(&emitter->encoded, &emitter->section)) {
        fault(emitter, emitter->encoded.error);
        return false;
    }
    check_model(&emitter->section, &emitter->encoded, &emitter->violations);
    emitter->features = features_of(&emitter->section);
    return true;
}

void exercises(struct emitter *emitter, const char *clause)
{
    if (emitter->clause_count == MAX_CLAUSES)
        fault(emitter, "too many clauses for one vector");
    else
        emitter->clauses[emitter->clause_count++] = clause;
}

void forget_violations(struct emitter *emitter)
{
    emitter->violations.count = 0;
}

void also_breaks(struct emitter *emitter, const char *clause, uint32_t offset, enum severity severity)
{
    violate(&emitter->violations, clause, offset, severity);
}

static void lead(struct violations *violations, uint32_t index)
{
    struct violation first = violations->list[index];
    memmove(&violations->list[1], &violations->list[0], index * sizeof first);
    violations->list[0] = first;
}

void breaks(struct emitter *emitter, const char *clause, uint32_t offset, enum severity severity)
{
    also_breaks(emitter, clause, offset, severity);
    lead(&emitter->violations, emitter->violations.count - 1);
}

void breaks_model(struct emitter *emitter, const char *clause)
{
    for (uint32_t i = 0; i < emitter->violations.count; i++) {
        if (strcmp(emitter->violations.list[i].clause, clause) == 0) {
            lead(&emitter->violations, i);
            return;
        }
    }
    fault(emitter, "the model does not break the clause that it was built to break");
}

void demand_class(struct emitter *emitter, enum vector_class vector_class)
{
    emitter->demanded_class = (int)vector_class;
}

struct text *detail(struct emitter *emitter)
{
    text_clear(&emitter->detail);
    return &emitter->detail;
}

/* --- Expectations --------------------------------------------------------------------------------------- */

static void write_answer(struct emitter *emitter, enum operation operation, uint64_t pc)
{
    struct text *text = &emitter->expectation;
    switch (operation) {
    case OPERATION_DECODE:
        write_decode(text, &emitter->section, verdict_of(&emitter->violations));
        break;
    case OPERATION_CHECK:
        write_check(text, &emitter->violations);
        break;
    case OPERATION_LOOKUP:
        write_lookup(text, &emitter->section, pc);
        break;
    case OPERATION_UNWIND:
        write_trace(text, emitter->trace);
        break;
    case OPERATION_FLIP:
    case OPERATIONS:
        LITERAL(text, "{\"bytes\":\"");
        text_bytes(text, emitter->flipped->bytes, emitter->flipped->length);
        LITERAL(text, "\"}");
        break;
    }
}

/* What the oracle must report, then what any implementation may answer.  A check of an irregular section may
 * come out either way, so there is no answer beside the oracle's; nor has the answer of a decode a verdict.
 * Where careful readers differ, no answer is held against anyone: the open point is named instead. */
static void write_broken(struct emitter *emitter, enum vector_class vector_class, enum operation operation,
                         uint64_t pc)
{
    struct text *text = &emitter->expectation;
    LITERAL(text, "{\"oracle\":");
    write_check(text, &emitter->violations);
    LITERAL(text, ",\"accept\":[\"error\"");
    bool unwinds = operation == OPERATION_UNWIND;
    if (vector_class == CLASS_MALFORMED && (operation == OPERATION_LOOKUP || unwinds))
        LITERAL(text, ",\"none\"");
    if (vector_class == CLASS_IRREGULAR || emitter->open_point != NULL || unwinds)
        LITERAL(text, ",\"answer\"");
    text_char(text, ']');
    if (emitter->open_point != NULL) {
        LITERAL(text, ",\"open\":");
        text_quoted(text, emitter->open_point);
    } else if (unwinds) {
        LITERAL(text, ",\"answer\":");
        write_trace(text, emitter->trace);
    } else if (vector_class == CLASS_IRREGULAR && operation == OPERATION_DECODE) {
        LITERAL(text, ",\"answer\":");
        write_unjudged(text, &emitter->section);
    } else if (vector_class == CLASS_IRREGULAR && operation == OPERATION_LOOKUP) {
        LITERAL(text, ",\"answer\":");
        write_lookup(text, &emitter->section, pc);
    }
    text_char(text, '}');
}

/* --- Emitting ------------------------------------------------------------------------------------------- */

static const char *make_id(struct emitter *emitter, char buffer[MAX_ID], enum operation operation,
                           const char *shape, const char *name)
{
    struct text id;
    text_init(&id, buffer, MAX_ID);
    text_string(&id, profile_name(emitter->section.profile));
    text_char(&id, '/');
    text_string(&id, abi_name(emitter->section.abi));
    text_char(&id, '/');
    text_string(&id, operation_name(operation));
    text_char(&id, '/');
    text_string(&id, shape);
    text_char(&id, '/');
    text_string(&id, name);
    if (id.full)
        fault(emitter, "an id is too long");
    return text_c(&id);
}

bool asks_for(struct emitter *emitter, enum operation operation, const char *name)
{
    const struct selection *selection = emitter->selection;
    return fits(selection->operation, operation) &&
           wanted(emitter, emitter->section.profile, emitter->section.abi) &&
           selects_id(selection, make_id(emitter, emitter->id_buffer, operation, emitter->shape, name));
}

/* Null if the selection leaves it out; else its id. */
static const char *selected(struct emitter *emitter, enum vector_class vector_class, enum operation operation,
                            const char *name)
{
    return fits(emitter->selection->vector_class, vector_class) && asks_for(emitter, operation, name)
               ? emitter->id_buffer
               : NULL;
}

static bool is_listed(const char *const *clauses, uint32_t count, const char *clause)
{
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(clauses[i], clause) == 0)
            return true;
    return false;
}

/* Entries out of order break what is said of the array; of a flagged one the flag's meaning says it too. */
static bool breaks_flag_too(const struct emitter *emitter, const char *const *clauses, uint32_t count)
{
    return (emitter->section.flags & FLAG_SORTED) != 0 && count < MAX_CLAUSES &&
           !is_listed(clauses, count, "flags.sorted") &&
           (is_listed(clauses, count, "fde.sorted-array") || is_listed(clauses, count, "fde.sorted-flagged"));
}

static uint32_t list_clauses(const struct emitter *emitter, enum vector_class vector_class,
                             enum operation operation, const char **clauses)
{
    uint32_t count = 0;
    if (emitter->fault_of.clause != NULL)
        clauses[count++] = emitter->fault_of.clause;
    for (uint32_t i = 0; i < emitter->violations.count && count < MAX_CLAUSES; i++) {
        const char *clause = emitter->violations.list[i].clause;
        if (!is_listed(clauses, count, clause))
            clauses[count++] = clause;
    }
    if (breaks_flag_too(emitter, clauses, count))
        clauses[count++] = "flags.sorted";
    for (uint32_t i = 0; i < emitter->clause_count && count < MAX_CLAUSES; i++)
        clauses[count++] = emitter->clauses[i];
    if (vector_class == CLASS_VALID)
        count += exercised_clauses(emitter->section.profile, emitter->features, operation, clauses + count,
                                   MAX_CLAUSES - count);
    return count;
}

static void hand_over(struct emitter *emitter, enum vector_class vector_class, enum operation operation,
                      uint64_t pc, const char *id)
{
    const char *clauses[MAX_CLAUSES];
    const struct fault *fault_of = emitter->fault_of.clause != NULL ? &emitter->fault_of : NULL;
    bool large = emitter->large_bytes != NULL;
    struct vector vector = {
        .id = id,
        .profile = emitter->section.profile,
        .abi = emitter->section.abi,
        .operation = operation,
        .vector_class = vector_class,
        .family = emitter->family,
        .clauses = clauses,
        .clause_count = list_clauses(emitter, vector_class, operation, clauses),
        .origin = emitter->origin,
        .note = emitter->note,
        .group = emitter->open_point == NULL ? emitter->group : NULL,
        .ledger = emitter->ledger,
        .breach_count = vector_class == CLASS_CONTESTED ? emitter->breach_count : 0,
        .breaches = emitter->breaches,
        .fault = fault_of,
        .twin = fault_of == NULL ? NULL
                                 : make_id(emitter, emitter->twin_buffer, operation, fault_of->twin_shape,
                                           fault_of->twin_detail),
        .bytes = large ? emitter->large_bytes : emitter->encoded.bytes,
        .length = large ? emitter->large_length : emitter->encoded.length,
        .address = emitter->section.address,
        .pc = pc,
        .flipped = operation == OPERATION_FLIP ? emitter->flipped : NULL,
        .scenario = operation == OPERATION_UNWIND ? emitter->scenario : NULL,
        .trace = operation == OPERATION_UNWIND ? emitter->trace : NULL,
        .expectation = &emitter->expectation,
        .section = &emitter->section,
        .shape = emitter->shape,
        .encoded = large ? NULL : &emitter->encoded,
    };
    if (emitter->expectation.full || emitter->violations.full) {
        fault(emitter, "an expectation is too long");
        return;
    }
    emitter->emitted++;
    if (!emitter->sink->take(emitter->sink, &vector))
        emitter->stopped = true;
}

void emit(struct emitter *emitter, enum operation operation, uint64_t pc, const char *name)
{
    static const enum vector_class classes[] = {CLASS_VALID, CLASS_IRREGULAR, CLASS_MALFORMED};
    enum vector_class vector_class = classes[verdict_of(&emitter->violations)];
    if (emitter->demanded_class >= 0 && (unsigned)emitter->demanded_class != vector_class) {
        make_id(emitter, emitter->id_buffer, operation, emitter->shape, name);
        fault(emitter, "a vector is not of the class that its family demands");
        return;
    }
    const char *id = selected(emitter, vector_class, operation, name);
    if (id == NULL)
        return;
    emitter->open_point = open_point_of_vector(emitter, vector_class, operation, pc);
    if (emitter->open_point != NULL && vector_class == CLASS_VALID)
        return;
    text_clear(&emitter->expectation);
    if (vector_class == CLASS_VALID)
        write_answer(emitter, operation, pc);
    else
        write_broken(emitter, vector_class, operation, pc);
    hand_over(emitter, vector_class, operation, pc, id);
}

void emit_flip(struct emitter *emitter, const char *name)
{
    static struct encoded flipped;
    struct section *section = &emitter->section;
    enum byte_order order = section->order;
    if (verdict_of(&emitter->violations) != VERDICT_VALID || !asks_for(emitter, OPERATION_FLIP, name))
        return;
    section->order = order == ORDER_BIG ? ORDER_LITTLE : ORDER_BIG;
    if (!encode(&flipped, section))
        fault(emitter, "a section cannot be encoded in the other byte order");
    section->order = order;
    emitter->flipped = &flipped;
    emit(emitter, OPERATION_FLIP, 0, name);
}

void emit_unwind(struct emitter *emitter, uint64_t pc, const struct scenario *scenario,
                 const struct trace *trace, const char *name)
{
    emitter->scenario = scenario;
    emitter->trace = trace;
    emit(emitter, OPERATION_UNWIND, pc, name);
}

void emit_whole(struct emitter *emitter, unsigned operations, const char *name)
{
    for (enum operation operation = OPERATION_DECODE; operation <= OPERATION_CHECK; operation++)
        if ((operations >> operation & 1) != 0)
            emit(emitter, operation, 0, name);
}

void contest(struct emitter *emitter)
{
    text_clear(&emitter->expectation);
    emitter->reading_count = 0;
    emitter->breach_count = 0;
}

static void begin_reading(struct emitter *emitter, const char *ledger, const char *reading)
{
    struct text *text = &emitter->expectation;
    text_string(text, emitter->reading_count++ == 0 ? "{\"readings\":[" : "},");
    LITERAL(text, "{\"ledger\":");
    text_quoted(text, ledger);
    LITERAL(text, ",\"reading\":");
    text_quoted(text, reading);
    emitter->answer_at = text->length;
}

struct text *reading_says(struct emitter *emitter, const char *ledger, const char *reading)
{
    begin_reading(emitter, ledger, reading);
    LITERAL(&emitter->expectation, ",\"answer\":");
    return &emitter->expectation;
}

void reading_breaks(struct emitter *emitter, const char *reading)
{
    if (emitter->breach_count == MAX_BREACHES)
        fault(emitter, "too many readings for one vector");
    else
        emitter->breaches[emitter->breach_count++] = reading;
}

/* Where the answer carries a verdict, that tells.  A lookup carries none: there it is the readings which the
 * ledger calls so wherever they recur, and none that finds fault with the section around the row. */
static bool finds_breach(const struct emitter *emitter, const char *reading, enum operation operation)
{
    static const char *const breaches[] = {"breach", "breach-ra-only"};
    if (operation != OPERATION_LOOKUP)
        return verdict_of(&emitter->violations) == VERDICT_IRREGULAR;
    for (unsigned i = 0; i < sizeof breaches / sizeof *breaches; i++)
        if (strcmp(reading, breaches[i]) == 0)
            return true;
    return false;
}

void reading_answers(struct emitter *emitter, const char *ledger, const char *reading,
                     enum operation operation, uint64_t pc)
{
    if (finds_breach(emitter, reading, operation))
        reading_breaks(emitter, reading);
    reading_says(emitter, ledger, reading);
    write_answer(emitter, operation, pc);
}

void reading_traces(struct emitter *emitter, const char *ledger, const char *reading,
                    const struct trace *trace)
{
    write_trace(reading_says(emitter, ledger, reading), trace);
}

void reading_refuses(struct emitter *emitter, const char *ledger, const char *reading)
{
    begin_reading(emitter, ledger, reading);
    LITERAL(&emitter->expectation, ",\"accept\":[\"error\"]");
}

void emit_contested(struct emitter *emitter, enum operation operation, uint64_t pc,
                    const char *oracle_reading, const char *name)
{
    if (emitter->reading_count < 2) {
        fault(emitter, "a contested vector has fewer than two readings");
        return;
    }
    LITERAL(&emitter->expectation, "}],\"oracle\":");
    text_quoted(&emitter->expectation, oracle_reading);
    text_char(&emitter->expectation, '}');
    emitter->reading_count = 0;
    emitter->open_point = NULL;
    const char *id = selected(emitter, CLASS_CONTESTED, operation, name);
    if (id != NULL)
        hand_over(emitter, CLASS_CONTESTED, operation, pc, id);
}
