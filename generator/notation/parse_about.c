/* The lines before the section: what a vector says of itself. */
#include "parse_parts.h"

#include <string.h>

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

bool gen_read_note(struct parser *parser)
{
    return words_line(parser, NOTE, parser->notation->about.note);
}

bool gen_read_origin(struct parser *parser)
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

bool gen_read_exercises(struct parser *parser)
{
    struct about *const about = &parser->notation->about;
    if (is_first_of_text(parser, EXERCISES))
        about->exercise_count = 0;
    if (about->exercise_count == MAX_EXERCISES)
        return gen_wrong(parser, "at most %d clauses can be exercised besides", MAX_EXERCISES);
    return clause(parser, about->exercises[about->exercise_count++]);
}

/* CLAUSE and the words that say how it is broken or ignored. */
bool gen_read_fault(struct parser *parser)
{
    struct about *const about = &parser->notation->about;
    if (!is_first_of_text(parser, FAULT))
        return gen_wrong(parser, "a text says this once");
    about->way[0] = '\0';
    return clause(parser, about->fault) && rest_of_line(parser, about->way);
}

/* CLAUSE "WORDS", for people: they are not kept. */
bool gen_read_quote(struct parser *parser)
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

bool gen_read_own_name(struct parser *parser)
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

bool gen_read_run(struct parser *parser)
{
    const bool is_plain = gen_is(parser, "plain");
    if (!is_plain && !gen_is(parser, "flagged"))
        return gen_expected(parser, "`plain` or `flagged`");
    parser->notation->run = is_plain ? RUN_PLAIN : RUN_FLAGGED;
    return gen_next(parser), true;
}

bool gen_read_unsayable(struct parser *parser)
{
    return rest_of_line(parser, parser->notation->unsayable);
}
