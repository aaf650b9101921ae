/* What programs share about their command lines: addresses, and what is said of wrong use. */
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

bool command_line_address(const char *text, uint64_t *value)
{
    char *end;
    errno = 0;
    *value = strtoull(text, &end, strncmp(text, "0x", 2) == 0 ? 16 : 10);
    return text[0] >= '0' && text[0] <= '9' && errno == 0 && *end == '\0';
}
