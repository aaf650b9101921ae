/* Steps as vectors of unwinding: corpus/schema/vector.schema.json, docs/unwinding.md. */
#pragma once

#include "against_shadow.h"

#include <jansson.h>

struct recorder {
    const char *prefix, *origin; /* of ids; the toolchain */
    uint64_t most;               /* vectors */
    json_t *vectors;
    uint64_t *keys; /* of steps that were taken: a row and a depth, once each */
    size_t count;
};

/* Takes the step that was compared last, if it shows something new and nobody disputes its frames. */
void live_record_step(struct recorder *recorder, struct comparison *comparison);

/* Writes some of them, evenly chosen, one a line. */
void live_record_write(const struct recorder *recorder, const char *path);
