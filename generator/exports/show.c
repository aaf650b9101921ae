/* Vectors in the notation: the model, what the bytes have besides, what these break, and the question. */
#include "exports.h"
#include "../notation/notation.h"

#include <stdio.h>
#include <string.h>

static const struct emitter *shown_emitter;
static struct hearing hearing;

struct hearing *gen_show_emitter(const struct emitter *emitter)
{
    shown_emitter = emitter;
    return &hearing;
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
        (struct declared){.severity = violation->severity, .is_placed = true, .offset = violation->offset};
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
    for (uint32_t i = 0; i < hearing.count && is_contested && !can_be_written(vector->section, vector); i++)
        if (can_be_written(&hearing.list[i].section, vector))
            return &hearing.list[i].section;
    return vector->section;
}

/* Violations tell in a check and in the verdict of a decode; elsewhere only that a section cannot be read. */
static bool hear_answer(struct told *told, const struct heard *heard, const struct section *written,
                        enum operation operation)
{
    const struct violations *const own = own_violations(written);
    told->has_model = !gen_notation_same_model(&heard->section, written);
    if (told->has_model)
        memcpy(&told->section, &heard->section, sizeof told->section);
    return (operation == OPERATION_LOOKUP && gen_verdict_of(own) != VERDICT_MALFORMED) ||
           declare(&told->broken, own, &heard->violations, 0);
}

/* By what it finds broken itself the text tells that it finds a breach. */
static bool hear_json(struct notation *notation, struct told *told, const struct heard *heard,
                      const struct vector *vector)
{
    const char *const at = vector->expectation->begin + heard->answer_at;
    const char *const end = gen_json_object_end(at, vector->expectation->begin + vector->expectation->length);
    bool breaks = false;
    for (uint32_t i = 0; i < vector->breach_count; i++)
        breaks = breaks || strcmp(vector->breaches[i], heard->reading) == 0;
    if (end == NULL || (size_t)(end - at) > sizeof notation->json - notation->json_count)
        return false;
    told->json_at = notation->json_count;
    told->json_length = (uint32_t)(end - at);
    memcpy(notation->json + told->json_at, at, told->json_length);
    notation->json_count += told->json_length;
    for (uint32_t i = 0; i < heard->violations.count && breaks; i++)
        if (!add(&told->broken, &heard->violations.list[i]))
            return false;
    return true;
}

/* Whether its model has no answer, so that the text would have it refuse, and it is said not to. */
static bool is_odd(const struct heard *heard, const struct vector *vector)
{
    return vector->operation == OPERATION_LOOKUP &&
           gen_look_up(&heard->section, vector->pc).found == FOUND_ERROR;
}

static bool hear(struct notation *notation, struct told *told, const struct heard *heard,
                 const struct vector *vector)
{
    told->refuses = heard->kind == HEARD_REFUSAL;
    told->has_model = false;
    told->json_length = 0;
    told->broken = (struct broken){.count = 0};
    snprintf(told->name, sizeof told->name, "%s", heard->reading);
    if (heard->kind == HEARD_JSON || (heard->kind == HEARD_ANSWER && is_odd(heard, vector)))
        return hear_json(notation, told, heard, vector);
    return heard->kind != HEARD_ANSWER || hear_answer(told, heard, &notation->section, vector->operation);
}

/* Who is not said to be the oracle's is so as the first. */
static bool hear_all(struct notation *notation, const struct vector *vector, const char **why)
{
    *why = "it has too many readings, or they say too much";
    if (hearing.count > MAX_ANSWERS || strlen(hearing.list[0].ledger) >= MAX_NAME)
        return false;
    memcpy(notation->ledger, hearing.list[0].ledger, strlen(hearing.list[0].ledger) + 1);
    for (uint32_t i = 0; i < hearing.count; i++) {
        struct told *const told = &notation->answers[notation->answer_count++];
        told->is_oracle = i > 0 && strcmp(hearing.list[i].reading, hearing.oracle) == 0;
        if (!hear(notation, told, &hearing.list[i], vector))
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

static bool notation_of(struct notation *notation, const struct vector *vector, const char **why)
{
    *why = "its bytes are more than a model's";
    if (vector->encoded == NULL)
        return false;
    gen_notation_init(notation);
    memcpy(&notation->section, written_model(vector), sizeof notation->section);
    notation->question_count = 1;
    notation->questions[0] = (struct asked){.operation = vector->operation, .pc = vector->pc};
    if (vector->scenario != NULL && !take_scenario(notation, vector->scenario, why))
        return false;
    if (!gen_notation_edits(notation, vector->bytes, vector->length, why))
        return false;
    if (vector->vector_class == CLASS_CONTESTED)
        return hear_all(notation, vector, why);
    *why = "it breaks too much";
    if (!declare_all(&notation->broken, own_violations(&notation->section), &shown_emitter->violations))
        return false;
    notation->broken.nothing = notation->edit_count > 0 && notation->broken.count == 0;
    return true;
}

bool gen_export_show_take(struct sink *sink, const struct vector *vector)
{
    static struct notation notation;
    struct export *export = (struct export *)sink;
    struct text *const text = &export->text;
    const char *why;
    if (export->taken > 0)
        gen_text_char(text, '\n');
    gen_text_string(text, "# ");
    gen_text_string(text, vector->id);
    gen_text_string(text, "\n# ");
    gen_text_string(text, gen_class_name(vector->vector_class));
    if (vector->ledger != NULL) {
        gen_text_string(text, ": ");
        gen_text_string(text, vector->ledger);
    }
    gen_text_char(text, '\n');
    if (notation_of(&notation, vector, &why) && gen_notation_print(text, &notation, &why))
        return export->outlet.trouble[0] == '\0';
    snprintf(export->outlet.trouble, sizeof export->outlet.trouble, "cannot show %s: %s", vector->id, why);
    return false;
}
