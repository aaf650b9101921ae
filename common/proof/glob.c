#include "generator/vector.c"

void proof_glob(void)
{
    const char *const pattern = any_string(), *const id = any_string();
    const bool matches = gen_glob_matches(pattern, id);
    REACHES(matches);
    REACHES(!matches);
}
