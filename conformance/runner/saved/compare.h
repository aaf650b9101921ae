/* Compares two runs of the same questions: what got fixed, and what broke. */
#ifndef CONFORMANCE_RUNNER_SAVED_COMPARE_H
#define CONFORMANCE_RUNNER_SAVED_COMPARE_H

#include "saved.h"

/* Returns what differs, as the object that docs/report.md describes.  Returns null if the two cannot be
 * compared; WORDS then says why. */
json_t *runner_compare(const struct saved *before, const struct saved *after, char words[SAVED_WORDS]);

/* Counts the vectors, of all implementations, that broke or are no longer judged. */
uint64_t runner_comparison_broke(const json_t *comparison);

/* In report/comparison.c: the first writes text for people, the second a page that loads nothing. */
void runner_write_comparison(FILE *out, const json_t *comparison);
void runner_write_comparison_page(FILE *out, const json_t *comparison);

#endif
