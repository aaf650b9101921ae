#include "models.h"

#include "emit/sets.h"
#include "notation/notation.h"

#include <string.h>

enum { MOST_MODELS = 96 }; /* of a family */

struct model {
    struct one_text text;
    char shape[MAX_NAME];
    unsigned abis[PROFILES]; /* a bit each */
};

#define CASE(folder, name, texts) {name, texts, 0, {{.shape = ""}}}
static struct family_models {
    const char *family, *texts;
    unsigned count; /* 0: the texts were not read yet */
    struct model list[MOST_MODELS];
} families[] = {
#include "models.inc"
};

static struct notation notation;
static const struct model *parsed; /* the model in `notation` */

static bool fails(struct emitter *emitter, const struct mistake *mistake)
{
    static char words[sizeof mistake->words + MAX_ID];
    gen_family_fails(emitter, SAY(words, "generator/families/sections/%s.txt:%s", emitter->family, mistake->words));
    return false;
}

static void look_at(struct emitter *emitter, struct family_models *family)
{
    struct mistake mistake;
    struct one_text text = gen_first_text(family->texts, strlen(family->texts));
    bool more = true;
    parsed = NULL;
    for (; more && family->count < MOST_MODELS; more = gen_next_text(&text)) {
        struct model *const model = &family->list[family->count++];
        if (!gen_notation_pass(&notation, &text, &mistake))
            fails(emitter, &mistake);
        model->text = text;
        memcpy(model->shape, notation.about.shape, sizeof model->shape);
        memcpy(model->abis, notation.abis, sizeof model->abis);
    }
    if (more)
        gen_family_fails(emitter, "its sections are more than MOST_MODELS");
}

static const struct family_models *models_of(struct emitter *emitter)
{
    struct family_models *family = families;
    while (family < families + COUNT(families) - 1 && strcmp(family->family, emitter->family) != 0)
        family++;
    if (family->count == 0)
        look_at(emitter, family);
    return family;
}

const char *gen_model_shape(struct emitter *emitter, unsigned number)
{
    const struct family_models *const family = models_of(emitter);
    for (unsigned i = 0; i < family->count; i++)
        if ((i == 0 || strcmp(family->list[i].shape, family->list[i - 1].shape) != 0) && number-- == 0)
            return family->list[i].shape;
    return NULL;
}

static const struct model *find(struct emitter *emitter, const char *shape, enum profile profile, enum abi abi)
{
    const struct family_models *const family = models_of(emitter);
    for (unsigned i = 0; i < family->count; i++)
        if (is_in(family->list[i].abis[profile], abi) && strcmp(family->list[i].shape, shape) == 0)
            return &family->list[i];
    return NULL;
}

bool gen_has_model(struct emitter *emitter, const char *shape, enum profile profile, enum abi abi)
{
    return find(emitter, shape, profile, abi) != NULL;
}

bool gen_build_model(struct emitter *emitter, struct section *section, const char *shape)
{
    const struct choice choice = {section->profile, section->abi};
    const struct model *const model = find(emitter, shape, choice.profile, choice.abi);
    const uint8_t flag = section->flags & FLAG_PCREL;
    struct mistake mistake;
    if (model == NULL)
        return false;
    if ((model != parsed || notation.section.profile != choice.profile || notation.section.abi != choice.abi) &&
        !gen_notation_parse(&notation, &model->text, &choice, &mistake))
        return fails(emitter, &mistake);
    parsed = model;
    gen_copy_section(section, &notation.section);
    section->flags |= flag;
    return true;
}
