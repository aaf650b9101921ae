#include "judging.h"

#include "implementation.h"
#include "law.h"
#include "values.h"

#include "../../conformance/runner/judge/equal.h"
#include "../../conformance/runner/judge/declaration.h"

#include <stdio.h>
#include <string.h>

/* --- MSan ----------------------------------------------------------------------------------------------- */

/* MSan does not see the writes of jansson, nor those of the judge, which is built without it.  So their
 * memory (values.h) counts as written, and so does their stack, where others may have left uninitialised
 * bytes. */
#if defined __has_feature
#if __has_feature(memory_sanitizer)
#define SEEN_BY_MSAN
#endif
#endif

static __attribute__((noinline)) void clear_stack(void)
{
#ifdef SEEN_BY_MSAN
    char room[1 << 16];
    memset(room, 0, sizeof room);
    __asm__ volatile("" : : "r"(room) : "memory"); /* keeps the room */
#endif
}

/* --- Declarations --------------------------------------------------------------------------------------- */

static const struct declaration *declared(void)
{
    static struct declaration declaration;
    char words[WORDS_MAX];
    if (declaration.hello != NULL)
        return &declaration;
    struct span line;
    json_set_alloc_funcs(values_allocate, values_keep);
    line.at = implementation_answer(NULL, &line.size);
    clear_stack();
    LAW(runner_declaration_read(&declaration, line, words), "%s", words);
    return &declaration;
}

static unsigned number_of(const char *const *names, unsigned count, const char *name)
{
    const unsigned number = runner_name_number(names, count, runner_span_of(name));
    LAW(number < count, "the runner knows nothing that is called %s", name);
    return number;
}

bool is_declared(const char *profile, const char *abi, const char *operation, bool foreign_byte_order)
{
    const struct declaration *const declaration = declared();
    return declaration->profiles[number_of(runner_profile_names, PROFILE_COUNT, profile)] &&
           declaration->abis[number_of(runner_abi_names, ABI_COUNT, abi)] &&
           declaration->operations[number_of(runner_operation_names, OPERATION_COUNT, operation)] &&
           (declaration->foreign_byte_order || !foreign_byte_order);
}

/* --- Answers -------------------------------------------------------------------------------------------- */

/* The expected answer, if there is one; for a vector that is not valid, the last member of what may be
 * answered. */
static struct span expected_words(const struct vector *vector)
{
    static const char last[] = ",\"answer\":{";
    struct span words = vector->expect;
    if (vector->class == VALID)
        return words;
    const char *const member = memmem(words.at, words.size, last, sizeof last - 1);
    if (vector->class == CONTESTED || member == NULL)
        return (struct span){"", 0};
    const char *const begin = member + sizeof last - 2;
    return (struct span){begin, (size_t)(words.at + words.size - 1 - begin)};
}

/* Whether the answer is the expected one word by word, perhaps without the verdict: nearly all answers are,
 * and they need no parser. */
static bool is_word_for_word(const struct vector *vector, struct span answer)
{
    static const char verdict[] = "{\"verdict\":\"valid\",", request[] = "{\"request\":0,";
    struct span expected = expected_words(vector);
    if (expected.size == 0 || answer.size < sizeof request ||
        memcmp(answer.at, request, sizeof request - 1) != 0)
        return false;
    const size_t skipped =
        vector->operation == DECODE && strncmp(expected.at, verdict, sizeof verdict - 1) == 0 &&
                answer.at[sizeof request] != 'v' && !runner_is_exposed(declared(), "decode.verdict")
            ? sizeof verdict - 1
            : 1;
    return expected.size - skipped == answer.size - (sizeof request - 1) &&
           memcmp(expected.at + skipped, answer.at + sizeof request - 1, expected.size - skipped) == 0;
}

/* Whether the answer is a plain refusal of a broken section, which is right for any operation. */
static bool is_plain_refusal(const struct vector *vector, struct span answer)
{
    static const char refusal[] = "{\"request\":0,\"error\":\"";
    return (vector->class == MALFORMED || vector->class == IRREGULAR) && answer.size > sizeof refusal + 1 &&
           memcmp(answer.at, refusal, sizeof refusal - 1) == 0 &&
           memcmp(answer.at + answer.size - 2, "\"}", 2) == 0;
}

static void cut_vector(struct vector *vector, const struct asked *asked)
{
    vector->profile = (enum profile)number_of(runner_profile_names, PROFILE_COUNT, asked->profile);
    vector->abi = (enum abi)number_of(runner_abi_names, ABI_COUNT, asked->abi);
    vector->operation = (enum operation)number_of(runner_operation_names, OPERATION_COUNT, asked->operation);
    vector->class = (enum vector_class)number_of(runner_class_names, CLASS_COUNT, asked->vector_class);
    vector->expect = (struct span){asked->expectation, asked->expectation_size};
    vector->breaches = runner_span_of(asked->breaches);
}

static bool is_fine(const struct vector *vector, enum measure measure, const char *answer, size_t size,
                    char words[JUDGED_MAX])
{
    static struct judgement judgement;
    while (size > 0 && answer[size - 1] == '\n')
        size--;
    const struct span line = {answer, size};
    if (is_word_for_word(vector, line) || is_plain_refusal(vector, line))
        return true;
    clear_stack();
    const struct declaration *const declaration = declared();
    const size_t mark = values_mark();
    runner_judge(vector, declaration, measure, 0, line, &judgement);
    values_forget(mark);
    (void)snprintf(words, JUDGED_MAX, "%s: %s", runner_outcome_names[judgement.outcome], judgement.reason);
    return !runner_outcome_counts_against[judgement.outcome];
}

bool may_be_answered(const struct asked *asked, const char *answer, size_t size, char words[JUDGED_MAX])
{
    static struct vector vector;
    cut_vector(&vector, asked);
    return is_fine(&vector, CONTRACT, answer, size, words);
}

bool is_own_reading(const struct asked *asked, const char *answer, size_t size, char words[JUDGED_MAX])
{
    static struct vector vector;
    cut_vector(&vector, asked);
    return is_fine(&vector, EXACT, answer, size, words);
}
