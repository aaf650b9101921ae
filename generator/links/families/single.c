/* One object, one function of each shape. */
#include "../families.h"

void gen_links_single(struct link_emitter *emitter)
{
    for (unsigned shape = 0; shape < LINK_SHAPES; shape++) {
        if (!gen_can_shape(shape, emitter->manner->profile, emitter->abi) ||
            !gen_begin_link(emitter, "%s", gen_link_shapes[shape].name))
            continue;
        gen_add_simple_object(emitter, &shape, 1);
        gen_end_link(emitter);
    }
}
