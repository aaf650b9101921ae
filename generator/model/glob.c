#include "glob.h"

#include <stddef.h>

/* `*` matches any characters, `/` among them, and `?` any one.  On a mismatch only the last star is tried
 * again, which is enough and keeps the time bounded by the product of the lengths. */
bool gen_glob_matches(const char *pattern, const char *string)
{
    size_t in = 0, at = 0, behind_star = 0, resume = 0;
    while (string[at] != '\0') {
        if (pattern[in] == '*') {
            behind_star = ++in;
            resume = at;
        } else if (pattern[in] == '?' || pattern[in] == string[at]) {
            in++, at++;
        } else if (behind_star > 0) {
            in = behind_star;
            at = ++resume;
        } else {
            return false;
        }
    }
    while (pattern[in] == '*')
        in++;
    return pattern[in] == '\0';
}

const char *gen_glob_behind(const char *pattern, const char *begin)
{
    for (; *begin != '\0' && *pattern != '*'; pattern++, begin++)
        if (*pattern != '?' && *pattern != *begin)
            return NULL;
    return pattern;
}

bool gen_pattern_matches(const struct patterns *patterns, const char *string)
{
    bool matches = false;
    for (uint32_t i = 0; i < patterns->count && !matches; i++)
        matches = gen_glob_matches(patterns->list[i], string);
    return matches;
}
