/* Unwindings that reach a section which cannot be read, topmost or further out: the trace ends there in an
 * error.  A reader that refuses everything, or goes on as if the section were not there, is right as well. */
#include "../families.h"
#include "emit/sets.h"
#include "shapes/call_chain.h"

enum { DEEPEST = 3 };

/* How the section is broken: a field is wrong, or the section is cut within a row. */
static const struct breach {
    const char *name, *note, *clause;
    enum field_name field;
    int function; /* the function whose field it is; -1: the header */
    uint64_t value;
} breaches[] = {
    {"magic", "The section that should answer has no magic.", "preamble.magic", FIELD_MAGIC, -1, 0x1234},
    {"version", "The section that should answer has a version that there is not.", "version.known",
     FIELD_VERSION, -1, 0},
    {"rows-outside", "The rows of the function that should answer lie outside.", "fde.fre-off-inside",
     FIELD_FRE_OFF, 0, UINT32_MAX},
    {"cut", "The section that should answer is cut in the row.", "header.fre-len-inside", FIELD_FRE_LEN, -1,
     0},
};

static void make(struct emitter *emitter, const struct breach *breach)
{
    struct encoded *const encoded = &emitter->encoded;
    const struct field *const field = gen_find_field(encoded, breach->field, breach->function, -1, -1);
    if (breach->field == FIELD_FRE_LEN)
        gen_raw_cut(encoded, encoded->row_at[1] + 1);
    else
        gen_lie_field(encoded, field, breach->value);
    gen_breaks(emitter, breach->clause, field->offset, SEVERITY_MALFORMED);
}

/* A routine of the broken section, whose caller is in another section, and so are `depth` frames above it. */
static void broken(struct emitter *emitter, const struct breach *breach, uint32_t depth)
{
    struct walk *walk = gen_start_walk(emitter, "unwinding-broken", breach->note, 2);
    uint32_t routine = gen_add_routine(walk, 0, STYLE_SP), other = gen_add_routine(walk, 1, STYLE_FP);
    gen_add_calls(walk, depth, other, 2);
    gen_add_call(walk, routine, 1);
    gen_add_call(walk, other, 1);
    gen_lay_stack(walk);
    gen_stop_after(walk, depth + 1, false, STOP_ERROR);
    if (!gen_describe(walk, SAY(emitter->detail, "%s-in-frame-%u", breach->name, depth)))
        return;
    make(emitter, breach);
    gen_demand_class(emitter, CLASS_MALFORMED);
    gen_emit_walk(walk, emitter->detail);
}

void gen_family_unwinding_faults(struct emitter *emitter)
{
    for (unsigned i = 0; i < COUNT(breaches); i++)
        for (uint32_t depth = 0; depth < DEEPEST && !emitter->stopped; depth++)
            broken(emitter, &breaches[i], depth);
}
