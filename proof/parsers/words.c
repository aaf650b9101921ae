/* A command line that is split into words: safe, it ends, and all words have room. */
#include "any.h"

#include <stdlib.h>
#include <string.h>

/* A macro, as loops.txt uses it, too, where no function may be called. */
#define IS_BLANK(c) ((c) == ' ' || (c) == '\t' || (c) == '\n')

static bool is_text(const char *text)
{
    return BETWEEN(text, text, string_end);
}

/* Instead of functions of the C library: all blanks are passed, and there is a copy or none. */
size_t any_blanks(const char *text)
{
    const size_t size = nondet_size();
    assert(is_text(text));
    __CPROVER_assume(size <= (size_t)(string_end - text) && !IS_BLANK(text[size]));
    return size;
}

char *any_copy_of(const char *word)
{
    static char copy[1];
    assert(__CPROVER_r_ok(word, 1));
    return nondet_bool() ? copy : NULL;
}

size_t any_length(const char *text)
{
    assert(is_text(text));
    return (size_t)(string_end - text);
}

#define strspn(text, blanks) any_blanks(text)
#define strdup any_copy_of
#define strlen any_length
#define free(memory) ((void)(memory))

#include "conformance/runner/process/process.c"

/* SIZE is what a word takes: up to a blank or the end; 0: there is no word. */
static bool is_taken(const char *text, size_t size)
{
    return size == 0 || (size <= (size_t)(string_end - text) && (text[size] == '\0' || IS_BLANK(text[size])));
}

/* words-one */
size_t any_word(const char *text, char *out)
{
    const size_t size = nondet_size();
    assert(is_text(text) && *text != '\0' && !IS_BLANK(*text));
    assert(__CPROVER_w_ok(out, (size_t)(string_end - text) + 1));
    __CPROVER_assume(is_taken(text, size));
    return size;
}

void any_freed(char **words)
{
    (void)words;
}

/* Frees any number of words, with a null pointer behind them. */
static void free_words(void)
{
    const size_t count = nondet_size();
    __CPROVER_assume(count < LARGEST / sizeof(char *));
    char **const words = malloc((count + 1) * sizeof *words);
    __CPROVER_assume(words == NULL || words[count] == NULL);
    runner_words_free(words);
}

void proof_words(void)
{
    const char *const text = any_string();
    char *const out = malloc((size_t)(string_end - text) + 1);
    __CPROVER_assume(out != NULL && IF);
    const size_t taken = CALL;
    assert(HOLDS);
    REACHES(taken == 0);
    REACHES(taken != 0);
}
