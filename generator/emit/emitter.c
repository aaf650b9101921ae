/* The emitter: makes vectors from a model and its bytes, each with the answer that it expects. */
#include "exercise.h"
#include "sets.h"
#include "vector.h"

#include <string.h>

/* --- The emitter ---------------------------------------------------------------------------------------- */

static bool fits(int wish, unsigned value)
{
    return wish < 0 || (unsigned)wish == value;
}

void gen_emitter_init(struct emitter *emitter, const struct selection *selection, struct sink *sink,
                      uint64_t seed)
{
    /* The section, its bytes and the buffers are large, and are filled in before they are read. */
    memset(&emitter->random, 0, offsetof(struct emitter, expectation_buffer) - offsetof(struct emitter, random));
    emitter->selection = selection;
    emitter->sink = sink;
    emitter->seed = seed;
    emitter->profiles = (1U << PROFILES) - 1;
    gen_text_init(&emitter->expectation, emitter->expectation_buffer, sizeof emitter->expectation_buffer);
}

void gen_run_family(struct emitter *emitter, const char *name, void (*family)(struct emitter *))
{
    emitter->family = name;
    emitter->random.state = emitter->seed;
    for (const char *at = name; *at != '\0'; at++)
        emitter->random.state = random_next(&emitter->random) ^ (unsigned char)*at;
    family(emitter);
}

void gen_family_fails(struct emitter *emitter, const char *why)
{
    if (emitter->fault == NULL)
        emitter->fault = why;
    emitter->stopped = true;
}

static bool is_of_run(const struct emitter *emitter, enum profile profile, enum abi abi)
{
    return !emitter->stopped && abi_known(profile, abi) && (emitter->profiles >> profile & 1) != 0;
}

/* Whether a pattern can match an id of this profile and ABI.  If not, no section need be made for them. */
static bool may_select(const struct patterns *select, enum profile profile, enum abi abi)
{
    const char *const begin[] = {profile_name(profile), "/", abi_name(abi), "/"};
    bool may = select->count == 0;
    for (uint32_t i = 0; i < select->count && !may; i++) {
        const char *left = select->list[i];
        for (unsigned part = 0; part < sizeof begin / sizeof *begin && left != NULL; part++)
            left = gen_glob_behind(left, begin[part]);
        may = left != NULL;
    }
    return may;
}

bool gen_wanted(const struct emitter *emitter, enum profile profile, enum abi abi)
{
    const struct selection *const selection = emitter->selection;
    return is_of_run(emitter, profile, abi) && fits(selection->profile, profile) && fits(selection->abi, abi) &&
           may_select(&selection->select, profile, abi);
}

/* What later texts and ABIs draw does not count for those that follow, whose ids keep their vectors. */
void gen_for_wanted(struct emitter *emitter, void (*make)(struct emitter *emitter))
{
    for (enum profile profile = PROFILE_V1; profile < PROFILES; profile++)
        for (enum abi abi = ABI_AMD64; abi < ABIS; abi++)
            if ((emitter->draws_on ? is_of_run : gen_wanted)(emitter, profile, abi)) {
                const bool is_first = applies(FIRST_TEXTS, FIRST_ABIS, profile, abi);
                const struct random before = emitter->random;
                emitter->profile = profile;
                emitter->abi = abi;
                make(emitter);
                emitter->random = is_first ? emitter->random : before;
            }
}

struct section *gen_begin(struct emitter *emitter, enum profile profile, enum abi abi, const char *shape)
{
    gen_section_init(&emitter->section, profile, abi);
    emitter->check_is_known = false;
    emitter->large_bytes = NULL;
    emitter->passes = false;
    emitter->sets_pcrel = false;
    emitter->vector = (struct vector){.shape = shape, .origin = "generated", .note = ""};
    emitter->fault_of = (struct fault){NULL, NULL, NULL, NULL};
    emitter->demanded_class = -1;
    emitter->clause_count = 0;
    emitter->violations.count = 0;
    emitter->violations.full = false;
    return &emitter->section;
}

struct section *gen_start(struct emitter *emitter, const char *shape)
{
    return gen_begin(emitter, emitter->profile, emitter->abi, shape);
}

/* Whether a clause is about the flag of PC-relative starts.  Faults of such clauses set the flag, or not, for
 * a reason. */
static bool is_about_flag(const char *clause)
{
    static const char *const about_flag[] = {"flags.pcrel", "fde.start-pcrel", "fde.start-section"};
    return clause != NULL && gen_is_among(about_flag, sizeof about_flag / sizeof *about_flag, clause);
}

/* Encodes the section with flag 0x4, which the family did not set: starts then count from their own fields.
 * False: the flag is not set, and this run makes no vector of the section.  The profile has no such flag, the
 * fault is about the flag, the family sets it itself (its other run makes it), or a start does not fit. */
static bool encode_from_fields(struct emitter *emitter)
{
    struct section *section = &emitter->section;
    if (!has_pcrel(section->profile) || is_about_flag(emitter->fault_of.clause) ||
        (gen_starts_pcrel(section) && !emitter->sets_pcrel))
        return false;
    section->flags |= FLAG_PCREL;
    emitter->sets_pcrel = gen_encode(&emitter->encoded, section);
    if (!emitter->sets_pcrel)
        section->flags &= (uint8_t)~FLAG_PCREL;
    return emitter->sets_pcrel;
}

bool gen_make_bytes(struct emitter *emitter)
{
    emitter->check_is_known = false;
    if (emitter->passed_by > 0) {
        emitter->passed_by--;
        emitter->passes = true;
        return false;
    }
    if (!(emitter->pcrel && encode_from_fields(emitter)) &&
        !gen_encode(&emitter->encoded, &emitter->section)) {
        gen_family_fails(emitter, emitter->encoded.error);
        return false;
    }
    gen_check_model(&emitter->section, &emitter->encoded, &emitter->violations);
    emitter->features = gen_features_of(&emitter->section);
    return true;
}

void gen_exercises(struct emitter *emitter, const char *clause)
{
    if (emitter->clause_count == MAX_CLAUSES)
        gen_family_fails(emitter, "too many clauses for one vector");
    else
        emitter->clauses[emitter->clause_count++] = clause;
}

void gen_also_breaks(struct emitter *emitter, const char *clause, uint32_t offset, enum severity severity)
{
    gen_violate(&emitter->violations, clause, offset, severity);
}

static void lead(struct violations *violations, uint32_t index)
{
    struct violation first = violations->list[index];
    memmove(&violations->list[1], &violations->list[0], index * sizeof first);
    violations->list[0] = first;
}

void gen_breaks(struct emitter *emitter, const char *clause, uint32_t offset, enum severity severity)
{
    gen_also_breaks(emitter, clause, offset, severity);
    lead(&emitter->violations, emitter->violations.count - 1);
}

void gen_breaks_model(struct emitter *emitter, const char *clause)
{
    for (uint32_t i = 0; i < emitter->violations.count; i++) {
        if (strcmp(emitter->violations.list[i].clause, clause) == 0) {
            lead(&emitter->violations, i);
            return;
        }
    }
    gen_family_fails(emitter, "the model does not break the clause that it was built to break");
}

void gen_demand_class(struct emitter *emitter, enum vector_class vector_class)
{
    emitter->demanded_class = (int)vector_class;
}

/* --- Expectations --------------------------------------------------------------------------------------- */

static void write_answer(struct emitter *emitter, enum operation operation, uint64_t pc)
{
    struct text *text = &emitter->expectation;
    switch (operation) {
    case OPERATION_DECODE:
        gen_write_decode(text, &emitter->section, gen_verdict_of(&emitter->violations));
        break;
    case OPERATION_CHECK:
        gen_write_check(text, &emitter->violations);
        break;
    case OPERATION_LOOKUP:
        gen_write_lookup(text, &emitter->section, pc);
        break;
    case OPERATION_UNWIND:
        gen_write_trace(text, emitter->vector.trace);
        break;
    case OPERATION_FLIP:
    case OPERATIONS:
        LITERAL(text, "{\"bytes\":\"");
        gen_text_bytes(text, emitter->vector.flipped->bytes, emitter->vector.flipped->length);
        LITERAL(text, "\"}");
        break;
    }
}

/* Writes what the oracle must report, then what any implementation may answer.  A check of an irregular
 * section passes with either verdict, so it has no answer here, and the answer to a decode has no verdict.
 * On an open point any answer passes: the point is named instead. */
static void write_broken(struct emitter *emitter, enum vector_class vector_class, enum operation operation,
                         uint64_t pc)
{
    struct text *text = &emitter->expectation;
    LITERAL(text, "{\"oracle\":");
    gen_write_check(text, &emitter->violations);
    LITERAL(text, ",\"accept\":[\"error\"");
    bool unwinds = operation == OPERATION_UNWIND;
    if (vector_class == CLASS_MALFORMED && (operation == OPERATION_LOOKUP || unwinds))
        LITERAL(text, ",\"none\"");
    const bool answers = operation != OPERATION_FLIP || emitter->vector.flipped != NULL;
    if ((vector_class == CLASS_IRREGULAR && answers) || emitter->open_point != NULL || unwinds)
        LITERAL(text, ",\"answer\"");
    gen_text_char(text, ']');
    if (emitter->open_point != NULL) {
        LITERAL(text, ",\"open\":");
        gen_text_quoted(text, emitter->open_point);
    } else if (unwinds) {
        LITERAL(text, ",\"answer\":");
        gen_write_trace(text, emitter->vector.trace);
    } else if (vector_class == CLASS_IRREGULAR && operation == OPERATION_DECODE) {
        LITERAL(text, ",\"answer\":");
        gen_write_unjudged(text, &emitter->section);
    } else if (vector_class == CLASS_IRREGULAR && operation != OPERATION_CHECK && answers) {
        LITERAL(text, ",\"answer\":");
        write_answer(emitter, operation, pc);
    }
    gen_text_char(text, '}');
}

/* --- Emitting ------------------------------------------------------------------------------------------- */

static const char *make_id(struct emitter *emitter, char buffer[MAX_ID], enum operation operation,
                           const char *shape, const char *name)
{
    struct text id;
    gen_text_init(&id, buffer, MAX_ID);
    const char *const parts[] = {profile_name(emitter->section.profile), abi_name(emitter->section.abi),
                                 gen_operation_name(operation), shape, name};
    for (unsigned i = 0; i < sizeof parts / sizeof *parts; i++) {
        gen_text_string(&id, i > 0 ? "/" : "");
        gen_text_string(&id, parts[i]);
    }
    gen_text_string(&id, emitter->pcrel ? "/pcrel" : "");
    if (id.full)
        gen_family_fails(emitter, "an id is too long");
    return gen_text_c(&id);
}

/* Whether this run of the family emits the section.  One that is cut before the flags is the same in both
 * runs: the one that sets no flag emits it. */
static bool belongs_to_run(const struct emitter *emitter)
{
    enum { BYTES_TO_FLAGS = 4 };
    return !emitter->pcrel || (emitter->sets_pcrel && emitter->encoded.length >= BYTES_TO_FLAGS);
}

bool gen_may_ask_for(struct emitter *emitter, enum operation operation, const char *name)
{
    const struct selection *selection = emitter->selection;
    return fits(selection->operation, operation) &&
           gen_wanted(emitter, emitter->section.profile, emitter->section.abi) &&
           gen_selects_id(selection, make_id(emitter, emitter->id_buffer, operation, emitter->vector.shape, name));
}

bool gen_asks_for(struct emitter *emitter, enum operation operation, const char *name)
{
    return !emitter->passes && belongs_to_run(emitter) && gen_may_ask_for(emitter, operation, name);
}

/* The id of the vector; null: the selection leaves it out. */
static const char *selected(struct emitter *emitter, enum vector_class vector_class, enum operation operation,
                            const char *name)
{
    return fits(emitter->selection->vector_class, vector_class) && gen_asks_for(emitter, operation, name)
               ? emitter->id_buffer
               : NULL;
}

/* Entries out of order break a clause about the array.  If the flag calls them sorted, they break that of the
 * flag too. */
static bool breaks_flag_too(const struct emitter *emitter, const char *const *clauses, uint32_t count)
{
    return (emitter->section.flags & FLAG_SORTED) != 0 && count < MAX_CLAUSES &&
           !gen_is_among(clauses, count, "flags.sorted") &&
           (gen_is_among(clauses, count, "fde.sorted-array") || gen_is_among(clauses, count, "fde.sorted-flagged"));
}

static uint32_t list_clauses(const struct emitter *emitter, const struct exercised *exercised, const char **clauses)
{
    uint32_t count = 0;
    if (emitter->fault_of.clause != NULL)
        clauses[count++] = emitter->fault_of.clause;
    for (uint32_t i = 0; i < emitter->violations.count && count < MAX_CLAUSES; i++) {
        const char *clause = emitter->violations.list[i].clause;
        if (!gen_is_among(clauses, count, clause))
            clauses[count++] = clause;
    }
    if (breaks_flag_too(emitter, clauses, count))
        clauses[count++] = "flags.sorted";
    for (uint32_t i = 0; i < emitter->clause_count && count < MAX_CLAUSES; i++)
        clauses[count++] = emitter->clauses[i];
    if (exercised == NULL)
        return count;
    memcpy(clauses + count, exercised->clauses, exercised->count * sizeof *clauses);
    return count + exercised->count;
}

/* The section's bytes or parts. */
static void take_section(struct vector *vector, const struct emitter *emitter)
{
    const bool large = emitter->large_bytes != NULL || vector->parts != NULL;
    vector->bytes = large ? emitter->large_bytes : emitter->encoded.bytes;
    vector->length = vector->parts != NULL ? vector->parts->length
                     : large               ? emitter->large_length
                                           : emitter->encoded.length;
    vector->encoded = large ? NULL : &emitter->encoded;
    vector->section = &emitter->section;
    vector->profile = emitter->section.profile;
    vector->abi = emitter->section.abi;
    vector->address = emitter->section.address;
}

/* Drops what only some operations, or vectors without an open point, have. */
static void drop_others(struct vector *vector)
{
    if (vector->operation != OPERATION_FLIP)
        vector->flipped = NULL;
    if (vector->operation != OPERATION_UNWIND) {
        vector->scenario = NULL;
        vector->trace = NULL;
    }
    if (vector->open_point != NULL)
        vector->group = NULL;
}

static void hand_over(struct emitter *emitter, enum vector_class vector_class, enum operation operation,
                      uint64_t pc, const char *id)
{
    const char *clauses[MAX_CLAUSES + MAX_EXERCISED];
    const struct fault *const fault_of = &emitter->fault_of;
    struct vector vector = emitter->vector;
    vector.id = id;
    vector.pc = pc;
    vector.operation = operation;
    vector.vector_class = vector_class;
    vector.family = emitter->family;
    vector.expectation = &emitter->expectation;
    vector.open_point = vector_class == CLASS_CONTESTED ? NULL : emitter->open_point;
    vector.breach_count = vector_class == CLASS_CONTESTED ? emitter->breach_count : 0;
    vector.breaches = emitter->breaches;
    take_section(&vector, emitter);
    drop_others(&vector);
    if (vector_class == CLASS_VALID)
        vector.exercised = gen_exercised_clauses(vector.profile, emitter->features, operation);
    vector.clauses = clauses;
    vector.clause_count = list_clauses(emitter, vector.exercised, clauses);
    if (fault_of->clause != NULL) {
        vector.fault = fault_of;
        vector.twin = make_id(emitter, emitter->twin_buffer, operation, fault_of->twin_shape, fault_of->twin_detail);
    }
    if (vector.parts != NULL && (vector.parts->too_many || vector.length > MAX_MADE))
        gen_family_fails(emitter, "a section has more parts, or larger ones, than can be described");
    if (emitter->expectation.full || emitter->violations.full) {
        gen_family_fails(emitter, "an expectation is too long");
        return;
    }
    emitter->emitted++;
    if (!emitter->sink->take(emitter->sink, &vector))
        emitter->stopped = true;
}

void gen_emit(struct emitter *emitter, enum operation operation, uint64_t pc, const char *name)
{
    static const enum vector_class classes[] = {CLASS_VALID, CLASS_IRREGULAR, CLASS_MALFORMED};
    enum vector_class vector_class = classes[gen_verdict_of(&emitter->violations)];
    if (emitter->demanded_class >= 0 && (unsigned)emitter->demanded_class != vector_class) {
        make_id(emitter, emitter->id_buffer, operation, emitter->vector.shape, name);
        gen_family_fails(emitter, "a vector is not of the class that its family demands");
        return;
    }
    const char *id = selected(emitter, vector_class, operation, name);
    if (id == NULL)
        return;
    emitter->open_point = gen_open_point_of_vector(emitter, vector_class, operation, pc);
    if (emitter->open_point != NULL && vector_class == CLASS_VALID)
        return;
    gen_text_clear(&emitter->expectation);
    if (vector_class == CLASS_VALID)
        write_answer(emitter, operation, pc);
    else
        write_broken(emitter, vector_class, operation, pc);
    hand_over(emitter, vector_class, operation, pc, id);
}

static void emit_flip(struct emitter *emitter, const char *name)
{
    static struct encoded flipped;
    struct section *section = &emitter->section;
    enum byte_order order = section->order;
    if (!gen_asks_for(emitter, OPERATION_FLIP, name))
        return;
    section->order = order == ORDER_BIG ? ORDER_LITTLE : ORDER_BIG;
    if (!gen_encode(&flipped, section))
        gen_family_fails(emitter, "a section cannot be encoded in the other byte order");
    section->order = order;
    emitter->vector.flipped = &flipped;
    gen_emit(emitter, OPERATION_FLIP, 0, name);
    emitter->vector.flipped = NULL;
}

void gen_emit_flip(struct emitter *emitter, const char *name)
{
    if (gen_verdict_of(&emitter->violations) == VERDICT_VALID)
        emit_flip(emitter, name);
}

void gen_emit_flip_of_irregular(struct emitter *emitter, const char *name)
{
    gen_demand_class(emitter, CLASS_IRREGULAR);
    emit_flip(emitter, name);
}

void gen_emit_unwind(struct emitter *emitter, uint64_t pc, const struct scenario *scenario,
                     const struct trace *trace, const char *name)
{
    emitter->vector.scenario = scenario;
    emitter->vector.trace = trace;
    gen_emit(emitter, OPERATION_UNWIND, pc, name);
}

void gen_emit_whole(struct emitter *emitter, unsigned operations, const char *name)
{
    for (enum operation operation = OPERATION_DECODE; operation <= OPERATION_CHECK; operation++)
        if ((operations >> operation & 1) != 0)
            gen_emit(emitter, operation, 0, name);
}

void gen_contest(struct emitter *emitter)
{
    gen_text_clear(&emitter->expectation);
    emitter->reading_count = 0;
    emitter->breach_count = 0;
    if (emitter->sink->replies != NULL)
        emitter->sink->replies->count = 0;
}

/* What the sink is given of a reading; null: it wants nothing, or no more. */
static struct given_reply *take_reply(struct emitter *emitter, const char *ledger, const char *reading,
                                      enum given_kind kind)
{
    struct replies *const replies = emitter->sink->replies;
    if (replies == NULL || replies->count == MAX_GIVEN)
        return NULL;
    struct given_reply *const given = &replies->list[replies->count++];
    *given = (struct given_reply){.ledger = ledger, .reading = reading, .kind = kind};
    gen_copy_section(&given->section, &emitter->section);
    memcpy(&given->violations, &emitter->violations, sizeof given->violations);
    return given;
}

static struct given_reply *begin_reading(struct emitter *emitter, const char *ledger, const char *reading,
                                         enum given_kind kind)
{
    struct text *text = &emitter->expectation;
    gen_text_string(text, emitter->reading_count++ == 0 ? "{\"readings\":[" : "},");
    LITERAL(text, "{\"ledger\":");
    gen_text_quoted(text, ledger);
    LITERAL(text, ",\"reading\":");
    gen_text_quoted(text, reading);
    return take_reply(emitter, ledger, reading, kind);
}

static struct text *begin_answer(struct emitter *emitter, const char *ledger, const char *reading,
                                 enum given_kind kind)
{
    struct given_reply *const given = begin_reading(emitter, ledger, reading, kind);
    LITERAL(&emitter->expectation, ",\"answer\":");
    if (given != NULL)
        given->answer_at = emitter->expectation.length;
    return &emitter->expectation;
}

struct text *gen_reading_says(struct emitter *emitter, const char *ledger, const char *reading)
{
    return begin_answer(emitter, ledger, reading, GIVEN_JSON);
}

void gen_reading_breaks(struct emitter *emitter, const char *reading)
{
    if (emitter->breach_count == MAX_BREACHES)
        gen_family_fails(emitter, "too many readings for one vector");
    else
        emitter->breaches[emitter->breach_count++] = reading;
}

/* Whether by this reading the bytes break a statement.  If the answer has a verdict, the verdict decides.
 * The answers to lookups and unwindings have none: for them the reading's name in the ledger decides, so that
 * a breach elsewhere than in the row does not count. */
static bool finds_breach(const struct emitter *emitter, const char *reading, enum operation operation)
{
    static const char *const breaches[] = {"breach", "breach-ra-only"};
    if (operation != OPERATION_LOOKUP && operation != OPERATION_UNWIND)
        return gen_verdict_of(&emitter->violations) == VERDICT_IRREGULAR;
    return gen_is_among(breaches, sizeof breaches / sizeof *breaches, reading);
}

void gen_reading_answers(struct emitter *emitter, const char *ledger, const char *reading,
                         enum operation operation, uint64_t pc)
{
    if (finds_breach(emitter, reading, operation))
        gen_reading_breaks(emitter, reading);
    begin_answer(emitter, ledger, reading, GIVEN_ANSWER);
    write_answer(emitter, operation, pc);
}

void gen_reading_traces(struct emitter *emitter, const char *ledger, const char *reading,
                        const struct trace *trace, bool may_be_refused)
{
    struct given_reply *const given = begin_reading(emitter, ledger, reading, GIVEN_TRACE);
    if (may_be_refused)
        LITERAL(&emitter->expectation, ",\"accept\":[\"error\",\"none\"]");
    LITERAL(&emitter->expectation, ",\"answer\":");
    gen_write_trace(&emitter->expectation, trace);
    if (given == NULL)
        return;
    given->trace = *trace;
    given->may_be_refused = may_be_refused;
}

void gen_reading_refuses(struct emitter *emitter, const char *ledger, const char *reading)
{
    begin_reading(emitter, ledger, reading, GIVEN_REFUSAL);
    LITERAL(&emitter->expectation, ",\"accept\":[\"error\"]");
}

void gen_emit_contested(struct emitter *emitter, enum operation operation, uint64_t pc,
                        const char *oracle_reading, const char *name)
{
    if (emitter->reading_count < 2) {
        gen_family_fails(emitter, "a contested vector has fewer than two readings");
        return;
    }
    LITERAL(&emitter->expectation, "}],\"oracle\":");
    gen_text_quoted(&emitter->expectation, oracle_reading);
    gen_text_char(&emitter->expectation, '}');
    emitter->reading_count = 0;
    emitter->open_point = NULL;
    if (emitter->sink->replies != NULL)
        emitter->sink->replies->oracle = oracle_reading;
    const char *id = selected(emitter, CLASS_CONTESTED, operation, name);
    if (id != NULL)
        hand_over(emitter, CLASS_CONTESTED, operation, pc, id);
}
