#include "judging.h"

#include "implementation.h"
#include "law.h"

#include "../../conformance/runner/judge.h"

#include <stdio.h>
#include <stdlib.h>

/* Memory of jansson's: set, as far as MSan can know, since it does not see the library write. */
static void *zeroed(size_t size)
{
    return calloc(1, size);
}

static const struct declaration *declared(void)
{
    static struct declaration declaration;
    char words[WORDS_MAX];
    if (declaration.hello != NULL)
        return &declaration;
    struct span line;
    json_set_alloc_funcs(zeroed, free);
    line.at = implementation_answer(NULL, &line.size);
    LAW(declaration_read(&declaration, line, words), "%s", words);
    return &declaration;
}

static unsigned number_of(const char *const *names, unsigned count, const char *name)
{
    const unsigned number = name_number(names, count, span_of(name));
    LAW(number < count, "the runner knows nothing that is called %s", name);
    return number;
}

bool is_declared(const char *profile, const char *abi, const char *operation, bool foreign_byte_order)
{
    const struct declaration *const declaration = declared();
    return declaration->profiles[number_of(profile_names, PROFILE_COUNT, profile)] &&
           declaration->abis[number_of(abi_names, ABI_COUNT, abi)] &&
           declaration->operations[number_of(operation_names, OPERATION_COUNT, operation)] &&
           (declaration->foreign_byte_order || !foreign_byte_order);
}

bool may_be_answered(const struct asked *asked, const char *answer, size_t size, char words[JUDGED_MAX])
{
    static struct vector vector;
    static struct judgement judgement;
    vector.profile = (enum profile)number_of(profile_names, PROFILE_COUNT, asked->profile);
    vector.abi = (enum abi)number_of(abi_names, ABI_COUNT, asked->abi);
    vector.operation = (enum operation)number_of(operation_names, OPERATION_COUNT, asked->operation);
    vector.class = (enum vector_class)number_of(class_names, CLASS_COUNT, asked->vector_class);
    vector.expect = (struct span){asked->expectation, asked->expectation_size};
    while (size > 0 && answer[size - 1] == '\n')
        size--;
    judge(&vector, declared(), 0, (struct span){answer, size}, &judgement);
    (void)snprintf(words, JUDGED_MAX, "%s: %s", outcome_names[judgement.outcome], judgement.reason);
    return !outcome_counts_against[judgement.outcome];
}
