/* Unwindings through a section that cannot be read where the trace comes to it, topmost or further out: it
 * ends there in an error.  Who refuses the whole section, or does as if it were not there, is right as well.
 */
#include "../families.h"
#include "emit/sets.h"
#include "shapes/chains.h"

enum { DEEPEST = 3 };

/* --- Ways to break a section ---------------------------------------------------------------------------- */

static const struct field *field_of(const struct emitter *emitter, enum field_name name, int function)
{
    return gen_find_field(&emitter->encoded, name, function, -1, -1);
}

static void set_field(struct emitter *emitter, enum field_name name, int function, uint64_t value,
                      const char *clause)
{
    const struct field *field = field_of(emitter, name, function);
    gen_lie_field(&emitter->encoded, field, value);
    gen_breaks(emitter, clause, field->offset, SEVERITY_MALFORMED);
}

static void no_magic(struct emitter *emitter)
{
    set_field(emitter, FIELD_MAGIC, -1, 0x1234, "preamble.magic");
}

static void no_version(struct emitter *emitter)
{
    set_field(emitter, FIELD_VERSION, -1, 0, "version.known");
}

static void rows_outside(struct emitter *emitter)
{
    set_field(emitter, FIELD_FRE_OFF, 0, UINT32_MAX, "fde.fre-off-inside");
}

static void cut_in_rows(struct emitter *emitter)
{
    gen_raw_cut(&emitter->encoded, emitter->encoded.row_at[1] + 1);
    gen_breaks(emitter, "header.fre-len-inside", field_of(emitter, FIELD_FRE_LEN, -1)->offset,
               SEVERITY_MALFORMED);
}

static const struct breach {
    const char *name, *note;
    void (*make)(struct emitter *emitter);
} breaches[] = {
    {"magic", "The section that should answer has no magic.", no_magic},
    {"version", "The section that should answer has a version that there is not.", no_version},
    {"rows-outside", "The rows of the function that should answer lie outside.", rows_outside},
    {"cut", "The section that should answer is cut in the row.", cut_in_rows},
};

/* --- Walks ---------------------------------------------------------------------------------------------- */

/* The first routine of the broken section is called by, and calls, routines of another. */
static void broken(struct emitter *emitter, const struct breach *breach, uint32_t depth)
{
    struct walk *walk = gen_start_walk(emitter, "unwinding-broken", breach->note, 2);
    uint32_t routine = gen_add_routine(walk, 0, STYLE_SP), other = gen_add_routine(walk, 1, STYLE_FP);
    gen_add_calls(walk, depth, other, 2);
    gen_add_call(walk, routine, 1);
    gen_add_call(walk, other, 1);
    gen_lay_stack(walk);
    gen_stop_after(walk, depth + 1, false, STOP_ERROR);
    if (!gen_describe(walk))
        return;
    breach->make(emitter);
    gen_demand_class(emitter, CLASS_MALFORMED);
    gen_emit_walk(walk, SAY(emitter->detail, "%s-in-frame-%u", breach->name, depth));
}

void gen_family_unwinding_faults(struct emitter *emitter)
{
    for (unsigned i = 0; i < COUNT(breaches); i++)
        for (uint32_t depth = 0; depth < DEEPEST && !emitter->stopped; depth++)
            broken(emitter, &breaches[i], depth);
}
