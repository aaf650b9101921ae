/* Families whose vectors are texts in the notation: corpus/cases/FAMILY/NAME.txt, compiled in. */
#include "cases.h"

#include "../../common/bounded.h"
#include "../../common/safe_text.h"
#include "../notation/notation.h"
#include "families.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FAMILIES_OF_CASES(CASES)                                                                             \
    CASES(settled)                                                                                           \
    CASES(contested_layout)                                                                                  \
    CASES(contested_rows)                                                                                    \
    CASES(reports)                                                                                           \
    CASES(arrangement)                                                                                       \
    CASES(narrow)                                                                                            \
    CASES(regression)

struct case_file {
    const char *family, *name, *texts;
    size_t length;
};

#define CASE(family, name, texts) {family, name, texts, sizeof(texts) - 1}
/* C promises strings of 4,095 bytes; the compilers that we know take longer ones. */
#pragma GCC diagnostic ignored "-Woverlength-strings"
static const struct case_file compiled_in[] = {
#include "cases.inc"
};

static const struct case_file *cases = compiled_in;
static size_t case_count = sizeof compiled_in / sizeof *compiled_in;
static const char *folder_of_cases = "corpus/cases";

static struct notation notation;
static struct mistake mistake;

/* The vectors of a text that has been read for a profile and an ABI. */
static bool emit_text(struct emitter *emitter, const struct case_file *file)
{
    if (notation.run == (emitter->pcrel ? RUN_PLAIN : RUN_FLAGGED))
        return true;
    return gen_notation_ask(emitter, &notation, (struct usual_names){file->family, file->name}, &mistake);
}

/* A text is read anew for each profile and ABI that it is for. */
static bool emit_for_each(struct emitter *emitter, const struct case_file *file, const struct one_text *text)
{
    if (!gen_notation_parse(&notation, text, NULL, &mistake))
        return false;
    const struct notation *const read = &notation;
    for (enum profile profile = PROFILE_V1; profile < PROFILES; profile++)
        for (enum abi abi = ABI_AMD64; abi < ABIS; abi++) {
            const struct choice choice = {profile, abi};
            if (gen_notation_is_for(read, choice) && gen_wanted(emitter, profile, abi) &&
                (!gen_notation_parse(&notation, text, &choice, &mistake) || !emit_text(emitter, file)))
                return false;
        }
    return true;
}

static bool emit_file(struct emitter *emitter, const struct case_file *file)
{
    struct one_text text = gen_first_text(file->texts, file->length);
    bool right = true;
    do
        right = emit_for_each(emitter, file, &text);
    while (right && gen_next_text(&text));
    return right;
}

static void emit_cases(struct emitter *emitter, const char *family)
{
    static char words[sizeof mistake.words + 4096];
    for (size_t i = 0; i < case_count && emitter->fault == NULL; i++) {
        if (strcmp(cases[i].family, family) != 0 || emit_file(emitter, &cases[i]))
            continue;
        snprintf(words, sizeof words, "%s/%s/%s.txt:%s", folder_of_cases, family, cases[i].name, mistake.words);
        emitter->fault = words;
        emitter->shape = NULL; /* the words say where */
        emitter->stopped = true;
    }
}

/* --- A folder of cases ---------------------------------------------------------------------------------- */

/* Of a path, to be freed; null: there is no memory. */
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

/* Adds a file to those that were read; what is kept of it lives as long as the program. */
static bool read_case(const char *family, const char *folder, const char *name)
{
    static struct case_file *read;
    uint8_t *texts = NULL;
    size_t length = 0;
    char *const path = joined(folder, name);
    bool is_read = path != NULL && bounded_read(BOUNDED_NOTATION, path, &texts, &length);
    struct case_file *const more = is_read ? realloc(read, (case_count + 1) * sizeof *more) : NULL;
    char *const own_name = strndup(name, strlen(name) - strlen(".txt"));
    if (is_read && (more == NULL || own_name == NULL))
        errno = ENOMEM;
    is_read = more != NULL && own_name != NULL;
    if (!is_read)
        safe_complain("sframe-gen", "%s/%s: %s", folder, name, bounded_trouble());
    else
        more[case_count++] = (struct case_file){family, own_name, (const char *)texts, length};
    cases = read = more != NULL ? more : read;
    free(path);
    return is_read;
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

bool gen_read_cases(const char *folder)
{
    static const char *const families[] = {
#define CASES(name) #name,
        FAMILIES_OF_CASES(CASES)
#undef CASES
    };
    bool right = true;
    folder_of_cases = folder;
    case_count = 0;
    for (size_t i = 0; i < sizeof families / sizeof *families && right; i++)
        right = read_family(folder, families[i]);
    if (right && case_count == 0)
        safe_complain("sframe-gen", "%s: it has no FAMILY/NAME.txt of a family of cases", folder);
    return right && case_count > 0;
}

bool gen_cases_are_compiled_in(void)
{
    return cases == compiled_in;
}

/* --- The families --------------------------------------------------------------------------------------- */

#define CASES(name)                                                                                          \
    void gen_family_##name(struct emitter *emitter)                                                          \
    {                                                                                                        \
        emit_cases(emitter, #name);                                                                          \
    }
FAMILIES_OF_CASES(CASES)
