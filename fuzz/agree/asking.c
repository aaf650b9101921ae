#include "asking.h"

#include "implementation.h"
#include "judging.h"
#include "law.h"

#include <stdio.h>
#include <string.h>

/* --- Requests ------------------------------------------------------------------------------------------- */

/* The blocks that a request of an unwinding points to. */
struct laid_out {
    struct implementation_scenario scenario;
    struct implementation_register registers[MAX_REGISTERS + 3];
    struct implementation_piece modules[MAX_MODULES], memory[MAX_PIECES];
};

static void add_register(struct laid_out *to, const char *name, uint64_t value)
{
    struct implementation_register *const added = &to->registers[to->scenario.register_count++];
    (void)snprintf(added->name, sizeof added->name, "%s", name);
    added->value = value;
}

static size_t copy_pieces(struct implementation_piece *to, const struct piece *from, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        to[i] = (struct implementation_piece){from[i].address, from[i].bytes, from[i].length};
    return count;
}

static const struct implementation_scenario *lay_out(struct laid_out *to, const struct scenario *from)
{
    to->scenario = (struct implementation_scenario){.limit = from->limit != 0 ? from->limit : DEFAULT_LIMIT,
                                                    .registers = to->registers,
                                                    .modules = to->modules,
                                                    .memory = to->memory};
    add_register(to, "sp", from->sp);
    add_register(to, "fp", from->fp);
    for (uint32_t i = 0; i < from->register_count; i++) {
        char name[16];
        (void)snprintf(name, sizeof name, "r%u", from->registers[i].number);
        add_register(to, name, from->registers[i].value);
    }
    if (from->pac_mask != 0)
        add_register(to, "pac_mask", from->pac_mask);
    to->scenario.module_count = copy_pieces(to->modules, from->modules, from->module_count);
    to->scenario.piece_count = copy_pieces(to->memory, from->memory, from->piece_count);
    return &to->scenario;
}

static const char *answer_of(const struct vector *vector, size_t *size)
{
    static struct laid_out laid_out;
    const struct implementation_request request = {
        .operation = gen_operation_name(vector->operation),
        .profile = profile_name(vector->profile),
        .abi = abi_name(vector->abi),
        .address = vector->address,
        .pc = vector->pc,
        .bytes = gen_vector_bytes(vector),
        .size = vector->length,
        .scenario = vector->scenario != NULL ? lay_out(&laid_out, vector->scenario) : NULL};
    return implementation_answer(&request, size);
}

/* The request; it is valid until the next one is made. */
static struct asked asked_by(const struct vector *vector)
{
    static char breaches[MAX_BREACHES * MAX_ID];
    struct text text;
    gen_text_init(&text, breaches, sizeof breaches);
    if (vector->breach_count > 0)
        gen_write_breaches(&text, vector);
    return (struct asked){profile_name(vector->profile),
                          abi_name(vector->abi),
                          gen_operation_name(vector->operation),
                          gen_class_name(vector->vector_class),
                          vector->expectation->begin,
                          vector->expectation->length,
                          gen_text_c(&text)};
}

/* --- Laws ----------------------------------------------------------------------------------------------- */

static void demand_fine(bool fine, const struct vector *vector, const char *words, const char *answer,
                        size_t size)
{
    if (fine)
        return;
    char buffer[TEXT_DRAINED_SIZE];
    struct text text;
    gen_text_init(&text, buffer, sizeof buffer);
    gen_write_vector(&text, vector);
    (void)fprintf(stderr, "%s%s", gen_text_c(&text), text.full ? "...\n" : "");
    LAW(false, "%s: %s; answered %.*s", vector->id, words, (int)(size < JUDGED_MAX ? size : JUDGED_MAX),
        answer);
}

bool is_asked(const struct section *section, enum operation operation)
{
    return is_declared(profile_name(section->profile), abi_name(section->abi), gen_operation_name(operation),
                       section->order != gen_abi_facts[section->abi].order);
}

void ask_vector(const struct vector *vector)
{
    const bool is_strict = implementation_is_strict != NULL && implementation_is_strict();
    const struct asked asked = asked_by(vector);
    size_t size;
    if (!is_asked(vector->section, vector->operation))
        return;
    const char *const answer = answer_of(vector, &size);
    if (vector->vector_class == CLASS_MALFORMED && !is_strict)
        return;
    static char words[JUDGED_MAX];
    demand_fine(may_be_answered(&asked, answer, size, words), vector, words, answer, size);
}

void ask_for_own_reading(const struct vector *vector)
{
    static char words[JUDGED_MAX];
    const struct asked asked = asked_by(vector);
    size_t size;
    LAW(is_asked(vector->section, vector->operation), "%s: is not asked", vector->id);
    const char *const answer = answer_of(vector, &size);
    demand_fine(is_own_reading(&asked, answer, size, words), vector, words, answer, size);
}
