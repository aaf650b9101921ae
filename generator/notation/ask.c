/* From a notation to vectors: what is asked, and the answers that follow from its models. */
#include "notation.h"

#include <stdio.h>
#include <string.h>

bool gen_refuse(struct mistake *mistake, unsigned line, const char *what, const char *about)
{
    snprintf(mistake->words, sizeof mistake->words, "%u:1: %s%s", line, what, about);
    return false;
}

/* A notation whose questions are asked, and the state in which each question begins. */
struct asking {
    struct emitter *emitter;
    const struct notation *notation;
    struct mistake *mistake;
    struct violations found; /* what the text's model and its edits break */
    uint32_t usual;          /* where a clause is broken if its line does not say it: at the first edit */
    bool may_be_left_out;    /* not every vector is selected */
};

static bool refuse(const struct asking *asking, unsigned line, const char *what, const char *about)
{
    return gen_refuse(asking->mistake, line, what, about);
}

static bool refuse_open(const struct asking *asking, const struct asked *asked, const char *point)
{
    return refuse(asking, asked->line, "this answer rests on an open point of the ledger: ", point);
}

/* --- Modules -------------------------------------------------------------------------------------------- */

#define BROKEN_MODULE "a further module breaks nothing, so that traces go through it; this one breaks "

static struct emitter module_emitter;
static uint8_t module_bytes[MAX_FURTHER][MAX_BYTES];

static bool make_module(const struct section *module)
{
    gen_begin(&module_emitter, module->profile, module->abi, "module");
    gen_copy_section(&module_emitter.section, module);
    module_emitter.fault = NULL;
    return gen_make_bytes(&module_emitter);
}

/* Whether the module breaks nothing.  In another byte order than its ABI's, that is open: it is sound if there
 * are readings that answer. */
static bool is_sound(const struct notation *notation, const struct section *module)
{
    return module_emitter.violations.count == 0 ||
           (notation->answer_count > 0 && module->order != gen_abi_facts[module->abi].order);
}

static bool make_modules(struct notation *notation, struct mistake *mistake)
{
    for (uint32_t i = 0; i < notation->module_count; i++) {
        const struct section *const module = &notation->modules[i];
        const struct encoded *const encoded = &module_emitter.encoded;
        if (!make_module(module))
            return gen_refuse(mistake, notation->module_lines[i], module_emitter.fault, "");
        if (!is_sound(notation, module))
            return gen_refuse(mistake, notation->module_lines[i], BROKEN_MODULE,
                              module_emitter.violations.list[0].clause);
        memcpy(module_bytes[i], encoded->bytes, encoded->length);
        notation->scenario.modules[i] = (struct piece){module->address, encoded->length, module_bytes[i]};
        notation->scenario.models[i] = module;
    }
    notation->scenario.module_count = notation->module_count;
    return true;
}

static const char *open_point_of_modules(const struct notation *notation, const struct trace *trace)
{
    const char *point = NULL;
    for (uint32_t i = 0; i < notation->module_count && point == NULL; i++)
        if (make_module(&notation->modules[i]))
            point = gen_open_point_of_trace(&module_emitter, trace);
    return point;
}

/* --- Unwinding ------------------------------------------------------------------------------------------ */

/* An unwinding through the emitter's section and the modules; by the reading of REPLY, or (null) by none. */
static struct unwinding unwinding_of(const struct asking *asking, const struct reply *reply)
{
    const struct notation *const notation = asking->notation;
    const bool is_broken = gen_verdict_of(&asking->emitter->violations) == VERDICT_MALFORMED;
    struct unwinding unwinding = {.section_count = 1 + notation->module_count,
                                  .sections = {&asking->emitter->section},
                                  .unreadable = is_broken || (reply != NULL && reply->refuses),
                                  .scenario = &notation->scenario,
                                  .ledger = notation->ledger,
                                  .reading = reply != NULL ? reply->name : NULL};
    for (uint32_t i = 0; i < notation->module_count; i++)
        unwinding.sections[1 + i] = &notation->modules[i];
    return unwinding;
}

static bool unwind(const struct asking *asking, const struct asked *asked, const struct unwinding *unwinding,
                   struct trace *trace, bool *refused)
{
    const struct notation *const notation = asking->notation;
    if (!notation->has_sp || !notation->has_fp)
        return refuse(asking, asked->line,
                      "an unwinding begins with registers: `register sp ADDRESS fp ADDRESS`", "");
    const char *const why = gen_unwind(trace, unwinding, asked->pc, refused);
    return why == NULL || refuse(asking, asked->line, why, "");
}

static bool emit_unwind(struct asking *asking, const struct asked *asked, const char *name)
{
    static struct trace trace;
    const struct unwinding unwinding = unwinding_of(asking, NULL);
    bool refused;
    if (!unwind(asking, asked, &unwinding, &trace, &refused))
        return false;
    const char *point = gen_open_point_of_unwinding(&trace, &unwinding, asked->pc);
    if (point == NULL)
        point = open_point_of_modules(asking->notation, &trace);
    if (point != NULL)
        return refuse_open(asking, asked, point);
    gen_emit_unwind(asking->emitter, asked->pc, &asking->notation->scenario, &trace, name);
    return true;
}

/* --- Questions with one right answer -------------------------------------------------------------------- */

static bool emit_flip(struct asking *asking, const struct asked *asked, const char *name)
{
    const enum verdict verdict = gen_verdict_of(&asking->emitter->violations);
    if (asked->fails && verdict != VERDICT_IRREGULAR)
        return refuse(asking, asked->line, "only a flip of an irregular section is said to fail", "");
    if (!asked->fails && verdict != VERDICT_MALFORMED && asking->notation->edit_count > 0)
        return refuse(asking, asked->line, "what was edited cannot be turned: only the model can", "");
    if (verdict == VERDICT_VALID)
        gen_emit_flip(asking->emitter, name);
    else if (verdict == VERDICT_IRREGULAR && !asked->fails)
        gen_emit_flip_of_irregular(asking->emitter, name);
    else
        gen_emit(asking->emitter, OPERATION_FLIP, 0, name);
    return true;
}

static bool emit_one(struct asking *asking, const struct asked *asked, const char *name)
{
    struct emitter *const emitter = asking->emitter;
    const uint64_t before = emitter->emitted;
    emitter->open_point = NULL;
    if (asked->operation == OPERATION_FLIP) {
        if (!emit_flip(asking, asked, name))
            return false;
    } else if (asked->operation == OPERATION_UNWIND) {
        if (!emit_unwind(asking, asked, name))
            return false;
    } else {
        gen_emit(emitter, asked->operation, asked->pc, name);
    }
    if (emitter->fault != NULL)
        return refuse(asking, asked->line, emitter->fault, "");
    if (emitter->emitted > before) // cppcheck-suppress knownConditionTrueFalse
        return true;
    return emitter->open_point == NULL || refuse_open(asking, asked, emitter->open_point);
}

/* --- Questions that several readings answer ------------------------------------------------------------- */

static uint32_t offset_of(const struct asking *asking, const struct declared *declared)
{
    const struct encoded *const encoded = &asking->emitter->encoded;
    switch (declared->where) {
    case AT_FIRST_EDIT:
        return asking->usual;
    case AT_OFFSET:
        return declared->offset;
    case AT_END:
        return encoded->length;
    case AT_FIELD:
        break;
    }
    return gen_notation_place(encoded, &declared->field);
}

static void declare(const struct asking *asking, const struct broken *broken, bool leads)
{
    for (uint32_t i = 0; i < broken->count; i++) {
        const struct declared *const declared = &broken->list[i];
        const uint32_t offset = offset_of(asking, declared);
        if (declared->of_model)
            gen_breaks_model(asking->emitter, declared->clause);
        else if (i == 0 && leads)
            gen_breaks(asking->emitter, declared->clause, offset, declared->severity);
        else
            gen_also_breaks(asking->emitter, declared->clause, offset, declared->severity);
    }
}

/* Copies a model of the text to the emitter, with the flag that this run of the family sets. */
static void take_model(struct emitter *emitter, const struct section *model)
{
    gen_copy_section(&emitter->section, model);
    if (emitter->sets_pcrel && has_pcrel(model->profile))
        emitter->section.flags |= FLAG_PCREL;
}

/* Gives the emitter the model of the reading, and what the reading finds broken. */
static void take_reading(struct asking *asking, const struct reply *reply)
{
    struct emitter *const emitter = asking->emitter;
    take_model(emitter, reply->has_model ? &reply->section : &asking->notation->section);
    memcpy(&emitter->violations, &asking->found, sizeof asking->found);
    if (reply->broken.forgets)
        emitter->violations.count = 0;
    declare(asking, &reply->broken, false);
}

/* The trace of a reading.  If it ends at a section that the reading refuses, an error is right, too. */
static bool reply_trace(struct asking *asking, const struct asked *asked, const struct reply *reply)
{
    static struct trace trace;
    struct emitter *const emitter = asking->emitter;
    const char *const ledger = asking->notation->ledger;
    const struct unwinding unwinding = unwinding_of(asking, reply);
    bool refused;
    if (!unwind(asking, asked, &unwinding, &trace, &refused))
        return false;
    emitter->vector.trace = &trace;
    if (refused)
        gen_reading_traces(emitter, ledger, reply->name, &trace, true);
    else
        gen_reading_answers(emitter, ledger, reply->name, OPERATION_UNWIND, asked->pc);
    return true;
}

static void reply_json(struct asking *asking, const struct reply *reply)
{
    struct emitter *const emitter = asking->emitter;
    const struct notation *const notation = asking->notation;
    if (reply->broken.count > 0)
        gen_reading_breaks(emitter, reply->name);
    gen_text_raw(gen_reading_says(emitter, notation->ledger, reply->name), notation->json + reply->json_at,
                 reply->json_length);
}

static bool reply_to(struct asking *asking, const struct asked *asked, const struct reply *reply)
{
    struct emitter *const emitter = asking->emitter;
    const char *const ledger = asking->notation->ledger;
    take_reading(asking, reply);
    if (asked->operation == OPERATION_UNWIND)
        return reply_trace(asking, asked, reply);
    const bool is_broken = gen_verdict_of(&emitter->violations) == VERDICT_MALFORMED;
    const bool finds_error = asked->operation == OPERATION_LOOKUP &&
                             gen_look_up(&emitter->section, asked->pc).found == FOUND_ERROR;
    if (reply->json_length > 0)
        reply_json(asking, reply);
    else if (reply->refuses || finds_error || (is_broken && asked->operation != OPERATION_CHECK))
        gen_reading_refuses(emitter, ledger, reply->name);
    else
        gen_reading_answers(emitter, ledger, reply->name, asked->operation, asked->pc);
    return true;
}

static bool emit_contested(struct asking *asking, const struct asked *asked, const char *name)
{
    struct emitter *const emitter = asking->emitter;
    const struct notation *const notation = asking->notation;
    const char *oracle = notation->answers[0].name;
    if (asked->operation == OPERATION_FLIP)
        return refuse(asking, asked->line, "readings do not turn a section: `flip` has no answers", "");
    gen_contest(emitter);
    for (uint32_t i = 0; i < notation->answer_count; i++) {
        if (notation->answers[i].is_oracle)
            oracle = notation->answers[i].name;
        if (!reply_to(asking, asked, &notation->answers[i]))
            return false;
    }
    take_model(emitter, &notation->section);
    emitter->violations.count = 0; /* each reading has said what it finds broken */
    emitter->vector.scenario = &notation->scenario;
    gen_emit_contested(emitter, asked->operation, asked->pc, oracle, name);
    memcpy(&emitter->violations, &asking->found, sizeof asking->found);
    return emitter->fault == NULL || refuse(asking, asked->line, emitter->fault, "");
}

/* --- The text ------------------------------------------------------------------------------------------- */

static bool breaks(const struct violations *violations, const char *clause)
{
    bool found = false;
    for (uint32_t i = 0; i < violations->count && !found; i++)
        found = strcmp(violations->list[i].clause, clause) == 0;
    return found;
}

/* Whether the section has the fields that lines `breaks` name, and the model breaks what they say of it. */
static bool can_be_broken(const struct asking *asking, const struct broken *broken)
{
    const struct emitter *const emitter = asking->emitter;
    for (uint32_t i = 0; i < broken->count; i++) {
        const struct declared *const declared = &broken->list[i];
        if (declared->where == AT_FIELD && !gen_notation_has_field(&emitter->encoded, &declared->field))
            return refuse(asking, declared->line, "the section has no such field", "");
        if (declared->of_model && !breaks(&emitter->violations, declared->clause))
            return refuse(asking, declared->line, "the model does not break ", declared->clause);
    }
    return true;
}

static bool all_can_be_broken(const struct asking *asking)
{
    const struct notation *const notation = asking->notation;
    bool right = can_be_broken(asking, &notation->broken);
    for (uint32_t i = 0; i < notation->answer_count && right; i++)
        right = can_be_broken(asking, &notation->answers[i].broken);
    return right;
}

/* Adds the clauses that the text declares to those that the model breaks; the first declared one leads. */
static bool break_clauses(struct asking *asking)
{
    const struct notation *const notation = asking->notation;
    const struct broken *const broken = &notation->broken;
    if (notation->edit_count > 0 && broken->count == 0 && !broken->nothing && notation->answer_count == 0)
        return refuse(asking, notation->edits[0].line,
                      "an edit, and no line says what it breaks: `breaks CLAUSE` or `breaks nothing`", "");
    if (!all_can_be_broken(asking))
        return false;
    if (broken->forgets)
        asking->emitter->violations.count = 0;
    asking->usual = 0;
    if (notation->edit_count > 0)
        asking->usual = gen_notation_place(&asking->emitter->encoded, notation->edits);
    declare(asking, broken, true);
    memcpy(&asking->found, &asking->emitter->violations, sizeof asking->found);
    return true;
}

static const struct asked usual_questions[] = {{.operation = OPERATION_DECODE, .line = 1},
                                               {.operation = OPERATION_CHECK, .line = 1}};

/* The questions of the text; if it has none, the usual ones. */
static uint32_t questions_of(const struct notation *notation, const struct asked **questions)
{
    const bool asks = notation->question_count > 0;
    *questions = asks ? notation->questions : usual_questions;
    return asks ? notation->question_count : sizeof usual_questions / sizeof *usual_questions;
}

/* All ways to break a clause share its shape, unless the text gives another. */
static bool has_shape_of_clause(const struct about *about)
{
    return about->shape[0] == '\0' && about->fault[0] != '\0';
}

static const char *shape_of(const struct about *about, const char *usual)
{
    static char buffer[MAX_ID];
    struct text shape;
    if (!has_shape_of_clause(about))
        return about->shape[0] != '\0' ? about->shape : usual;
    gen_text_init(&shape, buffer, sizeof buffer);
    gen_text_string(&shape, "fault-");
    gen_text_slug(&shape, about->fault);
    return gen_text_c(&shape);
}

/* How the ids of a vector and of its twin end.  A question has a name of its own, the usual one, or its number;
 * the twin's id ends with that.  Where all ways to break a clause share a shape, WORDS begins with the way. */
struct name {
    char words[MAX_ID];
    char of_twin[MAX_NAME];
};

static void name_question(struct name *name, const struct notation *notation, const struct asked *asked,
                          const char *usual, uint32_t number)
{
    static const char whole[] = "whole";
    struct text words, own;
    if (notation->about.fault[0] != '\0')
        usual = whole;
    gen_text_init(&own, name->of_twin, sizeof name->of_twin);
    if (asked->name[0] != '\0' || usual != NULL)
        gen_text_string(&own, asked->name[0] != '\0' ? asked->name : usual);
    else
        gen_text_unsigned(&own, number + 1);
    const bool is_whole = strcmp(gen_text_c(&own), whole) == 0;
    gen_text_init(&words, name->words, sizeof name->words);
    if (has_shape_of_clause(&notation->about)) {
        gen_text_slug(&words, notation->about.way);
        gen_text_string(&words, is_whole ? "" : "-");
    }
    if (words.length == 0 || !is_whole)
        gen_text_append(&words, &own);
    gen_text_c(&words);
}

static bool emit_questions(struct asking *asking, const char *usual)
{
    const struct notation *const notation = asking->notation;
    const struct asked *questions;
    const uint32_t count = questions_of(notation, &questions);
    for (uint32_t i = 0; i < count; i++) {
        struct name name;
        name_question(&name, notation, &questions[i], usual, i);
        asking->emitter->fault_of.twin_detail = name.of_twin;
        if (asking->may_be_left_out && !gen_asks_for(asking->emitter, questions[i].operation, name.words))
            continue;
        if (!(notation->answer_count > 0 ? emit_contested : emit_one)(asking, &questions[i], name.words))
            return false;
    }
    return true;
}

static bool leaves_out(const struct selection *selection)
{
    return selection->operation >= 0 || selection->core || selection->select.count > 0 ||
           selection->skip.count > 0;
}

bool gen_notation_is_asked(struct emitter *emitter, const struct notation *notation, struct choice choice,
                           struct usual_names usual)
{
    const struct asked *questions;
    const uint32_t count = questions_of(notation, &questions);
    bool asked = !leaves_out(emitter->selection);
    gen_begin(emitter, choice.profile, choice.abi, shape_of(&notation->about, usual.shape));
    for (uint32_t i = 0; i < count && !asked; i++) {
        struct name name;
        name_question(&name, notation, &questions[i], usual.name, i);
        asked = gen_may_ask_for(emitter, questions[i].operation, name.words);
    }
    return asked;
}

static void say_what_it_is_about(struct emitter *emitter, const struct about *about)
{
    emitter->vector.note = about->note;
    if (about->origin[0] != '\0')
        emitter->vector.origin = about->origin;
    if (about->ledger[0] != '\0')
        emitter->vector.ledger = about->ledger;
    for (uint32_t i = 0; i < about->exercise_count; i++)
        gen_exercises(emitter, about->exercises[i]);
}

bool gen_notation_ask(struct emitter *emitter, struct notation *notation, struct usual_names usual,
                      struct mistake *mistake)
{
    static struct asking asking;
    const struct about *const about = &notation->about;
    asking.emitter = emitter;
    asking.notation = notation;
    asking.mistake = mistake;
    asking.may_be_left_out = usual.name != NULL && leaves_out(emitter->selection);
    gen_begin(emitter, notation->section.profile, notation->section.abi, shape_of(about, usual.shape));
    if (about->fault[0] != '\0')
        emitter->fault_of = (struct fault){about->fault, about->way, about->twin, NULL};
    gen_copy_section(&emitter->section, &notation->section);
    if (!gen_make_bytes(emitter))
        return emitter->fault == NULL || gen_refuse(mistake, notation->line, emitter->fault, "");
    if (!gen_notation_apply(&emitter->encoded, notation, mistake) || !make_modules(notation, mistake) ||
        !break_clauses(&asking))
        return false;
    if (!gen_notation_leave(&emitter->section, notation, mistake))
        return false;
    say_what_it_is_about(emitter, about);
    return emit_questions(&asking, usual.name);
}
