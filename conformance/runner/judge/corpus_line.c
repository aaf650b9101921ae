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

/* --- A vector ------------------------------------------------------------------------------------------- */

/* Members of an input. */
enum { BYTES, PARTS, ADDRESS, PC, STARTS, REGISTERS, PAC_MASK, MODULES, MEMORY, LIMIT, INPUTS };
static const char *const input_names[INPUTS] = {"bytes",     "parts",    "address", "pc",     "starts",
                                                "registers", "pac_mask", "modules", "memory", "limit"};

/* Reads the section: its bytes, or parts from which they are made. */
static bool read_section(struct vector *vector, const struct span input[INPUTS], const char **fault)
{
    struct made_section made;
    vector->bytes = runner_json_plain(input[BYTES]);
    vector->parts = input[PARTS];
    vector->section_size = vector->bytes.size / 2;
    if (vector->parts.size == 0)
        return input[BYTES].size > 0 && runner_are_bytes(vector->bytes);
    const char *const wrong = input[BYTES].size > 0 ? "its input has both bytes and parts"
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
    struct span input[INPUTS];
    const bool is_writing = runner_is_writing(vector->operation);
    *fault = is_writing ? "its input is no object" : "its input is not one of a section, an address and perhaps a PC";
    vector->address = vector->pc = 0;
    if (!runner_json_members(vector->input, input_names, INPUTS, true, input))
        return false;
    const bool has_address = runner_span_hex(runner_json_plain(input[ADDRESS]), &vector->address);
    if (is_writing) {
        vector->bytes = vector->parts = (struct span){"", 0};
        vector->section_size = 0;
        vector->starts = runner_json_plain(input[STARTS]);
        return input[ADDRESS].size == 0 || has_address;
    }
    if (!read_section(vector, input, fault) || !has_address)
        return false;
    if (vector->operation != LOOKUP && vector->operation != UNWIND)
        return true;
    if (!runner_span_hex(runner_json_plain(input[PC]), &vector->pc))
        return false;
    *fault = "its input's registers, memory, modules, limit or pac_mask are missing or broken";
    const struct scenario_text scenario = {
        .registers = input[REGISTERS],
        .pac_mask = input[PAC_MASK],
        .modules = input[MODULES],
        .memory = input[MEMORY],
        .limit = input[LIMIT],
    };
    return vector->operation == LOOKUP || runner_unwind_request_read(&vector->unwinding, &scenario);
}

/* Members of a line; the first four have names as their values. */
enum { PROFILE, ABI, OPERATION, CLASS, ID, FAMILY, ORIGIN, LEDGER, CLAUSES, NOTE, FAULT, BREACHES, INPUT, EXPECT, MEMBERS };
static const char *const member_names[MEMBERS] = {"profile", "abi",    "operation", "class",  "id",      "family", "origin",
                                                  "ledger",  "clauses", "note",   "fault",  "breaches", "input",  "expect"};

static bool read_names(struct vector *vector, const struct span members[MEMBERS], const char **fault)
{
    const struct {
        const char *fault;
        unsigned count, number;
        bool may_lack; /* may be missing in a writer's vector, which is then of any profile, and valid */
    } named[] = {
#define NAMED(member, key, names, count, may_lack)                                                           \
    [member] = {"it has no " key ", or one that is unknown", count,                                          \
                runner_name_number(names, count, runner_json_plain(members[member])), may_lack}
        NAMED(PROFILE, "profile", runner_profile_names, PROFILE_COUNT, true),
        NAMED(ABI, "abi", runner_abi_names, ABI_COUNT, false),
        NAMED(OPERATION, "operation", runner_operation_names, OPERATION_COUNT, false),
        NAMED(CLASS, "class", runner_class_names, CLASS_COUNT, true),
#undef NAMED
    };
    vector->operation = (enum operation)named[OPERATION].number;
    for (unsigned i = 0; i < sizeof named / sizeof *named; i++) {
        const bool lacks = named[i].may_lack && named[OPERATION].number < OPERATION_COUNT &&
                           runner_is_writing(vector->operation) && members[i].size == 0;
        if (named[i].number == named[i].count && !lacks) {
            *fault = named[i].fault;
            return false;
        }
    }
    vector->abi = (enum abi)named[ABI].number;
    vector->profile = named[PROFILE].number < PROFILE_COUNT ? (enum profile)named[PROFILE].number : ANY_PROFILE;
    vector->class = named[CLASS].number < CLASS_COUNT ? (enum vector_class)named[CLASS].number : VALID;
    return true;
}

static bool read_members(struct vector *vector, const char **fault)
{
    const struct span line = {vector->line, vector->size};
    struct span members[MEMBERS];
    *fault = "not an object of JSON, or one with a member twice";
    if (!runner_json_members(line, member_names, MEMBERS, true, members) || !read_names(vector, members, fault))
        return false;
    vector->id = runner_json_plain(members[ID]);
    vector->family = runner_json_plain(members[FAMILY]);
    vector->origin = runner_json_plain(members[ORIGIN]);
    vector->ledger = runner_json_plain(members[LEDGER]);
    vector->clauses = members[CLAUSES];
    vector->note = members[NOTE];
    vector->fault = members[FAULT];
    vector->breaches = members[BREACHES];
    vector->input = members[INPUT];
    vector->expect = members[EXPECT];
    *fault = "not in UTF-8";
    if (!runner_span_is_utf8(line))
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
