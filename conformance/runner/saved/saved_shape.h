/* Checks the members of a report that was read back against a table of all known members and their types. */
#ifndef CONFORMANCE_RUNNER_SAVED_SAVED_SHAPE_H
#define CONFORMANCE_RUNNER_SAVED_SAVED_SHAPE_H

#include "saved.h"

/* A member, or an element of a list. */
struct place {
    const struct place *outer; /* null: the report itself */
    const char *name;          /* null: the element with that number */
    size_t number;
};

struct check {
    const struct saved *saved;
    char *words;
};

/* Writes what is wrong to the words of CHECK, and always returns false.  PLACE may be null: the error is
 * about the whole report. */
bool runner_wrong(const struct check *check, const struct place *place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The beginning of a value, as JSON. */
struct glimpse {
    char text[80];
};
struct glimpse runner_glimpse_of(const json_t *value);

bool runner_saved_has_shape(const struct check *check);

#endif
