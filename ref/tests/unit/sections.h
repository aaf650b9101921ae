/* The hand-written sections of ref/tests/sections/, as the C tests use them. */
#pragma once

#include "sframe-ref.h"

struct written {
    size_t size;
    uint8_t bytes[4096];
};

/* Valid until the next call; ends the test program with a message if it cannot be read. */
const struct written *written_section(const char *name);
