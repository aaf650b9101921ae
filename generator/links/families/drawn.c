/* Objects drawn at random: how many, in what sections, of what shapes, in what order their entries stand. */
#include "../families.h"
#include "emit/sets.h"

enum { DRAWN_OF_EACH = 20, MOST_OBJECTS = 6, MOST_FUNCTIONS = 12 };

unsigned gen_link_draw(struct link_emitter *emitter, unsigned bound)
{
    return (unsigned)random_below(&emitter->random, bound);
}

unsigned gen_link_draw_shape(struct link_emitter *emitter)
{
    unsigned shape;
    do
        shape = gen_link_draw(emitter, LINK_SHAPES);
    while (!gen_can_shape(shape, emitter->manner->profile, emitter->abi) ||
           gen_shape_size(shape, emitter->abi) > 4096);
    return shape;
}

void gen_link_shuffle(struct link_emitter *emitter, unsigned count, bool backwards)
{
    unsigned order[MOST_FUNCTIONS];
    for (unsigned i = 0; i < count; i++)
        order[i] = backwards ? count - 1 - i : i;
    gen_text_string(&emitter->lines, "entries");
    for (unsigned i = count; i > 1; i--) {
        const unsigned j = gen_link_draw(emitter, i), kept = order[j];
        order[j] = order[i - 1];
        order[i - 1] = kept;
    }
    for (unsigned i = 0; i < count; i++)
        gen_text_format(&emitter->lines, " %u", order[i]);
    gen_text_char(&emitter->lines, '\n');
}

static void draw_object(struct link_emitter *emitter)
{
    static const char *const names[] = {".text", ".text.unlikely", ".text.hot", ".text.f", "code"};
    const unsigned texts = 1 + gen_link_draw(emitter, COUNT(names));
    unsigned described = 0;
    gen_text_string(&emitter->lines, "object\n");
    for (unsigned i = 0; i < texts; i++) {
        const unsigned count = 1 + gen_link_draw(emitter, 2);
        described += count;
        gen_text_format(&emitter->lines, "text %s", names[i]);
        for (unsigned j = 0; j < count; j++)
            gen_text_format(&emitter->lines, " %s", gen_link_shapes[gen_link_draw_shape(emitter)].name);
        gen_text_string(&emitter->lines, gen_link_draw(emitter, 4) == 0 ? " leaf undescribed\n" : "\n");
    }
    if (gen_link_draw(emitter, 2) == 0)
        gen_link_shuffle(emitter, described, false);
}

void gen_links_drawn(struct link_emitter *emitter)
{
    for (unsigned i = 0; i < DRAWN_OF_EACH; i++) {
        const uint64_t state = random_next(&emitter->random);
        if (!gen_begin_link(emitter, "draw-%u", i))
            continue;
        emitter->random.state = state;
        const unsigned objects = 1 + gen_link_draw(emitter, MOST_OBJECTS);
        for (unsigned j = 0; j < objects; j++)
            draw_object(emitter);
        gen_end_link(emitter);
    }
}
