#include "faults.h"

void gen_differs_from(struct emitter *emitter, const char *twin_shape, const char *clause, const char *way)
{
    emitter->fault_of = (struct fault){clause, way, twin_shape, NULL};
}

void gen_report(struct emitter *emitter, const char *clause, uint32_t offset, enum severity severity)
{
    gen_breaks(emitter, clause != NULL ? clause : emitter->fault_of.clause, offset, severity);
    gen_demand_class(emitter, severity == MAL ? CLASS_MALFORMED : CLASS_IRREGULAR);
}

void gen_ask_one(struct emitter *emitter, enum operation operation, uint64_t pc, const char *name)
{
    emitter->fault_of.twin_detail = name;
    gen_emit(emitter, operation, pc, name);
}

const struct field *gen_fault_field(const struct emitter *emitter, enum field_name name, int function)
{
    return gen_find_field(&emitter->encoded, name, name >= FIELD_START ? function : -1, -1, -1);
}

uint32_t gen_lie_to(struct emitter *emitter, enum field_name name, int function, uint64_t value)
{
    const struct field *const field = gen_fault_field(emitter, name, function);
    gen_lie_field(&emitter->encoded, field, value);
    return field->offset;
}

uint32_t gen_add_to(struct emitter *emitter, enum field_name name, int function, uint64_t more)
{
    const struct field *const field = gen_fault_field(emitter, name, function);
    return gen_lie_to(emitter, name, function, gen_raw_value(&emitter->encoded, field) + more);
}
