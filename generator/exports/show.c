/* Vectors, and questions to encoders, in the notation: the model, what the bytes have besides, what these break, and the question. */
#include "encoder_question.h"
#include "exports.h"

#include <stdio.h>
#include <string.h>

static const struct emitter *shown_emitter;
static struct replies replies;

struct replies *gen_show_emitter(const struct emitter *emitter)
{
    shown_emitter = emitter;
    return &replies;
}

/* --- What is broken ------------------------------------------------------------------------------------- */

/* What the model itself breaks. */
static const struct violations *own_violations(const struct section *section)
{
    static struct encoded encoded;
    static struct violations own;
    own.count = 0;
    gen_encode(&encoded, section);
    gen_check_model(section, &encoded, &own);
    return &own;
}

static bool add(struct broken *broken, const struct violation *violation)
{
    if (broken->count == MAX_DECLARED || strlen(violation->clause) >= MAX_NAME)
        return false;
    struct declared *const declared = &broken->list[broken->count++];
    *declared =
        (struct declared){.severity = violation->severity, .where = AT_OFFSET, .offset = violation->offset};
    memcpy(declared->clause, violation->clause, strlen(violation->clause));
    return true;
}

static bool is_same(const struct violation *one, const struct violation *other)
{
    return strcmp(one->clause, other->clause) == 0 && one->offset == other->offset &&
           one->severity == other->severity;
}

/* Whether the list begins or goes on with these. */
static bool has_at(const struct violations *list, uint32_t at, const struct violations *part)
{
    for (uint32_t i = 0; i < part->count; i++)
        if (at + i >= list->count || !is_same(&list->list[at + i], &part->list[i]))
            return false;
    return true;
}

/* What the model itself breaks is not said again.  In the list it stands after `before` others; if not, all
 * is said. */
static bool declare(struct broken *broken, const struct violations *own, const struct violations *meant,
                    uint32_t before)
{
    broken->forgets = !has_at(meant, before, own);
    for (uint32_t i = 0; i < meant->count; i++)
        if ((broken->forgets || i < before || i >= before + own->count) && !add(broken, &meant->list[i]))
            return false;
    return true;
}

/* What the text declares first leads. */
static bool declare_all(struct broken *broken, const struct violations *own, const struct violations *meant)
{
    return declare(broken, own, meant, meant->count > own->count);
}

/* --- What readings say ---------------------------------------------------------------------------------- */

static bool can_be_written(const struct section *section, const struct vector *vector)
{
    static struct encoded encoded;
    return section->profile == vector->profile && section->abi == vector->abi &&
           gen_encode(&encoded, section);
}

/* The model that bytes are made of: the vector's, or that of the first reading which can be written. */
static const struct section *written_model(const struct vector *vector)
{
    const bool is_contested = vector->vector_class == CLASS_CONTESTED;
    for (uint32_t i = 0; i < replies.count && is_contested && !can_be_written(vector->section, vector); i++)
        if (can_be_written(&replies.list[i].section, vector))
            return &replies.list[i].section;
    return vector->section;
}

/* Violations are answers of a check, and the verdict of a decode follows from them; elsewhere they only
 * say that a section cannot be read. */
static bool take_answer(struct reply *reply, const struct given_reply *given, const struct section *written,
                        enum operation operation)
{
    const struct violations *const own = own_violations(written);
    reply->has_model = !gen_notation_same_model(&given->section, written);
    if (reply->has_model)
        gen_copy_section(&reply->section, &given->section);
    return (operation == OPERATION_LOOKUP && gen_verdict_of(own) != VERDICT_MALFORMED) ||
           declare(&reply->broken, own, &given->violations, 0);
}

/* The text says that a reading finds a breach by what this reading finds broken itself. */
static bool take_json(struct notation *notation, struct reply *reply, const struct given_reply *given,
                      const struct vector *vector)
{
    const char *const at = vector->expectation->begin + given->answer_at;
    const char *const end = gen_json_object_end(at, vector->expectation->begin + vector->expectation->length);
    bool breaks = false;
    for (uint32_t i = 0; i < vector->breach_count; i++)
        breaks = breaks || strcmp(vector->breaches[i], given->reading) == 0;
    if (end == NULL || (size_t)(end - at) > sizeof notation->json - notation->json_count)
        return false;
    reply->json_at = notation->json_count;
    reply->json_length = (uint32_t)(end - at);
    memcpy(notation->json + reply->json_at, at, reply->json_length);
    notation->json_count += reply->json_length;
    for (uint32_t i = 0; i < given->violations.count && breaks; i++)
        if (!add(&reply->broken, &given->violations.list[i]))
            return false;
    return true;
}

/* Whether its model has no answer, so that the text would have it refuse, and it is said not to. */
static bool is_odd(const struct given_reply *given, const struct vector *vector)
{
    return vector->operation == OPERATION_LOOKUP &&
           gen_look_up(&given->section, vector->pc).found == FOUND_ERROR;
}

static bool take_reply(struct notation *notation, struct reply *reply, const struct given_reply *given,
                 const struct vector *vector)
{
    /* Further on, a trace is refused because of what the reading says by its name. */
    reply->refuses = given->kind == GIVEN_REFUSAL ||
                     (given->kind == GIVEN_TRACE && given->may_be_refused && given->trace.count == 1);
    reply->has_model = false;
    reply->json_length = 0;
    reply->broken = (struct broken){.count = 0};
    snprintf(reply->name, sizeof reply->name, "%s", given->reading);
    if (given->kind == GIVEN_JSON || (given->kind == GIVEN_ANSWER && is_odd(given, vector)))
        return take_json(notation, reply, given, vector);
    return given->kind != GIVEN_ANSWER || take_answer(reply, given, &notation->section, vector->operation);
}

/* Who is not said to be the oracle's is so as the first. */
static bool take_replies(struct notation *notation, const struct vector *vector, const char **why)
{
    *why = "it has too many readings, or they say too much";
    if (replies.count > MAX_ANSWERS || strlen(replies.list[0].ledger) >= MAX_NAME)
        return false;
    memcpy(notation->ledger, replies.list[0].ledger, strlen(replies.list[0].ledger) + 1);
    for (uint32_t i = 0; i < replies.count; i++) {
        struct reply *const reply = &notation->answers[notation->answer_count++];
        reply->is_oracle = i > 0 && strcmp(replies.list[i].reading, replies.oracle) == 0;
        if (!take_reply(notation, reply, &replies.list[i], vector))
            return false;
    }
    return true;
}

/* --- What an unwinding is given ------------------------------------------------------------------------- */

static bool take_scenario(struct notation *notation, const struct scenario *given, const char **why)
{
    struct scenario *const scenario = &notation->scenario;
    *why = "it has too many modules, or too much memory";
    *scenario = *given;
    notation->has_sp = notation->has_fp = true;
    if (given->module_count > MAX_FURTHER)
        return false;
    for (; notation->module_count < given->module_count; notation->module_count++)
        memcpy(&notation->modules[notation->module_count], given->models[notation->module_count],
               sizeof notation->modules[0]);
    for (uint32_t i = 0; i < given->piece_count; i++) {
        struct piece *const piece = &scenario->memory[i];
        uint8_t *const to = notation->memory + notation->memory_count;
        if (piece->length > sizeof notation->memory - notation->memory_count)
            return false;
        memcpy(to, piece->bytes, piece->length);
        piece->bytes = to;
        notation->memory_count += piece->length;
    }
    return true;
}

/* --- The notation --------------------------------------------------------------------------------------- */

static void leave_out(struct broken *broken, uint32_t usual)
{
    for (uint32_t i = 0; i < broken->count; i++)
        broken->list[i].where = broken->list[i].offset != usual ? AT_OFFSET : AT_FIRST_EDIT;
}

/* What breaks where the first edit is needs no word for the place. */
static void leave_out_usual_places(struct notation *notation, uint32_t usual)
{
    leave_out(&notation->broken, usual);
    for (uint32_t i = 0; i < notation->answer_count; i++)
        leave_out(&notation->answers[i].broken, usual);
}

static bool take_breaches(struct notation *notation, const struct vector *vector, const char **why)
{
    if (vector->vector_class == CLASS_CONTESTED)
        return take_replies(notation, vector, why);
    *why = "it breaks too much";
    if (!declare_all(&notation->broken, own_violations(&notation->section), &shown_emitter->violations))
        return false;
    notation->broken.nothing = notation->edit_count > 0 && notation->broken.count == 0;
    return true;
}

static void begin_notation(struct notation *notation, const struct section *model)
{
    gen_notation_init(notation);
    notation->about = (struct about){.exercise_count = 0};
    memset(notation->abis, 0, sizeof notation->abis);
    gen_copy_section(&notation->section, model);
}

static bool notation_of(struct notation *notation, const struct vector *vector, const char **why)
{
    uint32_t usual;
    *why = vector->parts != NULL
               ? "its section is described by parts; print what `tree` writes of it by sframe-ref dump --notation"
               : "its bytes are more than a model's";
    if (vector->encoded == NULL)
        return false;
    begin_notation(notation, written_model(vector));
    notation->question_count = 1;
    notation->questions[0] = (struct asked){.operation = vector->operation, .pc = vector->pc};
    notation->questions[0].fails = vector->operation == OPERATION_FLIP && vector->flipped == NULL &&
                                   vector->vector_class == CLASS_IRREGULAR;
    if (vector->scenario != NULL && !take_scenario(notation, vector->scenario, why))
        return false;
    if (!gen_notation_edits(notation, vector->bytes, vector->length, &usual, why) ||
        !take_breaches(notation, vector, why))
        return false;
    leave_out_usual_places(notation, usual);
    return true;
}

/* Behind a blank line, if it is not the first: what it is about, as comments. */
static void begin_text(struct export *export, const char *id, const char *kind, const char *ledger)
{
    struct text *const text = &export->text;
    gen_text_format(text, "%s# %s\n# %s%s%s\n", export->lines++ > 0 ? "\n" : "", id, kind,
                    ledger != NULL ? ": " : "", ledger != NULL ? ledger : "");
}

/* Writes a comment in the place of a text, and keeps the first reason for gen_export_show_end(). */
static bool cannot_show(struct export *export, const char *id, const char *why)
{
    if (export->unsaid++ == 0)
        snprintf(export->why_unsaid, sizeof export->why_unsaid, "cannot show %s: %s", id, why);
    gen_text_format(&export->text, "# cannot be shown: %s\n", why);
    return export->outlet.trouble[0] == '\0';
}

/* --- Questions to encoders ------------------------------------------------------------------------------ */

struct showing {
    struct export *export;
    const struct vector *vector; /* of which the questions are; null: of none */
};

/* Of a model that no vector has. */
static bool notation_of_model(struct notation *notation, const struct encoder_question *question,
                              const char **why)
{
    *why = question->rows > 0 ? "it has more rows than a model" : "its functions are counted, not listed";
    begin_notation(notation, question->section);
    if (question->why != NULL)
        snprintf(notation->unsayable, sizeof notation->unsayable, "%s", question->why);
    if (question->ledger != NULL)
        snprintf(notation->about.ledger, sizeof notation->about.ledger, "%s", question->ledger);
    return question->rows == 0 && question->functions == 0;
}

static bool show_question(void *into, const struct encoder_question *question)
{
    static struct notation notation;
    const struct showing *const showing = into;
    struct export *const export = showing->export;
    const char *why;
    if (!gen_glob_matches(export->encoder_ids, question->id))
        return true;
    begin_text(export, question->id, gen_class_name(question->ledger != NULL ? CLASS_CONTESTED : CLASS_VALID),
               question->ledger);
    if (!(showing->vector != NULL ? notation_of(&notation, showing->vector, &why)
                                  : notation_of_model(&notation, question, &why)))
        return cannot_show(export, question->id, why);
    notation.question_count = 0;
    notation.encode_count = 1;
    notation.encodes[0] = question->asked;
    return (gen_notation_print(&export->text, &notation, &why) || cannot_show(export, question->id, why)) &&
           export->outlet.trouble[0] == '\0';
}

static bool show_questions(struct export *export, const struct vector *vector)
{
    struct showing showing = {export, vector};
    const uint64_t before = export->lines;
    const struct encoder_sink shown = {show_question, &showing};
    if (gen_has_encoder_questions(vector) && !gen_encoder_questions(vector, &shown))
        return false;
    export->skipped += export->lines == before;
    return true;
}

void gen_export_show_begin(struct export *export)
{
    struct showing showing = {export, NULL};
    const struct encoder_sink shown = {show_question, &showing};
    if (export->encoder_ids != NULL)
        gen_unsayable_questions(export->selection, &shown);
    export->taken = export->lines;
}

/* --- Vectors -------------------------------------------------------------------------------------------- */

bool gen_export_show_take(struct sink *sink, const struct vector *vector)
{
    static struct notation notation;
    struct export *export = (struct export *)sink;
    const char *why;
    if (export->encoder_ids != NULL)
        return show_questions(export, vector);
    begin_text(export, vector->id, gen_class_name(vector->vector_class), vector->ledger);
    if (!notation_of(&notation, vector, &why) || !gen_notation_print(&export->text, &notation, &why))
        return cannot_show(export, vector->id, why);
    return export->outlet.trouble[0] == '\0';
}

/* If there is no text at all, the comments are not written either: the first reason is the error. */
void gen_export_show_end(struct export *export)
{
    struct outlet *const outlet = &export->outlet;
    if (export->unsaid > 0 && export->unsaid == export->lines && outlet->trouble[0] == '\0')
        snprintf(outlet->trouble, sizeof outlet->trouble, "%s", export->why_unsaid);
}
