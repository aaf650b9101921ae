/* Objects drawn at random: how many, in what sections, of what shapes, in what order their entries stand. */
#include "../families.h"
#include "emit/sets.h"

enum { DRAWN_OF_EACH = 20, MOST_OBJECTS = 6, MOST_FUNCTIONS = 12 };

static unsigned draw(struct link_emitter *emitter, unsigned bound)
{
    return (unsigned)random_below(&emitter->random, bound);
}

static unsigned draw_shape(struct link_emitter *emitter)
{
    unsigned shape;
    do
        shape = draw(emitter, LINK_SHAPES);
    while (!gen_can_shape(shape, emitter->manner->profile, emitter->abi) ||
           gen_shape_size(shape, emitter->abi) > 4096);
    return shape;
}

static void shuffle(struct link_emitter *emitter)
{
    unsigned order[MOST_FUNCTIONS];
    const unsigned count = emitter->table.section.function_count;
    for (unsigned i = 0; i < count; i++)
        order[i] = i;
    for (unsigned i = count; i > 1; i--) {
        const unsigned j = draw(emitter, i), kept = order[j];
        order[j] = order[i - 1];
        order[i - 1] = kept;
    }
    gen_permute_table(emitter, order);
}

static void draw_object(struct link_emitter *emitter)
{
    static const char *const names[] = {".text", ".text.unlikely", ".text.hot", ".text.f", "code"};
    const unsigned texts = 1 + draw(emitter, COUNT(names));
    gen_begin_tabled_object(emitter);
    for (unsigned i = 0; i < texts; i++) {
        const int text = gen_add_text(emitter, names[i], NULL);
        const unsigned count = 1 + draw(emitter, 2);
        for (unsigned j = 0; j < count; j++)
            gen_add_described(emitter, text, draw_shape(emitter), FATE_KEPT);
        if (draw(emitter, 4) == 0)
            gen_add_undescribed(emitter, text, gen_shape_size(SHAPE_LEAF, emitter->abi));
    }
    if (draw(emitter, 2) == 0)
        shuffle(emitter);
    gen_end_tabled_object(emitter);
}

void gen_links_drawn(struct link_emitter *emitter)
{
    for (unsigned i = 0; i < DRAWN_OF_EACH; i++) {
        const uint64_t state = random_next(&emitter->random);
        if (!gen_begin_link(emitter, "draw-%u", i))
            continue;
        const struct random kept = emitter->random;
        emitter->random.state = state; /* what is drawn does not depend on what else is asked for */
        const unsigned objects = 1 + draw(emitter, MOST_OBJECTS);
        for (unsigned j = 0; j < objects; j++)
            draw_object(emitter);
        emitter->random = kept;
        gen_end_link(emitter);
    }
}
