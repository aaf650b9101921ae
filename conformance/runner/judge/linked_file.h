/* Judges a file that a linker made. */
#ifndef CONFORMANCE_RUNNER_JUDGE_LINKED_FILE_H
#define CONFORMANCE_RUNNER_JUDGE_LINKED_FILE_H

#include "declaration.h"

/* Judges the file BYTES, and takes them over.  MESSAGES is what the linker printed, or null.  Each kind of
 * fault becomes a difference.  Returns false if the file is no result of this link; WHY then says so. */
bool runner_judge_linked_file(const struct vector *vector, const struct declaration *declaration,
                              const char *messages, uint8_t *bytes, size_t size, struct judgement *judgement,
                              char why[WORDS_MAX]);

#endif
