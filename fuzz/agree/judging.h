/* The runner's judge, for those who have the generator's headers: what one is called the other calls too. */
#ifndef FUZZ_AGREE_JUDGING_H
#define FUZZ_AGREE_JUDGING_H

#include <stdbool.h>
#include <stddef.h>

/* A vector as far as a judge looks at it, by names. */
struct asked {
    const char *profile, *abi, *operation, *vector_class;
    const char *expectation; /* JSON */
    size_t expectation_size;
    const char *breaches; /* JSON: a list of readings, or empty */
};

/* Whether the implementation says that it can be asked this; to be known before it is. */
bool is_declared(const char *profile, const char *abi, const char *operation, bool foreign_byte_order);

enum { JUDGED_MAX = 1024 };

/* Whether an answer may be given; else words, in a line, say why not. */
bool may_be_answered(const struct asked *asked, const char *answer, size_t size, char words[JUDGED_MAX]);

/* Of a contested vector: whether the answer is that of the reading which is named as the oracle's. */
bool is_own_reading(const struct asked *asked, const char *answer, size_t size, char words[JUDGED_MAX]);

#endif
