/* Links drawn at random. */
#include "../families.h"
#include "emit/sets.h"

/* --- Objects: how many, in what sections, of what shapes, in what order their entries stand -------------- */

enum { DRAWN_OF_EACH = 20, MOST_OBJECTS = 6, MOST_FUNCTIONS = 12 };

static unsigned draw_below(struct link_emitter *emitter, unsigned bound)
{
    return (unsigned)random_below(&emitter->random, bound);
}

/* A shape of at most 4,096 bytes. */
static unsigned draw_any_shape(struct link_emitter *emitter)
{
    unsigned shape;
    do
        shape = draw_below(emitter, LINK_SHAPES);
    while (!gen_can_shape(shape, emitter->manner->profile, emitter->abi) ||
           gen_shape_size(shape, emitter->abi) > 4096);
    return shape;
}

/* A line `entries`, which puts the COUNT functions of a table in another order.  BACKWARDS: the last function is first
 * before they are shuffled. */
static void shuffle(struct link_emitter *emitter, unsigned count, bool backwards)
{
    unsigned order[MOST_FUNCTIONS];
    for (unsigned i = 0; i < count; i++)
        order[i] = backwards ? count - 1 - i : i;
    gen_text_string(&emitter->lines, "entries");
    for (unsigned i = count; i > 1; i--) {
        const unsigned j = draw_below(emitter, i), kept = order[j];
        order[j] = order[i - 1];
        order[i - 1] = kept;
    }
    for (unsigned i = 0; i < count; i++)
        gen_text_format(&emitter->lines, " %u", order[i]);
    gen_text_char(&emitter->lines, '\n');
}

static void draw_plain_object(struct link_emitter *emitter)
{
    static const char *const names[] = {".text", ".text.unlikely", ".text.hot", ".text.f", "code"};
    const unsigned texts = 1 + draw_below(emitter, COUNT(names));
    unsigned described = 0;
    gen_text_string(&emitter->lines, "object\n");
    for (unsigned i = 0; i < texts; i++) {
        const unsigned count = 1 + draw_below(emitter, 2);
        described += count;
        gen_text_format(&emitter->lines, "text %s", names[i]);
        for (unsigned j = 0; j < count; j++)
            gen_text_format(&emitter->lines, " %s", gen_link_shapes[draw_any_shape(emitter)].name);
        gen_text_string(&emitter->lines, draw_below(emitter, 4) == 0 ? " leaf undescribed\n" : "\n");
    }
    if (draw_below(emitter, 2) == 0)
        shuffle(emitter, described, false);
}

void gen_links_drawn(struct link_emitter *emitter)
{
    for (unsigned i = 0; i < DRAWN_OF_EACH; i++) {
        const uint64_t state = random_next(&emitter->random);
        if (!gen_begin_link(emitter, "draw-%u", i))
            continue;
        emitter->random.state = state;
        const unsigned objects = 1 + draw_below(emitter, MOST_OBJECTS);
        for (unsigned j = 0; j < objects; j++)
            draw_plain_object(emitter);
        gen_end_link(emitter);
    }
}

/* --- What the other families have, together in one link --------------------------------------------------
 *
 * A link is first drawn as a model, and then built.  Each thing that is drawn is a part which can be left out
 * (gen_link_has_part); the truth is that of the rest. */

enum {
    PLAIN = 6, /* its place in `kinds` */
    OF_EACH = 2,
    OBJECTS = 5,
    TABLES = 2,
    TEXTS = 4,
    FUNCTIONS = 3,
    PLACES = TABLES * TEXTS,
    NO_CALL = -1
};

/* What links may have that is odd; a kind of link has some of these. */
enum {
    ODD_TEXTS = 1 << 0,   /* several sections of code, entries in another order */
    ODD_OPTIONS = 1 << 1, /* options that change nothing of what is true */
    ODD_GROUPS = 1 << 2,  /* COMDAT */
    ODD_TABLES = 1 << 3,  /* several tables in an object, or none; code that is in none; local functions */
    ODD_GARBAGE = 1 << 4, /* sections that nothing refers to have to go */
    ODD_HEADERS = 1 << 5,
    ODD_MANNERS = 1 << 6, /* objects of several versions */
};

/* Kinds of links.  With ODD_HEADERS, some tables' headers have these words of the notation. */
static const struct kind {
    const char *name;
    unsigned odd, profiles, abis;
    const char *words;
    bool unmixed;       /* the words hold for all functions, so tables without them cannot be merged */
    const char *ledger; /* the point that leaves open whether a header may have the words */
} kinds[] = {
    {"code", ODD_TEXTS | ODD_OPTIONS, ALL, ANY_ABI, "", false, NULL},
    {"groups", ODD_TEXTS | ODD_GROUPS, ALL, ANY_ABI, "", false, NULL},
    {"tables", ODD_TEXTS | ODD_TABLES, ALL, ANY_ABI, "", false, NULL},
    {"garbage", ODD_TEXTS | ODD_GARBAGE, ALL, ANY_ABI, "", false, NULL},
    {"manners", ODD_TEXTS | ODD_MANNERS, ALL, ANY_ABI, "", false, NULL},
    {"all", ODD_TEXTS | ODD_OPTIONS | ODD_GROUPS | ODD_TABLES | ODD_GARBAGE, ALL, ANY_ABI, "", false, NULL},
    {"plain", ODD_HEADERS, ALL, ANY_ABI, "", false, NULL},
    {"sorted", ODD_HEADERS, ALL, ANY_ABI, "sorted", false, NULL},
    {"frame-pointer", ODD_HEADERS, BEFORE_V3, ANY_ABI, "frame-pointer", false, "flag-frame-pointer-scope"},
    {"fixed-fp", ODD_HEADERS, ALL, ANY_ABI, "fixed-fp -16", true, "fixed-fp-any-abi"},
    {"fixed-ra", ODD_HEADERS, ALL, AMD, "fixed-ra -16", true, "fixed-ra-amd64-other"},
    {"aux", ODD_HEADERS, ALL, ANY_ABI, "aux a0a1a2a3a4a5a6a7", false, NULL},
    {"gap-after-header", ODD_HEADERS, ALL, ANY_ABI, "gap-header 8", false, "tile-gap-after-header"},
    {"gap-after-functions", ODD_HEADERS, ALL, ANY_ABI, "gap-functions 4", false, "tile-filler"},
    {"bytes-at-end", ODD_HEADERS, ALL, ANY_ABI, "gap-end 3", false, "tile-trailing-bytes"},
    {"rows-first", ODD_HEADERS, ALL, ANY_ABI, "rows-first", false, "tile-rows-first"},
};

static const char *const text_names[PLACES] = {".text",         ".text.unlikely", ".text.hot", ".text.f",
                                               ".text.startup", "code",           ".text.g",   ".text.a_b.c"};

/* Options that every linker has, unless it makes a relocatable file. */
static const char *const options[] = {
    "-z now", "-z separate-code", "-z noseparate-code", "-z max-page-size=65536", "--build-id",
    "-O2",    "--hash-style=gnu"};

struct drawn_function {
    bool there, described, local;
    unsigned shape, number;
    int calls; /* the number of a place of the link, or NO_CALL */
};

struct drawn_text {
    bool there, group, kept, reached;
    unsigned place; /* in its object; gives its name and its group */
    unsigned function_count;
    struct drawn_function functions[FUNCTIONS];
};

struct drawn_table {
    bool there, described, shuffled;
    const struct kind *header;
    unsigned text_count;
    struct drawn_text texts[TEXTS];
};

struct drawn_object {
    bool there;
    const struct link_manner *manner;
    unsigned table_count;
    struct drawn_table tables[TABLES];
};

struct drawn_link {
    const struct kind *kind;
    const struct link_manner *manner; /* of most objects */
    unsigned odd, object_count;
    bool collects;
    struct drawn_object objects[OBJECTS];
};

/* --- Drawing -------------------------------------------------------------------------------------------- */

/* Draws an odd part, one time in ONE_IN.  False: not drawn, or left out, or this kind of link has no ODD. */
static bool draw_odd(struct link_emitter *emitter, const struct drawn_link *link, unsigned odd,
                     unsigned one_in)
{
    const bool drawn = draw_below(emitter, one_in) == 0 && (link->odd & odd) != 0;
    return drawn && gen_link_has_part(emitter);
}

static unsigned draw_count(struct link_emitter *emitter, const struct drawn_link *link, unsigned odd,
                           unsigned most)
{
    const unsigned count = 1 + draw_below(emitter, most);
    return (link->odd & odd) != 0 ? count : 1;
}

/* A section does not say which errata of its version it is written by.  So if an object is not written as its link's
 * others are, any text of its version must say the shape. */
static bool is_sayable(const struct link_emitter *emitter, const struct drawn_link *link, unsigned shape)
{
    const unsigned version = gen_profile_facts[emitter->manner->profile].version;
    bool sayable = true;
    for (enum profile profile = 0; profile < PROFILES && emitter->manner != link->manner; profile++)
        sayable = sayable && (gen_profile_facts[profile].version != version ||
                              gen_can_shape(shape, profile, emitter->abi) || !abi_known(profile, emitter->abi));
    return sayable;
}

/* A shape; a leaf, if its part is left out or not all texts can say it. */
static unsigned draw_shape(struct link_emitter *emitter, const struct drawn_link *link)
{
    const unsigned shape = draw_any_shape(emitter);
    const bool has = shape != SHAPE_LEAF && gen_link_has_part(emitter);
    return has && is_sayable(emitter, link, shape) ? shape : SHAPE_LEAF;
}

static void draw_text(struct link_emitter *emitter, const struct drawn_link *link, struct drawn_text *text)
{
    text->there = gen_link_has_part(emitter);
    text->group = draw_odd(emitter, link, ODD_GROUPS, 2);
    text->function_count = text->group ? 1 : 1 + draw_below(emitter, FUNCTIONS);
    for (unsigned i = 0; i < text->function_count; i++) {
        struct drawn_function *const function = &text->functions[i];
        function->there = gen_link_has_part(emitter);
        function->shape = draw_shape(emitter, link);
        function->described = !draw_odd(emitter, link, ODD_TABLES, 5);
        function->local = draw_odd(emitter, link, ODD_TABLES, 5) && !text->group;
        const int called = (int)draw_below(emitter, OBJECTS * PLACES);
        function->calls = draw_odd(emitter, link, ODD_GARBAGE, 2) ? called : NO_CALL;
    }
}

static const struct link_manner *draw_manner(struct link_emitter *emitter, const struct drawn_link *link)
{
    const struct link_manner *const other = &gen_link_manners[draw_below(emitter, LINK_MANNERS)];
    const bool has = draw_odd(emitter, link, ODD_MANNERS, 2);
    return has && is_in(other->abis, emitter->abi) ? other : emitter->manner;
}

static void draw_table(struct link_emitter *emitter, const struct drawn_link *link, struct drawn_table *table,
                       unsigned number)
{
    table->there = gen_link_has_part(emitter);
    table->described = !draw_odd(emitter, link, ODD_TABLES, 6);
    table->shuffled = draw_odd(emitter, link, ODD_TEXTS, 2);
    table->header = draw_odd(emitter, link, ODD_HEADERS, 2) ? link->kind : &kinds[PLAIN];
    table->text_count = draw_count(emitter, link, ODD_TEXTS, TEXTS);
    for (unsigned i = 0; i < table->text_count; i++) {
        table->texts[i].place = number * TEXTS + i;
        draw_text(emitter, link, &table->texts[i]);
    }
}

/* Also sets in the emitter on which open point the link rests, and whether objects cannot be merged. */
static void draw_object(struct link_emitter *emitter, const struct drawn_link *link,
                        struct drawn_object *object)
{
    const struct link_manner *const manner = emitter->manner;
    object->there = gen_link_has_part(emitter);
    object->manner = emitter->manner = draw_manner(emitter, link); /* draw_shape() reads it there */
    object->table_count = draw_count(emitter, link, ODD_TABLES, TABLES);
    if (object->there && object->manner != manner) {
        emitter->ledger = "relocatable-start";
        emitter->unmixed |=
            gen_profile_facts[object->manner->profile].version != gen_profile_facts[manner->profile].version;
    }
    for (unsigned i = 0; i < object->table_count; i++) {
        struct drawn_table *const table = &object->tables[i];
        draw_table(emitter, link, table, i);
        if (!object->there || !table->there)
            continue;
        emitter->ledger = table->header->ledger != NULL ? table->header->ledger : emitter->ledger;
        emitter->unmixed |= table->header->unmixed;
    }
    emitter->manner = manner;
}

static void draw_link(struct link_emitter *emitter, struct drawn_link *link)
{
    link->collects = draw_odd(emitter, link, ODD_GARBAGE, 1);
    gen_text_string(&emitter->lines, link->collects ? "option --gc-sections\n" : "");
    for (unsigned i = 0; i < COUNT(options); i++)
        if (emitter->mode != MODE_RELOCATABLE && draw_odd(emitter, link, ODD_OPTIONS, 5))
            gen_text_format(&emitter->lines, "option %s\n", options[i]);
    link->object_count = 1 + draw_below(emitter, OBJECTS);
    for (unsigned i = 0; i < link->object_count; i++)
        draw_object(emitter, link, &link->objects[i]);
}

/* --- What must come of it ------------------------------------------------------------------------------- */

/* The text at a place, or null: it is not there. */
static struct drawn_text *text_at(struct drawn_link *link, int number)
{
    struct drawn_object *const object = &link->objects[number / PLACES];
    struct drawn_table *const table = &object->tables[number % PLACES / TEXTS];
    struct drawn_text *const text = &table->texts[number % TEXTS];
    return object->there && table->there && text->there ? text : NULL;
}

/* The text that the linker keeps for this one, and to which calls go: of a group the first that is there. */
static struct drawn_text *kept_of(struct drawn_link *link, struct drawn_text *text)
{
    if (text == NULL || !text->group)
        return text;
    for (int i = 0; i < OBJECTS * PLACES; i++) {
        struct drawn_text *const other = text_at(link, i);
        if (other != NULL && other->group && other->place == text->place && other->functions[0].there)
            return other;
    }
    return text;
}

/* The function that is called if a text is: its first that is there and not local, or null. */
static const struct drawn_function *called_in(const struct drawn_text *text)
{
    for (unsigned i = 0; text != NULL && i < text->function_count; i++)
        if (text->functions[i].there && !text->functions[i].local)
            return &text->functions[i];
    return NULL;
}

/* Numbers the functions that get names f0, f1, ... in order; the others by their place. */
static void number_functions(struct drawn_link *link)
{
    unsigned number = 0;
    for (int i = 0; i < OBJECTS * PLACES; i++) {
        struct drawn_text *const text = text_at(link, i);
        if (text == NULL)
            continue;
        text->kept = kept_of(link, text) == text;
        for (unsigned j = 0; j < text->function_count; j++)
            if (text->functions[j].there && !text->functions[j].local && !text->group)
                text->functions[j].number = number++;
            else
                text->functions[j].number = (unsigned)i * FUNCTIONS + j;
    }
}

/* Whether the text has f0, or a text calls it that is kept and reached itself. */
static bool is_reached(struct drawn_link *link, const struct drawn_text *text)
{
    const struct drawn_function *const own = called_in(text);
    if (own != NULL && !text->group && own->number == 0)
        return true;
    for (int i = 0; i < OBJECTS * PLACES; i++) {
        const struct drawn_text *const caller = text_at(link, i);
        const bool calls = caller != NULL && caller->reached && caller->kept;
        for (unsigned j = 0; calls && j < caller->function_count; j++)
            if (caller->functions[j].there && caller->functions[j].calls != NO_CALL && own != NULL &&
                kept_of(link, text_at(link, caller->functions[j].calls)) == text)
                return true;
    }
    return false;
}

static void reach(struct drawn_link *link)
{
    bool more = true;
    while (more) {
        more = false;
        for (int i = 0; i < OBJECTS * PLACES; i++) {
            struct drawn_text *const text = text_at(link, i);
            if (text == NULL || text->reached || (link->collects && !is_reached(link, text)))
                continue;
            text->reached = more = true;
        }
    }
}

/* --- Building ------------------------------------------------------------------------------------------- */

static const char *name_of(const struct drawn_text *text, const struct drawn_function *function,
                           char buffer[LINK_NAME])
{
    return gen_print(buffer, LINK_NAME, "%s%u",
                     text->group       ? "shared"
                     : function->local ? "local"
                                       : "f",
                     text->group ? text->place : function->number);
}

static const char *fate_of(struct drawn_link *link, struct drawn_text *text)
{
    if (!kept_of(link, text)->reached)
        return "gone";
    return text->kept ? "" : "free";
}

/* Adds the line of a text.  Returns how many of its functions the table describes. */
static unsigned add_text(struct link_emitter *emitter, struct drawn_link *link,
                         const struct drawn_table *table, struct drawn_text *text)
{
    struct text *const lines = &emitter->lines;
    char buffer[LINK_NAME];
    unsigned count = 0;
    if (text->group)
        gen_text_format(lines, "text .text.shared%u group shared%u", text->place, text->place);
    else
        gen_text_format(lines, "text %s", text_names[text->place]);
    for (unsigned i = 0; i < text->function_count; i++) {
        const struct drawn_function *const function = &text->functions[i];
        const bool described = table->described && function->described;
        if (!function->there)
            continue;
        count += described;
        gen_text_format(lines, " %s as %s %s %s", gen_link_shapes[function->shape].name,
                        name_of(text, function, buffer), described ? fate_of(link, text) : "undescribed",
                        described && function->local ? "local" : "");
        struct drawn_text *const called =
            function->calls == NO_CALL ? NULL : kept_of(link, text_at(link, function->calls));
        if (called != NULL && called_in(called) != NULL)
            gen_text_format(lines, " call %s", name_of(called, called_in(called), buffer));
    }
    gen_text_char(lines, '\n');
    return count;
}

static void add_object(struct link_emitter *emitter, struct drawn_link *link, struct drawn_object *object)
{
    gen_text_format(&emitter->lines, "object manner %s bare\n", object->manner->name);
    for (unsigned i = 0; i < object->table_count; i++) {
        struct drawn_table *const table = &object->tables[i];
        unsigned count = 0;
        if (!table->there)
            continue;
        gen_text_format(&emitter->lines, "table %s\n", table->described ? table->header->words : "bare");
        for (unsigned j = 0; j < table->text_count; j++)
            if (table->texts[j].there)
                count += add_text(emitter, link, table, &table->texts[j]);
        if (table->shuffled)
            shuffle(emitter, count, true);
    }
}

static void make_one(struct link_emitter *emitter, const struct kind *kind)
{
    static struct drawn_link link;
    const bool can_collect = emitter->mode == MODE_STATIC || emitter->mode == MODE_PIE;
    link = (struct drawn_link){
        .odd = kind->odd & ~(can_collect ? 0U : ODD_GARBAGE), .kind = kind, .manner = emitter->manner};
    draw_link(emitter, &link);
    number_functions(&link);
    reach(&link);
    for (unsigned i = 0; i < link.object_count; i++)
        if (link.objects[i].there)
            add_object(emitter, &link, &link.objects[i]);
}

void gen_links_mingled(struct link_emitter *emitter)
{
    for (unsigned i = 0; i < COUNT(kinds) * OF_EACH; i++) {
        const struct kind *const kind = &kinds[i / OF_EACH];
        const uint64_t state = random_next(&emitter->random);
        if (!applies(kind->profiles, kind->abis, emitter->manner->profile, emitter->abi) ||
            !gen_begin_link(emitter, "%s-%u", kind->name, i % OF_EACH))
            continue;
        emitter->random.state = state;
        make_one(emitter, kind);
        gen_end_link(emitter);
    }
}
