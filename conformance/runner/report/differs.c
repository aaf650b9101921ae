#include "../process/memory.h"
#include "report.h"

#include <stdio.h>
#include <stdlib.h>

static void put_value(FILE *out, const char *before, const json_t *value)
{
    char *const text = json_is_null(value) ? NULL : json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT);
    (void)fprintf(out, "%s%s", before, text != NULL ? text : "nothing");
    free(text);
}

char *runner_differences_of(const json_t *record, size_t skip, size_t most, const char *ends)
{
    const json_t *const differences = json_object_get(record, "differences");
    struct written_text lines;
    FILE *const out = written_begin(&lines);
    for (size_t i = skip; i < json_array_size(differences) && i < skip + most; i++) {
        const json_t *const each = json_array_get(differences, i);
        (void)fputs(json_string_value(json_object_get(each, "path")), out);
        put_value(out, ": expected ", json_object_get(each, "expected"));
        put_value(out, ", got ", json_object_get(each, "actual"));
        (void)fputs(ends, out);
    }
    return written_end(&lines);
}
