/* Equal code that a linker may fold, and code that is equal and whose rows are not.  Whether it is folded is
 * the linker's choice: each name is asked for, and at its place must be its rows. */
#include "../families.h"
#include "emit/sets.h"

/* --- Parts of an object --------------------------------------------------------------------------------- */

static const char *const twins[] = {"twin0", "twin1", "twin2"};

/* In a section of its own. */
static int add_own(struct link_emitter *emitter, const char *name, const char *group, unsigned shape,
                   enum link_fate fate)
{
    char section[LINK_NAME];
    const int text = gen_add_text(emitter, SAY(section, ".text.%s", name), group);
    gen_add_named(emitter, text, shape, fate, name, false);
    return text;
}

/* Nobody folds what will be linked again. */
static enum link_fate later(const struct link_emitter *emitter)
{
    return emitter->mode == MODE_RELOCATABLE ? FATE_KEPT : FATE_SILENT;
}

/* One of those that are equal. */
static int add_twin(struct link_emitter *emitter, unsigned number, unsigned shape)
{
    return add_own(emitter, twins[number], NULL, shape, number == 0 ? FATE_KEPT : later(emitter));
}

static void begin(struct link_emitter *emitter)
{
    gen_begin_tabled_object(emitter);
}

static void end(struct link_emitter *emitter)
{
    gen_end_tabled_object(emitter);
}

/* The start, which calls these, so that none is garbage. */
static void add_start(struct link_emitter *emitter, const char *const *names, unsigned count)
{
    const int text = gen_add_text(emitter, ".text", NULL);
    gen_add_described(emitter, text, SHAPE_ONE_UNIT, FATE_KEPT);
    for (unsigned i = 0; i < count; i++)
        gen_add_call_of(emitter, text, names[i]);
}

/* --- Links ---------------------------------------------------------------------------------------------- */

static void within(struct link_emitter *emitter)
{
    begin(emitter);
    add_start(emitter, twins, 3);
    for (unsigned i = 0; i < 3; i++)
        (void)add_twin(emitter, i, SHAPE_FRAME);
    end(emitter);
}

static void across(struct link_emitter *emitter)
{
    static const unsigned others[] = {SHAPE_LEAF, SHAPE_TWO_BYTE_STARTS, SHAPE_MANY_ROWS};
    for (unsigned i = 0; i < 3; i++) {
        begin(emitter);
        if (i == 0)
            add_start(emitter, twins, 3);
        (void)add_twin(emitter, i, SHAPE_FRAME);
        gen_add_described(emitter, gen_add_text(emitter, ".text.last", NULL), others[i], FATE_KEPT);
        end(emitter);
    }
}

/* They are equal only if those that they call have become one. */
static void callers(struct link_emitter *emitter)
{
    static const char *const names[] = {"caller0", "caller1"};
    for (unsigned i = 0; i < 2; i++) {
        begin(emitter);
        if (i == 0)
            add_start(emitter, names, 2);
        gen_add_call_of(emitter,
                        add_own(emitter, names[i], NULL, SHAPE_LEAF, i == 0 ? FATE_KEPT : later(emitter)),
                        twins[i]);
        (void)add_twin(emitter, i, SHAPE_FRAME);
        end(emitter);
    }
}

/* Where the second of two is. */
enum apart { SAME_TABLE, OTHER_TABLE, OTHER_OBJECT };

static void add_pair(struct link_emitter *emitter, unsigned one, unsigned other, enum apart apart)
{
    begin(emitter);
    add_start(emitter, twins, 2);
    (void)add_twin(emitter, 0, one);
    if (apart != SAME_TABLE)
        gen_end_table(emitter);
    if (apart == OTHER_OBJECT) {
        gen_end_object(emitter);
        gen_begin_object(emitter);
    }
    if (apart != SAME_TABLE)
        gen_begin_table(emitter);
    (void)add_twin(emitter, 1, other);
    end(emitter);
}

static void other_rows(struct link_emitter *emitter)
{
    add_pair(emitter, SHAPE_FRAME, SHAPE_TWO_BYTE_WORDS, SAME_TABLE);
}

static void other_rows_across(struct link_emitter *emitter)
{
    add_pair(emitter, SHAPE_FRAME, SHAPE_TWO_BYTE_WORDS, OTHER_OBJECT);
}

/* The same rows but for what a function says of itself. */
static void signal(struct link_emitter *emitter)
{
    add_pair(emitter, SHAPE_SIGNAL, SHAPE_FRAME, OTHER_OBJECT);
}

static void outermost(struct link_emitter *emitter)
{
    add_pair(emitter, SHAPE_LEAF, SHAPE_NO_WORDS, OTHER_OBJECT);
}

/* One of them is in no table. */
static void undescribed(struct link_emitter *emitter)
{
    begin(emitter);
    add_start(emitter, twins, 2);
    (void)add_twin(emitter, 0, SHAPE_FRAME);
    end(emitter);
    gen_begin_object(emitter);
    gen_add_filler(emitter, gen_add_text(emitter, ".text.twin1", NULL),
                   gen_shape_size(SHAPE_FRAME, emitter->abi), twins[1]);
    gen_end_object(emitter);
}

/* Groups of two names with equal code; each is there twice, and the first of each name stays. */
static void groups(struct link_emitter *emitter)
{
    for (unsigned object = 0; object < 2; object++) {
        begin(emitter);
        if (object == 0)
            add_start(emitter, twins, 2);
        for (unsigned i = 0; i < 2; i++)
            (void)add_own(emitter, twins[i], twins[i], SHAPE_FRAME,
                          object + i == 0 ? FATE_KEPT : FATE_SILENT);
        gen_add_described(emitter, gen_add_text(emitter, ".text.last", NULL),
                          object == 0 ? SHAPE_LEAF : SHAPE_MANY_ROWS, FATE_KEPT);
        end(emitter);
    }
}

/* An object with a table for each function, as ld -r leaves them that puts no tables together. */
static void two_tables(struct link_emitter *emitter)
{
    add_pair(emitter, SHAPE_FRAME, SHAPE_FRAME, OTHER_TABLE);
}

/* Nothing calls one of them; what stands for it may be called so. */
static void garbage(struct link_emitter *emitter)
{
    gen_link_option(emitter, "--gc-sections");
    begin(emitter);
    add_start(emitter, twins, 2);
    for (unsigned i = 0; i < 3; i++)
        (void)add_twin(emitter, i, SHAPE_FRAME);
    end(emitter);
}

/* --- The table ------------------------------------------------------------------------------------------ */

static const struct {
    const char *name;
    void (*add)(struct link_emitter *emitter);
    unsigned shape; /* that the text must be able to say */
} kinds[] = {
    {"within", within, SHAPE_FRAME},
    {"across", across, SHAPE_FRAME},
    {"callers", callers, SHAPE_FRAME},
    {"other-rows", other_rows, SHAPE_FRAME},
    {"other-rows-across", other_rows_across, SHAPE_FRAME},
    {"signal", signal, SHAPE_SIGNAL},
    {"outermost", outermost, SHAPE_NO_WORDS},
    {"undescribed", undescribed, SHAPE_FRAME},
    {"groups", groups, SHAPE_FRAME},
    {"two-tables", two_tables, SHAPE_FRAME},
    {"garbage", garbage, SHAPE_FRAME},
};

/* As linkers spell it: without an exception, and for code whose address nobody takes. */
static const char *const words_of_modes[LINK_MODES] = {[MODE_SHARED] = "--icf=all",
                                                       [MODE_STATIC] = "--icf=all",
                                                       [MODE_PIE] = "--icf=safe",
                                                       [MODE_RELOCATABLE] = "--icf=all"};

void gen_links_folded(struct link_emitter *emitter)
{
    for (unsigned i = 0; i < COUNT(kinds); i++) {
        /* Nothing starts a relocatable object: what is garbage is not known. */
        if ((emitter->mode == MODE_RELOCATABLE && kinds[i].add == garbage) ||
            !gen_can_shape(kinds[i].shape, emitter->manner->profile, emitter->abi) ||
            !gen_begin_link(emitter, "%s", kinds[i].name))
            continue;
        gen_link_option(emitter, words_of_modes[emitter->mode]);
        kinds[i].add(emitter);
        gen_end_link(emitter);
    }
}
