/* What unwind is asked: the registers and memory of a program, and the sections of its modules. */
#ifndef REF_TOOL_SCENARIO_H
#define REF_TOOL_SCENARIO_H

#include "json.h"
#include "sframe-ref.h"

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

/* An empty one.  Whatever was put in, tool_scenario_end frees it. */
void tool_scenario_begin(struct scenario *scenario);
void tool_scenario_end(struct scenario *scenario);

/* False for a name that is none, and for one register too many. */
bool tool_scenario_abi(struct scenario *scenario, const char *name);
bool tool_scenario_register(struct scenario *scenario, const char *name, uint64_t value);

/* Where SIZE bytes that lie at ADDRESS are to be put; NULL if there is no memory. */
uint8_t *tool_pieces_add(struct pieces *pieces, uint64_t address, size_t size);

/* The members of the answer, without brackets.  False if there is no memory. */
bool tool_json_unwind(struct json *json, const struct scenario *scenario);

/* scenarios.c: begins one and reads it from a line of JSON.  NULL, or what is wrong with the line. */
const char *tool_scenario_read(struct scenario *scenario, const char *line, size_t size);

/* Each line of the file at PATH ("-": standard input) is a scenario.  At the first that is none,
 * or that VISIT refuses, says why in one line on standard error: false. */
bool tool_scenarios_visit(const char *path, bool (*visit)(const struct scenario *scenario));

/* The same of a file that is open; PATH is for messages. */
bool tool_scenarios_read(FILE *file, const char *path, bool (*visit)(const struct scenario *scenario));

#endif
