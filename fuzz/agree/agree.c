#include "agree.h"

#include "case.h"
#include "demand.h"
#include "hear.h"
#include "implementation.h"
#include "judging.h"
#include "law.h"
#include "lift.h"
#include "shares.h"
#include "vector.h"

#include <stdio.h>
#include <string.h>

enum { EDGES = 8, DIGITS = 24 };

/* --- Asking --------------------------------------------------------------------------------------------- */

static struct implementation_request request_of(const struct vector *vector)
{
    return (struct implementation_request){.operation = operation_name(vector->operation),
                                           .profile = profile_name(vector->profile),
                                           .abi = abi_name(vector->abi),
                                           .address = vector->address,
                                           .pc = vector->pc,
                                           .bytes = vector->bytes,
                                           .size = vector->length};
}

/* The vector as the runner would be given it, on stderr. */
static void tell_vector(const struct vector *vector)
{
    char buffer[TEXT_DRAINED_SIZE];
    struct text text;
    text_init(&text, buffer, sizeof buffer);
    write_vector(&text, vector);
    (void)fprintf(stderr, "%s%s", text_c(&text), text.full ? "...\n" : "");
}

static bool ask(struct sink *sink, const struct vector *vector)
{
    (void)sink;
    static char words[JUDGED_MAX];
    const struct implementation_request request = request_of(vector);
    size_t size;
    const char *const answer = implementation_answer(&request, &size);
    const struct asked asked = {request.profile,
                                request.abi,
                                request.operation,
                                class_name(vector->vector_class),
                                vector->expectation->begin,
                                vector->expectation->length};
    const bool fine = may_be_answered(&asked, answer, size, words);
    if (!fine)
        tell_vector(vector);
    LAW(fine, "%s: %s; answered %.*s", vector->id, words, (int)(size < JUDGED_MAX ? size : JUDGED_MAX),
        answer);
    return true;
}

/* --- Emitting ------------------------------------------------------------------------------------------- */

static bool is_asked(const struct section *section, enum operation operation)
{
    return is_declared(profile_name(section->profile), abi_name(section->abi), operation_name(operation),
                       section->order != abi_order(section->abi));
}

static void emit_lookup(struct emitter *emitter, uint64_t pc)
{
    emit(emitter, OPERATION_LOOKUP, pc, "lookup");
}

static void emit_readable(struct emitter *emitter, const struct fuzz_case *input, bool by_encoder)
{
    const struct section *const section = &emitter->section;
    for (enum operation operation = OPERATION_DECODE; operation <= OPERATION_CHECK; operation++)
        if (is_asked(section, operation))
            emit(emitter, operation, 0, operation_name(operation));
    if (is_asked(section, OPERATION_FLIP) && by_encoder)
        emit_flip(emitter, "flip");
    if (!is_asked(section, OPERATION_LOOKUP))
        return;
    emit_lookup(emitter, input->pc);
    for (unsigned i = 0; i < EDGES; i++)
        emit_lookup(emitter, edge_of(section, input->choice + i));
}

/* Of a section that cannot be read only that is expected.  A lookup may find its row before the fault. */
static void emit_unreadable(struct emitter *emitter)
{
    for (enum operation operation = OPERATION_DECODE; operation <= OPERATION_CHECK; operation++)
        if (is_asked(&emitter->section, operation))
            emit(emitter, operation, 0, operation_name(operation));
}

/* What the implementation reads, whatever it makes of it. */
static void give(const struct section *section, const struct fuzz_case *input)
{
    for (enum operation operation = OPERATION_DECODE; operation <= OPERATION_FLIP; operation++) {
        if (!is_asked(section, operation))
            continue;
        const struct implementation_request request = {.operation = operation_name(operation),
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

static struct emitter *emitter_of_cases(void)
{
    static struct emitter emitter;
    static struct selection selection;
    static struct sink sink = {ask};
    if (emitter.sink == NULL) {
        selection = select_all();
        emitter_init(&emitter, &selection, &sink, 0);
        emitter.family = "fuzz";
    }
    return &emitter;
}

/* The present bytes are the input's own, and break what the oracle says. */
static void lie_as(struct emitter *emitter, const struct fuzz_case *input, const struct violations *heard)
{
    memcpy(emitter->encoded.bytes, input->section, input->size);
    emitter->encoded.length = (uint32_t)input->size;
    emitter->large_bytes = input->section;
    emitter->large_length = (uint32_t)input->size;
    emitter->violations = *heard;
}

static void agree_on_readable(struct emitter *emitter, const struct fuzz_case *input,
                              const struct sfr_section *section, const struct violations *heard)
{
    unsigned lost;
    begin(emitter, (enum profile)section->profile, ABI_AMD64, "fuzz");
    const bool lifted = lift(&emitter->section, section, &lost);
    count_share(lost);
    if (!lifted || heard->full) {
        give(&emitter->section, input);
        return;
    }
    LAW(make_bytes(emitter), "the encoder refuses what was read: %s", emitter->encoded.error);
    lie_as(emitter, input, heard);
    emit_readable(emitter, input, lost == 0);
}

/* The walk over shared rows ends where the oracle has seen enough: others need not. */
static bool is_refused_by_all(const struct violations *heard)
{
    for (uint32_t i = 0; i < heard->count; i++)
        if (heard->list[i].severity == SEVERITY_MALFORMED &&
            strcmp(heard->list[i].clause, "fre.unshared") == 0)
            return false;
    return !heard->full;
}

static void agree_on_unreadable(struct emitter *emitter, const struct fuzz_case *input,
                                const struct sfr_section *section, const struct violations *heard)
{
    enum abi abi = (enum abi)(input->options % ABIS);
    for (enum abi known = ABI_AMD64; known < ABIS; known++)
        if (abi_id(known) == section->abi)
            abi = known;
    if (!abi_known((enum profile)section->profile, abi))
        abi = ABI_AMD64;
    struct section *const model = begin(emitter, (enum profile)section->profile, abi, "fuzz");
    model->order = section->big_endian ? ORDER_BIG : ORDER_LITTLE;
    model->address = input->address;
    emitter->encoded.rows_end = (uint32_t)section->fres_end;
    if (implementation_is_strict == NULL || !implementation_is_strict() || !is_refused_by_all(heard) ||
        input->size > MAX_BYTES) {
        give(model, input);
        return;
    }
    lie_as(emitter, input, heard);
    emit_unreadable(emitter);
    give(model, input);
}

void agree_with(const uint8_t *data, size_t size)
{
    static struct violations heard;
    struct emitter *const emitter = emitter_of_cases();
    struct fuzz_case input;
    struct sfr_section section;
    case_begin(&input, data, size);
    (void)sfr_open(&section, input.section, input.size, input.address, input.profile, NULL);
    if (hear_check(input.section, input.size, input.address, input.profile, &heard) == SFR_MALFORMED)
        agree_on_unreadable(emitter, &input, &section, &heard);
    else
        agree_on_readable(emitter, &input, &section, &heard);
    LAW(emitter->fault == NULL, "the generator stops: %s", emitter->fault);
    case_end(&input);
}
