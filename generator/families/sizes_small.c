/* Ladders of sections that a model can hold: spans, blocks, auxiliary headers, words; a part of sizes.c. */
#include "sizes.h"

/* A function with two rows, the second of which begins in its middle. */
static void one_span(struct emitter *emitter, uint32_t size)
{
    struct section *section = gen_start(emitter, gen_name_size("span", size, "", 0));
    struct function *function = gen_add_function(section, FUNCTIONS_BEGIN, size);
    function->fre_type = size / 2 < 0x100 ? FRE_ADDR1 : size / 2 < 0x10000 ? FRE_ADDR2 : FRE_ADDR4;
    gen_add_row(section, 0);
    if (size > 1)
        gen_add_row(section, size / 2)->cfa.offset += 8;
    if (!gen_make_bytes(emitter))
        return;
    gen_demand_class(emitter, CLASS_VALID);
    gen_emit_whole(emitter, BOTH, "whole");
    gen_look_at(emitter, FUNCTIONS_BEGIN - 1, "before");
    gen_look_at(emitter, FUNCTIONS_BEGIN, "first-byte");
    if (size > 1) {
        gen_look_at(emitter, FUNCTIONS_BEGIN + (uint64_t)size / 2 - 1, "middle-before");
        gen_look_at(emitter, FUNCTIONS_BEGIN + (uint64_t)size / 2, "middle");
        gen_look_at(emitter, FUNCTIONS_BEGIN + (uint64_t)size - 1, "last-byte");
    }
    gen_look_at(emitter, FUNCTIONS_BEGIN + (uint64_t)size, "after");
}

static void every_span(struct emitter *emitter)
{
    for (uint64_t size = 1; size <= UINT32_MAX; size = gen_next_size(size, UINT32_MAX))
        if (gen_size_wanted(emitter, emitter->abi, size))
            one_span(emitter, (uint32_t)size);
}

enum { BLOCK = 16, MOST_BLOCKS = UINT32_MAX / BLOCK };

static void one_chain_of_blocks(struct emitter *emitter, uint32_t blocks)
{
    struct section *section = gen_start(emitter, gen_name_size("blocks", blocks, "", 0));
    gen_add_stub(section, FUNCTIONS_BEGIN, BLOCK, blocks);
    if (!gen_make_bytes(emitter))
        return;
    uint64_t middle = FUNCTIONS_BEGIN + (uint64_t)(blocks / 2) * BLOCK;
    uint64_t last = FUNCTIONS_BEGIN + (uint64_t)(blocks - 1) * BLOCK;
    gen_demand_class(emitter, CLASS_VALID);
    gen_emit_whole(emitter, BOTH, "whole");
    gen_look_at(emitter, FUNCTIONS_BEGIN + BLOCK / 2, "first-block");
    if (blocks > 2) {
        gen_look_at(emitter, middle - 1, "middle-block-before");
        gen_look_at(emitter, middle, "middle-block");
    }
    if (blocks > 1) {
        gen_look_at(emitter, last + BLOCK / 2 - 1, "last-block-first-row");
        gen_look_at(emitter, last + BLOCK / 2, "last-block-last-row");
    }
    gen_look_at(emitter, last + BLOCK, "after");
}

static void every_chain_of_blocks(struct emitter *emitter)
{
    for (uint64_t blocks = 1; blocks <= MOST_BLOCKS; blocks = gen_next_size(blocks, MOST_BLOCKS))
        if (gen_size_wanted(emitter, emitter->abi, blocks))
            one_chain_of_blocks(emitter, (uint32_t)blocks);
}

/* The two sub-sections, and with PC-relative starts the fields, lie after an auxiliary header. */
static void one_auxiliary_header(struct emitter *emitter, uint8_t length)
{
    struct section *section = gen_start(emitter, gen_name_size("aux", length, "", 0));
    section->flags |= flags_defined(emitter->profile) & FLAG_PCREL;
    section->aux_length = length;
    for (unsigned i = 0; i < length; i++)
        section->aux[i] = (uint8_t)(0x5a + 7 * i);
    for (int64_t start = FUNCTIONS_BEGIN; start < FUNCTIONS_BEGIN + 4 * 0x40; start += 0x40) {
        gen_add_function(section, start, 0x20);
        gen_add_prologue(section, 4);
    }
    if (!gen_make_bytes(emitter))
        return;
    gen_demand_class(emitter, CLASS_VALID);
    gen_emit_whole(emitter, BOTH, "whole");
    gen_look_at(emitter, FUNCTIONS_BEGIN, "first-function");
    gen_look_at(emitter, FUNCTIONS_BEGIN + 3 * 0x40 + 8, "last-function");
}

static void every_auxiliary_header(struct emitter *emitter)
{
    for (uint64_t length = 1; length <= MAX_AUX; length = gen_next_size(length, MAX_AUX))
        if (gen_size_wanted(emitter, emitter->abi, length))
            one_auxiliary_header(emitter, (uint8_t)length);
}

/* Words beyond those of the rules are surplus, and a breach; the row after them must still be found. */
static void every_word_count(struct emitter *emitter)
{
    unsigned own = gen_abi_facts[emitter->abi].tracks_ra ? 3 : 2;
    for (unsigned count = own; count <= MAX_WORDS && !emitter->stopped; count++) {
        struct section *section = gen_start(emitter, gen_name_size("words", count, "", 0));
        gen_add_function(section, FUNCTIONS_BEGIN, 0x20);
        gen_add_prologue(section, 8);
        struct row *row = &section->rows[1];
        row->extra_count = (uint8_t)(count - own);
        for (unsigned i = 0; i < row->extra_count; i++)
            row->extra[i] = -8 * (int32_t)(i + 3);
        if (!gen_make_bytes(emitter))
            return;
        gen_demand_class(emitter, count == own ? CLASS_VALID : CLASS_IRREGULAR);
        if (count > own)
            emitter->note = "The second of three rows has words after those of its rules.";
        gen_emit_whole(emitter, BOTH, "whole");
        gen_look_at(emitter, FUNCTIONS_BEGIN + 8, "row");
        gen_look_at(emitter, FUNCTIONS_BEGIN + 16, "next-row");
    }
}

void gen_every_small_size(struct emitter *emitter)
{
    every_span(emitter);
    every_chain_of_blocks(emitter);
    every_auxiliary_header(emitter);
    every_word_count(emitter);
}
