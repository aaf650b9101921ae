/* Families whose vectors are texts in the notation: corpus/cases/FAMILY/NAME.txt, compiled in. */
#include "families.h"
#include "../notation/notation.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *family, *name, *text;
} cases[] = {
#include "cases.inc"
};

static void emit_case(struct emitter *emitter, unsigned number)
{
    static struct notation notation;
    static struct mistake mistake;
    static char words[sizeof mistake.words + 128];
    const char *const text = cases[number].text;
    bool right = gen_notation_parse(&notation, text, strlen(text), &mistake);
    if (right && gen_wanted(emitter, notation.section.profile, notation.section.abi))
        right = gen_notation_ask(emitter, &notation, cases[number].family, cases[number].name, &mistake);
    if (right)
        return;
    snprintf(words, sizeof words, "corpus/cases/%s/%s.txt:%s", cases[number].family, cases[number].name,
             mistake.words);
    emitter->fault = words;
}

static void emit_cases(struct emitter *emitter, const char *family)
{
    for (unsigned i = 0; i < sizeof cases / sizeof *cases && emitter->fault == NULL; i++)
        if (strcmp(cases[i].family, family) == 0)
            emit_case(emitter, i);
}

void gen_family_regression(struct emitter *emitter)
{
    emit_cases(emitter, "regression");
}
