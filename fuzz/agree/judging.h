/* The runner's judge, for files with the generator's headers, as both use the same names for different
 * things. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* The parts of a vector that a judge needs; enumerators are given by name. */
struct asked {
    const char *profile, *abi, *operation, *vector_class;
    const char *expectation; /* JSON */
    size_t expectation_size;
    const char *breaches; /* JSON: a list of readings, or empty */
};

/* Whether the implementation declares this.  Must be called before it is asked. */
bool is_declared(const char *profile, const char *abi, const char *operation, bool foreign_byte_order);

enum { JUDGED_MAX = 1024 };

/* Whether an answer is right; if not, WORDS say why in a line. */
bool may_be_answered(const struct asked *asked, const char *answer, size_t size, char words[JUDGED_MAX]);

/* Whether an answer to a contested vector is that of the oracle's reading. */
bool is_own_reading(const struct asked *asked, const char *answer, size_t size, char words[JUDGED_MAX]);
