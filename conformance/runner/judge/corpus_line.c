#include "corpus_line.h"

#include "../process/memory.h"

#include <stdlib.h>
#include <string.h>

const char *const runner_profile_names[PROFILE_COUNT + 1] = {"v1", "v2", "v2e1", "v2e2", "v3", "any"};
const char *const runner_abi_names[ABI_COUNT] = {
#define ABI(enumerator, name, sp, fp, big, machine) name,
    KNOWN_ABIS(ABI)
#undef ABI
};
const struct abi_facts runner_abi_facts[ABI_COUNT] = {
#define ABI(enumerator, name, sp, fp, big, machine) {sp, fp, big, machine},
    KNOWN_ABIS(ABI)
#undef ABI
};
const char *const runner_operation_names[OPERATION_COUNT] = {"decode",   "check", "lookup", "flip", "unwind",
                                                             "assemble", "link",  "encode", "merge"};
const char *const runner_class_names[CLASS_COUNT] = {"valid", "malformed", "irregular", "contested"};

bool runner_is_writing(enum operation operation)
{
    return operation >= ASSEMBLE;
}

unsigned runner_name_number(const char *const *names, unsigned count, struct span name)
{
    for (unsigned i = 0; i < count; i++)
        if (runner_span_is(name, names[i]))
            return i;
    return count;
}

/* --- The members of an object --------------------------------------------------------------------------- */

#define MEMBERS_MAX 24

struct members {
    unsigned count;
    struct span keys[MEMBERS_MAX], values[MEMBERS_MAX];
};

/* Whether the last member's name is new.  If a line has a name twice, readers of the first and of the last
 * one would read different vectors. */
static bool is_new(const struct members *members, unsigned number)
{
    for (unsigned i = 0; i < number; i++)
        if (runner_span_same(members->keys[i], members->keys[number]))
            return false;
    return true;
}

/* Reads one more member; *more says whether others follow. */
static bool cut_member(struct json_cut *cut, struct members *members, bool *more)
{
    const unsigned i = members->count;
    if (i == MEMBERS_MAX || !runner_json_member(cut, &members->keys[i], &members->values[i], more) ||
        !is_new(members, i))
        return false;
    members->count++;
    return true;
}

static bool cut_members(struct span text, struct members *members)
{
    struct json_cut cut = {text.at, text.at + text.size};
    members->count = 0;
    if (!runner_json_take(&cut, '{'))
        return false;
    if (runner_json_take(&cut, '}'))
        return cut.at == cut.end;
    for (bool more = true; more;)
        if (!cut_member(&cut, members, &more))
            return false;
    return runner_json_take(&cut, '}') && cut.at == cut.end;
}

static struct span member(const struct members *members, const char *key)
{
    for (unsigned i = 0; i < members->count; i++)
        if (runner_span_is(members->keys[i], key))
            return members->values[i];
    return (struct span){"", 0};
}

static struct span name_member(const struct members *members, const char *key)
{
    return runner_json_plain(member(members, key));
}

/* --- A vector ------------------------------------------------------------------------------------------- */

static bool is_hexadecimal(struct span digits)
{
    bool all = digits.size % 2 == 0;
    for (size_t i = 0; i < digits.size; i++)
        all &= runner_digit_value(digits.at[i]) < 16;
    return all;
}

/* Reads the section: its bytes, or parts from which they are made. */
static bool read_section(struct vector *vector, const struct members *input, const char **fault)
{
    struct made_section made;
    vector->bytes = name_member(input, "bytes");
    vector->parts = member(input, "parts");
    vector->section_size = vector->bytes.size / 2;
    if (vector->parts.size == 0)
        return member(input, "bytes").size > 0 && is_hexadecimal(vector->bytes);
    const char *const wrong = member(input, "bytes").size > 0 ? "its input has both bytes and parts"
                                                               : runner_made_read(vector->parts, &made);
    if (wrong != NULL) {
        *fault = wrong;
        return false;
    }
    vector->bytes = made.first;
    vector->section_size = made.size;
    return true;
}

static bool read_input(struct vector *vector, const char **fault)
{
    struct members input;
    *fault = "its input is no object";
    if (runner_is_writing(vector->operation)) {
        vector->bytes = vector->parts = (struct span){"", 0};
        vector->section_size = 0;
        vector->address = vector->pc = 0;
        if (!cut_members(vector->input, &input))
            return false;
        vector->starts = name_member(&input, "starts");
        return member(&input, "address").size == 0 ||
               runner_span_hex(name_member(&input, "address"), &vector->address);
    }
    *fault = "its input is not one of a section, an address and perhaps a PC";
    if (!cut_members(vector->input, &input))
        return false;
    vector->pc = 0;
    if (!read_section(vector, &input, fault) ||
        !runner_span_hex(name_member(&input, "address"), &vector->address))
        return false;
    if (vector->operation != LOOKUP && vector->operation != UNWIND)
        return true;
    if (!runner_span_hex(name_member(&input, "pc"), &vector->pc))
        return false;
    *fault = "its input's registers, memory, modules, limit or pac_mask are missing or broken";
    const struct scenario_text scenario = {
        .registers = member(&input, "registers"),
        .pac_mask = member(&input, "pac_mask"),
        .modules = member(&input, "modules"),
        .memory = member(&input, "memory"),
        .limit = member(&input, "limit"),
    };
    return vector->operation == LOOKUP || runner_unwind_request_read(&vector->unwinding, &scenario);
}

static bool read_names(struct vector *vector, const struct members *members, const char **fault)
{
    const struct {
        const char *key, *fault;
        unsigned count, number;
        bool may_lack; /* may be missing in a writer's vector, which is then of any profile, and valid */
    } named[] = {
#define NAMED(key, names, count, may_lack)                                                                   \
    {key, "it has no " key ", or one that is unknown", count,                                                \
     runner_name_number(names, count, name_member(members, key)), may_lack}
        NAMED("profile", runner_profile_names, PROFILE_COUNT, true),
        NAMED("abi", runner_abi_names, ABI_COUNT, false),
        NAMED("operation", runner_operation_names, OPERATION_COUNT, false),
        NAMED("class", runner_class_names, CLASS_COUNT, true),
#undef NAMED
    };
    vector->operation = (enum operation)named[2].number;
    for (unsigned i = 0; i < sizeof named / sizeof *named; i++) {
        const bool lacks = named[i].may_lack && named[2].number < OPERATION_COUNT &&
                           runner_is_writing(vector->operation) && member(members, named[i].key).size == 0;
        if (named[i].number == named[i].count && !lacks) {
            *fault = named[i].fault;
            return false;
        }
    }
    vector->abi = (enum abi)named[1].number;
    vector->profile = named[0].number < PROFILE_COUNT ? (enum profile)named[0].number : ANY_PROFILE;
    vector->class = named[3].number < CLASS_COUNT ? (enum vector_class)named[3].number : VALID;
    return true;
}

static bool read_members(struct vector *vector, const char **fault)
{
    struct members members;
    *fault = "not an object of JSON, or one with a member twice";
    if (!cut_members((struct span){vector->line, vector->size}, &members))
        return false;
    if (!read_names(vector, &members, fault))
        return false;
    vector->id = name_member(&members, "id");
    vector->family = name_member(&members, "family");
    vector->origin = name_member(&members, "origin");
    vector->ledger = name_member(&members, "ledger");
    vector->clauses = member(&members, "clauses");
    vector->note = member(&members, "note");
    vector->fault = member(&members, "fault");
    vector->group = member(&members, "group");
    vector->breaches = member(&members, "breaches");
    vector->input = member(&members, "input");
    vector->expect = member(&members, "expect");
    *fault = "not in UTF-8";
    if (!runner_span_is_utf8((struct span){vector->line, vector->size}))
        return false;
    *fault = "it lacks id, clauses or expect";
    if (vector->clauses.size == 0 && runner_is_writing(vector->operation))
        vector->clauses = runner_span_of("[]");
    if (vector->id.size == 0 || vector->clauses.size == 0 || vector->expect.size == 0)
        return false;
    return read_input(vector, fault);
}

struct vector *runner_vector_read(struct span line, const char **fault)
{
    struct vector *const vector = memory_get(sizeof *vector + line.size);
    vector->unit = 0;
    vector->is_section = vector->not_asked = false;
    vector->head = vector->function = vector->truth = NULL;
    vector->users = 1;
    vector->unwinding = (struct unwind_request){.text = NULL};
    vector->size = line.size;
    memcpy(vector->line, line.at, line.size);
    if (read_members(vector, fault))
        return vector;
    runner_vector_release(vector);
    return NULL;
}

void runner_vector_release(struct vector *vector)
{
    if (--vector->users > 0)
        return;
    free(vector->unwinding.text);
    json_decref(vector->head);
    json_decref(vector->function);
    json_decref(vector->truth);
    free(vector);
}

void runner_vector_section(const struct vector *vector, uint8_t *to)
{
    if (vector->parts.size > 0)
        runner_made_write(vector->parts, to);
    else
        for (size_t i = 0; i < vector->section_size; i++)
            to[i] = runner_digits_byte(vector->bytes.at, i);
}

bool runner_vector_foreign(const struct vector *vector)
{
    if (vector->bytes.size < 4)
        return false;
    return memcmp(vector->bytes.at, runner_abi_facts[vector->abi].big ? "e2de" : "dee2", 4) == 0;
}
