/* What came of a run. */
#pragma once

#include "against_shadow.h"

#include <jansson.h>

double live_seconds(void);
json_t *live_hex(uint64_t address); /* a string */
void live_report_text(const struct comparison *comparison, double spent);
void live_report_json(const struct comparison *comparison, double spent);
