/* Vectors in the notation: the model, what the bytes have besides, what these break, and the question. */
#include "../exports.h"
#include "../notation/notation.h"

#include <stdio.h>
#include <string.h>

static const struct emitter *shown_emitter;

void gen_show_emitter(const struct emitter *emitter)
{
    shown_emitter = emitter;
}

static bool is_declared(const struct violations *known, const struct violation *wanted)
{
    for (uint32_t i = 0; i < known->count; i++)
        if (strcmp(known->list[i].clause, wanted->clause) == 0 && known->list[i].offset == wanted->offset)
            return true;
    return false;
}

/* What the model itself breaks is not said again. */
static bool declare(struct notation *notation, const struct violations *meant, const char **why)
{
    static struct encoded encoded;
    static struct violations own;
    own.count = 0;
    gen_encode(&encoded, &notation->section);
    gen_check_model(&notation->section, &encoded, &own);
    for (uint32_t i = 0; i < own.count; i++)
        notation->forgets = notation->forgets || !is_declared(meant, &own.list[i]);
    own.count = notation->forgets ? 0 : own.count;
    for (uint32_t i = 0; i < meant->count; i++) {
        const struct violation *const violation = &meant->list[i];
        if (is_declared(&own, violation))
            continue;
        *why = "it breaks too much";
        if (notation->declared_count == MAX_DECLARED || strlen(violation->clause) >= MAX_NAME)
            return false;
        struct declared *const declared = &notation->declared[notation->declared_count++];
        *declared = (struct declared){.severity = violation->severity, .is_placed = true, .offset = violation->offset};
        memcpy(declared->clause, violation->clause, strlen(violation->clause));
    }
    notation->breaks_nothing = notation->edit_count > 0 && notation->declared_count == 0;
    return true;
}

static bool notation_of(struct notation *notation, const struct vector *vector, const char **why)
{
    *why = "an unwinding is asked of more than a section, which the notation cannot say yet";
    if (vector->operation == OPERATION_UNWIND)
        return false;
    *why = "its bytes are more than a model's";
    if (vector->encoded == NULL)
        return false;
    memcpy(&notation->section, vector->section, sizeof notation->section);
    notation->edit_count = notation->pool_count = notation->declared_count = 0;
    notation->forgets = notation->breaks_nothing = false;
    notation->question_count = 1;
    notation->questions[0] = (struct question){.operation = vector->operation, .pc = vector->pc};
    return gen_notation_edits(notation, vector->bytes, vector->length, why) &&
           declare(notation, &shown_emitter->violations, why);
}

bool gen_export_show_take(struct sink *sink, const struct vector *vector)
{
    static struct notation notation;
    struct export *export = (struct export *)sink;
    struct text *const text = &export->text;
    const char *why;
    if (text->length > 0)
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
