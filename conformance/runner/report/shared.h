/* Writes JSON values as lines, and each value only once, so that what many cases have in common takes little
 * room.
 *
 * A line is a JSON value, or it states in which bytes it differs from an earlier line.  The second kind has
 * tabs:
 *
 *     "text", a number                the value itself
 *     [value, ...]                    a list
 *     {"4": [value, ...]}             an object; line 4 is the list of its members' names
 *     12 <tab> 30 5 text <tab> ...    like line 12, but after 30 bytes, 5 are replaced by text, and so on;
 *                                     the bytes behind the last replacement are kept
 *
 * Inside a list or an object, true, false, null, short strings and numbers in brackets are the values
 * themselves; a number without brackets is the number of the line that has the value.  Lines count from 0. */
#ifndef CONFORMANCE_RUNNER_REPORT_SHARED_H
#define CONFORMANCE_RUNNER_REPORT_SHARED_H

#include "../process/spans.h"

#include <stdio.h>

struct shared;

/* Begins to write lines to OUT.  Returns null if memory ran out. */
struct shared *runner_shared_begin(FILE *out);
/* Returns false if memory ran out, so that the lines are incomplete. */
bool runner_shared_end(struct shared *shared);
/* The size of the lines so far, in bytes. */
size_t runner_shared_size(const struct shared *shared);

/* The text that stands for a value inside another value. */
struct stand {
    char text[24];
};

/* Adds a value.  JSON must be a whole value, as runner_json_value() passes it. */
struct stand runner_shared_value(struct shared *shared, struct span json);

/* An object or a list that is being built.  Each one that is begun must be ended. */
struct putting {
    bool is_object;
    FILE *names, *values; /* null: memory ran out, or a list, which has no names */
    char *names_text, *values_text;
    size_t names_size, values_size;
};

void runner_putting_begin(struct putting *putting, bool is_object);
/* Adds a member or an element.  KEY is the text between the quotes of the member's name; a list has none. */
void runner_putting_add(struct shared *shared, struct putting *putting, struct span key, struct stand value);
struct stand runner_putting_end(struct shared *shared, struct putting *putting);

#endif
