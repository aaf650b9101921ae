/* Families that join everything with everything: each makes its links for one manner, ABI and mode, as lines.
 */
#include "../families.h"
#include "emit/sets.h"

/* Whether the pair is for this mode: each pair is made in one mode only. */
static bool is_turn(const struct link_emitter *emitter, unsigned first, unsigned second)
{
    return (first + second) % LINK_MODES == (unsigned)emitter->mode;
}

/* --- Shapes --------------------------------------------------------------------------------------------- */

static bool can(const struct link_emitter *emitter, unsigned shape)
{
    return gen_can_shape(shape, emitter->manner->profile, emitter->abi);
}

void gen_links_single(struct link_emitter *emitter)
{
    for (unsigned shape = 0; shape < LINK_SHAPES; shape++) {
        if (!can(emitter, shape) || !gen_begin_link(emitter, "%s", gen_link_shapes[shape].name))
            continue;
        gen_text_format(&emitter->lines, "object\ntext .text %s\n", gen_link_shapes[shape].name);
        gen_end_link(emitter);
    }
}

/* Whether the shapes become a pair; one with much code only does with a leaf. */
static bool meet(const struct link_emitter *emitter, unsigned first, unsigned second)
{
    const bool much =
        gen_shape_size(first, emitter->abi) >= 4096 || gen_shape_size(second, emitter->abi) >= 4096;
    return can(emitter, first) && can(emitter, second) &&
           (!much || first == SHAPE_LEAF || second == SHAPE_LEAF);
}

/* Each object has a leaf besides, so that its table has more than one function. */
void gen_links_pairs(struct link_emitter *emitter)
{
    for (unsigned i = 0; i < LINK_SHAPES * LINK_SHAPES; i++) {
        const unsigned first = i / LINK_SHAPES, second = i % LINK_SHAPES;
        const char *const one = gen_link_shapes[first].name, *const other = gen_link_shapes[second].name;
        if (!is_turn(emitter, first, second) || !meet(emitter, first, second) ||
            !gen_begin_link(emitter, "%s+%s", one, other))
            continue;
        gen_text_format(&emitter->lines, "object\ntext .text leaf %s\nobject\ntext .text %s leaf\n", one,
                        other);
        gen_end_link(emitter);
    }
}

/* --- Sections of code ----------------------------------------------------------------------------------- */

/* As compilers name them: linkers put hot, cold and start-up code in an order of their own. */
static const char *const names[] = {".text",           ".text.unlikely", ".text.hot",  ".text.startup",
                                    ".text.exit",      ".init",          ".fini",      ".text.f",
                                    ".text.unlikely.", "code",           ".text.a_b.c"};

/* Every two of them: an object has both, and a second object has them the other way round.  Then all. */
void gen_links_texts(struct link_emitter *emitter)
{
    for (unsigned i = 0; i < COUNT(names) * COUNT(names); i++) {
        const unsigned first = i / COUNT(names), second = i % COUNT(names);
        const char *const one = names[first], *const other = names[second];
        if (first == second || !is_turn(emitter, first, second) ||
            !gen_begin_link(emitter, "%s+%s", one, other))
            continue;
        gen_text_format(&emitter->lines,
                        "object\ntext %s frame leaf\ntext %s leaf leaf\n"
                        "object\ntext %s frame leaf\ntext %s leaf leaf\n",
                        one, other, other, one);
        gen_end_link(emitter);
    }
    if (!gen_begin_link(emitter, "all"))
        return;
    gen_text_string(&emitter->lines, "object times 3\n");
    for (unsigned i = 0; i < COUNT(names); i++)
        gen_text_format(&emitter->lines, "text %s %s leaf\n", names[i], i % 2 == 0 ? "frame" : "leaf");
    gen_end_link(emitter);
}

/* --- Sets ----------------------------------------------------------------------------------------------- */

/* The names of sets: the numbers of their bits. */
static const char *const sets[] = {"none", "0",  "1",  "01",  "2",  "02",  "12",  "012",
                                   "3",    "03", "13", "013", "23", "023", "123", "0123"};

/* An object with FUNCTIONS in groups, a bit each.  KEPT: those that no object before it has.  BETWEEN: its
 * other functions stand before and behind them. */
static void add_groups(struct text *lines, unsigned functions, unsigned kept, bool between)
{
    gen_text_format(lines, "object\ntext .text leaf%s\n", between ? "" : " frame");
    for (unsigned i = 0; i < 3; i++)
        if (is_in(functions, i))
            gen_text_format(lines, "text .text.shared%u group shared%u %s as shared%u%s\n", i, i,
                            i % 2 == 0 ? "frame" : "leaf", i, is_in(kept, i) ? "" : " free");
    gen_text_string(lines, between ? "text .text.last frame\n" : "");
}

void gen_links_groups(struct link_emitter *emitter)
{
    for (unsigned i = 0; i < 7 * 7; i++) {
        const unsigned first = 1 + i / 7, second = 1 + i % 7;
        if (!is_turn(emitter, first, second) || !gen_begin_link(emitter, "%s+%s", sets[first], sets[second]))
            continue;
        add_groups(&emitter->lines, first, first, false);
        add_groups(&emitter->lines, second, second & ~first, true);
        add_groups(&emitter->lines, 7, 7 & ~(first | second), false);
        gen_end_link(emitter);
    }
}

/* Four functions in sections of their own; the start calls those of CALLED, a bit each. */
static void add_parts(struct text *lines, unsigned called, bool collects)
{
    static const unsigned order[] = {0, 2, 1, 3};
    gen_text_string(lines, collects ? "option --gc-sections\n" : "");
    gen_text_string(lines, "object\ntext .text.start leaf");
    for (unsigned i = 0; i < 4; i++)
        if (is_in(called, i))
            gen_text_format(lines, " call part%u", i);
    for (unsigned i = 0; i < 4; i++)
        gen_text_format(lines, "\n%stext .text.part%u %s as part%u %s", i % 2 == 0 ? "object\n" : "",
                        order[i], i < 2 ? "leaf" : "frame", order[i],
                        collects && !is_in(called, order[i]) ? "gone" : "");
    gen_text_char(lines, '\n');
}

/* Only of modes in which code can be garbage: a shared object shows all, and a relocatable one has no start. */
void gen_links_garbage(struct link_emitter *emitter)
{
    for (unsigned i = 0; i < 2 * COUNT(sets); i++) {
        if ((emitter->mode != MODE_STATIC && emitter->mode != MODE_PIE) ||
            !gen_begin_link(emitter, "%s-%s", i % 2 != 0 ? "collected" : "kept", sets[i / 2]))
            continue;
        add_parts(&emitter->lines, i / 2, i % 2 != 0);
        gen_end_link(emitter);
    }
}

/* --- Manners -------------------------------------------------------------------------------------------- */

/* Two objects of different manners; the id has the first's.  A linker may refuse them or merge them rightly. */
void gen_links_mixed(struct link_emitter *emitter)
{
    const struct link_manner *const manner = emitter->manner;
    for (unsigned other = 0; other < LINK_MANNERS; other++) {
        const struct link_manner *const second = &gen_link_manners[other];
        if (second == manner || !is_in(second->abis, emitter->abi) ||
            !gen_begin_link(emitter, "with-%s", second->name))
            continue;
        if (manner->starts != STARTS_PCREL || second->starts != STARTS_PCREL)
            emitter->ledger = "relocatable-start";
        else if (second->ledger != NULL)
            emitter->ledger = second->ledger;
        emitter->unmixed = gen_profile_facts[second->profile].version != gen_profile_facts[manner->profile].version;
        gen_text_format(&emitter->lines,
                        "object\ntext .text leaf frame\nobject manner %s\ntext .text frame leaf\n",
                        second->name);
        gen_end_link(emitter);
    }
}
