/* Patterns of ids: * matches any characters, ? one. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { MAX_PATTERNS = 64 };

struct patterns {
    uint32_t count;
    const char *list[MAX_PATTERNS];
};

bool gen_glob_matches(const char *pattern, const char *string);

/* The part of a pattern that what follows BEGIN in a string must match.  Null: no string that begins with
 * BEGIN matches. */
const char *gen_glob_behind(const char *pattern, const char *begin);

/* Whether any of the patterns matches. */
bool gen_pattern_matches(const struct patterns *patterns, const char *string);
