/* What every target has: laws, and what happens when one is broken. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Prints in one line which law is broken and how, and aborts, so that any engine stores the input. */
_Noreturn void law_broken(const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* A law of the target: HOLDS must be true for any input.  The words state what was found instead. */
#define LAW(holds, ...)                                                                                      \
    do {                                                                                                     \
        if (!(holds))                                                                                        \
            law_broken(__FILE__, __LINE__, __VA_ARGS__);                                                     \
    } while (0)

/* Discards what tools print to standard error; engines, sanitizers and laws can still print. */
void fuzz_quiet(void);

/* A copy in a block of exactly this size, which the caller frees. */
uint8_t *fuzz_block(const uint8_t *bytes, size_t size);

/* The engine's interface. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);
