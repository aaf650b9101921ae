/* The report as one HTML page that needs no other file. */
#ifndef CONFORMANCE_RUNNER_REPORT_HTML_H
#define CONFORMANCE_RUNNER_REPORT_HTML_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Writes the page for a JSON report.  Returns false if the text is not such a report or writing failed. */
bool runner_write_html(FILE *page, const char *json, size_t length);

#endif
