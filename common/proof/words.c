#include "conformance/runner/process.c"

void proof_words(void)
{
    char **const words = runner_words_split(any_string());
    REACHES(words == NULL);
    REACHES(words != NULL && words[1] != NULL);
    runner_words_free(words);
}
