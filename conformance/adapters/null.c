/* An adapter that supports nothing and answers at once: a run with it takes only the runner's own time. */
#include "../../common/standard.h"

#include <stdio.h>

static const char hello[] = "{\"protocol\":1,\"name\":\"null\",\"version\":\"1\","
                            "\"profiles\":[\"v1\",\"v2\",\"v2e1\",\"v2e2\",\"v3\"],"
                            "\"abis\":[\"amd64\",\"aarch64\",\"aarch64_be\",\"s390x\"],"
                            "\"operations\":[\"decode\",\"check\",\"lookup\",\"flip\"]}\n";

static int skip(unsigned long size)
{
    int c = 0;
    while (size-- > 0 && c != EOF)
        c = getchar();
    return c != EOF;
}

/* Answers requests.  Returns true if all were answered. */
static bool serve(void)
{
    char line[160];
    unsigned long number, size;
    if (fgets(line, sizeof line, stdin) == NULL)
        return feof(stdin);
    (void)fputs(hello, stdout);
    while (fflush(stdout) == 0 && fgets(line, sizeof line, stdin) != NULL) {
        if (sscanf(line, "%*s %lu %*s %*s %*s %lu", &number, &size) != 2 || !skip(size))
            return false;
        (void)printf("{\"request\":%lu,\"unsupported\":\"\"}\n", number);
    }
    return feof(stdin);
}

int main(void)
{
    standard_begin();
    const bool served = serve();
    if (!served)
        (void)fputs("null: a request cannot be read or answered\n", stderr);
    return standard_end("null") && served ? 0 : 2;
}
