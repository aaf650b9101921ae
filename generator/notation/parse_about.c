/* The lines before the section: what a vector says of itself. */
#include "parse_parts.h"

#include <string.h>

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

bool gen_read_note(struct parser *parser)
{
    return rest_of_line(parser, parser->notation->note);
}

bool gen_read_origin(struct parser *parser)
{
    return rest_of_line(parser, parser->notation->origin);
}

bool gen_read_exercises(struct parser *parser)
{
    struct notation *const notation = parser->notation;
    if (!gen_is_clause(parser))
        return gen_expected(parser, "a clause, such as `fre.range`");
    if (notation->exercise_count == MAX_EXERCISES)
        return gen_wrong(parser, "at most %d clauses can be exercised besides", MAX_EXERCISES);
    char *const clause = notation->exercises[notation->exercise_count++];
    memcpy(clause, parser->token, parser->length);
    clause[parser->length] = '\0';
    return gen_next(parser), true;
}
