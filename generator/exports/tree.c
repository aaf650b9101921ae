/* Folders of files.  tree: the bytes, the vector as JSON, and the bytes for people.  elf: an ELF file, and JSON. */
#include "exports.h"

struct file_of_vector {
    const char *ending;
    void (*write)(FILE *file, const struct vector *vector);
};

static void write_out(void *into, const char *bytes, size_t length)
{
    fwrite(bytes, 1, length, into);
}

static void write_text(FILE *file, const struct vector *vector,
                       void (*write)(struct text *text, const struct vector *vector))
{
    char buffer[TEXT_DRAINED_SIZE];
    struct text text;
    gen_text_init(&text, buffer, sizeof buffer);
    text.drain = write_out;
    text.into = file;
    write(&text, vector);
    gen_text_drain(&text);
}

static void write_section(FILE *file, const struct vector *vector)
{
    fwrite(gen_vector_bytes(vector), 1, vector->length, file);
}

static void write_line(FILE *file, const struct vector *vector)
{
    write_text(file, vector, gen_write_vector);
}

static void write_elf(FILE *file, const struct vector *vector)
{
    write_text(file, vector, gen_write_elf);
}

/* The last of FILES has no ending. */
static bool write_files(struct outlet *outlet, const struct file_of_vector *files, const struct vector *vector)
{
    for (; files->ending != NULL; files++) {
        FILE *const file = gen_outlet_file(outlet, vector->id, files->ending);
        if (file == NULL)
            return false;
        files->write(file, vector);
        if (!gen_outlet_close_file(outlet, file, vector->id))
            return false;
    }
    return true;
}

bool gen_export_tree_take(struct sink *sink, const struct vector *vector)
{
    static const struct file_of_vector files[] = {
        {".sframe", write_section}, {".json", write_line}, {".hex", gen_annotate}, {NULL, NULL}};
    return write_files(&((struct export *)sink)->outlet, files, vector);
}

bool gen_export_elf_take(struct sink *sink, const struct vector *vector)
{
    static const struct file_of_vector files[] = {{".elf", write_elf}, {".json", write_line}, {NULL, NULL}};
    return write_files(&((struct export *)sink)->outlet, files, vector);
}
