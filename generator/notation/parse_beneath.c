/* The lines beneath the model: edits of its bytes, and what these break. */
#include "parse_parts.h"

#include <string.h>

/* --- Edits ---------------------------------------------------------------------------------------------- */

static struct edit *new_edit(struct parser *parser, enum edit_kind kind)
{
    struct notation *const notation = parser->notation;
    if (notation->edit_count == MAX_EDITS) {
        gen_wrong(parser, "a text has at most %d edits", MAX_EDITS);
        return NULL;
    }
    struct edit *const edit = &notation->edits[notation->edit_count++];
    *edit = (struct edit){.kind = kind, .place = {-1, -1, -1}, .line = parser->line};
    return edit;
}

static bool field(struct parser *parser, enum field_name *name)
{
    for (enum field_name at = FIELD_MAGIC; at < FIELD_WORD; at++) {
        if (gen_is(parser, gen_field_name(at)))
            return *name = at, gen_next(parser), true;
    }
    return gen_expected(parser, "a field's name, such as `version`, `func_num_fres` or `fre_info`");
}

bool gen_read_set(struct parser *parser)
{
    static const char *const places[] = {"header", "function", "row", "word", "byte"};
    enum edit_kind kind = EDIT_HEADER;
    while (kind <= EDIT_BYTE && !gen_is(parser, places[kind]))
        kind++;
    if (kind > EDIT_BYTE)
        return gen_expected(parser, "`header`, `function`, `row`, `word` or `byte`");
    gen_next(parser);
    struct edit *const edit = new_edit(parser, kind);
    if (edit == NULL)
        return false;
    if (kind == EDIT_BYTE)
        return gen_small(parser, MAX_BYTES - 1, &edit->at) && gen_number(parser, 0, UINT8_MAX, &edit->value);
    for (int i = 0; i < (int)kind; i++) {
        uint32_t place;
        if (!gen_small(parser, MAX_ROWS, &place))
            return false;
        edit->place[i] = (int)place;
    }
    edit->field = FIELD_WORD;
    if (kind != EDIT_WORD && !field(parser, &edit->field))
        return false;
    uint64_t whole;
    const char *const end = parser->token + parser->length;
    if (!gen_at_end(parser) && gen_digits(parser->token, end, &whole) == end)
        return edit->value = (int64_t)whole, gen_next(parser), true;
    return gen_number(parser, INT64_MIN, INT64_MAX, &edit->value);
}

bool gen_read_cut(struct parser *parser)
{
    struct edit *const edit = new_edit(parser, EDIT_CUT);
    int64_t count = 0;
    if (edit == NULL || !gen_number(parser, 1, MAX_BYTES, &count))
        return false;
    edit->count = (uint32_t)count;
    return true;
}

bool gen_read_insert(struct parser *parser)
{
    struct notation *const notation = parser->notation;
    struct edit *const edit = new_edit(parser, EDIT_INSERT);
    if (edit == NULL || !gen_small(parser, MAX_BYTES, &edit->at))
        return false;
    edit->first = notation->pool_count;
    if (!gen_hex_bytes(parser, notation->pool + edit->first, MAX_BYTES - edit->first, &edit->count))
        return false;
    notation->pool_count += edit->count;
    return true;
}

bool gen_read_twice(struct parser *parser)
{
    return new_edit(parser, EDIT_TWICE) != NULL;
}

/* --- What is broken ------------------------------------------------------------------------------------- */

bool gen_read_forget(struct parser *parser)
{
    parser->broken->forgets = true;
    return true;
}

bool gen_is_clause(const struct parser *parser)
{
    bool right = parser->length > 0 && parser->length < MAX_NAME &&
                 memchr(parser->token, '.', parser->length) != NULL;
    for (size_t i = 0; i < parser->length; i++)
        right = right && (gen_is_of_id(parser->token[i]) || parser->token[i] == '.');
    return right;
}

bool gen_read_breaks(struct parser *parser)
{
    struct broken *const broken = parser->broken;
    if (gen_take(parser, "nothing"))
        return broken->nothing = true;
    if (!gen_is_clause(parser))
        return gen_expected(parser, "`nothing` or a clause, such as `fre.inside`");
    if (broken->count == MAX_DECLARED)
        return gen_wrong(parser, "at most %d clauses can be declared", MAX_DECLARED);
    struct declared *const declared = &broken->list[broken->count++];
    *declared = (struct declared){.severity = SEVERITY_MALFORMED};
    memcpy(declared->clause, parser->token, parser->length);
    gen_next(parser);
    if (gen_take(parser, "irregular"))
        declared->severity = SEVERITY_IRREGULAR;
    else if (gen_take(parser, "note"))
        declared->severity = SEVERITY_NOTE;
    else
        gen_take(parser, "malformed");
    declared->is_placed = gen_take(parser, "at");
    return !declared->is_placed || gen_small(parser, MAX_BYTES - 1, &declared->offset);
}
