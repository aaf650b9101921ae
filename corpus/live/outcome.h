/* What came of a run. */
#ifndef CORPUS_LIVE_OUTCOME_H
#define CORPUS_LIVE_OUTCOME_H

#include "against_shadow.h"

double live_seconds(void);
void live_report_text(const struct comparison *comparison, double spent);
void live_report_json(const struct comparison *comparison, double spent);

#endif
