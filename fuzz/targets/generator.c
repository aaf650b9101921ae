/* A law of the generator: whatever it is asked to make, the oracle agrees with its vectors, for any model and
 * for a lie in a valid section.  The input is a row of choices. */
#include "demand.h"
#include "draw.h"
#include "oracle_agrees.h"
#include "law.h"
#include "lies.h"
#include "vocabulary.h"

#include <stdlib.h>

enum { EDGES = 12, LOOKUPS = 2 };

static void emit_all_of(struct emitter *emitter, uint64_t choice)
{
    gen_emit(emitter, OPERATION_DECODE, 0, "decode");
    gen_emit(emitter, OPERATION_CHECK, 0, "check");
    if (gen_verdict_of(&emitter->violations) == VERDICT_MALFORMED)
        return;
    for (uint32_t i = 0; i < LOOKUPS; i++)
        gen_emit(emitter, OPERATION_LOOKUP, edge_of(&emitter->section, choice + i), "lookup");
}

/* Models that the emitter leaves out, because they rest on an open point, are still compared with what the
 * oracle reads. */
static void demand_all_of(const struct emitter *emitter, uint64_t choice)
{
    const struct section *const model = &emitter->section;
    struct sfr_section section;
    uint8_t *const bytes = fuzz_block(emitter->encoded.bytes, emitter->encoded.length);
    (void)sfr_open(&section, bytes, emitter->encoded.length, model->address, oracles_profile(model->profile),
                   NULL);
    demand_reading(model, &section);
    demand_edges(model, &section, choice, EDGES);
    free(bytes);
}

static void try_model(struct emitter *emitter, struct choices *choices)
{
    enum profile profile;
    enum abi abi;
    draw_text(choices, &profile, &abi);
    draw_section(choices, gen_begin(emitter, profile, abi, "fuzz"));
    const uint32_t lie = draw_below(choices, 1024);
    const uint64_t edges = draw_number(choices, 8);
    if (!gen_make_bytes(emitter) || emitter->violations.full)
        return;
    demand_all_of(emitter, edges);
    emit_all_of(emitter, edges);
    gen_emit_flip(emitter, "flip");
    if (gen_verdict_of(&emitter->violations) == VERDICT_VALID && put_lie(emitter, lie))
        emit_all_of(emitter, edges);
    LAW(emitter->fault == NULL, "the generator stops: %s", emitter->fault);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    try_model(emitter_that_compares(), &(struct choices){data, size});
    return 0;
}
