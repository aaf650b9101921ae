/* Steps as vectors of unwinding: corpus/schema/vector.schema.json, docs/unwinding.md. */
#pragma once

#include "against_shadow.h"

#include <jansson.h>

struct recorder {
    const char *prefix, *origin; /* of ids; the toolchain */
    uint64_t most;               /* vectors */
    json_t *vectors;
    uint64_t *keys; /* of the steps that were taken: of each pair of a row and a depth, one */
    size_t count;
};

/* Takes the step that was compared last, if it shows something new and nobody disputes its frames. */
void live_record_step(struct recorder *recorder, struct comparison *comparison);

/* Writes the vectors, one a line; if there are more than MOST, so many of them, evenly chosen. */
void live_record_write(const struct recorder *recorder, const char *path);
