/* Reads the operands of directives. */
#include "source.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

void skip_space(struct operands *operands)
{
    while (*operands->at == ' ' || *operands->at == '\t')
        operands->at++;
}

bool at_end(struct operands *operands)
{
    skip_space(operands);
    return *operands->at == '\0';
}

bool another(struct operands *operands)
{
    skip_space(operands);
    if (*operands->at != ',')
        return false;
    operands->at++;
    return true;
}

int64_t take_value(struct operands *operands)
{
    char *end;
    skip_space(operands);
    errno = 0;
    const long long value = strtoll(operands->at, &end, 0);
    if (end == operands->at || errno != 0)
        operands->wrong = true;
    operands->at = end;
    return value;
}

unsigned take_register(struct operands *operands)
{
    const int64_t number = take_value(operands);
    if (number >= 0 && number < REGISTERS)
        return (unsigned)number;
    operands->wrong = true;
    return 0;
}

static bool is_name(char letter)
{
    return isalnum((unsigned char)letter) || (letter != '\0' && strchr("_.$-", letter) != NULL);
}

const char *take_name(struct operands *operands)
{
    skip_space(operands);
    const bool quoted = *operands->at == '"';
    operands->at += quoted;
    size_t length = 0;
    while (quoted ? operands->at[length] != '"' && operands->at[length] != '\0'
                  : is_name(operands->at[length]))
        length++;
    char *const name = copy_of(operands->at, length);
    if (quoted && operands->at[length] != '"')
        operands->wrong = true;
    operands->at += length;
    operands->at += quoted && *operands->at == '"';
    return name;
}
