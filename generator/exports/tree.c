/* A folder of files: the bytes, the vector as JSON, and the bytes for people. */
#include "exports.h"

static void write_section(FILE *file, const struct vector *vector)
{
    fwrite(gen_vector_bytes(vector), 1, vector->length, file);
}

bool gen_export_tree_take(struct sink *sink, const struct vector *vector)
{
    static const struct {
        const char *ending;
        void (*write)(FILE *file, const struct vector *vector);
    } files[] = {{".sframe", write_section}, {".json", gen_write_line}, {".hex", gen_annotate}};
    struct export *export = (struct export *)sink;
    for (unsigned i = 0; i < sizeof files / sizeof *files; i++) {
        FILE *file = gen_outlet_file(&export->outlet, vector->id, files[i].ending);
        if (file == NULL)
            return false;
        files[i].write(file, vector);
        if (!gen_outlet_close_file(&export->outlet, file, vector->id))
            return false;
    }
    return true;
}
