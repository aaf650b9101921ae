/* What the other families have, one beside the other: a link is drawn as a model, and then built.  Each thing
 * that is drawn is a part which can be left out (gen_link_has_part), and the truth is that of the rest. */
#include "../families.h"
#include "../link_headers.h"
#include "emit/sets.h"

enum {
    KINDS = 6 + LINK_HEADERS,
    OF_EACH = 2,
    OBJECTS = 5,
    TABLES = 2,
    TEXTS = 4,
    FUNCTIONS = 3,
    PLACES = TABLES * TEXTS,
    NO_CALL = -1
};

/* Of one kind of link each. */
enum {
    ODD_TEXTS = 1 << 0,   /* several sections of code, entries in another order */
    ODD_OPTIONS = 1 << 1, /* which change nothing of what is true */
    ODD_GROUPS = 1 << 2,  /* COMDAT */
    ODD_TABLES = 1 << 3,  /* several tables in an object, or none; code that is in none; local functions */
    ODD_GARBAGE = 1 << 4, /* sections that nothing refers to have to go */
    ODD_HEADERS = 1 << 5,
    ODD_MANNERS = 1 << 6, /* objects of several versions */
};

/* And for each header there is one by its name. */
static const struct kind {
    const char *name;
    unsigned odd;
} kinds[] = {
    {"code", ODD_TEXTS | ODD_OPTIONS},
    {"groups", ODD_TEXTS | ODD_GROUPS},
    {"tables", ODD_TEXTS | ODD_TABLES},
    {"garbage", ODD_TEXTS | ODD_GARBAGE},
    {"manners", ODD_TEXTS | ODD_MANNERS},
    {"all", ODD_TEXTS | ODD_OPTIONS | ODD_GROUPS | ODD_TABLES | ODD_GARBAGE},
};

static const char *const text_names[PLACES] = {".text",         ".text.unlikely", ".text.hot", ".text.f",
                                               ".text.startup", "code",           ".text.g",   ".text.a_b.c"};

static const char *const group_names[PLACES] = {"shared0", "shared1", "shared2", "shared3",
                                                "shared4", "shared5", "shared6", "shared7"};

/* Every linker has them, for any file but a relocatable one. */
static const char *const options[][2] = {
    {"-z", "now"},        {"-z", "separate-code"}, {"-z", "noseparate-code"}, {"-z", "max-page-size=65536"},
    {"--build-id", NULL}, {"-O2", NULL},           {"--hash-style=gnu", NULL}};

struct drawn_function {
    bool there, described, local;
    unsigned shape, number;
    int calls; /* the number of a place of the link, or NO_CALL */
};

struct drawn_text {
    bool there, group, kept, reached;
    unsigned place; /* in its object: its name, and its group */
    unsigned function_count;
    struct drawn_function functions[FUNCTIONS];
};

struct drawn_table {
    bool there, described, shuffled;
    const struct link_header *header;
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
    unsigned odd, object_count;
    const struct link_header *header; /* that some tables have */
    bool collects, options[COUNT(options)];
    struct drawn_object objects[OBJECTS];
};

/* --- Drawing -------------------------------------------------------------------------------------------- */

static unsigned draw(struct link_emitter *emitter, unsigned bound)
{
    return (unsigned)random_below(&emitter->random, bound);
}

/* One in so many, a part if it is drawn; never, unless the kind of link has such. */
static bool draw_odd(struct link_emitter *emitter, const struct drawn_link *link, unsigned odd,
                     unsigned one_in)
{
    const bool drawn = draw(emitter, one_in) == 0 && (link->odd & odd) != 0;
    return drawn && gen_link_has_part(emitter);
}

static unsigned draw_count(struct link_emitter *emitter, const struct drawn_link *link, unsigned odd,
                           unsigned most)
{
    const unsigned count = 1 + draw(emitter, most);
    return (link->odd & odd) != 0 ? count : 1;
}

/* Without its part it is a leaf. */
static unsigned draw_shape(struct link_emitter *emitter)
{
    unsigned shape;
    do
        shape = draw(emitter, LINK_SHAPES);
    while (!gen_can_shape(shape, emitter->manner->profile, emitter->abi) ||
           gen_shape_size(shape, emitter->abi) > 4096);
    return shape != SHAPE_LEAF && !gen_link_has_part(emitter) ? SHAPE_LEAF : shape;
}

static void draw_text(struct link_emitter *emitter, const struct drawn_link *link, struct drawn_text *text)
{
    text->there = gen_link_has_part(emitter);
    text->group = draw_odd(emitter, link, ODD_GROUPS, 2);
    text->function_count = text->group ? 1 : 1 + draw(emitter, FUNCTIONS);
    for (unsigned i = 0; i < text->function_count; i++) {
        struct drawn_function *const function = &text->functions[i];
        function->there = gen_link_has_part(emitter);
        function->shape = draw_shape(emitter);
        function->described = !draw_odd(emitter, link, ODD_TABLES, 5);
        function->local = draw_odd(emitter, link, ODD_TABLES, 5) && !text->group;
        const int called = (int)draw(emitter, OBJECTS * PLACES);
        function->calls = draw_odd(emitter, link, ODD_GARBAGE, 2) ? called : NO_CALL;
    }
}

static const struct link_header *draw_header(struct link_emitter *emitter, const struct drawn_link *link)
{
    return draw_odd(emitter, link, ODD_HEADERS, 2) ? link->header : &gen_link_headers[HEADER_PLAIN];
}

static const struct link_manner *draw_manner(struct link_emitter *emitter, const struct drawn_link *link)
{
    const struct link_manner *const other = &gen_link_manners[draw(emitter, LINK_MANNERS)];
    const bool has = draw_odd(emitter, link, ODD_MANNERS, 2);
    return has && is_in(other->abis, emitter->abi) ? other : emitter->manner;
}

static void draw_object(struct link_emitter *emitter, const struct drawn_link *link,
                        struct drawn_object *object)
{
    const struct link_manner *const manner = emitter->manner;
    object->there = gen_link_has_part(emitter);
    object->manner = emitter->manner = draw_manner(emitter, link); /* by which shapes are drawn, too */
    object->table_count = draw_count(emitter, link, ODD_TABLES, TABLES);
    for (unsigned i = 0; i < object->table_count; i++) {
        struct drawn_table *const table = &object->tables[i];
        table->there = gen_link_has_part(emitter);
        table->described = !draw_odd(emitter, link, ODD_TABLES, 6);
        table->shuffled = draw_odd(emitter, link, ODD_TEXTS, 2);
        table->header = draw_header(emitter, link);
        table->text_count = draw_count(emitter, link, ODD_TEXTS, TEXTS);
        for (unsigned j = 0; j < table->text_count; j++) {
            table->texts[j].place = i * TEXTS + j;
            draw_text(emitter, link, &table->texts[j]);
        }
    }
    emitter->manner = manner;
}

static void draw_link(struct link_emitter *emitter, struct drawn_link *link)
{
    link->collects = draw_odd(emitter, link, ODD_GARBAGE, 1);
    for (unsigned i = 0; i < COUNT(options); i++)
        link->options[i] = emitter->mode != MODE_RELOCATABLE && draw_odd(emitter, link, ODD_OPTIONS, 5);
    link->object_count = 1 + draw(emitter, OBJECTS);
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

/* The first of a group is kept; the others' calls go there. */
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

/* The function by which a text is called: its first that others see, or null. */
static const struct drawn_function *called_in(const struct drawn_text *text)
{
    for (unsigned i = 0; text != NULL && i < text->function_count; i++)
        if (text->functions[i].there && !text->functions[i].local)
            return &text->functions[i];
    return NULL;
}

/* What is there is numbered, in order. */
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

/* The section of f0, and what is called from sections that are reached. */
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
    if (text->group)
        return group_names[text->place];
    return gen_print(buffer, LINK_NAME, "%s%u", function->local ? "local" : "f", function->number);
}

static void shuffle(struct link_emitter *emitter)
{
    unsigned order[TEXTS * FUNCTIONS];
    const unsigned count = emitter->table.section.function_count;
    for (unsigned i = 0; i < count; i++)
        order[i] = count - 1 - i;
    for (unsigned i = count; i > 1; i--) {
        const unsigned j = draw(emitter, i), kept = order[j];
        order[j] = order[i - 1];
        order[i - 1] = kept;
    }
    gen_permute_table(emitter, order);
}

static enum link_fate fate_of(struct drawn_link *link, struct drawn_text *text)
{
    if (!kept_of(link, text)->reached)
        return FATE_GONE;
    return text->kept ? FATE_KEPT : FATE_SILENT;
}

static void add_text(struct link_emitter *emitter, struct drawn_link *link, const struct drawn_table *table,
                     struct drawn_text *text)
{
    char section[LINK_NAME], buffer[LINK_NAME], other[LINK_NAME];
    const int number = text->group ? gen_add_text(emitter, SAY(section, ".text.%s", group_names[text->place]),
                                                  group_names[text->place])
                                   : gen_add_text(emitter, text_names[text->place], NULL);
    for (unsigned i = 0; i < text->function_count; i++) {
        const struct drawn_function *const function = &text->functions[i];
        const char *const name = name_of(text, function, buffer);
        if (!function->there)
            continue;
        if (table->described && function->described)
            gen_add_named(emitter, number, function->shape, fate_of(link, text), name, function->local);
        else
            gen_add_filler(emitter, number, gen_shape_size(function->shape, emitter->abi), name);
        struct drawn_text *const called =
            function->calls == NO_CALL ? NULL : kept_of(link, text_at(link, function->calls));
        if (called != NULL && called_in(called) != NULL)
            gen_add_call_of(emitter, number, name_of(called, called_in(called), other));
    }
}

static void add_object(struct link_emitter *emitter, struct drawn_link *link,
                       const struct drawn_object *object)
{
    gen_begin_object(emitter);
    for (unsigned i = 0; i < object->table_count; i++) {
        const struct drawn_table *const table = &object->tables[i];
        if (!table->there)
            continue;
        gen_begin_table(emitter);
        table->header->change(&emitter->table.section);
        for (unsigned j = 0; j < table->text_count; j++)
            if (table->texts[j].there)
                add_text(emitter, link, table, &link->objects[object - link->objects].tables[i].texts[j]);
        if (table->shuffled)
            shuffle(emitter);
        if (table->described)
            gen_end_table(emitter);
    }
    gen_end_object(emitter);
}

/* On which point of the ledger it rests, and whether some objects cannot be merged with others. */
static void say_what_is_open(struct link_emitter *emitter, const struct drawn_object *object)
{
    if (!object->there)
        return;
    if (object->manner != emitter->manner) {
        emitter->ledger = "relocatable-start";
        if (profile_version(object->manner->profile) != profile_version(emitter->manner->profile))
            emitter->unmixed = true;
    }
    for (unsigned i = 0; i < object->table_count; i++) {
        const struct link_header *const header = object->tables[i].header;
        if (!object->tables[i].there)
            continue;
        if (header->ledger != NULL)
            emitter->ledger = header->ledger;
        emitter->unmixed = emitter->unmixed || header->unmixed;
    }
}

static void build(struct link_emitter *emitter, struct drawn_link *link)
{
    const struct link_manner *const manner = emitter->manner;
    if (link->collects)
        gen_link_option(emitter, "--gc-sections");
    for (unsigned i = 0; i < COUNT(options); i++)
        for (unsigned j = 0; link->options[i] && j < 2 && options[i][j] != NULL; j++)
            gen_link_option(emitter, options[i][j]);
    for (unsigned i = 0; i < link->object_count; i++) {
        say_what_is_open(emitter, &link->objects[i]);
        emitter->manner = link->objects[i].manner;
        if (link->objects[i].there)
            add_object(emitter, link, &link->objects[i]);
        emitter->manner = manner;
    }
}

static void make_one(struct link_emitter *emitter, unsigned odd, const struct link_header *header)
{
    static struct drawn_link link;
    const bool can_collect = emitter->mode == MODE_STATIC || emitter->mode == MODE_PIE;
    link = (struct drawn_link){.odd = odd & ~(can_collect ? 0U : ODD_GARBAGE), .header = header};
    draw_link(emitter, &link);
    number_functions(&link);
    reach(&link);
    build(emitter, &link);
}

void gen_links_mingled(struct link_emitter *emitter)
{
    static const char *const numbers[OF_EACH] = {"-0", "-1"};
    for (unsigned i = 0; i < KINDS * OF_EACH; i++) {
        const unsigned kind = i / OF_EACH;
        const struct link_header *const header =
            &gen_link_headers[kind < COUNT(kinds) ? HEADER_PLAIN : kind - COUNT(kinds)];
        const char *const name = kind < COUNT(kinds) ? kinds[kind].name : header->name;
        const uint64_t state = random_next(&emitter->random);
        if (!applies(header->profiles, header->abis, emitter->manner->profile, emitter->abi) ||
            !gen_begin_link(emitter, "%s%s", name, numbers[i % OF_EACH]))
            continue;
        const struct random kept = emitter->random;
        emitter->random.state = state; /* what is drawn does not depend on what else is asked for */
        make_one(emitter, kind < COUNT(kinds) ? kinds[kind].odd : ODD_HEADERS, header);
        emitter->random = kept;
        gen_end_link(emitter);
    }
}
