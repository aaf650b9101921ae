/* JSON files with results from elsewhere, which a report shows beside its own. */
#ifndef CONFORMANCE_RUNNER_SAVED_ATTACHMENT_H
#define CONFORMANCE_RUNNER_SAVED_ATTACHMENT_H

#include <jansson.h>
#include <stddef.h>

/* The caller frees what these return by json_decref().  They return null if the file cannot be read, is not
 * JSON, has a member twice or has another shape; WHY then says so in one line. */

/* What real producers make: the schema is corpus/schema/producers.schema.json. */
json_t *runner_producers_read(const char *path, char *why, size_t size);
/* What other implementations fail, by cause: the schema is corpus/schema/causes.schema.json. */
json_t *runner_causes_read(const char *path, char *why, size_t size);
/* Any JSON, of which strings may have zero bytes, as those of reports may. */
json_t *runner_attachment_load(const char *path, char *why, size_t size);

#endif
