#include "encoder_question.h"

#include "../../common/safe_text.h"
#include "emit/sets.h"

#include <stdlib.h>
#include <string.h>

#define CASE(folder, name, text) text
static const char *const texts[] = {
#include "unsayable.inc"
};

static struct notation notation;

/* Reads a text for CHOICE; null: for the first profile and ABI that it names. */
static bool read_text(struct one_text text, const struct choice *choice)
{
    struct mistake mistake;
    text.is_first = true; /* so that it does not inherit what other texts say of themselves */
    const bool right = gen_notation_parse(&notation, &text, choice, &mistake);
    if (!right)
        safe_complain("sframe-gen", "generator/exports/unsayable.txt:%s", mistake.words);
    return right;
}

/* All questions are core; large ones (millions of bytes) only on one ABI, as all ABIs count rows alike. */
static bool is_selected(const struct selection *selection, const char *id, bool is_large, enum abi abi)
{
    if (selection->core && is_large && abi != ABI_AARCH64)
        return false;
    struct selection any = *selection;
    any.core = false;
    return gen_selects_id(&any, id);
}

/* The number behind a word; 0: another word, or none. */
static uint32_t number_in(const char *name, const char *word)
{
    const size_t length = strlen(word);
    return strncmp(name, word, length) == 0 ? (uint32_t)strtoul(name + length, NULL, 10) : 0;
}

static bool ask(const struct selection *selection, const struct encoder_sink *sink, struct choice choice)
{
    const struct to_encode *const asked = &notation.encodes[0];
    const bool is_open = notation.about.ledger[0] != '\0';
    char id[MAX_ID];
    const struct encoder_question question = {
        .id = SAY(id, "%s/%s/encode/unsayable/%s", profile_name(choice.profile), abi_name(choice.abi), asked->name),
        .family = "unsayable",
        .family_first = true,
        .ledger = is_open ? notation.about.ledger : NULL,
        .section = &notation.section,
        .asked = {.from = asked->from, .member = asked->member, .number = asked->number},
        .rows = number_in(asked->name, "rows-"),
        .functions = number_in(asked->name, "functions-"),
        .refuse = notation.unsayable[0] == '\0' ? SAYABLE : is_open ? MAY : MUST,
        .why = notation.unsayable};
    notation.section.flags |= has_pcrel(choice.profile) ? FLAG_PCREL : 0;
    return !is_selected(selection, id, question.rows != 0, choice.abi) || sink->take(sink->into, &question);
}

/* Asks by the first text from TEXT on that has this name and is for CHOICE; there may be none. */
static bool ask_for(const struct selection *selection, const struct encoder_sink *sink, struct one_text text,
                    const char *name, struct choice choice)
{
    do {
        if (!read_text(text, NULL) || strcmp(notation.encodes[0].name, name) != 0)
            return true;
        if (is_in(notation.abis[choice.profile], choice.abi))
            return read_text(text, &choice) && ask(selection, sink, choice);
    } while (gen_next_text(&text));
    return true;
}

static bool ask_for_each(const struct selection *selection, const struct encoder_sink *sink, struct one_text text,
                         const char *name)
{
    struct choice choice;
    bool goes_on = true;
    for (choice.profile = PROFILE_V1; choice.profile < PROFILES; choice.profile++)
        for (choice.abi = ABI_AMD64; choice.abi < ABIS && goes_on; choice.abi++)
            if (abi_known(choice.profile, choice.abi) &&
                (selection->profile < 0 || selection->profile == (int)choice.profile) &&
                (selection->abi < 0 || selection->abi == (int)choice.abi))
                goes_on = ask_for(selection, sink, text, name, choice);
    return goes_on;
}

void gen_unsayable_questions(const struct selection *selection, const struct encoder_sink *sink)
{
    struct one_text text = gen_first_text(texts[0], strlen(texts[0]));
    char name[MAX_NAME] = "";
    bool goes_on = selection->family == NULL;
    while (goes_on && read_text(text, NULL)) {
        const bool is_new = strcmp(notation.encodes[0].name, name) != 0;
        SAY(name, "%s", notation.encodes[0].name);
        goes_on = (!is_new || ask_for_each(selection, sink, text, name)) && gen_next_text(&text);
    }
}
