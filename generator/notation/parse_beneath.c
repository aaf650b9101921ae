/* The lines beneath the model: edits of its bytes, and what these break. */
#include "parse_parts.h"

#include <stdlib.h>
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

/* The kind that the present token names, `header` to `bytes`; -1: none. */
static int kind_of_place(const struct parser *parser)
{
    static const char *const places[] = {"header", "function", "row", "word", "byte", "bytes"};
    for (int kind = EDIT_HEADER; kind <= EDIT_BYTES; kind++)
        if (gen_is(parser, places[kind]))
            return kind;
    return -1;
}

/* The numbers behind the kind, and the field's name. */
static bool place_of_field(struct parser *parser, struct edit *edit)
{
    for (int i = 0; i < (int)edit->kind; i++) {
        uint32_t place;
        if (!gen_small(parser, MAX_ROWS, &place))
            return false;
        edit->place[i] = (int)place;
    }
    edit->field = FIELD_WORD;
    return edit->kind == EDIT_WORD || field(parser, &edit->field);
}

/* An offset and bytes. */
static bool read_bytes(struct parser *parser, struct edit *edit)
{
    struct notation *const notation = parser->notation;
    edit->first = notation->pool_count;
    if (!gen_small(parser, MAX_BYTES, &edit->at) ||
        !gen_hex_bytes(parser, notation->pool + edit->first, MAX_BYTES - edit->first, &edit->count))
        return false;
    notation->pool_count += edit->count;
    return true;
}

/* `end`, `end+1`, `end-1`. */
static bool is_from_end(const struct parser *parser, struct edit *edit)
{
    static const char word[] = "end";
    const size_t length = sizeof word - 1;
    const char *const end = parser->token + parser->length, *const at = parser->token + length;
    if (parser->length < length || memcmp(parser->token, word, length) != 0)
        return false;
    edit->value_is = VALUE_BEHIND_END;
    return at == end || ((*at == '+' || *at == '-') && gen_signed_digits(at, end, &edit->value) == end);
}

static bool read_value(struct parser *parser, struct edit *edit)
{
    uint64_t whole;
    if (is_from_end(parser, edit))
        return gen_next(parser), true;
    edit->value_is = gen_take(parser, "by") ? VALUE_ADDED : VALUE_ITSELF;
    const char *const end = parser->token + parser->length;
    if (!gen_at_end(parser) && gen_digits(parser->token, end, &whole) == end)
        return edit->value = (int64_t)whole, gen_next(parser), true;
    return gen_number(parser, INT64_MIN, INT64_MAX, &edit->value);
}

bool gen_read_set(struct parser *parser)
{
    const int kind = kind_of_place(parser);
    if (kind < 0)
        return gen_expected(parser, "`header`, `function`, `row`, `word`, `byte` or `bytes`");
    gen_next(parser);
    struct edit *const edit = new_edit(parser, (enum edit_kind)kind);
    if (edit == NULL)
        return false;
    if (kind == EDIT_BYTE)
        return gen_small(parser, MAX_BYTES - 1, &edit->at) && gen_number(parser, 0, UINT8_MAX, &edit->value);
    if (kind == EDIT_BYTES)
        return read_bytes(parser, edit);
    if (!place_of_field(parser, edit))
        return false;
    return read_value(parser, edit);
}

/* How many bytes go, or stay. */
bool gen_read_count(struct parser *parser)
{
    struct edit *const edit = new_edit(parser, gen_was(parser, "cut") ? EDIT_CUT : EDIT_KEEP);
    int64_t count = 0;
    if (edit == NULL || !gen_number(parser, 1, MAX_BYTES, &count))
        return false;
    edit->count = (uint32_t)count;
    return true;
}

bool gen_read_insert(struct parser *parser)
{
    struct edit *const edit = new_edit(parser, EDIT_INSERT);
    return edit != NULL && read_bytes(parser, edit);
}

bool gen_read_twice(struct parser *parser)
{
    return new_edit(parser, EDIT_TWICE) != NULL;
}

bool gen_read_leaves(struct parser *parser)
{
    uint32_t function;
    const bool of_rows = gen_is(parser, "rows");
    if (!of_rows && !gen_is(parser, "functions"))
        return gen_expected(parser, "`functions` or `rows`");
    gen_next(parser);
    struct edit *const edit = new_edit(parser, of_rows ? EDIT_LEAVES_ROWS : EDIT_LEAVES_FUNCTIONS);
    if (edit == NULL)
        return false;
    if (of_rows && !gen_small(parser, MAX_FUNCTIONS - 1, &function))
        return false;
    edit->place[0] = of_rows ? (int)function : -1;
    return gen_small(parser, MAX_ROWS, &edit->count);
}

/* --- What is broken ------------------------------------------------------------------------------------- */

bool gen_read_forget(struct parser *parser)
{
    parser->broken->forgets = true;
    return true;
}

/* In the order of strcmp. */
static const char *const clause_ids[] = {
#include "clause_ids.inc"
};

static int compare(const void *token, const void *id)
{
    return strcmp(token, *(const char *const *)id);
}

bool gen_is_clause(const struct parser *parser)
{
    char token[MAX_NAME];
    if (parser->length >= sizeof token)
        return false;
    memcpy(token, parser->token, parser->length);
    token[parser->length] = '\0';
    return bsearch(token, clause_ids, sizeof clause_ids / sizeof *clause_ids, sizeof *clause_ids, compare) !=
           NULL;
}

/* An offset, `end`, or a field. */
static bool read_place(struct parser *parser, struct declared *declared)
{
    const int kind = kind_of_place(parser);
    declared->where = AT_OFFSET;
    if (gen_take(parser, "end"))
        return declared->where = AT_END, true;
    if (kind < 0 || kind >= EDIT_BYTE)
        return gen_small(parser, MAX_BYTES - 1, &declared->offset);
    gen_next(parser);
    declared->where = AT_FIELD;
    declared->field = (struct edit){.kind = (enum edit_kind)kind, .place = {-1, -1, -1}};
    return place_of_field(parser, &declared->field);
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
    *declared = (struct declared){.severity = SEVERITY_MALFORMED, .line = parser->line};
    memcpy(declared->clause, parser->token, parser->length);
    gen_next(parser);
    if (gen_take(parser, "irregular"))
        declared->severity = SEVERITY_IRREGULAR;
    else if (gen_take(parser, "note"))
        declared->severity = SEVERITY_NOTE;
    else if (gen_take(parser, "model"))
        declared->of_model = true;
    else
        gen_take(parser, "malformed");
    return declared->of_model || !gen_take(parser, "at") || read_place(parser, declared);
}
