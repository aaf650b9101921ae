/* sframe-gen make: from a text in the notation to bytes, an ELF file, vectors, or the text once more. */
#include "notation.h"

#include "../../common/bounded.h"
#include "../../common/safe_text.h"
#include "../arguments.h"
#include "../exports.h"
#include "../fnv1a.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { DONE = 0, TROUBLE = 2 };
enum form { FORM_BYTES, FORM_ELF, FORM_VECTOR, FORM_PRINT, FORMS };

struct request {
    const char *file, *to;
    enum form form;
};

static const char *const form_names[FORMS] = {"", "--elf", "--vector", "--print"};

/* --- Arguments and the text ----------------------------------------------------------------------------- */

static bool take_form(const char *string, struct request *request)
{
    for (enum form form = FORM_ELF; form < FORMS; form++) {
        if (strcmp(string, form_names[form]) != 0)
            continue;
        if (request->form != FORM_BYTES)
            return gen_complain("one form at a time can be written", string);
        request->form = form;
        return true;
    }
    return gen_complain("unknown option (see --help)", string);
}

static bool parse_arguments(int count, char **strings, struct request *request)
{
    for (int i = 0; i < count; i++) {
        const bool is_file = strings[i][0] != '-' || strcmp(strings[i], "-") == 0;
        if (strcmp(strings[i], "-o") == 0 || strcmp(strings[i], "--to") == 0) {
            if (request->to != NULL || i + 1 == count || strings[i + 1][0] == '\0')
                return gen_complain("this option needs one value, and stands once", strings[i]);
            request->to = strings[++i];
        } else if (is_file && request->file != NULL) {
            return gen_complain("make takes one FILE", strings[i]);
        } else if (is_file) {
            request->file = strings[i];
        } else if (!take_form(strings[i], request)) {
            return false;
        }
    }
    if (request->to != NULL && strcmp(request->to, "-") == 0)
        request->to = NULL;
    return true;
}

/* To be freed, also if it fails. */
static bool read_text(const char *path, uint8_t **text, size_t *length)
{
    return bounded_read(BOUNDED_NOTATION, strcmp(path, "-") == 0 ? NULL : path, text, length) ||
           gen_complain(path, bounded_trouble());
}

/* --- Vectors -------------------------------------------------------------------------------------------- */

static bool refuse(struct mistake *mistake, unsigned line, const char *what, const char *about)
{
    snprintf(mistake->words, sizeof mistake->words, "%u:1: %s%s", line, what, about);
    return false;
}

/* The fourth part of the ids: the file's name, as far as an id can have it. */
static const char *shape_of(const char *path, char shape[MAX_NAME])
{
    const char *const slash = strrchr(path, '/');
    size_t length = 0;
    for (const char *at = slash != NULL ? slash + 1 : path; *at != '\0' && *at != '.'; at++)
        if (length + 1 < MAX_NAME && strchr("abcdefghijklmnopqrstuvwxyz0123456789-", *at) != NULL)
            shape[length++] = *at;
    shape[length] = '\0';
    return strcmp(shape, "-") == 0 || length == 0 ? "notation" : shape;
}

static bool emit_question(struct emitter *emitter, const struct question *question, const char *name,
                          bool is_edited, struct mistake *mistake)
{
    const uint64_t before = emitter->emitted;
    const enum verdict verdict = gen_verdict_of(&emitter->violations);
    if (question->operation != OPERATION_FLIP)
        gen_emit(emitter, question->operation, question->pc, name);
    else if (is_edited)
        return refuse(mistake, question->line, "what was edited cannot be turned: only the model can", "");
    else if (verdict == VERDICT_VALID)
        gen_emit_flip(emitter, name);
    else if (verdict == VERDICT_IRREGULAR)
        gen_emit_flip_of_irregular(emitter, name);
    if (emitter->fault != NULL)
        return refuse(mistake, question->line, emitter->fault, "");
    if (emitter->emitted > before)
        return true;
    if (emitter->open_point != NULL)
        return refuse(mistake, question->line, "this answer rests on an open point of the ledger: ",
                      emitter->open_point);
    return refuse(mistake, question->line, "a section that cannot be read cannot be turned", "");
}

static bool emit_questions(struct emitter *emitter, const struct notation *notation, struct mistake *mistake)
{
    static const struct question usual[] = {{.operation = OPERATION_DECODE, .line = 1},
                                            {.operation = OPERATION_CHECK, .line = 1}};
    const bool asks = notation->question_count > 0;
    const struct question *const questions = asks ? notation->questions : usual;
    const uint32_t count = asks ? notation->question_count : 2;
    for (uint32_t i = 0; i < count; i++) {
        char name[16];
        snprintf(name, sizeof name, "%u", (unsigned)i + 1);
        if (!emit_question(emitter, &questions[i], name, notation->edit_count > 0, mistake))
            return false;
    }
    return true;
}

/* The clauses that the model breaks and those that the text declares: the first of these leads. */
static bool break_clauses(struct emitter *emitter, const struct notation *notation, struct mistake *mistake)
{
    if (notation->forgets)
        gen_forget_violations(emitter);
    if (notation->edit_count > 0 && notation->declared_count == 0 && !notation->breaks_nothing)
        return refuse(mistake, notation->edits[0].line,
                      "an edit, and no line says what it breaks: `breaks CLAUSE` or `breaks nothing`", "");
    const uint32_t usual = notation->edit_count > 0 ? gen_notation_place(&emitter->encoded, notation->edits) : 0;
    for (uint32_t i = 0; i < notation->declared_count; i++) {
        const struct declared *const declared = &notation->declared[i];
        const uint32_t offset = declared->is_placed ? declared->offset : usual;
        if (i == 0)
            gen_breaks(emitter, declared->clause, offset, declared->severity);
        else
            gen_also_breaks(emitter, declared->clause, offset, declared->severity);
    }
    return true;
}

static bool write_vectors(struct export *export, const struct notation *notation, const char *file,
                          struct mistake *mistake)
{
    static struct emitter emitter;
    const struct selection all = gen_select_all();
    char shape[MAX_NAME];
    export->sink.take = gen_export_emit_take;
    gen_text_init(&export->text, export->buffer, sizeof export->buffer);
    gen_export_emit_begin(export);
    gen_emitter_init(&emitter, &all, &export->sink, 0);
    emitter.family = "notation";
    gen_begin(&emitter, notation->section.profile, notation->section.abi, shape_of(file, shape));
    memcpy(&emitter.section, &notation->section, sizeof emitter.section);
    if (!gen_make_bytes(&emitter))
        return refuse(mistake, 1, emitter.fault, "");
    if (!gen_notation_apply(&emitter.encoded, notation, mistake) ||
        !break_clauses(&emitter, notation, mistake) || !emit_questions(&emitter, notation, mistake))
        return false;
    gen_text_drain(&export->text);
    gen_write_closing_line(&export->text, emitter.emitted, export->hash, NULL);
    gen_text_drain(&export->text);
    return true;
}

/* --- Bytes ---------------------------------------------------------------------------------------------- */

static bool write_text(struct export *export, const struct notation *notation, struct mistake *mistake)
{
    const char *why;
    gen_text_init(&export->text, export->buffer, sizeof export->buffer);
    if (!gen_notation_print(&export->text, notation, &why))
        return refuse(mistake, 1, why, "");
    gen_outlet_write(&export->outlet, export->text.begin, export->text.length);
    return true;
}

/* By way of a file without a name, as the library writes here and there, which a pipe does not take. */
static bool write_elf(struct outlet *outlet, const struct vector *vector, struct mistake *mistake)
{
    char piece[4096];
    FILE *const file = tmpfile();
    const char *trouble = file == NULL ? strerror(errno) : gen_write_elf(file, vector);
    if (trouble == NULL) {
        rewind(file);
        for (size_t count = fread(piece, 1, sizeof piece, file); count > 0;
             count = fread(piece, 1, sizeof piece, file))
            gen_outlet_write(outlet, piece, count);
    }
    if (trouble != NULL)
        snprintf(mistake->words, sizeof mistake->words, "the ELF file cannot be written: %s", trouble);
    if (file != NULL)
        (void)fclose(file);
    return trouble == NULL;
}

static bool write_bytes(struct outlet *outlet, const struct notation *notation, enum form form,
                        struct mistake *mistake)
{
    static struct encoded encoded;
    const struct section *const section = &notation->section;
    if (!gen_encode(&encoded, section))
        return refuse(mistake, 1, encoded.error, "");
    if (!gen_notation_apply(&encoded, notation, mistake))
        return false;
    if (form == FORM_BYTES)
        return gen_outlet_write(outlet, (const char *)encoded.bytes, encoded.length), true;
    const struct vector vector = {.profile = section->profile,
                                  .abi = section->abi,
                                  .address = section->address,
                                  .bytes = encoded.bytes,
                                  .length = encoded.length};
    return write_elf(outlet, &vector, mistake);
}

/* --- The command ---------------------------------------------------------------------------------------- */

static bool write_form(struct export *export, const struct notation *notation, const struct request *request,
                       struct mistake *mistake)
{
    if (request->form == FORM_VECTOR)
        return write_vectors(export, notation, request->file, mistake);
    if (request->form == FORM_PRINT)
        return write_text(export, notation, mistake);
    return write_bytes(&export->outlet, notation, request->form, mistake);
}

static bool make(const struct request *request, const uint8_t *text, size_t length)
{
    static struct export export;
    static struct notation notation;
    struct mistake mistake;
    bool made = gen_notation_parse(&notation, (const char *)text, length, &mistake);
    if (made && !gen_outlet_open(&export.outlet, request->to, false))
        return gen_complain(export.outlet.trouble, "");
    if (made && !(made = write_form(&export, &notation, request, &mistake)))
        gen_outlet_abandon(&export.outlet);
    if (!made)
        return safe_complain("sframe-gen", "%s:%s", request->file, mistake.words), false;
    return gen_outlet_finish(&export.outlet) || gen_complain(export.outlet.trouble, "");
}

int gen_make(int count, char **strings)
{
    struct request request = {.form = FORM_BYTES};
    uint8_t *text = NULL;
    size_t length = 0;
    if (!parse_arguments(count, strings, &request))
        return TROUBLE;
    if (request.file == NULL)
        return gen_complain("make needs a FILE, or - for standard input", ""), TROUBLE;
    const bool made = read_text(request.file, &text, &length) && make(&request, text, length);
    free(text);
    return made ? DONE : TROUBLE;
}
