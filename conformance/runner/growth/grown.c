#include "measure.h"

#include "../process/memory.h"

const char *const runner_family_names[FAMILIES] = {"functions", "unsorted functions", "rows"};

/* How the texts lay out a section, as far as these sections need it. */
static const struct layout {
    uint8_t version, start, rep_size, padding; /* sizes in bytes; an attribute has no padding */
    bool attribute; /* count and info stand before a function's rows, and the count has two bytes */
    bool sorts;     /* functions must be sorted */
} layouts[PROFILE_COUNT] = {
    [V1] = {.version = 1, .start = 4, .sorts = true},
    [V2] = {.version = 2, .start = 4, .rep_size = 1, .padding = 2, .sorts = true},
    [V2E1] = {.version = 2, .start = 4, .rep_size = 1, .padding = 2},
    [V2E2] = {.version = 2, .start = 4, .rep_size = 1, .padding = 2},
    [V3] = {.version = 3, .start = 8, .rep_size = 1, .attribute = true},
};

static const struct machine {
    uint8_t number, fixed_ra;
} machines[ABI_COUNT] = {[AMD64] = {3, 0xf8}, [AARCH64] = {2, 0}, [AARCH64_BE] = {1, 0}, [S390X] = {4, 0}};

enum {
    HEADER = 28, /* bytes */
    MAGIC = 0xdee2,
    FLAG_SORTED = 1,
    INFO_ADDR4 = 2, /* the starts of rows have four bytes */
    ROW_INFO = 3,   /* one word of a byte, and SP is the base */
    ROW_WORD = 16,
    ROW = 4 + 1 + 1,    /* bytes: start, info, word */
    FIRST_START = 4096, /* from the section's first byte, in units of 16; each function has 16 bytes */
    FUNCTION = 16,
};

/* A section with COUNT functions of ROWS rows each. */
struct plan_of_section {
    const struct layout *layout;
    const struct machine *machine;
    bool sorted;
    uint32_t functions, rows;
};

/* Where the next number is written, and in which byte order. */
struct writer {
    uint8_t *at;
    bool big;
};

static void put(struct writer *writer, uint64_t value, unsigned width)
{
    for (unsigned i = 0; i < width; i++)
        writer->at[i] = (uint8_t)(value >> 8 * (writer->big ? width - 1 - i : i));
    writer->at += width;
}

static uint32_t entry_size(const struct layout *layout)
{
    return layout->start + 8u + (layout->attribute ? 0u : 5u + layout->rep_size + layout->padding);
}

static uint32_t rows_size(const struct plan_of_section *plan)
{
    return (plan->layout->attribute ? 4u + plan->layout->rep_size : 0) + plan->rows * ROW;
}

static void put_header(struct writer *writer, const struct plan_of_section *plan)
{
    put(writer, MAGIC, 2);
    put(writer, plan->layout->version, 1);
    put(writer, plan->sorted ? FLAG_SORTED : 0, 1);
    put(writer, plan->machine->number, 1);
    put(writer, 0, 1);
    put(writer, plan->machine->fixed_ra, 1);
    put(writer, 0, 1);
    put(writer, plan->functions, 4);
    put(writer, (uint64_t)plan->functions * plan->rows, 4);
    put(writer, (uint64_t)plan->functions * rows_size(plan), 4);
    put(writer, 0, 4);
    put(writer, (uint64_t)plan->functions * entry_size(plan->layout), 4);
}

static void put_info(struct writer *writer, const struct plan_of_section *plan)
{
    const struct layout *const layout = plan->layout;
    put(writer, plan->rows, layout->attribute ? 2 : 4);
    put(writer, INFO_ADDR4, 1);
    put(writer, 0, (layout->attribute ? 1u : 0u) + layout->rep_size + layout->padding);
}

/* Functions that are not sorted come in the reverse order. */
static void put_function(struct writer *writer, const struct plan_of_section *plan, uint32_t number)
{
    const uint32_t size = plan->rows > FUNCTION ? plan->rows : FUNCTION;
    const uint32_t place = plan->sorted ? number : plan->functions - 1 - number;
    put(writer, (uint64_t)FIRST_START * 16 + (uint64_t)place * size, plan->layout->start);
    put(writer, size, 4);
    put(writer, (uint64_t)number * rows_size(plan), 4);
    if (!plan->layout->attribute)
        put_info(writer, plan);
}

static void put_rows(struct writer *writer, const struct plan_of_section *plan)
{
    if (plan->layout->attribute)
        put_info(writer, plan);
    for (uint32_t i = 0; i < plan->rows; i++) {
        put(writer, i, 4);
        put(writer, ROW_INFO, 1);
        put(writer, ROW_WORD, 1);
    }
}

bool runner_grown_may_be(enum profile profile, enum family family)
{
    return family != UNSORTED || !layouts[profile].sorts;
}

void runner_grown_make(struct grown *grown, enum profile profile, enum abi abi, enum family family, uint32_t count)
{
    const struct plan_of_section plan = {.layout = &layouts[profile],
                                         .machine = &machines[abi],
                                         .sorted = family != UNSORTED,
                                         .functions = family == ROWS ? 1 : count,
                                         .rows = family == ROWS ? count : 1};
    const size_t each = (size_t)entry_size(plan.layout) + rows_size(&plan);
    const uint64_t size_of_all = (uint64_t)count * (family == ROWS ? 1 : FUNCTION);
    *grown = (struct grown){.size = HEADER + plan.functions * each,
                            .pc = GROWN_ADDRESS + (uint64_t)FIRST_START * 16 + size_of_all / 2};
    grown->bytes = memory_get(grown->size);
    struct writer writer = {grown->bytes, runner_abi_facts[abi].big};
    put_header(&writer, &plan);
    for (uint32_t i = 0; i < plan.functions; i++)
        put_function(&writer, &plan, i);
    for (uint32_t i = 0; i < plan.functions; i++)
        put_rows(&writer, &plan);
}

struct vector runner_grown_question(const struct grown *grown, const struct measured *measured,
                                    enum operation operation)
{
    return (struct vector){.operation = operation,
                           .profile = measured->profile,
                           .abi = measured->abi,
                           .address = GROWN_ADDRESS,
                           .pc = grown->pc};
}
