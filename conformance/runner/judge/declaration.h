/* What an adapter says of itself in its answer to `hello`. */
#ifndef CONFORMANCE_RUNNER_JUDGE_DECLARATION_H
#define CONFORMANCE_RUNNER_JUDGE_DECLARATION_H

#include "judge.h"

struct declaration {
    json_t *hello; /* owns the strings; null: nothing said yet */
    const char *name, *version;
    bool profiles[PROFILE_COUNT], abis[ABI_COUNT], operations[OPERATION_COUNT];
    bool foreign_byte_order;
    bool starts_from_field[PROFILE_COUNT]; /* a linker's: its own assembler lets starts count from there */
    bool leaves_out[PROFILE_COUNT]; /* a writer's: of these nothing need come */
    json_t *exposes; /* an array of paths, or null: all */
};

/* False, and why in WORDS: the line is no hello. */
bool runner_declaration_read(struct declaration *declaration, struct span line, char words[WORDS_MAX]);
/* Whether a later hello says what the first one did; false: the first member that differs, in WORDS. */
bool runner_declaration_stays(const struct declaration *before, const struct declaration *now,
                              char words[WORDS_MAX]);
void runner_declaration_free(struct declaration *declaration);

#endif
