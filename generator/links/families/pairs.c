/* Two objects: every two shapes.  Each has a leaf besides, so that a table has more than one function. */
#include "../families.h"

/* What needs much code meets small functions only. */
static bool meet(const struct link_manner *manner, enum abi abi, unsigned first, unsigned second)
{
    const uint32_t much = 4096;
    return gen_can_shape(first, manner->profile, abi) && gen_can_shape(second, manner->profile, abi) &&
           (gen_shape_size(first, abi) < much || gen_shape_size(second, abi) < much) &&
           (gen_shape_size(first, abi) + gen_shape_size(second, abi) < 2 * much || first == SHAPE_LEAF ||
            second == SHAPE_LEAF);
}

void gen_links_pairs(struct link_emitter *emitter)
{
    for (unsigned first = 0; first < LINK_SHAPES; first++) {
        for (unsigned second = 0; second < LINK_SHAPES; second++) {
            const bool turn = (first + second) % LINK_MODES == (unsigned)emitter->mode;
            if (!turn || !meet(emitter->manner, emitter->abi, first, second) ||
                !gen_begin_link(emitter, "%s+%s", gen_link_shapes[first].name, gen_link_shapes[second].name))
                continue;
            gen_add_simple_object(emitter, (const unsigned[]){SHAPE_LEAF, first}, 2);
            gen_add_simple_object(emitter, (const unsigned[]){second, SHAPE_LEAF}, 2);
            gen_end_link(emitter);
        }
    }
}
