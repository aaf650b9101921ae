/* gen_glob_matches: safe, it ends. */
/* Where the pattern ends. */
static const char *pattern_end;

#include "generator/model/glob.c"

void proof_glob(void)
{
    const char *const pattern = any_string();
    pattern_end = string_end;
    const char *const id = any_string();
    const bool matches = gen_glob_matches(pattern, id);
    REACHES(matches);
    REACHES(!matches);
}
