/* Faults: each one breaks one thing in a section's bytes, whatever that causes. */
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

/* Each returns the new size, at most ROOM; the size is unchanged if there is nothing to break. */
extern const struct fault_kind {
    const char *name;
    size_t (*apply)(uint8_t *bytes, size_t size, size_t room, struct random *random);
} fault_kinds[FAULTS];

#endif
