#include "agree.h"

#include "asking.h"
#include "case.h"
#include "demand.h"
#include "emitter.h"
#include "implementation.h"
#include "law.h"
#include "lift.h"
#include "emit/vector.h"
#include "vocabulary.h"

#include <string.h>

enum { EDGES = 8 };

/* --- Emitting ------------------------------------------------------------------------------------------- */

static void emit_lookup(struct emitter *emitter, uint64_t pc)
{
    gen_emit(emitter, OPERATION_LOOKUP, pc, "lookup");
}

static void emit_readable(struct emitter *emitter, const struct fuzz_case *input, bool by_encoder)
{
    const struct section *const section = &emitter->section;
    for (enum operation operation = OPERATION_DECODE; operation <= OPERATION_CHECK; operation++)
        if (is_asked(section, operation))
            gen_emit(emitter, operation, 0, gen_operation_name(operation));
    if (is_asked(section, OPERATION_FLIP) && by_encoder)
        gen_emit_flip(emitter, "flip");
    if (!is_asked(section, OPERATION_LOOKUP))
        return;
    emit_lookup(emitter, input->pc);
    for (unsigned i = 0; i < EDGES; i++)
        emit_lookup(emitter, edge_of(section, input->choice + i));
}

/* Whether no reader can look up this PC: the section cannot be opened, or the entry of the one function with
 * the PC cannot be read.  If its rows cannot be read, the row may still stand before the fault. */
static bool is_out_of_reach(const struct sfr_section *section, uint64_t pc)
{
    struct sfr_function function;
    struct sfr_violation fault;
    unsigned holders = 0;
    bool readable = false;
    for (uint32_t i = 0; i < section->function_count; i++) {
        const bool read = sfr_function(section, i, &function, &fault);
        if (pc - function.start >= function.size)
            continue;
        holders++;
        readable = readable || read;
    }
    return section->malformed || (holders == 1 && !readable);
}

/* Gives the section to the implementation, whatever it answers. */
static void give(const struct section *section, const struct fuzz_case *input)
{
    for (enum operation operation = OPERATION_DECODE; operation <= OPERATION_FLIP; operation++) {
        if (!is_asked(section, operation))
            continue;
        const struct implementation_request request = {.operation = gen_operation_name(operation),
                                                       .profile = profile_name(section->profile),
                                                       .abi = abi_name(section->abi),
                                                       .address = input->address,
                                                       .pc = operation == OPERATION_LOOKUP ? input->pc : 0,
                                                       .bytes = input->section,
                                                       .size = input->size};
        size_t size;
        (void)implementation_answer(&request, &size);
    }
}

/* --- Cases ---------------------------------------------------------------------------------------------- */

static bool ask(struct sink *sink, const struct vector *vector)
{
    (void)sink;
    ask_vector(vector);
    return true;
}

/* Emits vectors about the input's own bytes, which are broken as the oracle says. */
static void lie_as(struct emitter *emitter, const struct fuzz_case *input, const struct violations *reported)
{
    memcpy(emitter->encoded.bytes, input->section, input->size);
    emitter->encoded.length = (uint32_t)input->size;
    emitter->large_bytes = input->section;
    emitter->large_length = (uint32_t)input->size;
    emitter->violations = *reported;
}

static void agree_on_readable(struct emitter *emitter, const struct fuzz_case *input,
                              const struct sfr_section *section, const struct violations *reported)
{
    unsigned lost;
    gen_begin(emitter, generators_profile(section->profile), ABI_AMD64, "fuzz");
    const bool lifted = lift(&emitter->section, section, &lost);
    if (!lifted || reported->full) {
        give(&emitter->section, input);
        return;
    }
    LAW(gen_make_bytes(emitter), "the encoder refuses what was read: %s", emitter->encoded.error);
    lie_as(emitter, input, reported);
    emit_readable(emitter, input, lost == 0);
}

static void agree_on_unreadable(struct emitter *emitter, const struct fuzz_case *input,
                                const struct sfr_section *section, const struct violations *reported)
{
    enum abi abi = generators_abi(section->abi);
    if (abi == ABIS)
        abi = (enum abi)(input->options % ABIS);
    if (!abi_known(generators_profile(section->profile), abi))
        abi = ABI_AMD64;
    struct section *const model = gen_begin(emitter, generators_profile(section->profile), abi, "fuzz");
    model->order = section->big_endian ? ORDER_BIG : ORDER_LITTLE;
    model->address = input->address;
    emitter->encoded.rows_end = (uint32_t)section->fres_end;
    if (implementation_is_strict == NULL || !implementation_is_strict() || reported->full ||
        input->size > MAX_BYTES) {
        give(model, input);
        return;
    }
    lie_as(emitter, input, reported);
    for (enum operation operation = OPERATION_DECODE; operation <= OPERATION_CHECK; operation++)
        if (is_asked(&emitter->section, operation))
            gen_emit(emitter, operation, 0, gen_operation_name(operation));
    if (is_asked(&emitter->section, OPERATION_LOOKUP) && is_out_of_reach(section, input->pc))
        emit_lookup(emitter, input->pc);
    give(model, input);
}

/* The section's bytes are choices: for vectors that a single section cannot give. */
enum { OF_A_FAMILY = 0x80 };

void agree_with(const uint8_t *data, size_t size)
{
    struct emitter *const emitter = emitter_anew(ask);
    struct fuzz_case input;
    case_begin(&input, data, size);
    if ((input.options & OF_A_FAMILY) != 0)
        emit_some_family(emitter, &(struct choices){input.section, input.size});
    else {
        static struct violations reported;
        struct sfr_section section;
        (void)sfr_open(&section, input.section, input.size, input.address, input.profile, NULL);
        if (reported_by_check(input.section, input.size, input.address, input.profile, &reported) ==
            SFR_MALFORMED)
            agree_on_unreadable(emitter, &input, &section, &reported);
        else
            agree_on_readable(emitter, &input, &section, &reported);
    }
    LAW(emitter->fault == NULL, "the generator stops: %s", emitter->fault);
    case_end(&input);
}
