/* Which clauses a vector exercises, by the features of its model: a table of facts in exercises.def. */
#pragma once

#include "model/model.h"
#include "model/text_buffer.h"

enum { MAX_EXERCISED = 224, MAX_EXERCISED_TEXT = 1 << 13 };

/* The clauses that a question exercises, and the same as they stand in a list of JSON: "a","b". */
struct exercised {
    enum profile profile;
    uint64_t features;
    uint32_t count;
    const char *clauses[MAX_EXERCISED];
    struct text list;
    char buffer[MAX_EXERCISED_TEXT];
};

uint64_t gen_features_of(const struct section *section);

/* What a question about a section with these features exercises; it stays until the next question with this
 * operation, an enum operation (a number, as vector.h includes more than is needed here). */
const struct exercised *gen_exercised_clauses(enum profile profile, uint64_t features, unsigned operation);
