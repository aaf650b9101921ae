/* Sections like those that assemblers and linkers write: functions one behind the other, most of them below
 * the section, with the rows that compilers' prologues and epilogues give them, and PLT stubs, start-up code,
 * large functions and signed return addresses among them.  Other families make small sections for one point
 * each; here all that is usual comes together.  `make features` compares what vectors are like with real
 * sections. */
#include "shapes/edges.h"
#include "families.h"
#include "emit/sets.h"

#include <string.h>

/* --- Function bodies ------------------------------------------------------------------------------------ */

/* What is being laid out: functions go where the one before ends. */
struct layout {
    struct section *section;
    struct random random;
    int64_t at; /* the next function's start */
};

static uint32_t draw(struct layout *layout, uint32_t from, uint32_t to)
{
    return from + (uint32_t)random_below(&layout->random, to - from + 1);
}

/* The bytes of that many units of code: instructions begin at multiples of a unit. */
static uint32_t units(const struct layout *layout, uint32_t count)
{
    return count * gen_abi_facts[layout->section->abi].code_unit;
}

static struct function *begin_function(struct layout *layout, uint32_t size)
{
    struct function *function = gen_add_function(layout->section, layout->at, size);
    if (size > 0x10000)
        function->fre_type = FRE_ADDR4;
    else if (size > 0x100)
        function->fre_type = FRE_ADDR2;
    layout->at += size;
    return function;
}

/* A gap to the next function, as alignment leaves it. */
static void align(struct layout *layout, int64_t alignment)
{
    while (layout->at % alignment != 0)
        layout->at++;
}

static void leaf(struct layout *layout)
{
    begin_function(layout, units(layout, draw(layout, 4, 16)));
    gen_add_row(layout->section, 0);
}

/* The CFA's offset that a word with this value stands for: on s390x another number of bytes. */
static int64_t frame_of(const struct layout *layout, int64_t bytes)
{
    return gen_cfa_of_word(layout->section->abi, gen_clear_cfa_word(layout->section->abi, bytes));
}

/* RA and FP lie in the frame from now on. */
static void save(const struct section *section, struct row *row)
{
    const struct abi_facts *abi = &gen_abi_facts[section->abi];
    if (gen_ra_tracked(section))
        row->ra = gen_rule_slot(abi->usual.ra);
    row->fp = gen_rule_slot(abi->usual.fp);
}

/* Rows at entry, with the frame pushed, with the frame pointer set up, and for the last instruction as at
 * entry.  A large frame needs words of two bytes, a huge one of four. */
static void framed(struct layout *layout, uint32_t size, int64_t frame, bool is_signed)
{
    struct section *section = layout->section;
    begin_function(layout, size);
    gen_add_row(section, 0);
    for (uint32_t i = 1; i <= 2; i++) {
        struct row *row = gen_add_row(section, units(layout, i));
        row->cfa = i == 1 ? gen_rule_sp(frame) : gen_rule_fp(frame);
        row->mangled = is_signed;
        save(section, row);
    }
    gen_add_row(section, size - units(layout, 1));
}

static void usual_frame(struct layout *layout, bool is_signed)
{
    framed(layout, units(layout, draw(layout, 8, 40)), gen_abi_facts[layout->section->abi].usual.cfa,
           is_signed);
}

/* Registers are saved and restored one by one: two rows for each, and one between. */
static void pushes(struct layout *layout, uint32_t count, uint32_t size)
{
    struct section *section = layout->section;
    const struct abi_facts *abi = &gen_abi_facts[section->abi];
    begin_function(layout, size);
    for (uint32_t i = 0; i <= 2 * count; i++) {
        uint32_t pushed = i <= count ? i : 2 * count - i;
        struct row *row =
            gen_add_row(section, i <= count ? units(layout, i) : size - units(layout, 2 * count + 1 - i));
        row->cfa =
            gen_rule_sp(pushed == 0 ? abi->cfa_at_entry : frame_of(layout, 16 * (int64_t)(pushed + 1)));
        if (pushed > 0 && pushed < count)
            save(section, row);
    }
}

/* Start-up code: it has no caller. */
static void outermost(struct layout *layout)
{
    begin_function(layout, units(layout, 10));
    struct row *row = gen_add_row(layout->section, 0);
    if (gen_profile_facts[layout->section->profile].no_words_is_outermost)
        row->empty = true;
}

/* A PLT: its first entry, then all others as one function.  Its start is a multiple of the block. */
static void plt(struct layout *layout)
{
    align(layout, 16);
    begin_function(layout, 16);
    gen_add_row(layout->section, 0)->cfa.offset += 8;
    uint32_t blocks = draw(layout, 2, 8);
    gen_add_clear_stub(layout->section, layout->at, 16, blocks);
    layout->at += 16 * (int64_t)blocks;
}

/* A function whose stack is aligned anew: the CFA is in a register, then on the stack. */
static void realigned(struct layout *layout)
{
    struct section *section = layout->section;
    const struct abi_facts *abi = &gen_abi_facts[section->abi];
    begin_function(layout, units(layout, 32))->fde_type = FDE_FLEX;
    for (uint32_t i = 0; i < 4; i++) {
        const struct rule rules[] = {
            gen_rule_register(abi->sp, abi->cfa_at_entry), gen_rule_register(abi->spare + 2, 0),
            gen_rule_register_slot(abi->fp, -8), gen_rule_register(abi->sp, abi->cfa_at_entry)};
        struct row *row = gen_add_row(section, units(layout, i < 3 ? 4 * i : 30));
        row->cfa = rules[i];
        row->ra = i == 0 && abi->tracks_ra ? gen_rule_register(abi->ra, 0) : gen_rule_slot(abi->usual.ra);
        if (i == 2)
            row->fp = gen_rule_register_slot(abi->fp, 0);
    }
    if (abi->tracks_ra)
        section->rows[section->row_count - 1].ra = gen_rule_register(abi->ra, 0);
}

static void several(struct layout *layout, uint32_t count)
{
    bool is_signed = gen_abi_facts[layout->section->abi].signs_ra;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t size; /* drawn first, as the order in which arguments are evaluated is the compiler's */
        switch (i % 4) {
        case 0:
            usual_frame(layout, is_signed);
            break;
        case 1:
            size = units(layout, draw(layout, 16, 60));
            pushes(layout, draw(layout, 2, 6), size);
            align(layout, 16);
            break;
        case 2:
            leaf(layout);
            break;
        default:
            framed(layout, units(layout, draw(layout, 64, 200)) + 256, frame_of(layout, 416), is_signed);
            align(layout, 16);
            break;
        }
    }
}

/* --- Files ---------------------------------------------------------------------------------------------- */

/* Where the section lies: its code is below it, or above. */
enum side { BELOW, ABOVE };

static void place(struct layout *layout, uint64_t address, enum side side, int64_t distance)
{
    layout->section->address = address;
    layout->at = side == BELOW ? -distance : distance;
}

/* What an assembler writes: it leaves sorting to the linker.  From errata 1 on entries need not be in order,
 * and here that of the first function comes last. */
static void as_assembled(struct section *section)
{
    section->flags &= (uint8_t)~FLAG_SORTED;
    if (gen_profile_facts[section->profile].array_is_sorted)
        return;
    struct function first = section->functions[0];
    memmove(&section->functions[0], &section->functions[1], (section->function_count - 1) * sizeof first);
    section->functions[section->function_count - 1] = first;
}

static void object(struct layout *layout)
{
    place(layout, 0x1000, BELOW, 0x1000);
    several(layout, 5);
    as_assembled(layout->section);
}

static void object_with_cold_code(struct layout *layout)
{
    place(layout, 0x3000, BELOW, 0x3000);
    several(layout, 6);
    pushes(layout, 5, units(layout, 120));
    as_assembled(layout->section);
}

static void executable(struct layout *layout)
{
    place(layout, 0x402100, BELOW, 0x1100);
    plt(layout);
    outermost(layout);
    several(layout, 7);
    plt(layout);
    several(layout, 4);
}

static void executable_above(struct layout *layout)
{
    place(layout, 0x200400, ABOVE, 0x1200);
    outermost(layout);
    several(layout, 11);
    plt(layout);
}

static void library(struct layout *layout)
{
    place(layout, 0x7ffff7fb2000, BELOW, 0x20000);
    plt(layout);
    several(layout, 31);
    framed(layout, units(layout, 40), frame_of(layout, 0x48000), false);
}

static void large_functions(struct layout *layout)
{
    place(layout, 0x480000, BELOW, 0x70000);
    framed(layout, units(layout, 0x1000) + 0x10000, frame_of(layout, 0x4000), false);
    pushes(layout, 6, units(layout, 400) + 256);
    usual_frame(layout, false);
    align(layout, 4096);
    framed(layout, units(layout, 0x800) + 0x10000, frame_of(layout, 0x100000), false);
    pushes(layout, 5, units(layout, 200));
    as_assembled(layout->section);
}

static void signed_with_key_b(struct layout *layout)
{
    place(layout, 0x410000, BELOW, 0x8000);
    several(layout, 8);
    for (uint32_t i = 0; i < layout->section->function_count; i++)
        layout->section->functions[i].key_b = gen_abi_facts[layout->section->abi].signs_ra;
    as_assembled(layout->section);
}

static void kernel(struct layout *layout)
{
    struct section *section = layout->section;
    place(layout, 0xffffffff82000000, BELOW, 0x1000000);
    several(layout, 3);
    usual_frame(layout, false);
    section->functions[3].signal = gen_profile_facts[section->profile].has_signal;
    for (unsigned i = 0; i < 3 && has_clear_flexible(section->profile, section->abi); i++)
        realigned(layout);
    several(layout, 9);
    framed(layout, units(layout, 40), frame_of(layout, 0x48000), false);
    as_assembled(section);
}

static const struct file {
    const char *name;
    const char *note;
    void (*build)(struct layout *layout);
} files[] = {
    {"object", "as an assembler writes it", object},
    {"object-cold", "as an assembler writes it, with code in several sections", object_with_cold_code},
    {"executable", "as a linker writes it: a PLT and start-up code, all below the section", executable},
    {"executable-above", "as a linker writes it that puts code behind data", executable_above},
    {"library", "as a linker writes it: a PLT and many functions", library},
    {"large", "functions with row starts of two and four bytes, frames that need words of as many",
     large_functions},
    {"key-b", "return addresses signed with key B, where the ABI has it", signed_with_key_b},
    {"kernel", "at the end of the address space; signal frames and flexible functions in version 3", kernel},
};

/* --- Questions ------------------------------------------------------------------------------------------ */

static void look(struct emitter *emitter, uint64_t pc, uint32_t function, const char *where)
{
    gen_emit(emitter, OPERATION_LOOKUP, pc, SAY(emitter->detail, "f%u-%s", function, where));
}

/* Around one function, and in the row in its middle. */
static void look_around(struct emitter *emitter, uint32_t number)
{
    const struct section *section = &emitter->section;
    const struct function *function = &section->functions[number];
    uint64_t start = gen_function_address(section, function);
    look(emitter, start - 1, number, "before");
    look(emitter, start, number, "start");
    look(emitter, start + gen_function_row(section, function, function->row_count / 2)->start, number, "row");
    look(emitter, start + function->size - 1, number, "last");
}

static void make_file(struct emitter *emitter, unsigned number)
{
    static char shape[MAX_ID];
    const struct file *file = &files[number];
    struct layout layout = {gen_start(emitter, SAY(shape, "produced-%s", file->name)),
                            random_of(emitter->random.state + number), 0};
    layout.section->flags |= gen_profile_facts[emitter->profile].flags_defined & FLAG_PCREL;
    emitter->vector.note = file->note;
    file->build(&layout);
    if (!gen_emit_valid(emitter))
        return;
    look_around(emitter, 0);
    look_around(emitter, layout.section->function_count / 2);
    look_around(emitter, layout.section->function_count - 1);
}

void gen_family_produced(struct emitter *emitter)
{
    for (unsigned i = 0; i < COUNT(files) && !emitter->stopped; i++)
        make_file(emitter, i);
}
