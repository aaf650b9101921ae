#include "apart.h"

struct fault_words {
    const char *twin_shape, *clause, *way;
};

static void set_apart(struct emitter *emitter, const struct fault_words *words, const char *name)
{
    if (words != NULL)
        apart_from(emitter, words->twin_shape, name, words->clause, words->way);
}

static void ask_all(struct emitter *emitter, const struct questions *questions,
                    const struct fault_words *words)
{
    set_apart(emitter, words, "whole");
    emit_whole(emitter, questions->whole, "whole");
    for (unsigned i = 0; i < questions->lookup_count; i++) {
        struct text *name = detail(emitter);
        text_string(name, "at-");
        text_unsigned(name, questions->lookups[i]);
        set_apart(emitter, words, text_c(name));
        emit(emitter, OPERATION_LOOKUP, questions->origin + questions->lookups[i], text_c(name));
    }
}

void ask(struct emitter *emitter, const struct questions *questions)
{
    ask_all(emitter, questions, NULL);
}

void ask_apart(struct emitter *emitter, const struct questions *questions, const char *twin_shape,
               const char *clause, const char *way)
{
    struct fault_words words = {twin_shape, clause, way};
    ask_all(emitter, questions, &words);
}

uint32_t first_cut(const struct encoded *encoded, uint32_t end)
{
    for (uint32_t i = 0; i < encoded->field_count; i++) {
        const struct field *field = &encoded->fields[i];
        if (field->row >= 0 && field->offset + field->width > end)
            return field->offset;
    }
    return end;
}

void cut_rows(struct encoded *encoded, uint32_t bytes)
{
    const struct field *length = header_field(encoded, FIELD_FRE_LEN);
    lie_field(encoded, length, raw_value(encoded, length) - bytes);
    raw_cut(encoded, encoded->length - bytes);
}

const char *shape_of_encoding(char buffer[MAX_ID], const char *before, const char *name, unsigned start_width,
                              unsigned word_size)
{
    struct text shape;
    text_init(&shape, buffer, MAX_ID);
    text_string(&shape, before);
    text_string(&shape, name);
    if (start_width != 0) {
        text_string(&shape, "-addr");
        text_unsigned(&shape, start_width);
    }
    if (word_size != 0) {
        text_string(&shape, "-word");
        text_unsigned(&shape, word_size);
    }
    return text_c(&shape);
}

void emit_pair(struct emitter *emitter, enum profile profile, enum abi abi, const struct pair *pair,
               build_side *build, const void *what)
{
    char twin_buffer[MAX_ID];
    struct text twin;
    text_init(&twin, twin_buffer, sizeof twin_buffer);
    text_string(&twin, pair->shape);
    text_string(&twin, "-twin");
    for (unsigned apart = 0; apart <= 1; apart++) {
        const char *shape = apart != 0 ? pair->shape : text_c(&twin);
        build(begin(emitter, profile, abi, shape), what, apart != 0);
        if (!make_bytes(emitter))
            return;
        demand_class(emitter, CLASS_VALID);
        if (apart != 0)
            ask_apart(emitter, &pair->questions, text_c(&twin), pair->clause, pair->way);
        else
            ask(emitter, &pair->questions);
    }
}
