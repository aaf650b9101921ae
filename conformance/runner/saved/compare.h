/* Two runs of the same questions: what got fixed, and what broke. */
#ifndef CONFORMANCE_RUNNER_SAVED_COMPARE_H
#define CONFORMANCE_RUNNER_SAVED_COMPARE_H

#include "saved.h"

/* What differs, as the object that docs/report.md describes; null: WORDS says why they cannot be compared. */
json_t *runner_compare(const struct saved *before, const struct saved *after, char words[SAVED_WORDS]);

/* How many vectors broke, or are not judged any more, of all implementations. */
uint64_t runner_comparison_broke(const json_t *comparison);

/* report/comparison.c: for people; and as a page that loads nothing. */
void runner_write_comparison(FILE *out, const json_t *comparison);
void runner_write_comparison_page(FILE *out, const json_t *comparison);

#endif
