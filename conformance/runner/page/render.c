/* page-render REPORT.json PAGE.html: the page of a report that was written before; for the page's tests. */
#include "../report/html.h"

#include <stdlib.h>

static char *read_all(FILE *file, size_t *length)
{
    size_t room = 1 << 20;
    char *text = malloc(room);
    *length = 0;
    while (text) {
        *length += fread(text + *length, 1, room - *length, file);
        if (*length < room)
            break;
        char *larger = realloc(text, room *= 2);
        if (!larger)
            free(text);
        text = larger;
    }
    return text;
}

int main(int count, char **arguments)
{
    FILE *report = count == 3 ? fopen(arguments[1], "rb") : NULL;
    if (!report) {
        fputs(count == 3 ? "page-render: cannot read the report\n"
                         : "usage: page-render REPORT.json PAGE.html\n",
              stderr);
        return 2;
    }
    size_t length;
    char *text = read_all(report, &length);
    FILE *page = text && !ferror(report) ? fopen(arguments[2], "wb") : NULL;
    bool written = page && write_html(page, text, length);
    written = page && !fclose(page) && written;
    free(text);
    fclose(report);
    if (!written) {
        fputs("page-render: not a report, or the page cannot be written\n", stderr);
        return 2;
    }
    return 0;
}
