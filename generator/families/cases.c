/* Families whose vectors are texts in the notation: corpus/cases/FAMILY/NAME.txt, compiled in. */
#include "cases.h"

#include "../../common/bounded.h"
#include "../../common/corpus_version.h"
#include "../../common/safe_text.h"
#include "../notation/notation.h"
#include "families.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct case_file {
    const char *family, *name, *texts;
    size_t length;
};

#define CASE(family, name, texts) {family, name, texts, sizeof(texts) - 1}
static struct case_file compiled_in[] = {
#include "cases.inc"
};

static struct case_file *cases = compiled_in;
static size_t case_count = sizeof compiled_in / sizeof *compiled_in;
static const char *folder_of_cases = "corpus/cases";

static struct notation notation;
static struct mistake mistake;

/* Whether vectors are wanted of a profile and ABI that the text is for, in this run. */
static bool is_wanted(const struct emitter *emitter)
{
    struct choice choice;
    unsigned number = 0;
    if (notation.run == (emitter->pcrel ? RUN_PLAIN : RUN_FLAGGED))
        return false;
    while (gen_notation_choice(&notation, &number, &choice))
        if (gen_wanted(emitter, choice.profile, choice.abi))
            return true;
    return false;
}

/* Emits the vectors of a text, for each wanted profile and ABI that it is for.  False: `mistake` is set. */
static bool emit_text(struct emitter *emitter, const struct case_file *file, const struct one_text *text)
{
    const struct usual_names usual = {file->family, file->name};
    struct choice choice;
    unsigned number = 0;
    if (!gen_notation_pass(&notation, text, &mistake))
        return false;
    if (!is_wanted(emitter))
        return true;
    if (!gen_notation_parse(&notation, text, NULL, &mistake))
        return false;
    while (gen_notation_choice(&notation, &number, &choice))
        if (gen_wanted(emitter, choice.profile, choice.abi) &&
            gen_notation_is_asked(emitter, &notation, choice, usual) &&
            (!gen_notation_parse_for(&notation, text, choice, &mistake) ||
             !gen_notation_ask(emitter, &notation, usual, &mistake)))
            return false;
    return true;
}

static bool emit_file(struct emitter *emitter, const struct case_file *file)
{
    struct one_text text = gen_first_text(file->texts, file->length);
    bool right = true;
    do
        right = emit_text(emitter, file, &text);
    while (right && gen_next_text(&text));
    return right;
}

void gen_emit_cases(struct emitter *emitter)
{
    static char words[sizeof mistake.words + 4096];
    for (size_t i = 0; i < case_count && !emitter->stopped; i++) {
        if (strcmp(cases[i].family, emitter->family) != 0 || emit_file(emitter, &cases[i]))
            continue;
        snprintf(words, sizeof words, "%s/%s/%s.txt:%s", folder_of_cases, emitter->family, cases[i].name,
                 mistake.words);
        emitter->fault = words;
        emitter->fault_says_where = true;
        emitter->stopped = true;
    }
}

/* --- A folder of cases ---------------------------------------------------------------------------------- */

/* A path, which the caller frees; null: there is no memory. */
static char *joined(const char *folder, const char *name)
{
    char *path = NULL;
    return asprintf(&path, "%s/%s", folder, name) < 0 ? NULL : path;
}

static int is_text(const struct dirent *entry)
{
    const char *const end = strstr(entry->d_name, ".txt");
    return end != NULL && end != entry->d_name && end[4] == '\0';
}

/* Makes room for one more among the cases that were read; they live as long as the program. */
static struct case_file *new_case(void)
{
    static struct case_file *read;
    struct case_file *const more = realloc(read, (case_count + 1) * sizeof *more);
    if (more == NULL)
        return NULL;
    cases = read = more;
    return &more[case_count++];
}

static bool read_case(const char *family, const char *folder, const char *file_name)
{
    uint8_t *texts = NULL;
    size_t length = 0;
    char *const path = joined(folder, file_name);
    char *const name = strndup(file_name, strlen(file_name) - strlen(".txt"));
    const bool is_read = path != NULL && name != NULL && bounded_read(BOUNDED_NOTATION, path, &texts, &length);
    struct case_file *const file = is_read ? new_case() : NULL;
    free(path);
    if (file == NULL) {
        safe_complain("sframe-gen", "%s/%s: %s", folder, file_name, is_read ? strerror(ENOMEM) : bounded_trouble());
        free(name);
        free(texts);
        return false;
    }
    *file = (struct case_file){family, name, (const char *)texts, length};
    return true;
}

/* A folder that is not there has no cases. */
static bool read_family(const char *root, const char *family)
{
    struct dirent **entries = NULL;
    char *const folder = joined(root, family);
    const int count = folder != NULL ? scandir(folder, &entries, is_text, alphasort) : 0;
    bool right = folder != NULL;
    for (int i = 0; i < count; i++) {
        right = right && read_case(family, folder, entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
    free(folder);
    return right;
}

/* Parses all texts of a file, so that a wrong one is found before any vector is written. */
static bool can_be_read(const struct case_file *file)
{
    struct one_text text = gen_first_text(file->texts, file->length);
    bool right = true;
    do
        right = gen_notation_parse(&notation, &text, NULL, &mistake);
    while (right && gen_next_text(&text));
    if (!right)
        safe_complain("sframe-gen", "%s/%s/%s.txt:%s", folder_of_cases, file->family, file->name, mistake.words);
    return right;
}

bool gen_read_cases(const char *folder)
{
    DIR *const opened = opendir(folder);
    bool right = opened != NULL;
    if (!right)
        safe_complain("sframe-gen", "%s: %s", folder, strerror(errno));
    else
        (void)closedir(opened);
    folder_of_cases = folder;
    case_count = 0;
    for (unsigned i = 0; i < FAMILY_COUNT && right; i++)
        right = !gen_is_family_of_cases(i) || read_family(folder, gen_family_name(i));
    if (right && case_count == 0)
        safe_complain("sframe-gen", "%s: it has no FAMILY/NAME.txt of a family of cases", folder);
    for (size_t i = 0; i < case_count && right; i++)
        right = can_be_read(&cases[i]);
    return right && case_count > 0;
}

const char *gen_corpus_version(void)
{
    return cases == compiled_in ? CORPUS_VERSION : NULL;
}
