/* Whatever the generator is asked to make, the oracle agrees with its vectors: any model, one lie in a valid
 * section, and its own families with any seed.  The input is a row of choices. */
#include "demand.h"
#include "draw.h"
#include "families.h"
#include "hold.h"
#include "law.h"
#include "lies.h"

#include <stdlib.h>

enum { EDGES = 12, FAMILY_VECTORS = 16, FAMILY_SKIPPED = 256, FAMILY_LARGEST = 64 };

struct holder {
    struct sink sink;
    struct emitter *emitter;
    struct selection selection;
    uint32_t skip, left; /* of a family: vectors to pass by, and then to hold */
};

static bool hold(struct sink *sink, const struct vector *vector)
{
    struct holder *const holder = (struct holder *)(void *)sink; /* its first member */
    if (holder->skip > 0) {
        holder->skip--;
        return true;
    }
    hold_vector(holder->emitter, vector);
    return --holder->left > 0;
}

static struct emitter *fresh_emitter(void)
{
    static struct emitter emitter;
    static struct holder holder = {.sink = {hold}, .emitter = &emitter};
    if (emitter.sink == NULL) {
        holder.selection = select_all();
        holder.selection.largest = FAMILY_LARGEST;
        holder.selection.strength = 2;
        emitter_init(&emitter, &holder.selection, &holder.sink, 0);
    }
    emitter.family = "fuzz";
    emitter.stopped = false;
    emitter.fault = NULL;
    holder.skip = 0;
    holder.left = UINT32_MAX;
    return &emitter;
}

/* --- Models --------------------------------------------------------------------------------------------- */

static void emit_all_of(struct emitter *emitter, struct choices *choices)
{
    const uint64_t choice = draw_number(choices, 8);
    emit(emitter, OPERATION_DECODE, 0, "decode");
    emit(emitter, OPERATION_CHECK, 0, "check");
    if (verdict_of(&emitter->violations) == VERDICT_MALFORMED)
        return;
    for (uint32_t i = 0; i < EDGES; i++)
        emit(emitter, OPERATION_LOOKUP, edge_of(&emitter->section, choice + i), "lookup");
}

/* What no emitter lets through, as it rests on an open point, the oracle reads all the same. */
static void demand_all_of(const struct emitter *emitter)
{
    const struct section *const model = &emitter->section;
    struct sfr_section section;
    uint8_t *const bytes = fuzz_block(emitter->encoded.bytes, emitter->encoded.length);
    (void)sfr_open(&section, bytes, emitter->encoded.length, model->address, (enum sfr_profile)model->profile,
                   NULL);
    demand_reading(model, &section);
    free(bytes);
}

static void try_model(struct emitter *emitter, struct choices *choices)
{
    enum profile profile;
    enum abi abi;
    draw_text(choices, &profile, &abi);
    draw_section(choices, begin(emitter, profile, abi, "fuzz"));
    const uint32_t lie = draw_below(choices, 1024);
    if (!make_bytes(emitter) || emitter->violations.full)
        return;
    demand_all_of(emitter);
    emit_all_of(emitter, choices);
    emit_flip(emitter, "flip");
    if (verdict_of(&emitter->violations) == VERDICT_VALID && tell_lie(emitter, lie))
        emit_all_of(emitter, choices);
    LAW(emitter->fault == NULL, "the generator stops: %s", emitter->fault);
}

/* --- Families ------------------------------------------------------------------------------------------- */

static void try_family(struct emitter *emitter, struct choices *choices)
{
    static const struct {
        const char *name;
        void (*run)(struct emitter *emitter);
    } families[] = {
#define FAMILY(name, words) {#name, family_##name},
        FAMILIES(FAMILY)
#undef FAMILY
    };
    const uint32_t family = draw_below(choices, FAMILY_COUNT);
    struct holder *const holder = (struct holder *)(void *)emitter->sink;
    struct selection *const selection = &holder->selection;
    enum profile profile;
    enum abi abi;
    draw_text(choices, &profile, &abi);
    selection->profile = (int)profile;
    selection->abi = (int)abi;
    holder->skip = draw_below(choices, FAMILY_SKIPPED);
    holder->left = FAMILY_VECTORS;
    emitter->seed = draw_number(choices, 8);
    run_family(emitter, families[family].name, families[family].run);
    LAW(emitter->fault == NULL, "the generator stops: %s: %s", families[family].name, emitter->fault);
    selection->profile = selection->abi = -1;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct choices choices = {data, size};
    struct emitter *const emitter = fresh_emitter();
    if (draw_rarely(&choices, 64))
        try_family(emitter, &choices);
    else
        try_model(emitter, &choices);
    return 0;
}
