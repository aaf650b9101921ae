/* A scenario, which is the input of `unwind`: registers and memory of a program, and the sections of its
 * modules. */
#pragma once

#include "json.h"
#include "sframe-ref.h"

/* Bytes at an address: of memory, or of a section. */
struct piece {
    uint64_t address;
    size_t size;
    uint8_t *bytes;
};

struct pieces {
    struct piece *pieces;
    size_t count;
};

struct scenario {
    enum sfr_profile profile;
    bool big_endian; /* words of memory */
    bool sp_known, fp_known;
    uint64_t pc, sp, fp, pac_mask;
    uint32_t limit;
    struct {
        uint32_t number;
        uint64_t value;
    } registers[64]; /* other than SP and FP */
    size_t register_count;
    struct pieces modules, memory;
};

enum { SCENARIO_LIMIT = 128, SCENARIO_LIMIT_MOST = 4096 };

/* Makes an empty scenario; frees all that was put into one. */
void tool_scenario_begin(struct scenario *scenario);
void tool_scenario_end(struct scenario *scenario);

/* Sets the ABI or a register.  False: there is none of that name, or there are too many registers. */
bool tool_scenario_abi(struct scenario *scenario, const char *name);
bool tool_scenario_register(struct scenario *scenario, const char *name, uint64_t value);

/* Adds a piece, and gives the place for its bytes; NULL: no memory. */
uint8_t *tool_pieces_add(struct pieces *pieces, uint64_t address, size_t size);

/* Unwinds, and writes the members of the answer, without brackets.  False: no memory. */
bool tool_json_unwind(struct json *json, const struct scenario *scenario);

/* scenarios.c: begins a scenario, and reads it from a line of JSON.  NULL, or what is wrong with the line. */
const char *tool_scenario_read(struct scenario *scenario, const char *line, size_t size);

/* Calls VISIT for each line of the file at PATH ("-": standard input), which is a scenario.
 * False: a line is no scenario, or VISIT returned false; the rest is not read.  It says why in one line on
 * standard error. */
bool tool_scenarios_visit(const char *path, bool (*visit)(const struct scenario *scenario));

/* The same for a file that is open; PATH is for messages. */
bool tool_scenarios_read(FILE *file, const char *path, bool (*visit)(const struct scenario *scenario));
