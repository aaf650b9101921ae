/* What came of a run. */
#ifndef REPORT_H
#define REPORT_H

#include "against_shadow.h"

double seconds(void);
void report_text(const struct comparison *comparison, double spent);
void report_json(const struct comparison *comparison, double spent);

#endif
