/* Faults: each breaks one thing of a section's bytes, wherever that leads. */
#ifndef FUZZ_MUTATOR_BREAK_ONE_H
#define FUZZ_MUTATOR_BREAK_ONE_H

#include "chance.h"

#include <stddef.h>

enum fault {
#define FAULT(name, what) FAULT_##name,
#include "faults.def"
#undef FAULT
    FAULTS
};

/* The size afterwards, at most ROOM; as it was where there is nothing to break. */
extern const struct fault_kind {
    const char *name;
    size_t (*apply)(uint8_t *bytes, size_t size, size_t room, struct random *random);
} fault_kinds[FAULTS];

#endif
