/* From a text to a notation.  The first mistake ends it and says where it is and what was expected there. */
#include "parse_parts.h"

#include <jansson.h>
#include <string.h>

/* These do not clear the lists, which would cost more than the rest. */
static void begin_scenario(struct scenario *scenario)
{
    scenario->sp = scenario->fp = scenario->pac_mask = 0;
    scenario->register_count = scenario->limit = scenario->module_count = scenario->piece_count = 0;
}

static void begin_broken(struct broken *broken)
{
    broken->forgets = broken->nothing = false;
    broken->count = 0;
}

/* --- What a vector says of itself: lines before the section --------------------------------------------- */

enum about_line { NOTE, ORIGIN, EXERCISES, SHAPE, LEDGER, FAULT, TWIN };

/* Whether this is the text's first line of the kind: it replaces what earlier texts of the file said. */
static bool is_first_of_text(struct parser *parser, enum about_line line)
{
    const unsigned bit = 1U << line;
    const bool is_first = (parser->said & bit) == 0;
    parser->said |= bit;
    return is_first;
}

/* Appends what is left of the line; a blank stands between two lines. */
static bool rest_of_line(struct parser *parser, char *words)
{
    const char *const begin = parser->token;
    const size_t before = strlen(words), pause = before > 0;
    if (gen_at_end(parser))
        return gen_expected(parser, "words");
    while (parser->at < parser->end && *parser->at != '\n')
        parser->at++;
    const size_t length = (size_t)(parser->at - begin);
    if (before + pause + length >= MAX_NOTE)
        return gen_wrong(parser, "more than %d bytes", MAX_NOTE - 1);
    memcpy(words + before, " ", pause);
    memcpy(words + before + pause, begin, length);
    words[before + pause + length] = '\0';
    return gen_next(parser), true;
}

static bool words_line(struct parser *parser, enum about_line line, char *words)
{
    if (is_first_of_text(parser, line))
        words[0] = '\0';
    return rest_of_line(parser, words);
}

static bool note_line(struct parser *parser)
{
    return words_line(parser, NOTE, parser->notation->about.note);
}

static bool origin_line(struct parser *parser)
{
    return words_line(parser, ORIGIN, parser->notation->about.origin);
}

static bool clause(struct parser *parser, char into[MAX_NAME])
{
    if (!gen_is_clause(parser))
        return gen_expected(parser, "a clause, such as `fre.range`");
    memcpy(into, parser->token, parser->length);
    into[parser->length] = '\0';
    return gen_next(parser), true;
}

static bool exercises_line(struct parser *parser)
{
    struct about *const about = &parser->notation->about;
    if (is_first_of_text(parser, EXERCISES))
        about->exercise_count = 0;
    if (about->exercise_count == MAX_EXERCISES)
        return gen_wrong(parser, "at most %d clauses can be exercised besides", MAX_EXERCISES);
    return clause(parser, about->exercises[about->exercise_count++]);
}

/* CLAUSE and the words that say how it is broken or ignored. */
static bool fault_line(struct parser *parser)
{
    struct about *const about = &parser->notation->about;
    if (!is_first_of_text(parser, FAULT))
        return gen_wrong(parser, "a text says this once");
    about->way[0] = '\0';
    return clause(parser, about->fault) && rest_of_line(parser, about->way);
}

/* CLAUSE "WORDS", for people: they are not kept. */
static bool quote_line(struct parser *parser)
{
    if (!gen_is_clause(parser))
        return gen_expected(parser, "a clause, such as `fre.range`");
    gen_next(parser);
    if (gen_at_end(parser) || *parser->token != '"')
        return gen_expected(parser, "words in quotation marks");
    const char *at = parser->token + 1;
    while (at < parser->end && *at != '\n' && *at != '"')
        at++;
    if (at == parser->end || *at != '"' || at == parser->token + 1)
        return gen_wrong(parser, "expected words and a quotation mark behind them");
    parser->at = at + 1;
    return gen_next(parser), true;
}

bool gen_read_name(struct parser *parser, bool has_colon, const char *what, char into[MAX_NAME])
{
    const size_t length = parser->length - (has_colon && !gen_at_end(parser));
    bool right = length > 0 && length < MAX_NAME && (!has_colon || parser->token[length] == ':');
    for (size_t i = 0; i < length && right; i++)
        right = gen_is_of_id(parser->token[i]);
    if (!right)
        return gen_expected(parser, what);
    memcpy(into, parser->token, length);
    into[length] = '\0';
    return gen_next(parser), true;
}

static bool own_name_line(struct parser *parser)
{
    struct about *const about = &parser->notation->about;
    const struct {
        enum about_line line;
        const char *word, *what;
        char *name;
    } lines[] = {{SHAPE, "shape", "a part of an id, such as `nested-two`", about->shape},
                 {TWIN, "twin", "the shape of a twin, such as `fault-twin-plain`", about->twin},
                 {LEDGER, "ledger", "a point of the ledger, such as `fde-alignment-v1`", about->ledger}};
    unsigned i = 0;
    while (i + 1 < sizeof lines / sizeof *lines && !gen_was(parser, lines[i].word))
        i++;
    if (!is_first_of_text(parser, lines[i].line))
        return gen_wrong(parser, "a text says this once");
    return gen_read_name(parser, false, lines[i].what, lines[i].name);
}

static bool run_line(struct parser *parser)
{
    const bool is_plain = gen_is(parser, "plain");
    if (!is_plain && !gen_is(parser, "flagged"))
        return gen_expected(parser, "`plain` or `flagged`");
    parser->notation->run = is_plain ? RUN_PLAIN : RUN_FLAGGED;
    return gen_next(parser), true;
}

static bool unsayable_line(struct parser *parser)
{
    return rest_of_line(parser, parser->notation->unsayable);
}

/* --- Answers of several readings ------------------------------------------------------------------------ */

static bool open_line(struct parser *parser)
{
    if (parser->notation->ledger[0] != '\0')
        return gen_wrong(parser, "a text is about one open point");
    return gen_read_name(parser, false, "an open point of the ledger, such as `caller-pc`",
                         parser->notation->ledger);
}

static bool has_replied(const struct notation *notation, const struct reply *reply)
{
    for (const struct reply *other = notation->answers; other < reply; other++)
        if (strcmp(other->name, reply->name) == 0)
            return true;
    return false;
}

const char *gen_json_object_end(const char *at, const char *end)
{
    json_error_t error;
    json_t *const value = json_loadb(at, (size_t)(end - at), JSON_DISABLE_EOF_CHECK | JSON_REJECT_DUPLICATES, &error);
    const bool is_object = json_is_object(value);
    json_decref(value);
    return is_object ? at + error.position : NULL;
}

/* Reads JSON, and keeps it. */
static bool says(struct parser *parser, struct reply *reply)
{
    struct notation *const notation = parser->notation;
    const char *const line_end = memchr(parser->token, '\n', (size_t)(parser->end - parser->token));
    const char *const end = gen_json_object_end(parser->token, line_end != NULL ? line_end : parser->end);
    if (end == NULL)
        return gen_expected(parser, "an object in JSON, such as `{\"none\":\"row\"}`");
    reply->json_length = (uint32_t)(end - parser->token);
    reply->json_at = notation->json_count;
    if (reply->json_length > sizeof notation->json - notation->json_count)
        return gen_wrong(parser, "at most %zu bytes of JSON can be said", sizeof notation->json);
    memcpy(notation->json + reply->json_at, parser->token, reply->json_length);
    notation->json_count += reply->json_length;
    parser->at = end;
    return gen_next(parser), true;
}

static bool is_second_oracle(const struct notation *notation, const struct reply *reply)
{
    bool has_one = false;
    for (const struct reply *other = notation->answers; other < reply; other++)
        has_one = has_one || other->is_oracle;
    return has_one;
}

static bool how_it_answers(struct parser *parser, struct reply *reply)
{
    if (gen_is(parser, "oracle") && is_second_oracle(parser->notation, reply))
        return gen_wrong(parser, "another reading is the oracle's");
    reply->is_oracle = gen_take(parser, "oracle");
    reply->refuses = gen_take(parser, "refuses");
    return reply->refuses || !gen_take(parser, "says") || says(parser, reply);
}

static bool answer_line(struct parser *parser)
{
    struct notation *const notation = parser->notation;
    if (notation->ledger[0] == '\0')
        return gen_wrong(parser, "a line `open` comes first, with the point that readings differ about");
    if (notation->answer_count == MAX_ANSWERS)
        return gen_wrong(parser, "at most %d readings can answer", MAX_ANSWERS);
    struct reply *const reply = &notation->answers[notation->answer_count++];
    reply->refuses = reply->is_oracle = reply->has_model = false;
    reply->json_length = 0;
    begin_broken(&reply->broken);
    const struct parser before = *parser;
    if (!gen_read_name(parser, true, "a reading's name and a colon, such as `as-is:`", reply->name))
        return false;
    if (has_replied(notation, reply)) {
        *parser = before;
        return gen_wrong(parser, "this reading has answered before");
    }
    parser->reply = reply;
    parser->section = NULL;
    parser->broken = &reply->broken;
    return how_it_answers(parser, reply) &&
           (gen_at_end(parser) || gen_expected(parser, "`oracle`, `refuses`, `says` or the end of the line"));
}

/* --- Questions ------------------------------------------------------------------------------------------ */

/* The line begins with the operation's name. */
static bool question_line(struct parser *parser)
{
    struct notation *const notation = parser->notation;
    enum operation operation = OPERATION_DECODE;
    while (operation < OPERATION_UNWIND && !gen_was(parser, gen_operation_name(operation)))
        operation++;
    if (notation->question_count == MAX_QUESTIONS)
        return gen_wrong(parser, "at most %d questions can be asked", MAX_QUESTIONS);
    struct asked *const asked = &notation->questions[notation->question_count++];
    *asked = (struct asked){.operation = operation, .line = parser->line};
    if ((operation == OPERATION_LOOKUP || operation == OPERATION_UNWIND) &&
        !gen_read_address(parser, &asked->pc))
        return false;
    asked->fails = operation == OPERATION_FLIP && gen_take(parser, "fails");
    return !gen_take(parser, "as") || gen_read_name(parser, false, "a name, such as `first`", asked->name);
}

/* Reads `abi N` and its like: N replaces the name in the first such member of the model as JSON. */
static bool number_instead(struct parser *parser, struct to_encode *asked)
{
    static const char *const members[] = {"abi", "fre_type", "fde_type"};
    for (size_t i = 0; i < sizeof members / sizeof *members && asked->member == NULL; i++)
        if (gen_is(parser, members[i]))
            asked->member = members[i];
    if (asked->member == NULL)
        return true;
    if (parser->notation->unsayable[0] == '\0')
        return gen_wrong(parser, "a number that stands for nothing is for a text with a line `unsayable`");
    return gen_next(parser), gen_small(parser, UINT32_MAX, &asked->number);
}

static bool encode_line(struct parser *parser)
{
    struct notation *const notation = parser->notation;
    if (notation->encode_count == MAX_QUESTIONS)
        return gen_wrong(parser, "at most %d questions can be asked", MAX_QUESTIONS);
    struct to_encode *const asked = &notation->encodes[notation->encode_count++];
    *asked = (struct to_encode){.from = ENCODE_MODEL, .line = parser->line};
    if (notation->unsayable[0] == '\0' && gen_take(parser, "reversed"))
        asked->from = ENCODE_REVERSED;
    else if (notation->unsayable[0] == '\0' && gen_take(parser, "again"))
        asked->from = ENCODE_AGAIN;
    else if (!number_instead(parser, asked))
        return false;
    if (gen_take(parser, "as"))
        return gen_read_name(parser, false, "a name, such as `first`", asked->name);
    return gen_at_end(parser) ||
           gen_expected(parser, notation->unsayable[0] == '\0' ? "`reversed`, `again`, `as` or the end of the line"
                                                               : "`abi`, `fre_type`, `fde_type`, `as` or the end of the line");
}

/* --- The text ------------------------------------------------------------------------------------------- */

/* The parts of a text, in their order.  In an answer, too, stand lines of a model and of what is broken. */
enum part {
    IN_ABOUT,
    IN_SECTION,
    IN_FUNCTIONS,
    IN_MODULES,
    IN_SCENARIO,
    IN_EDITS,
    IN_BREACHES,
    IN_ANSWERS,
    IN_QUESTIONS
};

static const struct line {
    const char *name;
    bool (*read)(struct parser *parser);
    enum part part;
} lines[] = {
    {"note", note_line, IN_ABOUT},
    {"quote", quote_line, IN_ABOUT},
    {"origin", origin_line, IN_ABOUT},
    {"exercises", exercises_line, IN_ABOUT},
    {"shape", own_name_line, IN_ABOUT},
    {"ledger", own_name_line, IN_ABOUT},
    {"fault", fault_line, IN_ABOUT},
    {"twin", own_name_line, IN_ABOUT},
    {"run", run_line, IN_ABOUT},
    {"unsayable", unsayable_line, IN_ABOUT},
    {"section", gen_read_section, IN_SECTION},
    {"function", gen_read_function, IN_FUNCTIONS},
    {"module", gen_read_module, IN_MODULES},
    {"register", gen_read_register, IN_SCENARIO},
    {"pac-mask", gen_read_mask, IN_SCENARIO},
    {"limit", gen_read_limit, IN_SCENARIO},
    {"memory", gen_read_memory, IN_SCENARIO},
    {"set", gen_read_set, IN_EDITS},
    {"cut", gen_read_count, IN_EDITS},
    {"keep", gen_read_count, IN_EDITS},
    {"insert", gen_read_insert, IN_EDITS},
    {"twice", gen_read_twice, IN_EDITS},
    {"leaves", gen_read_leaves, IN_EDITS},
    {"forget", gen_read_forget, IN_BREACHES},
    {"breaks", gen_read_breaks, IN_BREACHES},
    {"open", open_line, IN_ANSWERS},
    {"answer", answer_line, IN_ANSWERS},
    {"decode", question_line, IN_QUESTIONS},
    {"check", question_line, IN_QUESTIONS},
    {"lookup", question_line, IN_QUESTIONS},
    {"flip", question_line, IN_QUESTIONS},
    {"unwind", question_line, IN_QUESTIONS},
    {"encode", encode_line, IN_QUESTIONS},
};

static const struct line row_line = {"", gen_read_row, IN_FUNCTIONS},
                         more_memory_line = {"", gen_read_more_memory, IN_SCENARIO};

static const struct line *line_named(const struct parser *parser)
{
    if (gen_is_more_memory(parser))
        return &more_memory_line;
    if (gen_is_number_next(parser))
        return &row_line;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        if (gen_is(parser, lines[i].name))
            return &lines[i];
    return NULL;
}

/* Functions after a module are the module's. */
static bool comes_in_order(struct parser *parser, const struct line *line, enum part *part)
{
    const enum part now = line->part == IN_FUNCTIONS && *part == IN_MODULES ? IN_MODULES : line->part;
    if (parser->reply != NULL && (now == IN_MODULES || now == IN_SCENARIO || now == IN_EDITS))
        return gen_wrong(parser, "`%.*s` stands before the answers", gen_shown(parser->length),
                         parser->token);
    if (now == IN_ABOUT && *part > IN_ABOUT)
        return gen_wrong(parser, "`%.*s` stands before the section", gen_shown(parser->length), parser->token);
    if (now < *part)
        return gen_wrong(parser, "the model comes first, then modules, registers and memory, then edits, "
                                 "then what they break, then answers, then questions");
    *part = line->read == answer_line ? IN_SECTION : now;
    return true;
}

static bool read_line(struct parser *parser, enum part *part)
{
    const struct line *const line = line_named(parser);
    if (line == NULL)
        return gen_wrong(parser, "`%.*s` begins no line; see docs/notation.md", gen_shown(parser->length),
                         parser->token);
    if (!parser->has_section && line->part > IN_SECTION)
        return gen_expected(parser, "a line `section`");
    if (!comes_in_order(parser, line, part))
        return false;
    parser->remembers = parser->remembers && line == &more_memory_line;
    if (line->name[0] != '\0')
        gen_next(parser);
    return line->read(parser) && (gen_at_end(parser) || gen_expected(parser, "the end of the line"));
}

static bool is_order(const struct section *section)
{
    bool has[MAX_FUNCTIONS] = {false};
    uint32_t named_once = 0;
    for (uint32_t i = 0; i < MAX_FUNCTIONS && section->data_order[i] < MAX_FUNCTIONS; i++) {
        const uint8_t number_of = section->data_order[i];
        if (has[number_of] || number_of >= section->function_count)
            return false;
        has[number_of] = true;
        named_once++;
    }
    return named_once == section->function_count;
}

static bool are_orders(const struct notation *notation)
{
    bool right = !notation->section.has_data_order || is_order(&notation->section);
    for (uint32_t i = 0; i < notation->module_count; i++)
        right = right && (!notation->modules[i].has_data_order || is_order(&notation->modules[i]));
    return right;
}

/* What only the whole of a text shows. */
static bool is_whole(struct parser *parser)
{
    const struct notation *const notation = parser->notation;
    if (!parser->has_section)
        return gen_wrong(parser, "there is no line `section`");
    if (!are_orders(notation))
        return gen_wrong(parser, "`data-order` must name each function of the section once");
    if ((notation->about.fault[0] != '\0') != (notation->about.twin[0] != '\0'))
        return gen_wrong(parser, "a line `fault` and a line `twin` go together");
    return notation->ledger[0] == '\0' || notation->answer_count >= 2 ||
           gen_wrong(parser, "an open point has the answers of two readings or more");
}

void gen_notation_init(struct notation *notation)
{
    notation->run = RUN_BOTH;
    notation->module_count = notation->memory_count = notation->edit_count = notation->pool_count = 0;
    notation->has_sp = notation->has_fp = false;
    begin_scenario(&notation->scenario);
    begin_broken(&notation->broken);
    notation->ledger[0] = '\0';
    notation->answer_count = notation->json_count = notation->question_count = notation->encode_count = 0;
    notation->unsayable[0] = '\0';
}

/* Sets the end of a text and counts its lines. */
static void find_end(struct one_text *text)
{
    static const char end_of_text[] = "---\n";
    const size_t length = sizeof end_of_text - 1;
    const char *line = text->begin;
    for (text->lines = 0; line < text->file_end && ((size_t)(text->file_end - line) < length ||
                                                    memcmp(line, end_of_text, length) != 0);
         text->lines++) {
        const char *const found = memchr(line, '\n', (size_t)(text->file_end - line));
        line = found != NULL ? found + 1 : text->file_end;
    }
    text->end = line;
}

struct one_text gen_first_text(const char *file, size_t length)
{
    struct one_text text = {.begin = file, .file_end = file + length, .is_first = true};
    find_end(&text);
    return text;
}

bool gen_next_text(struct one_text *text)
{
    if (text->end == text->file_end)
        return false;
    text->lines_before += text->lines + 1;
    text->begin = memchr(text->end, '\n', (size_t)(text->file_end - text->end));
    text->begin++;
    text->is_first = false;
    find_end(text);
    return true;
}

bool gen_is_one(unsigned bits)
{
    return (bits & (bits - 1)) == 0;
}

bool gen_notation_is_for_one(const struct notation *notation)
{
    unsigned count = 0;
    for (enum profile profile = PROFILE_V1; profile < PROFILES; profile++)
        count += notation->abis[profile] == 0 ? 0 : gen_is_one(notation->abis[profile]) ? 1 : ABIS;
    return count <= 1;
}

bool gen_notation_choice(const struct notation *notation, unsigned *number, struct choice *choice)
{
    const bool is_for_one = gen_notation_is_for_one(notation);
    while (*number < (unsigned)PROFILES * ABIS) {
        *choice = (struct choice){(enum profile)(*number / ABIS), (enum abi)(*number % ABIS)};
        ++*number;
        if ((notation->abis[choice->profile] >> choice->abi & 1) != 0 &&
            (abi_known(choice->profile, choice->abi) || is_for_one))
            return true;
    }
    return false;
}

bool gen_notation_parse_for(struct notation *notation, const struct one_text *text, struct choice choice,
                            struct mistake *mistake)
{
    const struct section *const section = &notation->section;
    return (section->profile == choice.profile && section->abi == choice.abi) ||
           gen_notation_parse(notation, text, &choice, mistake);
}

/* Reads the whole text, or its lines down to the section. */
static bool parse(struct notation *notation, const struct one_text *text, const struct choice *choice,
                  struct mistake *mistake, bool whole)
{
    struct parser parser = {.notation = notation, .mistake = mistake, .choice = choice, .at = text->begin,
                            .end = text->end, .line = text->lines_before, .section = &notation->section,
                            .broken = &notation->broken};
    enum part part = IN_ABOUT;
    if (text->is_first)
        notation->about = (struct about){.exercise_count = 0};
    gen_notation_init(notation);
    while (parser.at < parser.end && (whole || part == IN_ABOUT)) {
        parser.line++;
        parser.line_begin = parser.token = parser.at;
        parser.length = 0;
        gen_next(&parser);
        if (!gen_at_end(&parser) && !read_line(&parser, &part))
            return false;
        while (parser.at < parser.end && *parser.at != '\n')
            parser.at++;
        parser.at += parser.at < parser.end;
    }
    parser.token = parser.line_begin = parser.at;
    parser.line += parser.line == 0;
    return !whole || is_whole(&parser);
}

bool gen_notation_parse(struct notation *notation, const struct one_text *text, const struct choice *choice,
                        struct mistake *mistake)
{
    return parse(notation, text, choice, mistake, true);
}

bool gen_notation_pass(struct notation *notation, const struct one_text *text, struct mistake *mistake)
{
    return parse(notation, text, NULL, mistake, false);
}
