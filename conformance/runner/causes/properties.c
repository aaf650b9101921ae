#include "causes.h"

#include "../judge/requires.h"

#include <stdio.h>
#include <string.h>

/* A section has the property if the predicate does not hold for it.  Words name properties in this order. */
static const struct property {
    const char *predicate, *verb, *words;
} properties[] = {
    {"version = 3", "are", "not of version 3"},
    {"version = 2", "are", "not of version 2"},
    {"version = 2 3", "are", "of version 1"},
    {"version = 1 3", "are", "of version 2"},
    {"version = 1 2", "are", "of version 3"},
    {"byte order = native", "are", "in the other byte order"},
    {"byte order = foreign", "are", "in the machine's own byte order"},
    {"abi = aarch64 aarch64_be s390x", "are", "for AMD64"},
    {"abi = amd64 aarch64_be s390x", "are", "for AArch64"},
    {"abi = amd64 aarch64 s390x", "are", "for big-endian AArch64"},
    {"abi = amd64 aarch64 aarch64_be", "are", "for s390x"},
    {"sorted", "are", "not sorted"},
    {"pcrel", "are", "not PC-relative"},
    {"aux = 0", "have", "an auxiliary header"},
    {"rows behind functions", "have", "rows before functions"},
    {"frame-pointer", "have", "no frame-pointer flag"},
    {"fixed fp = 0", "have", "a fixed FP offset"},
    {"fixed ra = 0", "have", "a fixed RA offset"},
    {"functions > 0", "have", "no functions"},
    {"functions < 2", "have", "several functions"},
    {"rows > 0", "have", "no rows"},
    {"PC masks = 0", "have", "functions with masks"},
    {"flexible functions = 0", "have", "flexible functions"},
    {"2-byte row starts = 0", "have", "row starts of 2 bytes"},
    {"4-byte row starts = 0", "have", "row starts of 4 bytes"},
    {"2-byte words = 0", "have", "words of 2 bytes"},
    {"4-byte words = 0", "have", "words of 4 bytes"},
    {"rows without words = 0", "have", "rows without words"},
};
enum { PROPERTIES = sizeof properties / sizeof *properties };
enum { DIGITS_KEPT = 1 << 14 };
_Static_assert(PROPERTIES <= (int)REQUIREMENTS_MAX && PROPERTIES + (int)POSITIONS <= (int)PROPERTIES_MAX,
               "bits");

const unsigned runner_properties = PROPERTIES + POSITIONS, runner_section_properties = PROPERTIES;

/* All predicates as one set, which is made once. */
static const struct requirement_set *set_of_all(void)
{
    static struct requirement_set set;
    char line[REQUIREMENT_LINE_MAX], why[REQUIREMENT_WORDS];
    if (set.count == 0)
        (void)requirement_set_add(&set, 1, "about all: properties", why);
    for (unsigned i = set.count; i < PROPERTIES; i++) {
        (void)snprintf(line, sizeof line, "wants %s else free", properties[i].predicate);
        if (!requirement_set_add(&set, i + 2, line, why))
            break;
    }
    return &set;
}

/* Keeps the last result: questions about a section follow each other, and no predicate is about the question.
 */
static uint64_t section_properties_of(const struct vector *vector)
{
    static struct {
        enum abi abi;
        char digits[DIGITS_KEPT];
        size_t size;
        uint64_t breaks;
    } last;
    const struct span digits = vector->bytes;
    if (last.abi == vector->abi && last.size == digits.size &&
        memcmp(last.digits, digits.at, digits.size) == 0)
        return last.breaks;
    const uint64_t breaks = runner_requires_breaks(set_of_all(), vector);
    if (digits.size <= sizeof last.digits) {
        last.abi = vector->abi;
        last.size = digits.size;
        last.breaks = breaks;
        memcpy(last.digits, digits.at, digits.size);
    }
    return breaks;
}

uint64_t runner_properties_of(const struct vector *vector)
{
    return section_properties_of(vector) | runner_lookup_position(vector) << PROPERTIES;
}

void runner_properties_name(uint64_t chosen, char *words, size_t size)
{
    const char *verb = "";
    size_t used = 0;
    unsigned left = (unsigned)__builtin_popcountll(chosen);
    const unsigned all = left;
    words[0] = '\0';
    for (unsigned i = 0; i < POSITIONS; i++)
        if ((chosen >> (PROPERTIES + i) & 1) != 0)
            (void)snprintf(words, size, "%s", runner_position_names[i]);
    for (unsigned i = 0; i < PROPERTIES && used < size; i++) {
        if ((chosen >> i & 1) == 0)
            continue;
        left--;
        const bool same = strcmp(verb, properties[i].verb) == 0;
        verb = properties[i].verb;
        used += (size_t)snprintf(words + used, size - used, "%s%s%s%s%s",
                                 left + 1 == all ? "" : all > 2 ? ", " : " ", left == 0 && all > 1 ? "or " : "",
                                 same ? "" : verb, same ? "" : " ", properties[i].words);
    }
}
