/* Laws of an encoder: whatever valid model it is given, the oracle accepts what it writes, and reads what the
 * model says; decoded and encoded again, it gives the same bytes.  The input is a row of choices
 * (agree/draw.h); the encoder is an implementation in process that answers `encode`. */
#include "model/answer.h"
#include "check.h"
#include "demand.h"
#include "draw.h"
#include "implementation.h"
#include "law.h"
#include "oracle_agrees.h"
#include "vocabulary.h"

#include <stdlib.h>
#include <string.h>

enum { EDGES = 12, QUESTION = 1 << 19, ANSWER = 1 << 17 };

static bool is_known_function(const struct section *model, const struct function *function)
{
    bool known = function->row_count == 0 ||
                 (function->fde_type == FDE_FLEX && !has_clear_flexible(model->profile, model->abi));
    for (uint32_t i = 0; i < function->row_count; i++)
        known = known || gen_function_row(model, function, i)->start > function->size;
    return known;
}

/* Whether the model leads to a known fault.  Pages of conformance/findings are about these:
 * libsframe-encode-no-rows, -no-functions, -not-pcrel.  The ledger has two more: flexible rows in which a
 * CFA's word may be scaled (s390x-flex-cfa-scaled), and masks whose block is larger than their function
 * (pcmask-block-beyond-function), whose rows the library's assertions refuse. */
static bool is_known(const struct section *model)
{
    bool known = model->function_count == 0 ||
                 (gen_profile_facts[model->profile].has_attribute && (model->flags & FLAG_PCREL) == 0);
    for (uint32_t i = 0; i < model->function_count; i++)
        known = known || is_known_function(model, &model->functions[i]);
    return known;
}

/* Gets the answer's member `section` as bytes.  Returns 0 if it has none, as the encoder cannot do what was
 * asked, or refuses. */
static size_t section_of(const char *answer, size_t size, uint8_t bytes[ANSWER])
{
    static const char member[] = "\"section\":\"";
    size_t length = 0;
    const char *at = memmem(answer, size, member, sizeof member - 1);
    LAW(memmem(answer, size, "\"refused\"", 9) == NULL, "what can be said is refused: %.*s", (int)size,
        answer);
    if (at == NULL)
        return 0;
    for (at += sizeof member - 1; *at != '"' && length < ANSWER; at += 2) {
        char digits[3] = {at[0], at[1], '\0'};
        bytes[length++] = (uint8_t)strtoul(digits, NULL, 16);
    }
    return length;
}

static size_t ask(const struct section *model, const struct text *question, uint8_t bytes[ANSWER])
{
    const struct implementation_request request = {.operation = "encode",
                                                   .profile = profile_name(model->profile),
                                                   .abi = abi_name(model->abi),
                                                   .address = model->address,
                                                   .bytes = (const uint8_t *)question->begin,
                                                   .size = question->length};
    size_t size;
    const char *const answer = implementation_answer(&request, &size);
    return section_of(answer, size, bytes);
}

static void begin_question(struct text *question, const struct section *model)
{
    static char buffer[QUESTION];
    gen_text_init(question, buffer, sizeof buffer);
    gen_text_string(question, "{\"address\":");
    gen_text_address(question, model->address);
}

static void demand_section(const struct section *model, const uint8_t *written, size_t size, uint64_t choice)
{
    struct sfr_section section;
    uint8_t *const bytes = fuzz_block(written, size);
    const enum sfr_profile profile = oracles_profile(model->profile);
    const enum sfr_verdict verdict = check_section(bytes, size, model->address, profile, NULL);
    LAW(verdict == SFR_VALID, "the oracle finds the section %s", sfr_verdict_name(verdict));
    (void)sfr_open(&section, bytes, size, model->address, profile, NULL);
    demand_reading(model, &section);
    demand_edges(model, &section, choice, EDGES);
    free(bytes);
}

static void demand_again(const struct section *model, const uint8_t *written, size_t size)
{
    static uint8_t bytes[ANSWER];
    struct text question;
    begin_question(&question, model);
    gen_text_string(&question, ",\"section_hex\":\"");
    gen_text_bytes(&question, written, size);
    gen_text_string(&question, "\"}");
    const size_t again = ask(model, &question, bytes);
    LAW(again == size && memcmp(bytes, written, size) == 0, "encoded again, 0x%zx bytes are 0x%zx others",
        size, again);
}

static void try_encoder(const struct section *model, uint64_t choice)
{
    static uint8_t bytes[ANSWER];
    struct text question;
    begin_question(&question, model);
    gen_text_string(&question, ",\"section\":");
    gen_write_unjudged(&question, model);
    gen_text_string(&question, "}");
    const size_t size = question.full ? 0 : ask(model, &question, bytes);
    if (size == 0 || size == ANSWER)
        return;
    demand_section(model, bytes, size, choice);
    demand_again(model, bytes, size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct emitter *const emitter = emitter_that_compares();
    struct choices choices = {data, size};
    enum profile profile;
    enum abi abi;
    draw_text(&choices, &profile, &abi);
    struct section *const model = gen_begin(emitter, profile, abi, "fuzz");
    draw_section(&choices, model);
    const uint64_t edges = draw_number(&choices, 8);
    if (gen_make_bytes(emitter) && !emitter->violations.full &&
        gen_verdict_of(&emitter->violations) == VERDICT_VALID && model->order == gen_abi_facts[abi].order &&
        !is_known(model))
        try_encoder(model, edges);
    return 0;
}
