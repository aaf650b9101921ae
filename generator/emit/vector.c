#include "vector.h"

#include <string.h>

/* --- Names and selection -------------------------------------------------------------------------------- */

bool gen_is_among(const char *const *list, size_t count, const char *word)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(list[i], word) == 0)
            return true;
    return false;
}

const char *gen_operation_name(unsigned operation)
{
    static const char *const names[OPERATIONS] = {"decode", "check", "lookup", "flip", "unwind"};
    return names[operation];
}

const char *gen_class_name(unsigned vector_class)
{
    static const char *const names[CLASSES] = {"valid", "malformed", "irregular", "contested"};
    return names[vector_class];
}

static const char *const core_ids[] = {
#include "core.inc" /* ids in the order of strcmp: see generator.mk */
};

bool gen_core_has(const char *id)
{
    const char *const *begin = core_ids, *const *end = core_ids + sizeof core_ids / sizeof *core_ids;
    while (begin < end) {
        const char *const *const middle = begin + (end - begin) / 2;
        const int order = strcmp(*middle, id);
        if (order == 0)
            return true;
        if (order < 0)
            begin = middle + 1;
        else
            end = middle;
    }
    return false;
}

bool gen_selects_id(const struct selection *selection, const char *id)
{
    const bool taken = (selection->select.count == 0 || gen_pattern_matches(&selection->select, id)) &&
                       !gen_pattern_matches(&selection->skip, id);
    return taken && (!selection->core || gen_core_has(id)) && (selection->has == NULL || selection->has(id));
}

struct selection gen_select_all(void)
{
    return (struct selection){.profile = -1,
                              .abi = -1,
                              .operation = -1,
                              .vector_class = -1,
                              .largest = DEFAULT_LARGEST,
                              .strength = DEFAULT_STRENGTH};
}

const uint8_t *gen_vector_bytes(const struct vector *vector)
{
    static uint8_t made[MAX_MADE];
    if (vector->parts == NULL)
        return vector->bytes;
    gen_lay_out(vector->parts, made);
    return made;
}

/* --- JSON Lines ----------------------------------------------------------------------------------------- */

static void write_list(struct text *text, const char *const *values, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (i > 0)
            gen_text_char(text, ',');
        gen_text_quoted(text, values[i]);
    }
}

void gen_write_breaches(struct text *text, const struct vector *vector)
{
    gen_text_char(text, '[');
    write_list(text, vector->breaches, vector->breach_count);
    gen_text_char(text, ']');
}

static void write_clauses(struct text *text, const struct vector *vector)
{
    const uint32_t exercised = vector->exercised != NULL ? vector->exercised->count : 0;
    const uint32_t others = vector->clause_count - exercised;
    LITERAL(text, ",\"clauses\":[");
    write_list(text, vector->clauses, others);
    if (others > 0 && exercised > 0)
        gen_text_char(text, ',');
    if (exercised > 0)
        gen_text_append(text, &vector->exercised->list);
    gen_text_char(text, ']');
}

static void write_bytes(struct text *text, const char *name, const uint8_t *bytes, uint32_t length)
{
    gen_text_char(text, ',');
    gen_text_quoted(text, name);
    LITERAL(text, ":\"");
    gen_text_bytes(text, bytes, length);
    gen_text_char(text, '"');
}

static void write_counted(struct text *text, const struct counted *counted)
{
    gen_text_format(text, "{\"at\":%u,\"width\":%u,\"step\":%d}", counted->at, counted->width, counted->step);
}

static void write_part(struct text *text, const struct made_part *part)
{
    gen_text_member(text, "{\"times\":", part->times);
    write_bytes(text, "bytes", part->bytes, part->length);
    for (uint32_t i = 0; i < part->counted_count; i++) {
        gen_text_string(text, i == 0 ? ",\"count\":[" : ",");
        write_counted(text, &part->counted[i]);
    }
    gen_text_string(text, part->counted_count > 0 ? "]}" : "}");
}

static void write_parts(struct text *text, const struct parts *parts)
{
    LITERAL(text, ",\"parts\":[");
    for (uint32_t i = 0; i < parts->count; i++) {
        if (i > 0)
            gen_text_char(text, ',');
        write_part(text, &parts->list[i]);
    }
    gen_text_char(text, ']');
}

void gen_write_input(struct text *text, const struct vector *vector)
{
    gen_text_member_address(text, "{\"address\":", vector->address);
    if (vector->parts != NULL)
        write_parts(text, vector->parts);
    else
        write_bytes(text, "bytes", vector->bytes, vector->length);
    if (vector->operation == OPERATION_LOOKUP || vector->operation == OPERATION_UNWIND)
        gen_text_member_address(text, ",\"pc\":", vector->pc);
    if (vector->scenario != NULL)
        gen_write_scenario(text, vector->scenario);
    gen_text_char(text, '}');
}

void gen_write_vector(struct text *text, const struct vector *vector)
{
    LITERAL(text, "{\"id\":");
    gen_text_quoted(text, vector->id);
    JSON_MEMBER(text, "profile", profile_name(vector->profile));
    JSON_MEMBER(text, "abi", abi_name(vector->abi));
    JSON_MEMBER(text, "operation", gen_operation_name(vector->operation));
    JSON_MEMBER(text, "class", gen_class_name(vector->vector_class));
    JSON_MEMBER(text, "family", vector->family);
    write_clauses(text, vector);
    JSON_MEMBER(text, "origin", vector->origin);
    JSON_MEMBER(text, "note", vector->note);
    if (vector->group != NULL)
        JSON_MEMBER(text, "group", vector->group);
    if (vector->ledger != NULL)
        JSON_MEMBER(text, "ledger", vector->ledger);
    if (vector->fault != NULL) {
        LITERAL(text, ",\"fault\":{\"clause\":");
        gen_text_quoted(text, vector->fault->clause);
        JSON_MEMBER(text, "way", vector->fault->way);
        JSON_MEMBER(text, "twin", vector->twin);
        gen_text_char(text, '}');
    }
    if (vector->breach_count > 0) {
        LITERAL(text, ",\"breaches\":");
        gen_write_breaches(text, vector);
    }
    LITERAL(text, ",\"input\":");
    gen_write_input(text, vector);
    LITERAL(text, ",\"expect\":");
    gen_text_append(text, vector->expectation);
    LITERAL(text, "}\n");
}
