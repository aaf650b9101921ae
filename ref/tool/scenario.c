/* A scenario: put together, and unwound. */
#include "scenario.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* --- Putting one together ------------------------------------------------------------------------------ */

void tool_scenario_begin(struct scenario *scenario)
{
    memset(scenario, 0, sizeof *scenario);
    scenario->limit = SCENARIO_LIMIT;
}

static void pieces_free(struct pieces *pieces)
{
    for (size_t i = 0; i < pieces->count; i++)
        free(pieces->pieces[i].bytes);
    free(pieces->pieces);
}

void tool_scenario_end(struct scenario *scenario)
{
    pieces_free(&scenario->modules);
    pieces_free(&scenario->memory);
}

bool tool_scenario_abi(struct scenario *scenario, const char *name)
{
    const struct sfr_abi_facts *const abi = sfr_abi_facts(sfr_abi_named(name));
    scenario->big_endian = abi != NULL && abi->big_endian;
    return abi != NULL;
}

/* r0, r1 ...: a DWARF number. */
static bool register_number(const char *name, uint32_t *number)
{
    char *end;
    const bool digit = name[0] == 'r' && name[1] >= '0' && name[1] <= '9' && strlen(name) < 10;
    *number = digit ? (uint32_t)strtoul(name + 1, &end, 10) : 0;
    return digit && *end == '\0' && (name[1] != '0' || name[2] == '\0');
}

bool tool_scenario_register(struct scenario *scenario, const char *name, uint64_t value)
{
    const size_t most = sizeof scenario->registers / sizeof *scenario->registers;
    if (strcmp(name, "sp") == 0) {
        scenario->sp_known = true;
        scenario->sp = value;
        return true;
    }
    if (strcmp(name, "fp") == 0) {
        scenario->fp_known = true;
        scenario->fp = value;
        return true;
    }
    const size_t i = scenario->register_count;
    if (i == most || !register_number(name, &scenario->registers[i].number))
        return false;
    scenario->registers[i].value = value;
    scenario->register_count++;
    return true;
}

uint8_t *tool_pieces_add(struct pieces *pieces, uint64_t address, size_t size)
{
    struct piece *const grown = realloc(pieces->pieces, (pieces->count + 1) * sizeof *grown);
    if (grown == NULL)
        return NULL;
    pieces->pieces = grown;
    uint8_t *const bytes = malloc(size > 0 ? size : 1);
    if (bytes != NULL)
        grown[pieces->count++] = (struct piece){address, size, bytes};
    return bytes;
}

/* --- The machine that it describes --------------------------------------------------------------------- */

static const uint8_t *byte_at(const struct pieces *memory, uint64_t address)
{
    for (size_t i = 0; i < memory->count; i++)
        if (address - memory->pieces[i].address < memory->pieces[i].size)
            return &memory->pieces[i].bytes[address - memory->pieces[i].address];
    return NULL;
}

static bool read_memory(void *context, uint64_t address, uint64_t *value)
{
    const struct scenario *const scenario = context;
    uint64_t word = 0;
    for (unsigned i = 0; i < 8; i++) {
        const uint8_t *const byte = byte_at(&scenario->memory, address + i);
        if (byte == NULL)
            return false;
        word |= (uint64_t)*byte << 8 * (scenario->big_endian ? 7 - i : i);
    }
    *value = word;
    return true;
}

static bool read_register(void *context, uint32_t regnum, uint64_t *value)
{
    const struct scenario *const scenario = context;
    for (size_t i = 0; i < scenario->register_count; i++)
        if (scenario->registers[i].number == regnum) {
            *value = scenario->registers[i].value;
            return true;
        }
    return false;
}

/* --- The answer ---------------------------------------------------------------------------------------- */

static struct sfr_section *open_modules(const struct scenario *scenario)
{
    struct sfr_section *const sections = calloc(scenario->modules.count + 1, sizeof *sections);
    for (size_t i = 0; i < scenario->modules.count && sections != NULL; i++) {
        const struct piece *const module = &scenario->modules.pieces[i];
        (void)sfr_open(&sections[i], module->bytes, module->size, module->address, scenario->profile, NULL);
        sfr_survey(&sections[i]);
    }
    return sections;
}

bool tool_json_unwind(struct json *json, const struct scenario *scenario)
{
    struct scenario asked = *scenario; /* a copy, as the context of callbacks is not const */
    const struct sfr_machine machine = {read_memory, read_register, &asked, scenario->pac_mask};
    struct sfr_section *const sections = open_modules(scenario);
    struct sfr_remembered remembered[16];
    struct sfr_unwind unwind;
    struct sfr_frame frame;
    if (sections == NULL)
        return false;
    sfr_unwind_begin(&unwind, sections, scenario->modules.count, &machine, remembered,
                     sizeof remembered / sizeof *remembered);
    sfr_unwind_from(&unwind, scenario->pc, scenario->sp, scenario->fp, scenario->limit);
    tool_json_begin(json, "frames", '[');
    while (sfr_unwind_next(&unwind, &frame)) {
        tool_json_begin(json, NULL, '{');
        tool_json_hex(json, "pc", frame.pc);
        tool_json_hex(json, "sp", frame.sp);
        tool_json_hex(json, "fp", frame.fp);
        if (frame.cfa_known)
            tool_json_hex(json, "cfa", frame.cfa);
        tool_json_end(json, '}');
    }
    tool_json_end(json, ']');
    tool_json_text(json, "stop", sfr_step_name(unwind.stop));
    free(sections);
    return true;
}
