/* page-render REPORT.json PAGE.html: writes the page of an earlier report; the page's tests use it. */
#include "../../../common/bounded.h"
#include "../../../common/files/whole_file.h"
#include "../../../common/safe_text.h"
#include "../report/report.h"

#include <stdlib.h>

int main(int count, char **arguments)
{
    if (count != 3) {
        fputs("usage: page-render REPORT.json PAGE.html\n", stderr);
        return 2;
    }
    uint8_t *text;
    size_t length;
    struct whole_file page;
    bool readable = bounded_read(BOUNDED_REPORT, arguments[1], &text, &length);
    if (!readable)
        safe_complain("page-render", "%s: %s", arguments[1], bounded_trouble());
    bool opened = readable && whole_file_open(&page, arguments[2]);
    bool made = opened && runner_write_html(page.file, (char *)text, length);
    bool written = opened && (made ? whole_file_close(&page) : ((void)whole_file_abandon(&page), false));
    free(text);
    if (opened && !made)
        safe_complain("page-render", "%s: not a report", arguments[1]);
    else if (readable && !written)
        safe_complain("page-render", "%s: %s", arguments[2], whole_file_trouble());
    return written ? 0 : 2;
}
