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

/* What of a pattern is left for what follows BEGIN; null: no string that begins so matches. */
const char *gen_glob_behind(const char *pattern, const char *begin);

/* Whether any pattern does. */
bool gen_pattern_matches(const struct patterns *patterns, const char *string);
