#include "spans.h"

#include "memory.h"

#include <stdlib.h>
#include <string.h>

/* 64: not a character of base64 */
static unsigned value_of(char c)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    static uint8_t values[256]; /* one more than the value; filled at the first call */
    if (values['A'] == 0)
        for (unsigned i = 0; i < 64; i++)
            values[(unsigned char)letters[i]] = (uint8_t)(i + 1);
    const unsigned value = values[(unsigned char)c];
    return value == 0 ? 64 : value - 1;
}

/* The bytes; if the text is STRANGE, null, with the fault. */
static uint8_t *unless(unsigned strange, uint8_t *bytes, const char *words, const char **fault)
{
    *fault = strange != 0 ? words : NULL;
    if (strange == 0)
        return bytes;
    free(bytes);
    return NULL;
}

/* Four letters stand for three bytes; at the end, = stands for letters that are not needed. */
uint8_t *runner_base64_read(const char *text, size_t size, size_t *count, const char **fault)
{
    size_t padding = 0;
    while (padding < 2 && padding < size && text[size - 1 - padding] == '=')
        padding++;
    uint8_t *const bytes = memory_get(size / 4 * 3);
    unsigned strange = size % 4;
    for (size_t i = 0; strange == 0 && i < size; i += 4) {
        unsigned group = 0;
        for (size_t k = i; k < i + 4; k++) {
            const unsigned value = k < size - padding ? value_of(text[k]) : 0;
            strange |= value & 64;
            group = group << 6 | (value & 63);
        }
        bytes[i / 4 * 3] = (uint8_t)(group >> 16);
        bytes[i / 4 * 3 + 1] = (uint8_t)(group >> 8);
        bytes[i / 4 * 3 + 2] = (uint8_t)group;
    }
    *count = size / 4 * 3 - (size >= 4 ? padding : 0);
    return unless(strange, bytes, "not base64", fault);
}

uint8_t *runner_hex_read(const char *text, size_t size, size_t *count, const char **fault)
{
    uint8_t *const bytes = memory_get(size / 2);
    unsigned strange = size % 2;
    for (size_t i = 0; strange == 0 && i < size; i += 2) {
        const unsigned high = runner_digit_value(text[i]), low = runner_digit_value(text[i + 1]);
        strange = high > 15 || low > 15;
        bytes[i / 2] = (uint8_t)(high << 4 | (low & 15));
    }
    *count = size / 2;
    return unless(strange, bytes, "not hexadecimal digits, two for each byte", fault);
}
