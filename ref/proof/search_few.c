#include "lookup.h"

/* The table, whatever it is; and the PC, and its part. */
static struct witness table[TABLE];
static int64_t wanted;
static uint64_t part_of_wanted;

struct range few_range(const struct sfr_section *section, uint32_t index)
{
    assert(index < section->function_count);
    return (struct range){table[index].start, table[index].size};
}

int64_t few_start(const struct sfr_section *section, uint32_t index)
{
    return few_range(section, index).start;
}

/* search_steps */
uint64_t few_part(const struct sfr_section *section, int64_t start)
{
    assert(start == wanted && start >= section->first_start);
    return part_of_wanted;
}

bool few_holds(const struct sfr_section *section, struct range range, uint64_t pc)
{
    assert((int64_t)(pc - section->address) == wanted && ends_in_time(range));
    return range.start <= wanted && wanted < range.start + (int64_t)range.size;
}

/* What sfr_survey promises: of each function, each two, and of the two landmarks that a search takes; and what
 * follows, by search_steps. */
static void assume_surveyed(const struct sfr_section *section)
{
    const uint32_t count = section->function_count;
    const uint32_t at = part_of_wanted < section->last_part ? (uint32_t)part_of_wanted : section->last_part;
    for (uint32_t i = 0; i < TABLE; i++) {
        __CPROVER_assume(is_surveyed(section, at, table[i], table[0]));
        __CPROVER_assume(is_surveyed(section, at + 1, table[i], table[0]));
        __CPROVER_assume(table[i].start > wanted || parts[i] <= part_of_wanted);
        __CPROVER_assume(table[i].start < wanted || parts[i] >= part_of_wanted || wanted < section->first_start);
        for (uint32_t j = i + 1; j < TABLE; j++) {
            __CPROVER_assume(j >= count || is_before(table[i], table[j]));
            __CPROVER_assume(j >= count || is_passed(table[i], table[j], wanted));
        }
    }
}

/* Halving finds what looking at each function finds. */
void proof_search_few(void)
{
    struct sfr_section section;
    const uint64_t pc = nondet_u64();
    uint32_t halved_at = nondet_u32(), scanned_at = halved_at;
    wanted = (int64_t)(pc - section.address);
    part_of_wanted = nondet_u64();
    section.searchable = true;
    __CPROVER_havoc_object(table);
    __CPROVER_havoc_object(parts);
    for (uint32_t i = 0; i < TABLE; i++)
        table[i].index = i;
    __CPROVER_assume(section.function_count <= TABLE);
    assume_surveyed(&section);
    const bool halved = search(&section, pc, &halved_at);
    const bool scanned = scan(&section, pc, &scanned_at);
    assert(halved == scanned && (!halved || (halved_at == scanned_at && halved_at < section.function_count)));
    REACHES(halved && halved_at == TABLE - 1);
    REACHES(!halved && section.function_count == TABLE);
}
