#include "vector.h"

#include "core.h"

#include <string.h>

#define LITERAL(text, string) gen_text_raw(text, string, sizeof(string) - 1)

/* --- Names and selection -------------------------------------------------------------------------------- */

const char *gen_operation_name(enum operation operation)
{
    static const char *const names[OPERATIONS] = {"decode", "check", "lookup", "flip", "unwind"};
    return names[operation];
}

const char *gen_class_name(enum vector_class vector_class)
{
    static const char *const names[CLASSES] = {"valid", "malformed", "irregular", "contested"};
    return names[vector_class];
}

/* `*` matches any characters, `/` among them, and `?` any one.  On a mismatch only the last star is tried
 * again, which is enough and keeps the time bounded by the product of the lengths. */
bool gen_glob_matches(const char *pattern, const char *string)
{
    size_t in = 0, at = 0, behind_star = 0, resume = 0;
    while (string[at] != '\0') {
        if (pattern[in] == '*') {
            behind_star = ++in;
            resume = at;
        } else if (pattern[in] == '?' || pattern[in] == string[at]) {
            in++, at++;
        } else if (behind_star > 0) {
            in = behind_star;
            at = ++resume;
        } else {
            return false;
        }
    }
    while (pattern[in] == '*')
        in++;
    return pattern[in] == '\0';
}

bool gen_selects_id(const struct selection *selection, const char *id)
{
    bool taken = selection->select_count == 0;
    for (uint32_t i = 0; i < selection->select_count && !taken; i++)
        taken = gen_glob_matches(selection->select[i], id);
    for (uint32_t i = 0; i < selection->skip_count && taken; i++)
        taken = !gen_glob_matches(selection->skip[i], id);
    return taken && (!selection->core || gen_core_has(id));
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

/* --- JSON Lines ----------------------------------------------------------------------------------------- */

static void write_list(struct text *text, const char *const *values, uint32_t count)
{
    gen_text_char(text, '[');
    for (uint32_t i = 0; i < count; i++) {
        if (i > 0)
            gen_text_char(text, ',');
        gen_text_quoted(text, values[i]);
    }
    gen_text_char(text, ']');
}

void gen_write_breaches(struct text *text, const struct vector *vector)
{
    write_list(text, vector->breaches, vector->breach_count);
}

static void write_member(struct text *text, const char *name, const char *value)
{
    gen_text_char(text, ',');
    gen_text_quoted(text, name);
    gen_text_char(text, ':');
    gen_text_quoted(text, value);
}

void gen_write_input(struct text *text, const struct vector *vector)
{
    LITERAL(text, "{\"address\":");
    gen_text_address(text, vector->address);
    LITERAL(text, ",\"bytes\":\"");
    gen_text_bytes(text, vector->bytes, vector->length);
    gen_text_char(text, '"');
    if (vector->operation == OPERATION_LOOKUP || vector->operation == OPERATION_UNWIND) {
        LITERAL(text, ",\"pc\":");
        gen_text_address(text, vector->pc);
    }
    if (vector->scenario != NULL)
        gen_write_scenario(text, vector->scenario);
    gen_text_char(text, '}');
}

void gen_write_vector(struct text *text, const struct vector *vector)
{
    LITERAL(text, "{\"id\":");
    gen_text_quoted(text, vector->id);
    write_member(text, "profile", profile_name(vector->profile));
    write_member(text, "abi", abi_name(vector->abi));
    write_member(text, "operation", gen_operation_name(vector->operation));
    write_member(text, "class", gen_class_name(vector->vector_class));
    write_member(text, "family", vector->family);
    LITERAL(text, ",\"clauses\":");
    write_list(text, vector->clauses, vector->clause_count);
    write_member(text, "origin", vector->origin);
    write_member(text, "note", vector->note);
    if (vector->group != NULL)
        write_member(text, "group", vector->group);
    if (vector->ledger != NULL)
        write_member(text, "ledger", vector->ledger);
    if (vector->fault != NULL) {
        LITERAL(text, ",\"fault\":{\"clause\":");
        gen_text_quoted(text, vector->fault->clause);
        write_member(text, "way", vector->fault->way);
        write_member(text, "twin", vector->twin);
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
