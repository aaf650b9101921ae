/* What every target has: laws, and what is done when one is broken. */
#ifndef FUZZ_COMMON_LAW_H
#define FUZZ_COMMON_LAW_H

#include <stddef.h>
#include <stdint.h>

/* Says in a line which law is broken and how, and aborts, so that any engine keeps the input. */
_Noreturn void law_broken(const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* A law of the target: what must hold for any input.  The words say it, as a statement that was found false.
 */
#define LAW(holds, ...)                                                                                      \
    do {                                                                                                     \
        if (!(holds))                                                                                        \
            law_broken(__FILE__, __LINE__, __VA_ARGS__);                                                     \
    } while (0)

/* What tools say on standard error goes nowhere; engines, sanitizers and laws still speak. */
void fuzz_quiet(void);

/* A copy in a block of exactly that size; to be freed. */
uint8_t *fuzz_block(const uint8_t *bytes, size_t size);

/* The engine's interface. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);

#endif
