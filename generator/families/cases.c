/* Families whose vectors are texts in the notation: corpus/cases/FAMILY/NAME.txt, compiled in. */
#include "families.h"
#include "../notation/notation.h"

#include <stdio.h>
#include <string.h>

struct case_file {
    const char *family, *name, *texts;
};

/* C promises strings of 4,095 bytes; the compilers that we know take longer ones. */
#pragma GCC diagnostic ignored "-Woverlength-strings"
static const struct case_file cases[] = {
#include "cases.inc"
};

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
    struct one_text text = gen_first_text(file->texts, strlen(file->texts));
    bool right = true;
    do
        right = emit_for_each(emitter, file, &text);
    while (right && gen_next_text(&text));
    return right;
}

static void emit_cases(struct emitter *emitter, const char *family)
{
    static char words[sizeof mistake.words + 128];
    for (unsigned i = 0; i < sizeof cases / sizeof *cases && emitter->fault == NULL; i++) {
        if (strcmp(cases[i].family, family) != 0 || emit_file(emitter, &cases[i]))
            continue;
        snprintf(words, sizeof words, "corpus/cases/%s/%s.txt:%s", family, cases[i].name, mistake.words);
        emitter->fault = words;
        emitter->stopped = true;
    }
}

#define CASES(name)                                                                                          \
    void gen_family_##name(struct emitter *emitter)                                                          \
    {                                                                                                        \
        emit_cases(emitter, #name);                                                                          \
    }

CASES(regression)
CASES(settled)
CASES(contested_layout)
CASES(contested_rows)
CASES(reports)
CASES(arrangement)
CASES(narrow)
