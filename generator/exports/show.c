/* Vectors in the notation: the model, what the bytes have besides, what these break, and the question. */
#include "../exports.h"
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

static bool is_declared(const struct violations *known, const struct violation *wanted)
{
    for (uint32_t i = 0; i < known->count; i++)
        if (strcmp(known->list[i].clause, wanted->clause) == 0 && known->list[i].offset == wanted->offset)
            return true;
    return false;
}

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

/* What the model itself breaks is not said again. */
static bool declare(struct broken *broken, const struct violations *own, const struct violations *meant)
{
    for (uint32_t i = 0; i < own->count; i++)
        broken->forgets = broken->forgets || !is_declared(meant, &own->list[i]);
    for (uint32_t i = 0; i < meant->count; i++)
        if ((broken->forgets || !is_declared(own, &meant->list[i])) && !add(broken, &meant->list[i]))
            return false;
    return true;
}

/* The same of a reading, which adds to the end of the list. */
static bool declare_in_order(struct broken *broken, const struct violations *own, const struct violations *meant)
{
    broken->forgets = own->count > meant->count;
    for (uint32_t i = 0; i < own->count && !broken->forgets; i++) {
        const struct violation *const one = &own->list[i], *const other = &meant->list[i];
        broken->forgets = strcmp(one->clause, other->clause) != 0 || one->offset != other->offset ||
                          one->severity != other->severity;
    }
    for (uint32_t i = broken->forgets ? 0 : own->count; i < meant->count; i++)
        if (!add(broken, &meant->list[i]))
            return false;
    return true;
}

/* --- What readings say ---------------------------------------------------------------------------------- */

static bool encodes(const struct section *section)
{
    static struct encoded encoded;
    return gen_encode(&encoded, section);
}

/* The model that bytes are made of: the vector's, or that of the first reading which can be written. */
static const struct section *written_model(const struct vector *vector)
{
    const bool is_contested = vector->vector_class == CLASS_CONTESTED;
    for (uint32_t i = 0; i < hearing.count && is_contested && !encodes(vector->section); i++)
        if (encodes(&hearing.list[i].section))
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
           declare_in_order(&told->broken, own, &heard->violations);
}

static bool hear_all(struct notation *notation, const struct vector *vector, const char **why)
{
    *why = "it has too many readings, or they find too much broken";
    if (hearing.count > MAX_ANSWERS || strlen(hearing.list[0].ledger) >= MAX_NAME)
        return false;
    memcpy(notation->ledger, hearing.list[0].ledger, strlen(hearing.list[0].ledger) + 1);
    for (uint32_t i = 0; i < hearing.count; i++) {
        const struct heard *const heard = &hearing.list[i];
        struct told *const told = &notation->answers[notation->answer_count++];
        told->refuses = heard->kind == HEARD_REFUSAL;
        told->is_oracle = i > 0 && strcmp(heard->reading, hearing.oracle) == 0;
        told->has_model = false;
        told->broken = (struct broken){.count = 0};
        snprintf(told->name, sizeof told->name, "%s", heard->reading);
        if (heard->kind == HEARD_ANSWER && !hear_answer(told, heard, &notation->section, vector->operation))
            return false;
        if (heard->kind == HEARD_JSON) {
            *why = "a reading answers with less than a model says";
            return false;
        }
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
    if (!declare(&notation->broken, own_violations(&notation->section), &shown_emitter->violations))
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
