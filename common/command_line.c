/* What programs share about their command lines: numbers, and what is said of wrong use. */
#include "command_line.h"

#include "safe_text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

int command_line_wrong_use(const char *program, const char *what, const char *argument)
{
    safe_complain(program, "%s%s%s; see %s --help", what, argument[0] != '\0' ? ": " : "", argument,
                   program);
    return COMMAND_LINE_TROUBLE;
}

static bool read_number(const char *text, int base, uint64_t *value)
{
    char *end;
    errno = 0;
    *value = strtoull(text, &end, base);
    return text[0] >= '0' && text[0] <= '9' && errno == 0 && *end == '\0';
}

bool command_line_number(const char *text, uint64_t *value)
{
    return read_number(text, 10, value);
}

bool command_line_address(const char *text, uint64_t *value)
{
    return read_number(text, strncmp(text, "0x", 2) == 0 ? 16 : 10, value);
}

bool command_line_decimal(const char *text, double *value)
{
    static const char digits[] = "0123456789";
    const size_t whole = strspn(text, digits);
    const size_t part = text[whole] == '.' ? strspn(text + whole + 1, digits) : 0;
    *value = strtod(text, NULL);
    return whole > 0 && text[whole + (part > 0 ? part + 1 : 0)] == '\0';
}
