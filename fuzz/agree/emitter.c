#include "emitter.h"

struct emitter *emitter_anew(bool (*take)(struct sink *sink, const struct vector *vector))
{
    static struct emitter emitter; /* too large for the stack */
    static struct selection selection;
    static struct sink sink;
    if (emitter.sink == NULL) {
        selection = gen_select_all();
        sink.take = take;
        gen_emitter_init(&emitter, &selection, &sink, 0);
    }
    emitter.family = "fuzz";
    emitter.stopped = false;
    emitter.fault = NULL;
    return &emitter;
}
