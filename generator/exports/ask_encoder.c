/* An encoder is asked only if the right answer is known: the section of the text, or what an encoder may make
 * of its model, breaks nothing and rests on no open point.  To find that out, a decode of it is emitted here.
 * Or the text says that no section can say the model: then our own encoder must fail, too. */
#include "encoder_question.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- What an encoder may choose ------------------------------------------------------------------------- */

static int compare(const void *one, const void *other)
{
    const int64_t first = ((const struct function *)one)->start;
    const int64_t second = ((const struct function *)other)->start;
    return (first > second) - (first < second);
}

/* An encoder sorts the functions of a section that is to be sorted.  They stay in their order if something
 * names them by number: shared rows, a data order, or edits. */
static void sort_functions(const struct notation *notation, struct section *section)
{
    bool can_move = (section->flags & FLAG_SORTED) != 0 && !section->has_data_order && notation->edit_count == 0;
    for (uint32_t i = 0; i < section->function_count && can_move; i++)
        can_move = section->functions[i].shares < 0;
    if (can_move)
        qsort(section->functions, section->function_count, sizeof *section->functions, compare);
}

/* --- What is right -------------------------------------------------------------------------------------- */

/* What is used of the vector of a decode. */
struct decoded {
    struct sink sink; /* first, so that a sink is a struct decoded */
    bool is_valid;
    uint32_t length;
    uint8_t bytes[MAX_BYTES];
};

static bool take(struct sink *sink, const struct vector *vector)
{
    struct decoded *const decoded = (struct decoded *)sink;
    decoded->is_valid = gen_has_encoder_questions(vector);
    decoded->length = vector->length;
    memcpy(decoded->bytes, vector->bytes, vector->length);
    return true;
}

/* Makes the vector of a decode of the text.  False: MISTAKE says why an encoder cannot be asked. */
static bool find(struct notation *notation, const struct to_encode *asked, struct decoded *decoded,
                 struct mistake *mistake)
{
    static struct emitter emitter;
    static struct section as_said;
    static struct selection all;
    all = gen_select_all();
    as_said = notation->section;
    decoded->sink.take = take;
    decoded->is_valid = false;
    gen_emitter_init(&emitter, &all, &decoded->sink, 0);
    emitter.family = "notation";
    notation->question_count = 1;
    notation->questions[0] = (struct asked){.operation = OPERATION_DECODE, .line = asked->line};
    if (asked->from != ENCODE_AGAIN)
        sort_functions(notation, &notation->section);
    const bool is_asked = gen_notation_ask(&emitter, notation, (struct usual_names){.shape = "encode"}, mistake);
    notation->section = as_said;
    if (!is_asked || decoded->is_valid)
        return is_asked;
    const struct violations *const violations = &emitter.violations;
    return gen_refuse(mistake, asked->line,
                      "an encoder is asked for a section that breaks nothing, with one answer; this one breaks ",
                      violations->count > 0 ? violations->list[0].clause : "what its readings find");
}

static bool is_known(const struct to_encode *asked)
{
    if (strcmp(asked->member, "abi") != 0)
        return asked->number < (strcmp(asked->member, "fre_type") == 0 ? FRE_UNKNOWN : FDE_UNKNOWN);
    for (enum abi abi = ABI_AMD64; abi < ABIS; abi++)
        if (asked->number == gen_abi_facts[abi].id)
            return true;
    return false;
}

/* Whether our encoder can write the model, if need be with its functions sorted. */
static bool can_be_said(const struct notation *notation)
{
    static struct section section;
    static struct encoded encoded;
    static struct violations violations;
    section = notation->section;
    sort_functions(notation, &section);
    violations.count = 0;
    if (!gen_encode(&encoded, &section))
        return false;
    gen_check_model(&section, &encoded, &violations);
    return gen_verdict_of(&violations) == VERDICT_VALID;
}

static bool is_refused(const struct notation *notation, const struct to_encode *asked, struct mistake *mistake)
{
    if (notation->section.function_count == 0 && asked->member != NULL && strcmp(asked->member, "abi") != 0)
        return gen_refuse(mistake, asked->line, "there is no function whose type could be another", "");
    if (asked->member != NULL ? !is_known(asked) : !can_be_said(notation))
        return true;
    return gen_refuse(mistake, asked->line, "a section can say this model: the line `unsayable` is wrong", "");
}

/* --- The questions -------------------------------------------------------------------------------------- */

struct id {
    char words[MAX_ID];
};

/* An id like that of a vector; its ending is that of the kind of question. */
static struct id id_of(const struct notation *notation, const char *shape, const struct to_encode *asked,
                       uint32_t number)
{
    const struct about *const about = &notation->about;
    const struct section *const section = &notation->section;
    struct id id = {""};
    char name[MAX_NAME];
    snprintf(name, sizeof name, "%u", (unsigned)number + 1);
    SAY(id.words, "%s/%s/encode/%s/%s%s", profile_name(section->profile), abi_name(section->abi),
        about->shape[0] != '\0' ? about->shape : shape, asked->name[0] != '\0' ? asked->name : name,
        gen_encode_ending(asked->from));
    return id;
}

static bool ask(struct notation *notation, const char *shape, const struct to_encode *asked, uint32_t number,
                const struct encoder_sink *sink, struct mistake *mistake)
{
    static struct decoded decoded;
    const bool is_unsayable = notation->unsayable[0] != '\0';
    const char *const ledger = notation->about.ledger;
    const struct id id = id_of(notation, shape, asked, number);
    if (!(is_unsayable ? is_refused(notation, asked, mistake) : find(notation, asked, &decoded, mistake)))
        return false;
    const bool is_open = is_unsayable && ledger[0] != '\0';
    const struct encoder_question question = {
        .id = id.words,
        .family = "notation",
        .ledger = is_open ? ledger : NULL,
        .section = &notation->section,
        .asked = *asked,
        .bytes = decoded.bytes,
        .length = decoded.length,
        .refuse = !is_unsayable ? SAYABLE : is_open ? MAY : MUST,
        .why = notation->unsayable};
    if (asked->from != ENCODE_AGAIN && notation->section.order != gen_abi_facts[notation->section.abi].order)
        return gen_refuse(mistake, asked->line, "a model has the byte order of its ABI; ask `encode again`", "");
    return sink->take(sink->into, &question);
}

/* What is asked of each section, if the text does not say it. */
static void ask_the_usual(struct notation *notation)
{
    struct to_encode asked;
    unsigned number = 0;
    while (gen_next_to_encode(&notation->section, &number, &asked))
        if (asked.from == ENCODE_MODEL || notation->unsayable[0] == '\0') {
            asked.line = notation->line;
            notation->encodes[notation->encode_count++] = asked;
        }
}

bool gen_ask_encoder(struct notation *notation, const char *shape, const struct encoder_sink *sink,
                     struct mistake *mistake)
{
    bool is_right = true;
    if (notation->encode_count == 0)
        ask_the_usual(notation);
    for (uint32_t i = 0; i < notation->encode_count && is_right; i++)
        is_right = ask(notation, shape, &notation->encodes[i], i, sink, mistake);
    return is_right;
}
