/* page-render REPORT.json PAGE.html: the page of a report that was written before; for the page's tests. */
#include "../../../common/safe_text.h"
#include "../report_file.h"
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
    struct outlet page;
    bool readable = text && !ferror(report), opened = readable && runner_outlet_open(&page, arguments[2]);
    bool made = opened && runner_write_html(page.file, text, length);
    bool written = opened && (made ? runner_outlet_close(&page) : (runner_outlet_abandon(&page), false));
    free(text);
    fclose(report);
    if (!readable || (opened && !made))
        safe_complain("page-render", "%s: not a report that can be read", arguments[1]);
    else if (!written)
        safe_complain("page-render", "%s: %s", arguments[2], runner_outlet_trouble());
    return written ? 0 : 2;
}
