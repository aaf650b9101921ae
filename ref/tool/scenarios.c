/* Scenarios as lines of JSON: the members profile, abi and input of corpus/schema/vector.schema.json. */
#include "printing.h"
#include "scenario.h"

#include "../../common/bounded.h"
#include "../../common/safe_text.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* --- Values -------------------------------------------------------------------------------------------- */

static bool hex_digit(char digit, unsigned *value)
{
    static const char digits[] = "0123456789abcdef";
    const char *const at = digit != '\0' ? strchr(digits, digit) : NULL;
    *value = at != NULL ? (unsigned)(at - digits) : 0;
    return at != NULL;
}

/* "0x...", up to 64 bits */
static bool read_address(const json_t *value, uint64_t *address)
{
    const char *const text = json_string_value(value);
    const size_t size = json_string_length(value);
    unsigned digit;
    *address = 0;
    if (text == NULL || size < 3 || size > 18 || strncmp(text, "0x", 2) != 0)
        return false;
    for (size_t i = 2; i < size; i++) {
        if (!hex_digit(text[i], &digit))
            return false;
        *address = *address << 4 | digit;
    }
    return true;
}

/* Reads a piece: an address and the bytes that lie there, of memory or a section.  NULL, or what is wrong. */
static const char *read_piece(const json_t *value, struct pieces *pieces)
{
    const char *const text = json_string_value(json_object_get(value, "bytes"));
    const size_t digits = json_string_length(json_object_get(value, "bytes"));
    uint64_t address;
    unsigned high, low;
    if (!read_address(json_object_get(value, "address"), &address))
        return "an address is missing, or not \"0x...\"";
    if (text == NULL || digits % 2 != 0)
        return "bytes are missing, or not two hexadecimal digits each";
    uint8_t *const bytes = tool_pieces_add(pieces, address, digits / 2);
    if (bytes == NULL)
        return "out of memory";
    for (size_t i = 0; i < digits; i += 2) {
        if (!hex_digit(text[i], &high) || !hex_digit(text[i + 1], &low))
            return "bytes are not two hexadecimal digits each";
        bytes[i / 2] = (uint8_t)(high << 4 | low);
    }
    return NULL;
}

/* VALUE is NULL if the member is absent: that counts as an empty array. */
static const char *read_pieces(const json_t *value, struct pieces *pieces)
{
    const char *fault = value == NULL || json_is_array(value) ? NULL : "modules or memory is not an array";
    for (size_t i = 0; i < json_array_size(value) && fault == NULL; i++)
        fault = read_piece(json_array_get(value, i), pieces);
    return fault;
}

/* --- Members ------------------------------------------------------------------------------------------- */

static const char *read_registers(json_t *registers, struct scenario *scenario)
{
    const char *name;
    json_t *value;
    uint64_t number;
    json_object_foreach(registers, name, value)
    {
        if (!read_address(value, &number))
            return "a register's value is not \"0x...\"";
        if (!tool_scenario_register(scenario, name, number))
            return "a register is not sp, fp or r and a DWARF number, or there are too many";
    }
    return scenario->sp_known && scenario->fp_known ? NULL : "registers do not say sp and fp";
}

static const char *read_limit(const json_t *value, struct scenario *scenario)
{
    if (value == NULL)
        return NULL;
    const json_int_t limit = json_integer_value(value);
    if (!json_is_integer(value) || limit < 1 || limit > SCENARIO_LIMIT_MOST)
        return "limit is not a number from 1 to 4096";
    scenario->limit = (uint32_t)limit;
    return NULL;
}

/* The section of the input itself becomes the first of the modules. */
static const char *read_input(json_t *input, struct scenario *scenario)
{
    const json_t *const mask = json_object_get(input, "pac_mask");
    if (!json_is_object(input))
        return "there is no input";
    if (!read_address(json_object_get(input, "pc"), &scenario->pc))
        return "pc is missing, or not \"0x...\"";
    if (mask != NULL && !read_address(mask, &scenario->pac_mask))
        return "pac_mask is not \"0x...\"";
    const char *fault = read_registers(json_object_get(input, "registers"), scenario);
    if (fault == NULL)
        fault = read_limit(json_object_get(input, "limit"), scenario);
    if (fault == NULL)
        fault = read_piece(input, &scenario->modules);
    if (fault == NULL)
        fault = read_pieces(json_object_get(input, "modules"), &scenario->modules);
    if (fault == NULL)
        fault = read_pieces(json_object_get(input, "memory"), &scenario->memory);
    return fault;
}

static const char *read_scenario(const json_t *line, struct scenario *scenario)
{
    const char *const profile = json_string_value(json_object_get(line, "profile"));
    const char *const abi = json_string_value(json_object_get(line, "abi"));
    scenario->profile = profile != NULL ? sfr_profile_named(profile) : SFR_PROFILE_COUNT;
    if (scenario->profile == SFR_PROFILE_COUNT)
        return "profile is missing, or not v1, v2, v2e1, v2e2 or v3";
    if (abi == NULL || !tool_scenario_abi(scenario, abi))
        return "abi is missing, or not amd64, aarch64, aarch64_be or s390x";
    return read_input(json_object_get(line, "input"), scenario);
}

/* --- Lines --------------------------------------------------------------------------------------------- */

const char *tool_scenario_read(struct scenario *scenario, const char *line, size_t size)
{
    json_error_t error;
    tool_scenario_begin(scenario);
    /* jansson passes over a zero byte behind a number. */
    if (memchr(line, '\0', size) != NULL)
        return "not a line of JSON";
    json_t *const value = json_loadb(line, size, JSON_REJECT_DUPLICATES, &error);
    if (value == NULL)
        return json_error_code(&error) == json_error_out_of_memory ? "out of memory" : "not a line of JSON";
    const char *const fault = read_scenario(value, scenario);
    json_decref(value);
    return fault;
}

/* What is wrong with the line, or NULL. */
static const char *visit_line(const char *line, size_t size, bool (*visit)(const struct scenario *scenario))
{
    struct scenario scenario;
    const char *fault = tool_scenario_read(&scenario, line, size);
    if (fault == NULL && !visit(&scenario))
        fault = "out of memory";
    tool_scenario_end(&scenario);
    return fault;
}

static bool fail(const char *path, unsigned long line, const char *why)
{
    if (line > 0)
        safe_complain("sframe-ref", "%s:%lu: %s", path, line, why);
    else
        safe_complain("sframe-ref", "%s: %s", path, why);
    return false;
}

bool tool_scenarios_read(FILE *file, const char *path, bool (*visit)(const struct scenario *scenario))
{
    const char *fault = NULL;
    char *line = NULL;
    size_t room = 0;
    unsigned long number = 0;
    ssize_t size = 0;
    while (fault == NULL && (size = bounded_line(&line, &room, file)) >= 0) {
        number++;
        fault = visit_line(line, (size_t)size, visit);
    }
    const bool broken = size < 0 && !feof(file);
    if (broken)
        fault = bounded_trouble();
    else if (number == 0)
        fault = "there is no scenario in it";
    free(line);
    return fault == NULL || fail(path, broken ? 0 : number, fault);
}

bool tool_scenarios_visit(const char *path, bool (*visit)(const struct scenario *scenario))
{
    FILE *const file = bounded_open(BOUNDED_SCENARIOS, strcmp(path, "-") == 0 ? NULL : path);
    if (file == NULL)
        return fail(path, 0, bounded_trouble());
    const bool read = tool_scenarios_read(file, path, visit);
    (void)fclose(file);
    return read;
}
