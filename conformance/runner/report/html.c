#include "html.h"

bool write_html(FILE *page, const char *json, size_t length)
{
    (void)json;
    (void)length;
    return fputs("<!doctype html><title>SFrame conformance report</title>\n", page) >= 0;
}
