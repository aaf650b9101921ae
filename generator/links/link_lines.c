/* Links as texts.  A reader goes through the lines once for each manner, ABI and mode, and builds as it
 * reads: README.md has the notation. */
#include "families.h"

#include "emit/sets.h"
#include "notation/parse_parts.h"

#include <elf.h>
#include <string.h>

enum { SAID_WORDS = 4, LINE_ROOM = 1024 };

/* A place behind a line, and the number of that line. */
struct spot {
    const char *at;
    unsigned line;
};

struct reader {
    struct parser parser; /* of the present line, with what $1, $2, ... stand for */
    struct link_emitter *emitter;
    const char *end;
    struct spot before, spot; /* where the present line begins and ends */
    struct {
        const char *at;
        size_t length;
    } words[SAID_WORDS];
    char line[LINE_ROOM];
    bool is_bare, is_empty; /* the object has no table; it has a section without bytes in its place */
};

/* --- Lines ---------------------------------------------------------------------------------------------- */

static void expand_line(struct reader *reader)
{
    struct text line;
    const char *at = reader->spot.at;
    gen_text_init(&line, reader->line, sizeof reader->line);
    for (; at < reader->end && *at != '\n'; at++) {
        const unsigned word = *at == '$' && at + 1 < reader->end ? (unsigned)(at[1] - '1') : SAID_WORDS;
        if (word >= SAID_WORDS) {
            gen_text_char(&line, *at);
            continue;
        }
        gen_text_raw(&line, reader->words[word].at, reader->words[word].length);
        at++;
    }
    if (line.full)
        reader->emitter->fault = "a line of a link is too long";
    reader->spot.at = at + (at < reader->end);
    reader->parser.at = reader->parser.line_begin = reader->parser.token = reader->line;
    reader->parser.end = reader->line + line.length;
    reader->parser.length = 0;
    reader->parser.line = ++reader->spot.line;
}

/* The next line that says something.  False: there is none. */
static bool next_line(struct reader *reader)
{
    do {
        reader->before = reader->spot;
        if (reader->spot.at >= reader->end)
            return false;
        expand_line(reader);
        gen_next(&reader->parser);
    } while (gen_at_end(&reader->parser));
    return true;
}

static bool ends(struct parser *parser)
{
    return gen_at_end(parser) || gen_expected(parser, "the end of the line");
}

static bool read_name(struct parser *parser, char name[LINK_NAME])
{
    if (gen_at_end(parser) || parser->length >= LINK_NAME)
        return gen_expected(parser, "a name");
    (void)gen_print(name, LINK_NAME, "%.*s", (int)parser->length, parser->token);
    return gen_next(parser), true;
}

/* --- Conditions ----------------------------------------------------------------------------------------- */

enum kind { KIND_MODE, KIND_PROFILE, KIND_ABI, KIND_MANNER, NO_KIND };

static const char *name_of(enum kind kind, unsigned number)
{
    return kind == KIND_MODE      ? gen_link_mode_name((enum link_mode)number)
           : kind == KIND_PROFILE ? profile_name((enum profile)number)
           : kind == KIND_ABI     ? abi_name((enum abi)number)
                                  : "usual";
}

/* Of what kind the present word is, and whether it is true of the link. */
static enum kind read_fact(const struct reader *reader, bool *is)
{
    static const unsigned counts[] = {LINK_MODES, PROFILES, ABIS, 1};
    const struct link_emitter *const emitter = reader->emitter;
    const unsigned own[] = {emitter->mode, emitter->manner->profile, emitter->abi,
                            emitter->manner->usual ? 0 : 1};
    for (enum kind kind = KIND_MODE; kind < NO_KIND; kind++)
        for (unsigned number = 0; number < counts[kind]; number++)
            if (gen_is(&reader->parser, name_of(kind, number)))
                return *is = number == own[kind], kind;
    return NO_KIND;
}

/* Reads up to the line's end.  A condition holds if one of the parts does that `or` divides; a part holds if of
 * each kind of word that it has, one word is true. */
static bool read_condition(struct reader *reader, bool *holds)
{
    struct parser *const parser = &reader->parser;
    *holds = false;
    do {
        unsigned kinds = 0, true_kinds = 0;
        do {
            bool is;
            const enum kind kind = read_fact(reader, &is);
            if (kind == NO_KIND)
                return gen_expected(parser, "a mode, a profile, an ABI or `usual`");
            kinds |= 1U << kind;
            true_kinds |= (is ? 1U : 0U) << kind;
            gen_next(parser);
        } while (!gen_at_end(parser) && !gen_is(parser, "or"));
        *holds = *holds || kinds == true_kinds;
    } while (gen_take(parser, "or"));
    return true;
}

/* Reads `if` and its condition.  Without it the line must end here, and holds. */
static bool read_if(struct reader *reader, bool *holds)
{
    *holds = true;
    return gen_take(&reader->parser, "if") ? read_condition(reader, holds) : ends(&reader->parser);
}

/* --- Code ----------------------------------------------------------------------------------------------- */

/* Reads the words behind a function. */
static bool read_function(struct reader *reader, struct link_item *item)
{
    struct parser *const parser = &reader->parser;
    bool right = true, more = true;
    while (right && more)
        if (gen_take(parser, "as"))
            right = read_name(parser, item->name);
        else if (gen_take(parser, "chosen"))
            right = read_name(parser, item->chosen);
        else if (gen_take(parser, "by"))
            right = read_name(parser, item->by);
        else if (gen_take(parser, "local"))
            item->local = true;
        else if (gen_take(parser, "undescribed"))
            item->undescribed = true;
        else if (gen_take(parser, "gone"))
            item->fate = FATE_GONE;
        else if (gen_take(parser, "free"))
            item->fate = FATE_SILENT;
        else if (gen_take(parser, "folds"))
            item->fate = reader->emitter->mode == MODE_RELOCATABLE ? FATE_KEPT : FATE_SILENT;
        else
            more = false;
    return right;
}

static unsigned shape_named(const struct parser *parser)
{
    unsigned shape = 0;
    while (shape < ALL_SHAPES && !gen_is(parser, gen_link_shapes[shape].name))
        shape++;
    return shape;
}

static const struct link_reference *reference_named(const struct reader *reader)
{
    const struct link_reference *const references = gen_link_machines[reader->emitter->abi].references;
    for (unsigned i = 0; i < LINK_REFERENCES && references[i].name != NULL; i++)
        if (gen_is(&reader->parser, references[i].name))
            return &references[i];
    return NULL;
}

static bool read_item(struct reader *reader, struct link_item *item)
{
    struct parser *const parser = &reader->parser;
    const uint32_t count = reader->emitter->table.section.function_count;
    *item = (struct link_item){.shape = shape_named(parser),
                               .reference = reference_named(reader),
                               .undescribed = reader->is_bare || reader->is_empty};
    if (item->reference != NULL)
        return item->kind = ITEM_REFERENCE, gen_next(parser), read_name(parser, item->name);
    if (item->shape < ALL_SHAPES)
        return gen_next(parser), read_function(reader, item);
    if (count != 0 && gen_take(parser, "shares"))
        return item->kind = ITEM_SHARING,
               gen_small(parser, count - 1, &item->number) && read_function(reader, item);
    if (gen_take(parser, "code"))
        return item->kind = ITEM_CODE,
               gen_small(parser, UINT16_MAX, &item->number) && read_function(reader, item);
    if (gen_take(parser, "symbol"))
        return item->kind = ITEM_SYMBOL,
               read_name(parser, item->name) && gen_small(parser, UINT32_MAX, &item->number);
    return gen_expected(parser, "what stands in code, such as `leaf`, `shares 0` or `call callee`");
}

static bool read_times(struct parser *parser, int64_t *times)
{
    *times = 1;
    return !gen_take(parser, "times") || gen_number(parser, 1, UINT16_MAX, times);
}

static bool read_text(struct reader *reader)
{
    struct parser *const parser = &reader->parser;
    const struct section *const table = &reader->emitter->table.section;
    char name[LINK_NAME], group[LINK_NAME] = "";
    if (!read_name(parser, name) || (gen_take(parser, "group") && !read_name(parser, group)))
        return false;
    const int text = gen_link_add_section(&reader->emitter->object, name, SHT_PROGBITS,
                                          SHF_ALLOC | SHF_EXECINSTR, 16, group);
    while (!gen_at_end(parser)) {
        struct link_item item;
        int64_t times;
        uint32_t from = 0;
        if (!read_item(reader, &item) || !read_times(parser, &times) ||
            (gen_take(parser, "from") && !gen_small(parser, UINT16_MAX, &from)))
            return false;
        const bool described = item.kind <= ITEM_SHARING && !item.undescribed;
        for (; times > 0; times--) {
            if (described &&
                (table->function_count == MAX_FUNCTIONS || table->row_count + SHAPE_ROWS > MAX_ROWS))
                return gen_wrong(parser, "a table has at most %d functions, and %d rows", MAX_FUNCTIONS,
                                 MAX_ROWS);
            gen_add_item(reader->emitter, text, &item, from++);
        }
    }
    return true;
}

/* --- Objects -------------------------------------------------------------------------------------------- */

/* Reads the words of a table, behind `object` or `table`. */
static bool begin_table(struct reader *reader)
{
    struct parser *const parser = &reader->parser;
    struct section *const section = &reader->emitter->table.section;
    enum abi abi = reader->emitter->abi;
    uint32_t zeros = 0;
    reader->is_empty = gen_take(parser, "empty");
    reader->is_bare = gen_take(parser, "bare");
    for (unsigned i = 0; i < ABIS; i++)
        if (gen_take(parser, abi_name((enum abi)i)))
            abi = (enum abi)i;
    gen_begin_table(reader->emitter, abi);
    if (gen_take(parser, "aux-zeros") && !gen_small(parser, MAX_AUX, &zeros))
        return false;
    section->aux_length = (uint8_t)zeros;
    parser->section = section;
    return gen_read_words(parser, gen_section_words, section,
                          "a word that a section has, such as `sorted` or `fixed-fp -16`");
}

static void end_table(struct reader *reader)
{
    struct link_emitter *const emitter = reader->emitter;
    if (reader->is_empty)
        (void)gen_link_add_section(&emitter->object, ".sframe", emitter->manner->section_type, SHF_ALLOC, 8,
                                   "");
    else if (!reader->is_bare)
        gen_end_table(emitter);
}

static bool read_entries(struct reader *reader)
{
    unsigned order[MAX_FUNCTIONS];
    const uint32_t count = reader->emitter->table.section.function_count;
    for (uint32_t i = 0; i < count; i++)
        if (!gen_small(&reader->parser, count - 1, &order[i]))
            return false;
    gen_permute_table(reader->emitter, order);
    return ends(&reader->parser);
}

static bool read_part(struct reader *reader)
{
    struct parser *const parser = &reader->parser;
    if (gen_take(parser, "text"))
        return read_text(reader);
    if (gen_take(parser, "table"))
        return end_table(reader), begin_table(reader);
    return gen_take(parser, "entries")
               ? read_entries(reader)
               : gen_expected(parser, "a line `text`, `table`, `entries`, `object` or `link`");
}

/* Reads `manner NAME`; without it the object has the manner of the link. */
static bool read_manner(struct reader *reader)
{
    struct parser *const parser = &reader->parser;
    unsigned number = 0;
    if (!gen_take(parser, "manner"))
        return true;
    while (number < LINK_MANNERS && !gen_is(parser, gen_link_manners[number].name))
        number++;
    if (number == LINK_MANNERS)
        return gen_expected(parser, "a manner, such as `gas-2.47`");
    reader->emitter->manner = &gen_link_manners[number];
    return gen_next(parser), true;
}

static void turn_relocations(struct link_object *object)
{
    for (uint32_t i = 0, j = object->relocation_count; i + 1 < j; i++) {
        const struct link_relocation first = object->relocations[i];
        object->relocations[i] = object->relocations[--j];
        object->relocations[j] = first;
    }
}

static bool is_line(const struct reader *reader, const char *one, const char *other)
{
    return gen_is(&reader->parser, one) || gen_is(&reader->parser, other);
}

static bool read_one(struct reader *reader, int64_t *times)
{
    struct parser *const parser = &reader->parser;
    const struct link_manner *const manner = reader->emitter->manner;
    gen_next(parser);
    if (!read_times(parser, times) || !read_manner(reader))
        return false;
    const bool turned = gen_take(parser, "relocations-turned");
    gen_link_object_init(&reader->emitter->object, reader->emitter->abi);
    bool right = begin_table(reader);
    while (right && next_line(reader) && !is_line(reader, "object", "link") &&
           !is_line(reader, "for", "option"))
        right = read_part(reader);
    if (right) {
        end_table(reader);
        if (turned)
            turn_relocations(&reader->emitter->object);
        gen_end_object(reader->emitter);
    }
    reader->emitter->manner = manner;
    return right;
}

/* Reads the lines of an object as often as it is there (`times`). */
static bool read_object(struct reader *reader)
{
    const struct spot line = reader->before;
    int64_t times = 1;
    bool right = true;
    for (int64_t i = 0; right && i < times; i++) {
        reader->spot = line;
        (void)next_line(reader);
        right = read_one(reader, &times);
    }
    reader->spot = reader->before;
    return right;
}

/* --- Links ---------------------------------------------------------------------------------------------- */

static bool read_option(struct reader *reader)
{
    struct parser *const parser = &reader->parser;
    struct parser words = *parser;
    bool holds;
    while (!gen_at_end(parser) && !gen_is(parser, "if"))
        gen_next(parser);
    if (!read_if(reader, &holds))
        return false;
    for (; holds && !gen_at_end(&words) && !gen_is(&words, "if"); gen_next(&words)) {
        char word[LINE_ROOM];
        gen_link_option(reader->emitter, SAY(word, "%.*s", (int)words.length, words.token));
    }
    return true;
}

/* Builds what the lines from FIRST up to the next line `link` or `for` say. */
static bool build(struct reader *reader, struct spot first)
{
    struct parser *const parser = &reader->parser;
    bool right = true;
    reader->spot = first;
    while (right && next_line(reader) && !is_line(reader, "link", "for"))
        if (gen_is(parser, "object"))
            right = read_object(reader);
        else if (gen_take(parser, "option"))
            right = read_option(reader);
        else if (gen_take(parser, "sections"))
            gen_link_sections(reader->emitter, parser->token, (size_t)(parser->end - parser->token));
        else
            right = gen_expected(parser, "a line `option`, `sections`, `object`, `link` or `for`");
    return right;
}

/* Whether the profile and the ABI of the link can say all its functions. */
static bool can_be_said(struct reader *reader, struct spot first)
{
    const struct link_emitter *const emitter = reader->emitter;
    bool can = true;
    reader->spot = first;
    while (next_line(reader) && !is_line(reader, "link", "for"))
        if (gen_is(&reader->parser, "text"))
            for (; can && !gen_at_end(&reader->parser); gen_next(&reader->parser)) {
                const unsigned shape = shape_named(&reader->parser);
                can = shape == ALL_SHAPES || gen_can_shape(shape, emitter->manner->profile, emitter->abi);
            }
    return can;
}

struct heading {
    char name[LINK_ID], ledger[MAX_NAME];
    bool unmixed, holds;
};

/* Keeps a word for $1, $2, ... in later lines; quotes hold several words together. */
static void keep_word(struct reader *reader, unsigned number)
{
    struct parser *const parser = &reader->parser;
    const bool quoted = *parser->token == '"';
    const char *const begin = parser->token + quoted;
    const char *const found = quoted ? memchr(begin, '"', (size_t)(parser->end - begin)) : NULL;
    const char *const end = found != NULL ? found : parser->token + parser->length;
    reader->words[number].at = reader->before.at + (begin - reader->line);
    reader->words[number].length = (size_t)(end - begin);
    parser->at = found != NULL ? found + 1 : end;
    gen_next(parser);
}

static bool read_heading(struct reader *reader, struct heading *heading)
{
    struct parser *const parser = &reader->parser;
    unsigned count = 0;
    gen_next(parser);
    memset(heading, 0, sizeof *heading);
    memset(reader->words, 0, sizeof reader->words);
    if (gen_at_end(parser))
        return gen_expected(parser, "a name");
    SAY(heading->name, "%.*s", (int)parser->length, parser->token);
    gen_next(parser);
    while (!gen_at_end(parser) && !gen_is(parser, "if"))
        if (gen_take(parser, "unmixed"))
            heading->unmixed = true;
        else if (gen_take(parser, "ledger")) {
            if (!gen_read_name(parser, false, "a point of the ledger", heading->ledger))
                return false;
        } else if (count == SAID_WORDS)
            return gen_wrong(parser, "at most %d words can follow a link's name", SAID_WORDS);
        else
            keep_word(reader, count++);
    return read_if(reader, &heading->holds);
}

static bool read_link(struct reader *reader, bool wanted, struct spot first)
{
    struct link_emitter *const emitter = reader->emitter;
    struct heading heading;
    if (!read_heading(reader, &heading))
        return false;
    const struct spot behind = reader->spot;
    bool more = true, right = true;
    while (more)
        more = next_line(reader) && gen_is(&reader->parser, "link");
    const struct spot body = reader->before;
    if (wanted && heading.holds && can_be_said(reader, body) && gen_begin_link(emitter, "%s", heading.name)) {
        emitter->ledger = heading.ledger[0] != '\0' ? heading.ledger : emitter->ledger;
        emitter->unmixed = heading.unmixed;
        right = build(reader, first) && build(reader, body) &&
                (emitter->object_count != 0 || gen_wrong(&reader->parser, "a link without an object"));
        gen_end_link(emitter);
    }
    reader->spot = behind;
    return right;
}

static bool read_links(struct reader *reader)
{
    struct spot first = {reader->end, 0}; /* the options behind `for`, with which all links begin */
    bool wanted = true, inside = false, right = true;
    while (right && next_line(reader)) {
        const bool is_link = gen_is(&reader->parser, "link");
        if (is_link)
            right = read_link(reader, wanted, first);
        else if (gen_take(&reader->parser, "for")) {
            right = read_condition(reader, &wanted);
            first = reader->spot;
        } else if (!inside && !(first.at < reader->end && gen_is(&reader->parser, "option")))
            right = gen_expected(&reader->parser, "a line `link` or `for`, or `option` behind that");
        inside = is_link || (inside && first.at != reader->spot.at);
    }
    return right;
}

/* --- Texts ---------------------------------------------------------------------------------------------- */

#define CASE(folder, name, lines)                                                                            \
    {                                                                                                        \
        name, lines, sizeof(lines) - 1                                                                       \
    }
static const struct {
    const char *family, *lines;
    size_t length;
} texts[] = {
#include "links.inc"
};

static struct mistake mistake;

static void start(struct reader *reader, struct link_emitter *emitter, const char *lines, size_t length)
{
    reader->emitter = emitter;
    reader->parser.mistake = &mistake;
    reader->spot = (struct spot){lines, 0};
    reader->end = lines + length;
}

static void fail(struct link_emitter *emitter, const char *name)
{
    if (emitter->fault == NULL) {
        static char words[sizeof mistake.words + LINK_ID];
        emitter->fault = SAY(words, "%s:%s", name, mistake.words);
    }
}

void gen_read_links(struct link_emitter *emitter, const char *name, const char *lines, size_t length)
{
    static struct reader reader;
    start(&reader, emitter, lines, length);
    if (!read_links(&reader))
        fail(emitter, name);
}

void gen_links_of_text(struct link_emitter *emitter)
{
    char name[LINK_ID];
    for (size_t i = 0; i < COUNT(texts); i++)
        if (strcmp(texts[i].family, emitter->family) == 0)
            gen_read_links(emitter, SAY(name, "corpus/links/%s.txt", texts[i].family), texts[i].lines,
                           texts[i].length);
}

void gen_build_link(struct link_emitter *emitter)
{
    static struct reader reader;
    start(&reader, emitter, gen_text_c(&emitter->lines), emitter->lines.length);
    if (!build(&reader, reader.spot))
        fail(emitter, emitter->id);
    if (emitter->lines.full)
        emitter->fault = "a link has too many lines";
    gen_text_clear(&emitter->lines);
}
