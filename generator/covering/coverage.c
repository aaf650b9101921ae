#include "coverage.h"

#include <stdio.h>
#include <string.h>

enum { MAX_LISTED = 20 };

static void add_section(struct sections *sections, uint32_t number)
{
    sections->bits[number / 64] |= (uint64_t)1 << (number % 64);
}

/* --- Measuring ------------------------------------------------------------------------------------------ */

static bool is_forbidden(const uint8_t values[DIMENSIONS])
{
    struct domains domains;
    for (unsigned i = 0; i < DIMENSIONS; i++)
        domains.of[i] = (uint8_t)(1U << values[i]);
    return !gen_domains_allow(&domains, NULL);
}

/* Why a section proves nothing: it is not what the table of dimensions says of its values.  Null: it is. */
static const char *fault_of(const struct coverage *coverage, const struct vector *vector,
                            const uint8_t values[DIMENSIONS], unsigned breaking)
{
    if (coverage->count == MAX_SECTIONS)
        return "there are more sections than can be measured";
    if (is_forbidden(values))
        return "a section has a forbidden combination of values";
    if (vector->vector_class != (breaking > 0 ? CLASS_IRREGULAR : CLASS_VALID))
        return "a section is not of the class that its values tell";
    return NULL;
}

/* Measures the section of a vector.  The vectors of one section follow each other: it is measured once. */
static bool take_section(struct sink *sink, const struct vector *vector)
{
    struct coverage *coverage = (struct coverage *)sink;
    uint8_t values[DIMENSIONS];
    gen_dimensions_of(vector->section, vector->encoded, values);
    coverage->vectors++;
    if (coverage->count > 0 && memcmp(values, coverage->last, sizeof values) == 0)
        return true;
    memcpy(coverage->last, values, sizeof values);
    unsigned breaking = 0;
    for (unsigned i = 0; i < DIMENSIONS; i++)
        breaking += gen_value_breaks((enum dimension)i, values[i]) ? 1 : 0;
    coverage->error = fault_of(coverage, vector, values, breaking);
    if (coverage->error != NULL)
        return false;
    for (unsigned i = 0; i < DIMENSIONS; i++)
        add_section(&coverage->having[i][values[i]], coverage->count);
    add_section(&coverage->breaking[breaking], coverage->count++);
    return true;
}

void gen_coverage_init(struct coverage *coverage, unsigned strength)
{
    memset(coverage, 0, sizeof *coverage);
    coverage->sink.take = take_section;
    coverage->strength = strength;
}

/* --- Going through all combinations --------------------------------------------------------------------- */

/* A combination as far as it has been chosen. */
struct combination {
    unsigned count, breaking; /* how many values, and how many of them break something */
    uint8_t dimensions[DIMENSIONS], values[DIMENSIONS];
    struct domains domains;   /* what a section with this combination may be */
    struct sections sections; /* the sections that have it */
};

static bool keep_common(struct sections *sections, const struct sections *others, uint32_t count)
{
    uint64_t any = 0;
    for (uint32_t i = 0; i < (count + 63) / 64; i++)
        any |= sections->bits[i] &= others->bits[i];
    return any != 0;
}

static void print_missing(const struct coverage *coverage, const struct combination *combination)
{
    if (coverage->allowed - coverage->covered > MAX_LISTED)
        return;
    printf("missing:");
    for (unsigned i = 0; i < combination->count; i++) {
        enum dimension dimension = (enum dimension)combination->dimensions[i];
        printf("%s %s %s", i > 0 ? "," : "", gen_dimension_name(dimension),
               gen_value_name(dimension, combination->values[i]));
    }
    printf("\n");
}

/* A section covers the combination if it breaks nothing else.  One that no section covers is forbidden if no
 * section could. */
static void judge(struct coverage *coverage, const struct combination *combination)
{
    struct sections sections = combination->sections;
    bool covered = keep_common(&sections, &coverage->breaking[combination->breaking], coverage->count);
    if (!covered && !gen_domains_allow(&combination->domains, NULL)) {
        coverage->forbidden++;
        return;
    }
    coverage->allowed++;
    coverage->covered += covered ? 1 : 0;
    if (!covered)
        print_missing(coverage, combination);
}

static void go_through(struct coverage *coverage, const struct combination *chosen, unsigned dimension)
{
    if (chosen->count == coverage->strength) {
        judge(coverage, chosen);
        return;
    }
    for (; dimension < DIMENSIONS; dimension++) {
        for (unsigned value = 0; value < gen_value_count((enum dimension)dimension); value++) {
            struct combination next = *chosen;
            next.dimensions[next.count] = (uint8_t)dimension;
            next.values[next.count++] = (uint8_t)value;
            next.breaking += gen_value_breaks((enum dimension)dimension, value) ? 1 : 0;
            next.domains.of[dimension] = (uint8_t)(1U << value);
            keep_common(&next.sections, &coverage->having[dimension][value], coverage->count);
            go_through(coverage, &next, dimension + 1);
        }
    }
}

/* --- Printing ------------------------------------------------------------------------------------------- */

static void print_forbidden(const struct forbidden *entry)
{
    for (unsigned i = 0; i < MAX_TERMS && entry->terms[i].values != 0; i++) {
        enum dimension dimension = entry->terms[i].dimension;
        printf("%s %s", i > 0 ? " with" : "forbidden:", gen_dimension_name(dimension));
        const char *before = " ";
        for (unsigned value = 0; value < gen_value_count(dimension); value++) {
            if ((entry->terms[i].values >> value & 1) != 0) {
                printf("%s%s", before, gen_value_name(dimension, value));
                before = "|";
            }
        }
    }
    printf(": %s", entry->because);
    printf(entry->cites[0] != '\0' ? " [%s]\n" : "\n", entry->cites);
}

static unsigned all_values(void)
{
    unsigned count = 0;
    for (unsigned i = 0; i < DIMENSIONS; i++)
        count += gen_value_count((enum dimension)i);
    return count;
}

bool gen_coverage_report(struct coverage *coverage)
{
    struct combination none = {.domains = gen_unbroken_domains()};
    memset(&none.sections, 0xff, sizeof none.sections);
    for (unsigned i = 0; i < gen_forbidden_count(); i++)
        print_forbidden(gen_forbidden_entry(i));
    go_through(coverage, &none, 0);
    printf("%u dimensions, %u values, %u forbidden combinations\n", (unsigned)DIMENSIONS, all_values(),
           gen_forbidden_count());
    printf("%llu vectors of %u sections\n", (unsigned long long)coverage->vectors, (unsigned)coverage->count);
    printf("strength %u: %llu combinations allowed, %llu of them covered; %llu forbidden\n",
           coverage->strength, (unsigned long long)coverage->allowed, (unsigned long long)coverage->covered,
           (unsigned long long)coverage->forbidden);
    return coverage->covered == coverage->allowed;
}
