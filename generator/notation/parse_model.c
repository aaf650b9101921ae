/* The lines of a model: sections, functions, rows. */
#include "parse_parts.h"

#include <string.h>

/* The number that the present token names; -1: none. */
static int number_named(const struct parser *parser, int (*find)(const char *))
{
    char name[16] = "";
    if (parser->length < sizeof name)
        memcpy(name, parser->token, parser->length);
    return find(name);
}

/* One name or several, a bit each. */
static bool names(struct parser *parser, int (*find)(const char *), const char *what, unsigned *bits)
{
    int number = number_named(parser, find);
    *bits = 0;
    if (number < 0)
        return gen_expected(parser, what);
    for (; number >= 0; number = number_named(parser, find)) {
        if ((*bits >> number & 1) != 0)
            return gen_wrong(parser, "`%.*s` stands twice in one line", gen_shown(parser->length),
                             parser->token);
        *bits |= 1U << number;
        gen_next(parser);
    }
    return true;
}

/* What a section line is for. */
struct named {
    unsigned profiles, abis;    /* all that it names, a bit each */
    unsigned abis_of[PROFILES]; /* of each profile */
    struct choice first;
};

/* PROFILE... ABI..., then perhaps `also` and more of them. */
static bool read_named(struct parser *parser, struct named *line)
{
    do {
        unsigned profiles, abis;
        if (!names(parser, gen_profile_named, PROFILE_NAMES, &profiles) ||
            !names(parser, gen_abi_named, ABI_NAMES, &abis))
            return false;
        if (line->profiles == 0)
            line->first = (struct choice){(enum profile)__builtin_ctz(profiles), (enum abi)__builtin_ctz(abis)};
        line->profiles |= profiles;
        line->abis |= abis;
        for (enum profile profile = PROFILE_V1; profile < PROFILES; profile++)
            line->abis_of[profile] |= (profiles >> profile & 1) != 0 ? abis : 0;
    } while (gen_take(parser, "also"));
    return true;
}

/* Reads for which profiles and ABIs the section is, and begins it for one of each: those of the parser's
 * choice, or in an answer those of the text. */
static bool has_profiles(struct parser *parser, struct section *section)
{
    const struct section *const own = &parser->notation->section;
    const struct choice of_text = {own->profile, own->abi};
    const struct choice *const choice = parser->reply != NULL ? &of_text : parser->choice;
    const char *const line = parser->token;
    struct named named = {.profiles = 0};
    if (!read_named(parser, &named))
        return false;
    struct choice taken = named.first;
    if (choice != NULL && !gen_is_one(named.profiles))
        taken.profile = choice->profile;
    if (choice != NULL && !gen_is_one(named.abis))
        taken.abi = choice->abi;
    if ((named.abis_of[taken.profile] >> taken.abi & 1) == 0)
        return gen_wrong_at(parser, line,
                            "an answer that is for several profiles or ABIs is for all of the text's");
    if (parser->reply == NULL) {
        memcpy(parser->notation->abis, named.abis_of, sizeof named.abis_of);
        parser->notation->line = parser->line;
    }
    gen_section_init(section, taken.profile, taken.abi);
    section->flags = 0;
    return true;
}

static bool has_words(struct parser *parser, struct section *section)
{
    parser->section = section;
    return gen_read_words(parser, gen_section_words, section,
                          "a word that a section has, such as `at 0x10000` or `sorted`");
}

/* The section of the text, or that of an answer. */
bool gen_read_section(struct parser *parser)
{
    struct reply *const reply = parser->reply;
    bool *const has = reply != NULL ? &reply->has_model : &parser->has_section;
    struct section *const section = reply != NULL ? &reply->section : &parser->notation->section;
    if (*has)
        return gen_wrong(parser, reply != NULL ? "an answer has one model" : "a text is of one section");
    *has = true;
    return has_profiles(parser, section) && has_words(parser, section);
}

/* A further module; it has the profile and the ABI of the text's section. */
bool gen_read_module(struct parser *parser)
{
    struct notation *const notation = parser->notation;
    if (notation->module_count == MAX_FURTHER)
        return gen_wrong(parser, "at most %d modules besides the first", MAX_FURTHER);
    struct section *const module = &notation->modules[notation->module_count];
    notation->module_lines[notation->module_count++] = parser->line;
    gen_section_init(module, notation->section.profile, notation->section.abi);
    module->flags = 0;
    return has_words(parser, module);
}

static bool shared_rows(struct parser *parser, const struct function *function)
{
    struct section *const section = parser->section;
    uint32_t owner, from = 0, count;
    if (!gen_small(parser, section->function_count - 1, &owner))
        return false;
    const struct function *const other = &section->functions[owner];
    if (other == function || other->shares >= 0)
        return gen_wrong(parser, "rows are shared with an earlier function that has its own");
    if (gen_take(parser, "from") && !gen_small(parser, other->row_count, &from))
        return false;
    count = other->row_count - from;
    if (gen_take(parser, "rows") && !gen_small(parser, count, &count))
        return false;
    gen_share_rows(section, (int)owner, from, count);
    return true;
}

/* Whether the text says that no section can say its model. */
static bool is_unsayable(const struct parser *parser)
{
    return parser->notation->unsayable[0] != '\0';
}

static bool has_room_for_rows(struct parser *parser, uint32_t count)
{
    return parser->section->row_count + count <= MAX_ROWS ||
           gen_wrong(parser, "a section has at most %d rows", MAX_ROWS);
}

/* Rows that a function's line says at once; 0: none. */
struct usual_rows {
    uint32_t prologue; /* the rows with which most functions begin, so many bytes apart */
    uint32_t ladder;   /* so many rows, a byte apart: CFA offsets rise by 8, and start again every eight rows */
    uint8_t word_size; /* of a prologue */
};

static bool read_prologue(struct parser *parser, struct usual_rows *rows)
{
    static const char *const words[] = {"words1", "words2", "words4"};
    int64_t step = 0;
    if (!gen_number(parser, 1, UINT8_MAX, &step))
        return false;
    rows->prologue = (uint32_t)step;
    for (unsigned i = 0; i < 3; i++)
        if (gen_take(parser, words[i]))
            rows->word_size = (uint8_t)(1U << i);
    return true;
}

static bool read_usual_rows(struct parser *parser, struct usual_rows *rows)
{
    if (gen_take(parser, "prologue"))
        return read_prologue(parser, rows);
    return !gen_take(parser, "ladder") || gen_small(parser, MAX_ROWS, &rows->ladder);
}

static bool add_usual_rows(struct parser *parser, const struct usual_rows *rows)
{
    struct section *const section = parser->section;
    const uint32_t first = section->row_count;
    if (!has_room_for_rows(parser, rows->prologue != 0 ? PROLOGUE_ROWS : rows->ladder))
        return false;
    if (rows->prologue != 0)
        gen_add_prologue(section, rows->prologue);
    for (uint32_t i = first; i < section->row_count; i++)
        section->rows[i].word_size = rows->word_size;
    for (uint32_t i = 0; i < rows->ladder; i++)
        gen_add_row(section, i)->cfa.offset += 8 * (int64_t)(i % 8);
    return true;
}

/* Why no section of the profile has this function, as far as it is known before the section is encoded; or
 * null. */
static const char *why_not(const struct section *section, const struct function *function)
{
    const struct profile_facts *const profile = &gen_profile_facts[section->profile];
    const bool is_near = (uint64_t)function->start + 0x80000000U <= UINT32_MAX;
    if (function->fde_type == FDE_FLEX && !profile->has_flexible)
        return "flexible functions came with version 3";
    if (function->signal && !profile->has_signal)
        return "signal frames are marked from version 3 on";
    if (profile->start_width == 4 && !gen_starts_pcrel(section) && !is_near)
        return "the start is more than 2 GiB away from the section, and its field has 4 bytes";
    return NULL;
}

bool gen_read_function(struct parser *parser)
{
    struct section *const section = parser->section;
    const char *const line = parser->token;
    struct usual_rows rows = {.prologue = 0};
    uint64_t start = 0;
    if (section == NULL)
        return gen_wrong(parser, "the model of an answer begins with a line `section`");
    if (section->function_count == MAX_FUNCTIONS)
        return gen_wrong(parser, "a section has at most %d functions", MAX_FUNCTIONS);
    if (!gen_read_address(parser, &start))
        return false;
    struct function *const function = gen_add_function(section, (int64_t)(start - section->address), 0);
    if (gen_take(parser, "shares") && !shared_rows(parser, function))
        return false;
    if (function->shares < 0 && !read_usual_rows(parser, &rows))
        return false;
    if (!gen_read_words(parser, gen_function_words, function,
                        "a word that a function has, such as `size 32` or `flex`"))
        return false;
    if (function->rep_size > UINT8_MAX && !is_unsayable(parser))
        return gen_wrong_at(parser, line, "a block has at most %d bytes", UINT8_MAX);
    if (parser->reply == NULL && (function->fre_type == FRE_UNKNOWN || function->fde_type == FDE_UNKNOWN))
        return gen_wrong_at(parser, line, "an unknown type can only be said in the model of an answer");
    const char *const why = parser->reply != NULL || is_unsayable(parser) ? NULL : why_not(section, function);
    if (why != NULL)
        return gen_wrong_at(parser, line, "%s", why);
    return add_usual_rows(parser, &rows);
}

/* In default rows, values are always saved in memory: `cfa-8` can only mean what lies at that place. */
static void keep_in_memory(struct rule *rule)
{
    rule->deref = rule->deref || rule->place == PLACE_CFA;
}

/* Completes a default row.  If RA has a fixed place, a rule for it needs no word, and no other is possible. */
static bool settle_default(struct parser *parser, const char *line, struct row *row)
{
    const struct section *const section = parser->section;
    if (!is_unsayable(parser)) {
        keep_in_memory(&row->ra);
        keep_in_memory(&row->fp);
    }
    if (gen_ra_tracked(section) || !gen_is_said(&row->ra) || section->fixed_ra == 0 || parser->reply != NULL)
        return true;
    const bool is_fixed_place = row->ra.place == PLACE_CFA && row->ra.deref && row->ra.offset == section->fixed_ra;
    if (!is_fixed_place && is_unsayable(parser))
        return true;
    if (!is_fixed_place)
        return gen_wrong_at(parser, line,
                            "RA lies at `cfa%+d` in all rows of this section: no row can say another place",
                            section->fixed_ra);
    row->ra = gen_rule_unsaid();
    return true;
}

/* A row is tried as it is read, so that a mistake names its line. */
bool gen_read_row(struct parser *parser)
{
    struct section *const section = parser->section;
    const char *const line = parser->token;
    uint32_t start;
    struct words said;
    if (section == NULL || section->function_count == 0)
        return gen_wrong(parser, "a row needs a `function` before it");
    const struct function *const function = &section->functions[section->function_count - 1];
    if (function->shares >= 0)
        return gen_wrong(parser, "this function uses the rows of another and has none of its own");
    if (!has_room_for_rows(parser, 1) || !gen_small(parser, UINT32_MAX, &start))
        return false;
    struct row *const row = gen_add_row(section, start);
    if (!gen_read_words(parser, gen_row_words_said, row,
                        "a word that a row has, such as `cfa`, `ra` or `fp`"))
        return false;
    if (function->fde_type == FDE_DEFAULT && !settle_default(parser, line, row))
        return false;
    if (is_unsayable(parser))
        return !gen_is_read_alone(row) ||
               gen_wrong_at(parser, line, "a rule of this row can only stand in the model of an answer");
    gen_row_words(section, function, row, &said);
    return parser->reply != NULL || said.error == NULL ||
           gen_wrong_at(parser, line, "this row cannot be written: %s", said.error);
}
