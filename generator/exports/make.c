/* sframe-gen make: from a text in the notation to bytes, an ELF file, vectors, or the text once more; from
 * several to the vectors of all, or to their texts. */
#include "notation/notation.h"

#include "../../common/bounded.h"
#include "../../common/safe_text.h"
#include "arguments.h"
#include "encoder_question.h"
#include "exports/exports.h"

#include <stdlib.h>
#include <string.h>

enum { DONE = 0, TROUBLE = 2 };
enum form { FORM_BYTES, FORM_ELF, FORM_VECTOR, FORM_ENCODE, FORM_PRINT };

struct request {
    char **files;
    uint32_t file_count;
    const char *to;
    enum form form;
};

static struct export export;
static struct emitter emitter;
static struct notation notation;

/* --- Arguments and the text ----------------------------------------------------------------------------- */

/* Returns what command_line_read() returns. */
static int read_request(int count, char **words, struct request *request)
{
    bool elf = false, vector = false, encode = false, print = false;
    struct command_option options[] = {
        {"to", 'o', OPTION_PARSED, .to = &request->to, .parse = gen_take_path, .must = gen_path_must},
        {"elf", .to = &elf},
        {"vector", .to = &vector},
        {"encode", .to = &encode},
        {"print", .to = &print},
        {.name = NULL}};
    const int status = gen_read_options(options, &count, &words);
    if (status != COMMAND_LINE_GO_ON)
        return status;
    if (elf + vector + encode + print > 1)
        return command_line_wrong_use(gen_program, "make: one form at a time can be written");
    if (count > 1 && !vector && !encode && !print)
        return command_line_wrong_use(
            gen_program, "%s: of several texts there are vectors or prints: make takes one FILE", words[1]);
    if (count == 0)
        return command_line_wrong_use(gen_program, "make needs a FILE, or - for standard input");
    if (request->to != NULL && strcmp(request->to, "-") == 0)
        request->to = NULL;
    request->form = elf      ? FORM_ELF
                    : vector ? FORM_VECTOR
                    : encode ? FORM_ENCODE
                    : print  ? FORM_PRINT
                             : FORM_BYTES;
    request->files = words;
    request->file_count = (uint32_t)count;
    return status;
}

/* *TEXT is to be freed, also if this fails. */
static bool read_text(const char *path, uint8_t **text, size_t *length)
{
    return bounded_read(BOUNDED_NOTATION, strcmp(path, "-") == 0 ? NULL : path, text, length) ||
           gen_complain(path, bounded_trouble());
}

/* --- Vectors -------------------------------------------------------------------------------------------- */

struct shape {
    char name[MAX_NAME];
};

/* The fourth part of the ids: the file's name, as far as an id can have it. */
static void shape_of(const char *path, char shape[MAX_NAME])
{
    const char *const slash = strrchr(path, '/');
    size_t length = 0;
    for (const char *at = slash != NULL ? slash + 1 : path; *at != '\0' && *at != '.'; at++)
        if (length + 1 < MAX_NAME && gen_is_of_id(*at))
            shape[length++] = *at;
    shape[length] = '\0';
    if (strcmp(shape, "-") == 0 || length == 0)
        memcpy(shape, "notation", sizeof "notation");
}

static int compare(const void *one, const void *other)
{
    return strcmp(((const struct shape *)one)->name, ((const struct shape *)other)->name);
}

/* Whether no two files have one name, so that no two questions have one id. */
static bool are_names_apart(const struct request *request)
{
    const uint32_t count = request->file_count;
    struct shape *const shapes = malloc(count * sizeof *shapes);
    if (shapes == NULL)
        return gen_complain("so many files take too much memory", "");
    for (uint32_t i = 0; i < count; i++)
        shape_of(request->files[i], shapes[i].name);
    qsort(shapes, count, sizeof *shapes, compare);
    bool right = true;
    for (uint32_t i = 1; i < count && right; i++)
        right = strcmp(shapes[i - 1].name, shapes[i].name) != 0 ||
                gen_complain("two files with one name would give the same ids", shapes[i].name);
    free(shapes);
    return right;
}

static void begin_vectors(void)
{
    static struct selection all;
    all = gen_select_all();
    export.sink.take = gen_export_emit_take;
    gen_export_emit_begin(&export);
    gen_emitter_init(&emitter, &all, &export.sink, 0);
    emitter.family = "notation";
}

static bool write_vectors(const char *file, struct mistake *mistake)
{
    static char shape[MAX_NAME];
    shape_of(file, shape);
    return gen_notation_ask(&emitter, &notation, (struct usual_names){.shape = shape}, mistake);
}

static bool write_question(void *into, const struct encoder_question *question)
{
    gen_write_encoder_question(into, question);
    export.lines++;
    return true;
}

static bool write_questions(const char *file, struct mistake *mistake)
{
    const struct encoder_sink sink = {write_question, &export.text};
    char shape[MAX_NAME];
    shape_of(file, shape);
    return gen_ask_encoder(&notation, shape, &sink, mistake);
}

static void end_vectors(void)
{
    gen_close_export(&export, emitter.emitted + export.lines, NULL);
    gen_text_drain(&export.text);
}

/* --- Bytes ---------------------------------------------------------------------------------------------- */

static bool write_printed(bool is_first, struct mistake *mistake)
{
    const char *why;
    gen_text_clear(&export.text);
    gen_text_string(&export.text, is_first ? "" : "---\n");
    if (!gen_notation_print(&export.text, &notation, &why))
        return gen_refuse(mistake, notation.line, why, "");
    gen_outlet_write(&export.outlet, export.text.begin, export.text.length);
    return true;
}

/* Whether the rows are the same for all profiles and ABIs: a prologue is each ABI's own. */
static bool prints_alike(const struct one_text *text, struct mistake *mistake)
{
    static char buffers[2][1 << 19];
    struct text printed[2];
    struct choice choice;
    const char *why;
    unsigned number = 0, count = 0;
    bool alike = true;
    for (; alike && gen_notation_choice(&notation, &number, &choice); count++) {
        struct text *const now = &printed[count > 0];
        gen_text_init(now, buffers[count > 0], sizeof buffers[0]);
        alike = gen_notation_parse_for(&notation, text, choice, mistake) &&
                gen_notation_print(now, &notation, &why) && now->length == printed[0].length &&
                memcmp(now->begin, printed[0].begin, now->length) == 0;
    }
    return alike;
}

/* Prints one text, or one for each profile and ABI. */
static bool write_text(bool is_first, const struct one_text *text, struct mistake *mistake)
{
    struct choice choice;
    unsigned number = 0, abis[PROFILES];
    memcpy(abis, notation.abis, sizeof abis);
    if (gen_notation_is_for_one(&notation) || prints_alike(text, mistake))
        return write_printed(is_first, mistake);
    while (gen_notation_choice(&notation, &number, &choice)) {
        if (!gen_notation_parse_for(&notation, text, choice, mistake))
            return false;
        memset(notation.abis, 0, sizeof abis);
        notation.abis[choice.profile] = 1U << choice.abi;
        if (!write_printed(is_first, mistake))
            return false;
        memcpy(notation.abis, abis, sizeof abis);
        is_first = false;
    }
    return true;
}

static bool write_bytes(enum form form, struct mistake *mistake)
{
    static struct encoded encoded;
    const struct section *const section = &notation.section;
    if (!gen_encode(&encoded, section))
        return gen_refuse(mistake, notation.line, encoded.error, "");
    if (!gen_notation_apply(&encoded, &notation, mistake))
        return false;
    if (form == FORM_BYTES)
        return gen_outlet_write(&export.outlet, (const char *)encoded.bytes, encoded.length), true;
    const struct vector vector = {.profile = section->profile,
                                  .abi = section->abi,
                                  .address = section->address,
                                  .bytes = encoded.bytes,
                                  .length = encoded.length};
    export.text.drain = gen_outlet_write;
    export.text.into = &export.outlet;
    gen_write_elf(&export.text, &vector);
    gen_text_drain(&export.text);
    return true;
}

/* --- The command ---------------------------------------------------------------------------------------- */

static bool has_vectors(enum form form)
{
    return form == FORM_VECTOR || form == FORM_ENCODE;
}

/* What is asked in a text, for each profile and ABI that it is for. */
static bool write_vectors_of(enum form form, const char *file, const struct one_text *text,
                             struct mistake *mistake)
{
    struct choice choice;
    unsigned number = 0;
    while (gen_notation_choice(&notation, &number, &choice))
        if (!gen_notation_parse_for(&notation, text, choice, mistake) ||
            !(form == FORM_VECTOR ? write_vectors : write_questions)(file, mistake))
            return false;
    return true;
}

static bool write_form(const struct request *request, uint32_t number, const struct one_text *text,
                       struct mistake *mistake)
{
    if (has_vectors(request->form))
        return write_vectors_of(request->form, request->files[number], text, mistake);
    if (request->form == FORM_PRINT)
        return write_text(number == 0 && text->is_first, text, mistake);
    if (text->end < text->file_end || !gen_notation_is_for_one(&notation))
        return gen_refuse(mistake, notation.line, "the file is for several sections: --vector, --encode and --print take such",
                          "");
    return write_bytes(request->form, mistake);
}

static bool begin(const struct request *request)
{
    if (!gen_outlet_open(&export.outlet, gen_program, request->to, false))
        return false;
    gen_text_init(&export.text, export.buffer, sizeof export.buffer);
    if (has_vectors(request->form))
        begin_vectors();
    return true;
}

/* The outlet is only opened when the first text has been read and is right. */
static bool make_text(const struct request *request, uint32_t number, const struct one_text *text)
{
    struct mistake mistake;
    const bool is_right = gen_notation_parse(&notation, text, NULL, &mistake);
    if (is_right && number == 0 && text->is_first && !begin(request))
        return false;
    if (is_right && write_form(request, number, text, &mistake))
        return true;
    safe_complain("sframe-gen", "%s:%s", request->files[number], mistake.words);
    return false;
}

static bool make_texts(const struct request *request, uint32_t number, const char *file, size_t length)
{
    struct one_text text = gen_first_text(file, length);
    bool made = true;
    do
        made = make_text(request, number, &text);
    while (made && gen_next_text(&text));
    return made;
}

static bool make_one(const struct request *request, uint32_t number)
{
    uint8_t *text = NULL;
    size_t length = 0;
    const bool made = read_text(request->files[number], &text, &length) &&
                      make_texts(request, number, (const char *)text, length);
    free(text);
    return made;
}

int gen_make(int count, char **words)
{
    struct request request = {.form = FORM_BYTES};
    uint32_t number = 0;
    const int status = read_request(count, words, &request);
    if (status != COMMAND_LINE_GO_ON)
        return status;
    if (has_vectors(request.form) && !are_names_apart(&request))
        return TROUBLE;
    while (number < request.file_count && make_one(&request, number))
        number++;
    const bool made = number == request.file_count;
    if (made && has_vectors(request.form))
        end_vectors();
    return gen_outlet_end(&export.outlet, made ? DONE : TROUBLE);
}
