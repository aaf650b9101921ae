/* JSON values, each stored once as a line, so that what many cases have in common takes room once.
 *
 * A line is a value of JSON; or what differs from an earlier line, told by a tab in it:
 *
 *     "text", a number                a value itself
 *     [value, ...]                    a list
 *     {"4": [value, ...]}             an object; line 4 is the list of its members' names
 *     12 <tab> 30 5 text <tab> ...    line 12, of which 30 bytes are kept and 5 replaced by text, and so on;
 *                                     what follows the last is kept
 *
 * A value in a list or object is true, false, null, a string of few bytes, or a number in brackets, each as
 * it stands; a number that stands alone is that of the line which has the value.  Lines count from 0. */
#ifndef CONFORMANCE_RUNNER_REPORT_SHARED_H
#define CONFORMANCE_RUNNER_REPORT_SHARED_H

#include "../process/spans.h"

#include <stdio.h>

struct shared;

/* Writes lines to OUT.  Null: out of memory. */
struct shared *runner_shared_begin(FILE *out);
/* False: memory ran out, and what was written is not whole. */
bool runner_shared_end(struct shared *shared);
/* How many bytes its lines have so far. */
size_t runner_shared_size(const struct shared *shared);

/* How a value stands in another. */
struct stand {
    char text[24];
};

/* JSON must be whole, as runner_json_value() passes it. */
struct stand runner_shared_value(struct shared *shared, struct span json);

/* An object or a list, put together: each begun one must be ended. */
struct putting {
    bool is_object;
    FILE *names, *values; /* null: memory ran out; a list has no names */
    char *names_text, *values_text;
    size_t names_size, values_size;
};

void runner_putting_begin(struct putting *putting, bool is_object);
/* KEY is what stands between the quotes of the member's name; a list has none. */
void runner_putting_add(struct shared *shared, struct putting *putting, struct span key, struct stand value);
struct stand runner_putting_end(struct shared *shared, struct putting *putting);

#endif
