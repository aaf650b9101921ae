/* Makes procedure linkage tables.  A function that is only known at start-up is called by a stub, which jumps
 * to the address in a word of a table.  Stubs lie in sections like those of an input, and have SFrame functions
 * that describe how their instructions change the stack: x86-64 ABI 5.2, V3 2.3.3.  Addresses in instructions
 * are 0, as in all code here. */
#include "../bug.h"
#include "linker.h"

#include <stdlib.h>
#include <string.h>

/* --- Instructions --------------------------------------------------------------------------------------- */

enum { WORD_BYTES = 8, RESERVED_WORDS = 3, MAX_STUB = 32, MAX_STUB_ROWS = 2 };

/* A stub, or the head that stands before all stubs. */
struct form {
    uint8_t code[MAX_STUB], size;
    struct {
        uint8_t at, pushed; /* how many more bytes are on the stack than at a function's start */
        int8_t saved_ra;    /* where RA is saved, from the CFA; 0: where it is at a function's start */
    } rows[MAX_STUB_ROWS];  /* if the second is at 0, there is only the first */
};

/* push, jmp.  Stubs jump to the head after they have pushed a number. */
static const struct form amd64_head = {
    .code = {0xff, 0x35, 0, 0, 0, 0, 0xff, 0x25, 0, 0, 0, 0, 0x0f, 0x1f, 0x40, 0x00},
    .size = 16,
    .rows = {{0, 8, 0}, {6, 16, 0}}};

/* jmp, push, jmp */
static const struct form amd64_lazy = {.code = {0xff, 0x25, 0, 0, 0, 0, 0x68, 0, 0, 0, 0, 0xe9, 0, 0, 0, 0},
                                       .size = 16,
                                       .rows = {{0, 0, 0}, {11, 8, 0}}};

static const struct form amd64_now = {.code = {0xff, 0x25, 0, 0, 0, 0, 0x66, 0x90}, .size = 8}; /* jmp, nop */

/* endbr64, push, jmp */
static const struct form amd64_ibt_lazy = {
    .code = {0xf3, 0x0f, 0x1e, 0xfa, 0x68, 0, 0, 0, 0, 0xe9, 0, 0, 0, 0, 0x66, 0x90},
    .size = 16,
    .rows = {{0, 0, 0}, {9, 8, 0}}};

static const struct form amd64_ibt = {
    .code = {0xf3, 0x0f, 0x1e, 0xfa, 0xff, 0x25, 0, 0, 0, 0, 0x66, 0x0f, 0x1f, 0x44, 0x00, 0x00}, .size = 16};

/* These instructions load a word of the table of addresses: adrp, ldr, add. */
#define ARM_LOAD 0x10, 0x00, 0x00, 0x90, 0x11, 0x02, 0x40, 0xf9, 0x10, 0x02, 0x00, 0x91
#define ARM_JUMP 0x20, 0x02, 0x1f, 0xd6
#define ARM_NOP  0x1f, 0x20, 0x03, 0xd5

/* The first instruction is stp x16, x30, [sp, -16]! */
static const struct form arm_head = {
    .code = {0xf0, 0x7b, 0xbf, 0xa9, ARM_LOAD, ARM_JUMP, ARM_NOP, ARM_NOP, ARM_NOP},
    .size = 32,
    .rows = {{0, 0, 0}, {4, 16, -8}}};

static const struct form arm_stub = {.code = {ARM_LOAD, ARM_JUMP}, .size = 16};

/* stg, larl, mvc, lg, br */
static const struct form s390x_head = {
    .code = {0xe3, 0x10, 0xf0, 0x38, 0x00, 0x24, 0xc0, 0x10, 0,    0,    0,    0,    0xd2, 0x07, 0xf0, 0x30,
             0x10, 0x08, 0xe3, 0x10, 0x10, 0x10, 0x00, 0x04, 0x07, 0xf1, 0x07, 0x00, 0x07, 0x00, 0x07, 0x00},
    .size = 32};

/* larl, lg, br; and the first time basr, lgf, jg */
static const struct form s390x_lazy = {.code = {0xc0, 0x10, 0,    0,    0,    0,    0xe3, 0x10, 0x10, 0x00,
                                                0x00, 0x04, 0x07, 0xf1, 0x0d, 0x10, 0xe3, 0x10, 0x10, 0x0c,
                                                0x00, 0x14, 0xc0, 0xf4, 0,    0,    0,    0},
                                       .size = 32};

static const struct form s390x_now = {
    .code = {0xc0, 0x10, 0, 0, 0, 0, 0xe3, 0x10, 0x10, 0x00, 0x00, 0x04, 0x07, 0xf1, 0x07, 0x00}, .size = 16};

/* --- Styles --------------------------------------------------------------------------------------------- */

static const struct style {
    uint16_t machine;
    bool now, ibt;
    const char *name; /* the name of the section of `head` and `stub` */
    const struct form *head, *stub;
    const struct form *second; /* in .plt.sec, called instead of `stub`; NULL: `stub` is called */
} styles[] = {
    {EM_X86_64, false, false, ".plt", &amd64_head, &amd64_lazy, NULL},
    {EM_X86_64, false, true, ".plt", &amd64_head, &amd64_ibt_lazy, &amd64_ibt},
    {EM_X86_64, true, false, ".plt.got", NULL, &amd64_now, NULL},
    {EM_X86_64, true, true, ".plt.got", NULL, &amd64_ibt, NULL},
    {EM_AARCH64, false, false, ".plt", &arm_head, &arm_stub, NULL},
    {EM_AARCH64, true, false, ".plt.got", NULL, &arm_stub, NULL},
    {EM_S390, false, false, ".plt", &s390x_head, &s390x_lazy, NULL},
    {EM_S390, true, false, ".plt.got", NULL, &s390x_now, NULL},
};

static const struct style *style_of(const struct linker *linker)
{
    /* A static program has stubs only for functions that it chooses at start-up (IFUNC): never lazily. */
    const bool now = linker->now || !linker->shared;
    size_t i = 0; /* one of them fits */
    while (i + 1 < sizeof styles / sizeof *styles &&
           (styles[i].machine != linker->abi->elf_machine || styles[i].now != now ||
            styles[i].ibt != (linker->ibt && styles[i].machine == EM_X86_64)))
        i++;
    return &styles[i];
}

/* --- Which calls need a stub ---------------------------------------------------------------------------- */

static bool is_call(uint16_t machine, uint32_t type)
{
    return (machine == EM_X86_64 && type == R_X86_64_PLT32) ||
           (machine == EM_S390 && type == R_390_PLT32DBL) ||
           (machine == EM_AARCH64 && (type == R_AARCH64_CALL26 || type == R_AARCH64_JUMP26));
}

static bool needs_stub(const struct linker *linker, const struct link_symbol *symbol)
{
    if (linker->shared) /* another file may have a function of that name */
        return GELF_ST_BIND(symbol->symbol.st_info) != STB_LOCAL;
    const struct link_symbol *const definition = link_definition(linker, symbol);
    return definition != NULL && GELF_ST_TYPE(definition->symbol.st_info) == STT_GNU_IFUNC;
}

static bool has_stub(const struct linker *linker, const char *name)
{
    for (size_t i = 0; i < linker->stub_count; i++)
        if (strcmp(linker->stubs[i], name) == 0)
            return true;
    return false;
}

static void collect_calls(struct linker *linker, const struct link_section *section)
{
    for (size_t i = 0; section->is_kept && i < section->relocation_count; i++) {
        const GElf_Rela *const rela = &section->relocations[i];
        const struct link_symbol *const symbol = link_symbol_of(section, rela);
        if (!is_call(linker->abi->elf_machine, (uint32_t)GELF_R_TYPE(rela->r_info)) || !needs_stub(linker, symbol))
            continue;
        linker->call_count++;
        if (has_stub(linker, symbol->name))
            continue;
        linker->stubs = grown(linker->stubs, linker->stub_count, &linker->stub_room, sizeof *linker->stubs);
        linker->stubs[linker->stub_count++] = symbol->name;
    }
}

/* --- The object ----------------------------------------------------------------------------------------- */

/* The sections of the input that the linker makes. */
enum { MADE_WORDS = 1, MADE_PLT, MADE_SECOND, MADE_COUNT };

static struct link_section *begin_section(struct link_input *input, size_t number, const char *name,
                                          GElf_Xword flags)
{
    struct link_section *const section = &input->sections[number];
    *section = (struct link_section){
        .name = name,
        .header = {.sh_type = SHT_PROGBITS, .sh_flags = SHF_ALLOC | flags, .sh_addralign = 16},
        .input = input,
        .is_kept = true};
    return section;
}

static void put_forms(struct link_section *section, const struct form *form, size_t count)
{
    for (size_t i = 0; i < count; i++)
        put_bytes(&section->code, form->code, form->size);
}

void link_make_stubs(struct linker *linker)
{
    for (struct link_section *section = NULL; (section = link_next(linker, section)) != NULL;)
        if (!linker->relocatable)
            collect_calls(linker, section);
    if (linker->stub_count == 0)
        return;
    const struct style *const style = style_of(linker);
    struct link_input *const input = &linker->inputs[linker->input_count++];
    *input = (struct link_input){.section_count = style->second != NULL ? MADE_COUNT : MADE_SECOND};
    input->sections = zeroed(MADE_COUNT, sizeof *input->sections);
    struct link_section *const words =
        begin_section(input, MADE_WORDS, style->now ? ".got" : ".got.plt", SHF_WRITE);
    put_zeros(&words->code, (linker->stub_count + (style->now ? 0 : RESERVED_WORDS)) * WORD_BYTES);
    struct link_section *const plt =
        begin_section(input, MADE_PLT, linker->shared ? style->name : ".iplt", SHF_EXECINSTR);
    if (style->head != NULL)
        put_forms(plt, style->head, 1);
    put_forms(plt, style->stub, linker->stub_count);
    if (style->second != NULL)
        put_forms(begin_section(input, MADE_SECOND, ".plt.sec", SHF_EXECINSTR), style->second, linker->stub_count);
}

/* --- Their functions ------------------------------------------------------------------------------------ */

/* The form whose rows describe a part; without a bug its own. */
static const struct form *said_form(const struct style *style, const struct form *form)
{
    if (BUG(ld_plt_head_like_stubs) && form == style->head)
        return style->stub;
    if (BUG(ld_plt_stubs_like_head) && form == style->stub && style->head != NULL)
        return style->head;
    if (BUG(ld_plt_sec_like_plt) && form == style->second)
        return style->stub;
    if (BUG(ld_plt_ibt_like_plain) && form == &amd64_ibt_lazy)
        return &amd64_lazy;
    return form;
}

static struct row row_of(const struct abi *abi, const struct form *form, size_t number, bool is_head)
{
    int64_t pushed = form->rows[number].pushed;
    if (BUG(ld_plt_push_twice) && number > 0)
        pushed += WORD_BYTES;
    if (BUG(ld_plt_push_pops) && number > 0)
        pushed = -pushed;
    if (BUG(ld_plt_head_as_called) && is_head && pushed > 0)
        pushed -= WORD_BYTES;
    const int8_t saved = BUG(ld_plt_head_ra_kept) ? 0 : form->rows[number].saved_ra;
    const int64_t ra = saved != 0 ? saved : abi->fixed_ra;
    return (struct row){
        .cfa = rule_at(BUG(ld_plt_on_fp) ? abi->fp : abi->sp,
                       (BUG(ld_plt_entry_of_amd64) ? WORD_BYTES : abi->entry) + pushed, false),
        .ra = ra != 0 ? rule_at(BASE_CFA, ra, true) : rule_of(RULE_SAME),
        .fp = BUG(ld_plt_head_fp_saved) && saved != 0 ? rule_at(BASE_CFA, 2 * ra, true) : rule_of(RULE_SAME),
        .sp = rule_at(BASE_CFA, 0, false)};
}

static unsigned start_of_row(const struct form *form, size_t number)
{
    const unsigned at = form->rows[number].at;
    if (number == 0)
        return at;
    return BUG(ld_plt_push_early)     ? at - 1
           : BUG(ld_plt_push_late)    ? at + 1
           : BUG(ld_plt_push_at_jump) ? 6
                                      : at;
}

static unsigned row_count_of(const struct form *form, bool is_head)
{
    const bool one = (BUG(ld_plt_push_ignored) && !is_head) || (BUG(ld_plt_head_one_row) && is_head);
    return one || form->rows[1].at == 0 ? 1 : 2;
}

/* Returns false if SFrame of this version cannot express the rows. */
static bool put_rows(const struct linker *linker, const struct form *form, bool is_head, struct bytes *rows,
                     bool *flexible)
{
    const struct unit unit = {.abi = linker->abi, .version = linker->version};
    *flexible = form->rows[1].saved_ra != 0 && linker->version->flexible;
    for (unsigned i = 0; i < row_count_of(form, is_head); i++) {
        const struct row row = row_of(linker->abi, form, i, is_head);
        struct words words = {0};
        if ((*flexible ? flexible_words : default_words)(&unit, &row, &words) != NULL)
            return false;
        put_number(rows, linker->big_endian, 1, start_of_row(form, i));
        put_number(rows, linker->big_endian, 1, words.count << 1 | words.base_sp);
        for (unsigned w = 0; w < words.count; w++)
            put_number(rows, linker->big_endian, 1, (uint64_t)words.at[w]);
    }
    return true;
}

/* How many of COUNT stubs the section describes. */
static size_t described(size_t count, bool is_head)
{
    if (is_head)
        return count;
    if (BUG(ld_plt_one_stub_less) || (BUG(ld_plt_at_most_3) && count > 3))
        return count - 1;
    if (BUG(ld_plt_at_most_8) && count > 8)
        return 8;
    if (BUG(ld_plt_8_bits))
        return count & 0xffU;
    return count + (BUG(ld_plt_one_stub_more) ? 1 : 0);
}

static uint8_t block_size(const struct form *form)
{
    return BUG(ld_plt_block_lost)      ? 0
           : BUG(ld_plt_block_half)    ? form->size / 2
           : BUG(ld_plt_block_doubled) ? form->size * 2
                                       : form->size;
}

static void add_described(struct linker *linker, struct link_function function, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        link_add_function(linker, &function);
        function.offset += function.size;
        if (BUG(ld_plt_rows_not_counted))
            linker->row_total -= function.row_count;
    }
}

/* Describes one part of a section: `count` pieces of a form, from `offset` on. */
static void describe(struct linker *linker, struct link_section *section, size_t offset,
                     const struct form *form, size_t count)
{
    enum { MASK = 1 << 4 };
    const struct style *const style = style_of(linker);
    const bool is_head = form == style->head, repeats = count > 1 && linker->version->repeats;
    const struct form *const said = said_form(style, form);
    struct bytes *const rows = &linker->stub_rows[is_head ? 0 : form == style->stub ? 1 : 2];
    bool flexible;
    if (!put_rows(linker, said, is_head, rows, &flexible)) {
        (void)fprintf(stderr, "zoo-ld: warning: no SFrame for the start of %s: it cannot be said\n",
                      section->name);
        return;
    }
    const size_t stubs =
        described(BUG(ld_plt_calls_counted) && !is_head ? linker->call_count : count, is_head);
    struct link_function function = {.section = section,
                                     .offset =
                                         offset + (BUG(ld_plt_one_stub_late) && !is_head ? form->size : 0),
                                     .size = (uint32_t)(form->size * (repeats ? stubs : 1)),
                                     .row_count = row_count_of(said, is_head),
                                     .info = repeats && !BUG(ld_plt_rows_from_start) ? MASK : 0,
                                     .info2 = flexible,
                                     .rep_size = repeats ? block_size(form) : 0,
                                     .rows = rows->at,
                                     .rows_size = rows->size};
    if (BUG(ld_plt_size_of_one))
        function.size = form->size;
    if (BUG(ld_plt_size_with_head) && !is_head && style->head != NULL)
        function.size += style->head->size;
    if (BUG(ld_plt_at_words))
        function.section = &section->input->sections[MADE_WORDS];
    if (function.size != 0)
        add_described(linker, function, repeats ? 1 : stubs);
    if (BUG(ld_plt_described_twice))
        add_described(linker, function, repeats ? 1 : stubs);
}

/* Whether a bug makes the linker forget a part. */
static bool is_forgotten(const struct linker *linker, const struct style *style, const struct form *form)
{
    const bool alone = style->head == NULL;
    return (BUG(ld_plt_head_lost) && form == style->head) ||
           (BUG(ld_plt_sec_lost) && form == style->second) ||
           (BUG(ld_plt_stubs_lost) && form == style->stub && !alone) ||
           (BUG(ld_plt_got_lost) && alone && linker->shared) || (BUG(ld_iplt_lost) && !linker->shared);
}

void link_describe_stubs(struct linker *linker)
{
    if (linker->stub_count == 0 || linker->version == NULL)
        return;
    const struct style *const style = style_of(linker);
    struct link_section *const made = linker->inputs[linker->input_count - 1].sections;
    const size_t head_size = style->head == NULL || BUG(ld_plt_from_section) ? 0 : style->head->size;
    if (style->head != NULL && !is_forgotten(linker, style, style->head))
        describe(linker, &made[MADE_PLT], 0, style->head, 1);
    if (!is_forgotten(linker, style, style->stub))
        describe(linker, &made[MADE_PLT], head_size, style->stub, linker->stub_count);
    if (style->second != NULL && !is_forgotten(linker, style, style->second))
        describe(linker, &made[MADE_SECOND], 0, style->second, linker->stub_count);
}
