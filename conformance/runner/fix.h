/* Rewriting an expectation file so that it says what happened. */
#ifndef CONFORM_FIX_H
#define CONFORM_FIX_H

#include "report/report.h"

/* Keeps comments and whatever still holds; false: cannot be written, and errno tells. */
bool fix_expectations(const struct report *report, struct implementation_report *implementation);

#endif
