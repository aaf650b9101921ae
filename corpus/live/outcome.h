/* What came of a run. */
#ifndef REPORT_H
#define REPORT_H

#include "against_shadow.h"

double live_seconds(void);
void live_report_text(const struct comparison *comparison, double spent);
void live_report_json(const struct comparison *comparison, double spent);

#endif
