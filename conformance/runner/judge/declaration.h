/* What an adapter declares about itself in its answer to `hello`. */
#pragma once

#include "judge.h"

struct declaration {
    json_t *hello; /* owns the strings; null: no answer yet */
    const char *name, *version;
    bool profiles[PROFILE_COUNT], abis[ABI_COUNT], operations[OPERATION_COUNT];
    bool foreign_byte_order;
    bool opens, concurrent; /* whether a section can be opened and asked, and by several threads at once */
    /* Of a linker: the assembler that belongs to it lets starts count from the field. */
    bool starts_from_field[PROFILE_COUNT];
    bool leaves_out[PROFILE_COUNT]; /* of a writer: it may leave out whatever these profiles ask for */
    const char *requires; /* the requirement set that it names; null: none */
    json_t *exposes; /* an array of paths; null: all members */
};

/* Returns false if the line is no valid answer to `hello`; WORDS then says why. */
bool runner_declaration_read(struct declaration *declaration, struct span line, char words[WORDS_MAX]);
/* Whether a later answer to `hello` declares the same as the first one.  If not, WORDS gets the first member
 * that differs. */
bool runner_declaration_stays(const struct declaration *before, const struct declaration *now,
                              char words[WORDS_MAX]);
void runner_declaration_free(struct declaration *declaration);
