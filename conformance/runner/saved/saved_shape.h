/* The members of a report that was read back, and their types: a table of all that are read. */
#ifndef CONFORMANCE_RUNNER_SAVED_SAVED_SHAPE_H
#define CONFORMANCE_RUNNER_SAVED_SAVED_SHAPE_H

#include "saved.h"

/* A member, or an element of a list. */
struct place {
    const struct place *outer; /* null: it is the report's */
    const char *name;          /* null: the element of that number */
    size_t number;
};

struct check {
    const struct saved *saved;
    char *words;
};

/* False, always, and why in the words of CHECK.  PLACE may be null: it is about the whole. */
bool runner_wrong(const struct check *check, const struct place *place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The beginning of a value, as JSON. */
struct glimpse {
    char text[80];
};
struct glimpse runner_glimpse_of(const json_t *value);

bool runner_saved_has_shape(const struct check *check);

#endif
