#include "edges.h"

#include "emit/sets.h"

#include <assert.h>

struct edge {
    uint32_t function;
    int block, row; /* -1: none */
    const char *what;
    uint64_t pc;
};

static void emit_side(struct emitter *emitter, const struct edge *edge, const char *side, uint64_t pc)
{
    struct text detail;
    gen_text_init(&detail, emitter->detail, sizeof emitter->detail);
    gen_text_char(&detail, 'f');
    gen_text_unsigned(&detail, edge->function);
    if (edge->block >= 0) {
        gen_text_string(&detail, "-b");
        gen_text_unsigned(&detail, (unsigned)edge->block);
    }
    gen_text_char(&detail, '-');
    gen_text_string(&detail, edge->what);
    if (edge->row >= 0)
        gen_text_unsigned(&detail, (unsigned)edge->row);
    gen_text_string(&detail, side);
    gen_emit(emitter, OPERATION_LOOKUP, pc, gen_text_c(&detail));
}

static void emit_edge(struct emitter *emitter, const struct edge *edge, unsigned sides)
{
    if ((sides & EDGE_BEFORE) != 0)
        emit_side(emitter, edge, "-before", edge->pc - 1);
    if ((sides & EDGE_AT) != 0)
        emit_side(emitter, edge, "-at", edge->pc);
    if ((sides & EDGE_AFTER) != 0)
        emit_side(emitter, edge, "-after", edge->pc + 1);
}

static void emit_row_edges(struct emitter *emitter, uint32_t number, int block, uint64_t origin,
                           unsigned sides)
{
    const struct function *function = &emitter->section.functions[number];
    for (uint32_t i = 0; i < function->row_count && !emitter->stopped; i++) {
        uint32_t start = gen_function_row(&emitter->section, function, i)->start;
        struct edge edge = {number, block, (int)i, "r", origin + start};
        if (start != 0 || block > 0) /* else it is the edge of the function */
            emit_edge(emitter, &edge, sides);
    }
}

void gen_emit_edges(struct emitter *emitter, unsigned sides)
{
    const struct section *section = &emitter->section;
    for (uint32_t i = 0; i < section->function_count && !emitter->stopped; i++) {
        const struct function *function = &section->functions[i];
        uint64_t begin_pc = gen_function_address(section, function);
        struct edge start = {i, -1, -1, "start", begin_pc};
        struct edge end = {i, -1, -1, "end", begin_pc + function->size};
        emit_edge(emitter, &start, sides);
        if (function->pc_type == PC_MASK && function->rep_size != 0) {
            uint32_t last = function->size == 0 ? 0 : (function->size - 1) / function->rep_size;
            emit_row_edges(emitter, i, 0, begin_pc, sides);
            if (last > 0)
                emit_row_edges(emitter, i, (int)last, begin_pc + (uint64_t)last * function->rep_size, sides);
        } else {
            emit_row_edges(emitter, i, -1, begin_pc, sides);
        }
        emit_edge(emitter, &end, sides);
    }
}

bool gen_emit_valid(struct emitter *emitter)
{
    if (!gen_make_bytes(emitter))
        return false;
    gen_demand_class(emitter, CLASS_VALID);
    gen_emit_whole(emitter, BOTH, "whole");
    return true;
}

void gen_emit_all(struct emitter *emitter, unsigned sides)
{
    if (gen_emit_valid(emitter))
        gen_emit_edges(emitter, sides);
}

void gen_add_edge_pc(struct edge_pcs *pcs, uint64_t pc)
{
    for (uint32_t i = 0; i < pcs->count; i++)
        if (pcs->list[i] == pc)
            return;
    assert(pcs->count < MAX_EDGE_PCS);
    pcs->list[pcs->count++] = pc;
}

uint32_t gen_edge_block(const struct function *function)
{
    enum { V1_BLOCK = 16 };
    if (function->pc_type == PC_INC && function->rep_size == 0)
        return function->size;
    return function->rep_size != 0 ? function->rep_size : V1_BLOCK;
}

int64_t gen_cfa_of_word(enum abi abi, int64_t word)
{
    return gen_abi_facts[abi].cfa_factor * word + gen_abi_facts[abi].cfa_addend;
}

int64_t gen_clear_cfa_word(enum abi abi, int64_t word)
{
    const int64_t factor = gen_abi_facts[abi].cfa_factor, addend = gen_abi_facts[abi].cfa_addend;
    const int64_t least = (INT32_MIN - addend) / factor, greatest = (INT32_MAX - addend) / factor;
    return word < least ? least : word > greatest ? greatest : word;
}
