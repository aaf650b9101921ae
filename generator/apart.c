#include "apart.h"

struct fault_words {
    const char *twin_shape, *clause, *way;
};

static void ask_one(struct emitter *emitter, const struct fault_words *words, enum operation operation,
                    uint64_t pc, const char *name)
{
    if (words != NULL)
        apart_from(emitter, words->twin_shape, name, words->clause, words->way);
    emit(emitter, operation, pc, name);
}

static void ask_all(struct emitter *emitter, const struct questions *questions,
                    const struct fault_words *words)
{
    if ((questions->whole & ASK_DECODE) != 0)
        ask_one(emitter, words, OPERATION_DECODE, 0, "whole");
    if ((questions->whole & ASK_CHECK) != 0)
        ask_one(emitter, words, OPERATION_CHECK, 0, "whole");
    for (unsigned i = 0; i < questions->lookup_count; i++) {
        struct text *name = detail(emitter);
        text_string(name, "at-");
        text_unsigned(name, questions->lookups[i]);
        ask_one(emitter, words, OPERATION_LOOKUP, questions->origin + questions->lookups[i], text_c(name));
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
