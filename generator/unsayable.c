#include "unsayable.h"

#include "answer.h"

#define LITERAL(text, string) gen_text_raw(text, string, sizeof(string) - 1)
#define BEYOND_32             ((int64_t)1 << 31)

enum { START = 0x1000, PLAIN_SIZE = 0x40, UNDEFINED_FLAG = 0x40, OTHER_REGISTER = 10 };
enum { MOST_COUNTED = 0xffff }; /* rows, where an attribute counts them */

/* --- Where there is such a thing ------------------------------------------------------------------------ */

static bool always(enum profile profile, enum abi abi)
{
    (void)profile, (void)abi;
    return true;
}

static bool starts_are_32(enum profile profile, enum abi abi)
{
    (void)abi;
    return gen_profile_facts[profile].start_width == 4;
}

static bool lacks_signal(enum profile profile, enum abi abi)
{
    (void)abi;
    return !gen_profile_facts[profile].has_signal;
}

static bool lacks_flexible(enum profile profile, enum abi abi)
{
    (void)abi;
    return !gen_profile_facts[profile].has_flexible;
}

static bool has_blocks(enum profile profile, enum abi abi)
{
    (void)abi;
    return gen_profile_facts[profile].block_size_width != 0;
}

static bool names_no_registers(enum profile profile, enum abi abi)
{
    return !default_names_registers(profile, abi);
}

static bool ra_is_fixed(enum profile profile, enum abi abi)
{
    (void)profile;
    return !gen_abi_facts[abi].tracks_ra;
}

static bool cfa_is_scaled(enum profile profile, enum abi abi)
{
    (void)profile;
    return gen_abi_facts[abi].cfa_factor != 1;
}

static bool counts_in_attribute(enum profile profile, enum abi abi)
{
    (void)abi;
    return gen_profile_facts[profile].has_attribute;
}

/* --- What is said --------------------------------------------------------------------------------------- */

/* Of a section with one function and the row at its start. */
static struct row *first_row(struct section *section)
{
    return &section->rows[0];
}

static void say_late_row(struct section *section, enum fre_type type, uint32_t size, uint32_t start)
{
    section->functions[0].fre_type = type;
    section->functions[0].size = size;
    gen_add_row(section, start)->cfa.offset += 8;
}

static void say_addr1(struct section *section)
{
    say_late_row(section, FRE_ADDR1, 0x200, 0x100);
}

static void say_addr2(struct section *section)
{
    say_late_row(section, FRE_ADDR2, 0x20000, 0x10000);
}

static void say_row_at_end(struct section *section)
{
    say_late_row(section, FRE_ADDR1, PLAIN_SIZE, PLAIN_SIZE);
}

static void say_row_before(struct section *section)
{
    say_late_row(section, FRE_ADDR1, PLAIN_SIZE, 0x20);
    say_late_row(section, FRE_ADDR1, PLAIN_SIZE, 0x10);
}

static void say_start_above(struct section *section)
{
    section->functions[0].start = BEYOND_32;
}

static void say_start_below(struct section *section)
{
    section->address = (uint64_t)1 << 32;
    section->functions[0].start = -BEYOND_32 - 1;
}

/* One more word than four bytes hold, however the word is scaled. */
static int64_t cfa_of_word(const struct section *section, int64_t word)
{
    const struct abi_facts *const facts = &gen_abi_facts[section->abi];
    return facts->cfa_factor * word + facts->cfa_addend;
}

static void say_cfa_above(struct section *section)
{
    first_row(section)->cfa.offset = cfa_of_word(section, BEYOND_32);
}

static void say_cfa_below(struct section *section)
{
    first_row(section)->cfa.offset = cfa_of_word(section, -BEYOND_32 - 1);
}

static void say_cfa_between(struct section *section)
{
    first_row(section)->cfa.offset++;
}

static void say_cfa_register(struct section *section)
{
    first_row(section)->cfa = gen_rule_register(OTHER_REGISTER, 16);
}

static void say_cfa_slot(struct section *section)
{
    first_row(section)->cfa.deref = true;
}

/* RA first, where rows track it, as FP comes behind it. */
static void say_fp(struct section *section, struct rule fp)
{
    if (gen_ra_tracked(section))
        first_row(section)->ra = gen_rule_slot(-8);
    first_row(section)->fp = fp;
}

static void say_fp_below(struct section *section)
{
    say_fp(section, gen_rule_slot(-BEYOND_32 - 8));
}

static void say_fp_sum(struct section *section)
{
    say_fp(section, gen_rule_cfa(-16));
}

static void say_fp_register(struct section *section)
{
    say_fp(section, gen_rule_register(OTHER_REGISTER, 0));
}

static void say_ra_elsewhere(struct section *section)
{
    first_row(section)->ra = gen_rule_slot(-16);
}

static void say_signal(struct section *section)
{
    section->functions[0].signal = true;
}

static void say_flexible(struct section *section)
{
    section->functions[0].fde_type = FDE_FLEX;
    first_row(section)->cfa = gen_rule_register_slot(OTHER_REGISTER, 16);
}

static void say_flag(struct section *section)
{
    section->flags |= UNDEFINED_FLAG;
}

static void say_mask(struct section *section, uint32_t block)
{
    section->functions[0].pc_type = PC_MASK;
    section->functions[0].rep_size = block;
}

static void say_no_block(struct section *section)
{
    say_mask(section, 0);
}

static void say_large_block(struct section *section)
{
    section->functions[0].size = 0x200;
    say_mask(section, 0x100);
}

static void say_nothing_more(struct section *section)
{
    (void)section;
}

/* --- The table ------------------------------------------------------------------------------------------ */

/* `may`: an encoder can put it right instead.  `rows`: so many of the one row; 0: as the section has them.
 * `sayable`: just not too much, the twin of one that is. */
static const struct unsayable {
    const char *name, *why;
    bool (*where)(enum profile profile, enum abi abi);
    void (*say)(struct section *section);
    enum { MUST, MAY, SAYABLE } refuse;
    uint32_t rows;
} unsayables[] = {
    {"row-start-addr1", "a row starts at 256, and starts have one byte", always, say_addr1, MUST, 0},
    {"row-start-addr2", "a row starts at 65536, and starts have two bytes", always, say_addr2, MUST, 0},
    {"row-at-end", "a row starts where its function ends", always, say_row_at_end, MUST, 0},
    {"row-before", "rows are not in the order of their starts", always, say_row_before, MAY, 0},
    {"start-above", "a start needs more than 32 bits", starts_are_32, say_start_above, MUST, 0},
    {"start-below", "a start needs more than 32 bits", starts_are_32, say_start_below, MUST, 0},
    {"cfa-above", "the CFA's offset needs more than 32 bits", always, say_cfa_above, MUST, 0},
    {"cfa-below", "the CFA's offset needs more than 32 bits", always, say_cfa_below, MUST, 0},
    {"cfa-between", "no word stands for the CFA's offset", cfa_is_scaled, say_cfa_between, MUST, 0},
    {"cfa-register", "a default row has its CFA on SP or FP", always, say_cfa_register, MUST, 0},
    {"cfa-slot", "a default row has no CFA that lies in memory", always, say_cfa_slot, MUST, 0},
    {"fp-below", "FP's offset needs more than 32 bits", always, say_fp_below, MUST, 0},
    {"fp-sum", "a default row has FP in memory", always, say_fp_sum, MUST, 0},
    {"fp-register", "a default row names no register", names_no_registers, say_fp_register, MUST, 0},
    {"ra-elsewhere", "RA has a fixed place", ra_is_fixed, say_ra_elsewhere, MUST, 0},
    {"signal", "the version has no signal frames", lacks_signal, say_signal, MUST, 0},
    {"flexible", "the version has no flexible functions", lacks_flexible, say_flexible, MUST, 0},
    {"flag", "a flag that the version does not define", always, say_flag, MUST, 0},
    {"mask-block-zero", "a mask needs the size of its block", has_blocks, say_no_block, MUST, 0},
    {"mask-block-256", "the size of a block has one byte", has_blocks, say_large_block, MUST, 0},
    {"rows-65535", "", counts_in_attribute, say_nothing_more, SAYABLE, MOST_COUNTED},
    {"rows-65536", "rows are counted in 16 bits", counts_in_attribute, say_nothing_more, MUST,
     MOST_COUNTED + 1},
};

/* --- As vectors ----------------------------------------------------------------------------------------- */

/* As producers write it: starts count from their fields, where the text has that. */
static struct section *plain(enum profile profile, enum abi abi)
{
    static struct section section;
    gen_section_init(&section, profile, abi);
    section.flags |= has_pcrel(profile) ? FLAG_PCREL : 0;
    gen_add_function(&section, START, PLAIN_SIZE);
    gen_add_row(&section, 0);
    return &section;
}

/* More rows than a section has room for: the first again and again, each with an offset of its own. */
static void write_long(struct text *text, struct section *section, uint32_t rows)
{
    struct function *const function = &section->functions[0];
    struct row *const row = first_row(section);
    char head_buffer[TEXT_DRAINED_SIZE];
    struct text head;
    function->fre_type = FRE_ADDR4;
    function->size = rows;
    function->row_count = 0;
    gen_text_init(&head, head_buffer, sizeof head_buffer);
    gen_write_unjudged(&head, section);
    gen_text_raw(text, head.begin, head.length - (sizeof "]}]}" - 1));
    const int64_t first = row->cfa.offset;
    for (uint32_t i = 0; i < rows; i++) {
        row->start = i;
        row->cfa.offset = first + 8 * (int64_t)(i % 2);
        if (i > 0)
            gen_text_char(text, ',');
        gen_write_row(text, section, function, row);
    }
    LITERAL(text, "]}]}");
    row->cfa.offset = first;
}

static void write_section(struct text *text, struct section *section, const struct unsayable *unsayable)
{
    LITERAL(text, "\"section\":");
    if (unsayable->rows > 0)
        write_long(text, section, unsayable->rows);
    else
        gen_write_unjudged(text, section);
}

static void write_vector(struct text *text, const char *id, const struct unsayable *unsayable,
                         struct section *section)
{
    LITERAL(text, "{\"id\":\"");
    gen_text_string(text, id);
    LITERAL(text, "\",\"profile\":\"");
    gen_text_string(text, profile_name(section->profile));
    LITERAL(text, "\",\"abi\":\"");
    gen_text_string(text, abi_name(section->abi));
    LITERAL(
        text,
        "\",\"operation\":\"encode\",\"class\":\"valid\",\"family\":\"unsayable\",\"input\":{\"address\":");
    gen_text_address(text, section->address);
    gen_text_char(text, ',');
    write_section(text, section, unsayable);
    LITERAL(text, "},\"expect\":{");
    if (unsayable->refuse != SAYABLE) {
        gen_text_string(text, unsayable->refuse == MUST ? "\"refuse\":\"must\",\"why\":"
                                                        : "\"refuse\":\"may\",\"why\":");
        gen_text_quoted(text, unsayable->why);
    }
    if (unsayable->refuse == MAY)
        gen_text_char(text, ',');
    if (unsayable->refuse != MUST)
        write_section(text, section, unsayable);
    LITERAL(text, "}}\n");
}

static bool is_wanted(const struct selection *selection, enum profile profile, enum abi abi)
{
    return abi_known(profile, abi) && (selection->profile < 0 || selection->profile == (int)profile) &&
           (selection->abi < 0 || selection->abi == (int)abi) && selection->family == NULL;
}

/* All of them are core. */
static bool is_selected(const struct selection *selection, const char *id)
{
    struct selection any = *selection;
    any.core = false;
    return gen_selects_id(&any, id);
}

static uint64_t write_of(struct text *text, const struct selection *selection,
                         const struct unsayable *unsayable)
{
    uint64_t written = 0;
    char id[MAX_ID];
    for (enum profile profile = PROFILE_V1; profile < PROFILES; profile++)
        for (enum abi abi = ABI_AMD64; abi < ABIS; abi++) {
            JOIN(id, profile_name(profile), "/", abi_name(abi), "/encode/unsayable/", unsayable->name);
            if (!is_wanted(selection, profile, abi) || !unsayable->where(profile, abi) ||
                !is_selected(selection, id))
                continue;
            struct section *const section = plain(profile, abi);
            unsayable->say(section);
            write_vector(text, id, unsayable, section);
            written++;
        }
    return written;
}

uint64_t gen_write_unsayable(struct text *text, const struct selection *selection)
{
    uint64_t written = 0;
    for (size_t i = 0; i < sizeof unsayables / sizeof *unsayables; i++)
        written += write_of(text, selection, &unsayables[i]);
    return written;
}
