/* Tests the index of functions that are not sorted: it finds the same function for a PC as a search through
 * all. */
#include "../../../../common/unit.h"
#include "../../../../corpus/crosscheck/holders.h"

#include <string.h>

enum { HEADER = 28, ENTRY = 20, COUNT = 12, BYTES = HEADER + COUNT * ENTRY + 4, TIMES = 3000, PCS = 96 };

static uint32_t drawn = 1;

static uint32_t draw(uint32_t below)
{
    drawn = drawn * 1664525 + 1013904223;
    return (drawn >> 8) % below;
}

static void put(uint8_t *to, uint32_t value)
{
    for (unsigned i = 0; i < 4; i++)
        to[i] = (uint8_t)(value >> 8 * i);
}

/* Makes functions of version 2 that start and end anywhere in PCS bytes.  All have the same row; every eighth
 * cannot be read. */
static void make(uint8_t bytes[BYTES])
{
    static const uint8_t head[] = {0xe2, 0xde, 2, 0, 3, 0, 0xf8};
    memset(bytes, 0, BYTES);
    memcpy(bytes, head, sizeof head);
    put(bytes + 8, COUNT);
    put(bytes + 12, COUNT);
    put(bytes + 16, 4);
    put(bytes + 24, COUNT * ENTRY);
    bytes[BYTES - 3] = 3; /* the row: one word, CFA from SP */
    bytes[BYTES - 2] = 8;
    for (unsigned i = 0; i < COUNT; i++) {
        uint8_t *const entry = bytes + HEADER + (size_t)ENTRY * i;
        put(entry, draw(PCS));
        put(entry + 4, draw(4) == 0 ? 0 : draw(PCS / 2));
        put(entry + 12, 1);
        entry[16] = draw(8) == 0 ? 0xf : 0;
    }
}

static void compare(const struct sfr_section *section, struct holders *holders, uint64_t pc, bool found[2])
{
    struct sfr_answer one, other;
    uint32_t index;
    const enum sfr_found wanted = sfr_lookup(section, pc, &one);
    const bool holds = cfi_holders_at(holders, pc, &index);
    assert_int_equal(holds, wanted != SFR_NO_FUNCTION);
    found[holds] = true;
    if (!holds)
        return;
    assert_int_equal(sfr_lookup_in(section, index, pc, &other), wanted);
    assert_int_equal(index, one.function.index);
}

/* ADDRESS is that of the section.  At the end of all addresses functions wrap. */
static void compare_all(uint64_t address, bool found[2])
{
    uint8_t bytes[BYTES];
    struct input input = {.size = BYTES};
    struct sfr_section section;
    struct holders holders;
    make(bytes);
    assert_int_not_equal(sfr_open(&section, bytes, BYTES, address, SFR_V2, NULL), SFR_MALFORMED);
    assert_true(cfi_holders_find(&holders, &section, &input));
    for (uint64_t i = 0, pc = address > UINT64_MAX - PCS ? 0 : address; i < UINT64_C(2) * PCS; i++)
        compare(&section, &holders, pc++, found);
    if (address > UINT64_MAX - PCS)
        for (uint64_t pc = address; pc != 0; pc++)
            compare(&section, &holders, pc, found);
    cfi_holders_free(&holders);
    assert_int_equal(input.spent[RESOURCE_MEMORY], 0);
}

TEST(they_say_what_a_search_through_all_does)
{
    bool found[2] = {false, false};
    for (unsigned i = 0; i < TIMES; i++)
        compare_all(i % 2 == 0 ? 0x1000 : UINT64_MAX - PCS / 2, found);
    assert_true(found[false] && found[true]);
}
