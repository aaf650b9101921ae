/* A file that a linker made: what it comes to. */
#ifndef CONFORMANCE_RUNNER_JUDGE_LINKED_FILE_H
#define CONFORMANCE_RUNNER_JUDGE_LINKED_FILE_H

#include "declaration.h"

/* Judges a file, whose bytes it takes; MESSAGES is what the linker printed, or null.  A difference is one
 * kind of fault.  False, and WHY: it is no result of this link. */
bool runner_judge_linked_file(const struct vector *vector, const struct declaration *declaration,
                              const char *messages, uint8_t *bytes, size_t size, struct judgement *judgement,
                              char why[WORDS_MAX]);

#endif
