/* An entry of ORC gives the rules from its PC to the next entry's.  Two arrays hold the entries:
 * .orc_unwind_ip where each begins, relative to its own place there, and .orc_unwind what it says.  ORC has
 * no functions, so they are made here.  One begins where a function symbol begins or ends, and where a
 * property changes that SFrame gives to a function as a whole: whether it is a signal frame. */
#include "orc.h"

#include "../../common/sorted.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

enum { PLACE_SIZE = 4 };                    /* of an element of .orc_unwind_ip */
enum { PLACE_WORK = 16, SYMBOL_WORK = 16 }; /* steps for each, sorting included */

/* From Linux's asm/orc_types.h, whose comments say what the fields mean. */
enum { ORC_ENTRY_SIZE = 6 };

enum orc_meaning {
    ORC_UNDEFINED,    /* nothing is known here */
    ORC_END_OF_STACK, /* nobody called */
    ORC_CALL,         /* the stack begins above a return address */
    ORC_REGS,         /* it begins at the registers of what was interrupted */
    ORC_REGS_PARTIAL, /* it begins at what the processor saved of them: RIP, CS, RFLAGS, RSP, SS */
    ORC_BROKEN,       /* a type, a register or bits that no kernel knows */
};

/* What an entry's registers name. */
enum orc_base {
    ORC_NO_BASE, /* a number that no kernel gives a meaning */
    ORC_BASE_UNDEFINED,
    ORC_PREV_SP,
    ORC_AX,
    ORC_DX,
    ORC_DI,
    ORC_BP,
    ORC_SP,
    ORC_R10,
    ORC_R13,
    ORC_BP_INDIRECT,
    ORC_SP_INDIRECT,
};

struct orc_entry {
    int16_t sp_offset, bp_offset;
    uint8_t sp_base, bp_base; /* enum orc_base */
    uint8_t meaning;          /* enum orc_meaning */
    bool signal;              /* the next frame was interrupted: it did not call */
};
_Static_assert(sizeof(struct orc_entry) == 8, "there is no padding, so that bytes can be compared");

enum { HEADER_SIZE = 20, TYPE_SHIFT = 8, NO_BIT = 0 };
enum { WORD_SIZE = 8 };
/* DWARF's numbers. */
enum { RAX = 0, RDX = 1, RDI = 5, RBP = 6, RSP = 7, R10 = 10, R13 = 13 };
/* Offsets of saved registers: in all that the kernel saves of what was interrupted, and in the part that the
 * processor saves. */
enum { REGS_BP = 32, REGS_IP = 128, REGS_SP = 152, PARTIAL_IP = 0, PARTIAL_SP = 24 };

/* --- Formats of entries -------------------------------------------------------------------------------- */

struct orc_format {
    const char *release;
    uint8_t header[HEADER_SIZE]; /* the hash of the definitions; 0: it has no .orc_header */
    uint8_t type_bits;           /* from TYPE_SHIFT on */
    uint16_t signal, end;        /* masks; NO_BIT: there is none */
    const uint8_t *meanings;     /* of each type */
    const uint8_t *bases;        /* of each register's number */
};

static const uint8_t types_of_2_bits[] = {ORC_CALL, ORC_REGS, ORC_REGS_PARTIAL, ORC_BROKEN};
static const uint8_t types_of_3_bits[] = {ORC_UNDEFINED,    ORC_END_OF_STACK, ORC_CALL,   ORC_REGS,
                                          ORC_REGS_PARTIAL, ORC_BROKEN,       ORC_BROKEN, ORC_BROKEN};
static const uint8_t bases_before_ax[16] = {ORC_BASE_UNDEFINED, ORC_PREV_SP, ORC_DX,  ORC_DI,
                                            ORC_BP,             ORC_SP,      ORC_R10, ORC_R13,
                                            ORC_BP_INDIRECT,    ORC_SP_INDIRECT};
static const uint8_t bases_with_ax[16] = {ORC_BASE_UNDEFINED, ORC_AX,  ORC_DX,      ORC_SP,
                                          ORC_BP,             ORC_DI,  ORC_R10,     ORC_R13,
                                          ORC_PREV_SP,        ORC_SP_INDIRECT, ORC_BP_INDIRECT};

static const struct orc_format formats[] = {
    {"5.12", {0}, 2, NO_BIT, 1 << 10, types_of_2_bits, bases_before_ax},
    {"6.4",
     {0xfe, 0x5d, 0x32, 0xbf, 0x58, 0x1b, 0xd6, 0x3b, 0x2c, 0xa9,
      0xa5, 0xc6, 0x5b, 0xa5, 0xa6, 0x25, 0xea, 0xb3, 0xfe, 0x24},
     3,
     1 << 11,
     NO_BIT,
     types_of_3_bits,
     bases_before_ax},
    {"7.2",
     {0x13, 0x7c, 0x36, 0xad, 0x76, 0x27, 0xc4, 0xdd, 0x55, 0x93,
      0x21, 0x76, 0xbb, 0x0e, 0xcd, 0xbd, 0x50, 0x41, 0xfc, 0x82},
     3,
     1 << 11,
     NO_BIT,
     types_of_3_bits,
     bases_with_ax},
};
enum { FORMATS = sizeof formats / sizeof *formats };

static const struct orc_format *orc_format_named(const char *release)
{
    for (size_t i = 0; i < FORMATS; i++)
        if (strcmp(formats[i].release, release) == 0)
            return &formats[i];
    return NULL;
}

static bool is_hashed(const struct orc_format *format)
{
    return format->header[0] != 0;
}

/* The format that the bytes of .orc_header mean; NULL: not known. */
static const struct orc_format *orc_format_of(const uint8_t *header, size_t size)
{
    for (size_t i = 0; i < FORMATS; i++)
        if (is_hashed(&formats[i]) && size == HEADER_SIZE && memcmp(formats[i].header, header, size) == 0)
            return &formats[i];
    return NULL;
}

/* --- An entry ------------------------------------------------------------------------------------------ */

/* Whether the kernel's unwinder handles this combination of registers and meaning. */
static bool makes_sense(const struct orc_entry *entry)
{
    const bool stack = entry->sp_base >= ORC_AX, frame = entry->bp_base == ORC_BASE_UNDEFINED ||
                                                         entry->bp_base == ORC_PREV_SP ||
                                                         entry->bp_base == ORC_BP;
    return (stack && frame) || entry->meaning == ORC_UNDEFINED || entry->meaning == ORC_END_OF_STACK;
}

/* Reads an entry.  False: bits are set that belong to another format. */
static bool orc_entry_read(const struct orc_format *format, const uint8_t *bytes, struct orc_entry *entry)
{
    const unsigned word = (unsigned)tool_load(bytes + 4, 2, false), type = word >> TYPE_SHIFT;
    const unsigned known =
        ((1U << format->type_bits) - 1) << TYPE_SHIFT | 0xffU | format->signal | format->end;
    *entry = (struct orc_entry){.sp_offset = (int16_t)tool_load(bytes, 2, false),
                                .bp_offset = (int16_t)tool_load(bytes + 2, 2, false),
                                .sp_base = format->bases[word & 0xf],
                                .bp_base = format->bases[word >> 4 & 0xf],
                                .meaning = format->meanings[type & ((1U << format->type_bits) - 1)]};
    const bool ends = (word & format->end) != 0;
    if (!is_hashed(format)) { /* the undefined register: nothing is known, or the stack ends */
        if ((word & ~known) != 0 || (ends && entry->sp_base != ORC_BASE_UNDEFINED))
            return false;
        if (entry->sp_base == ORC_BASE_UNDEFINED)
            entry->meaning = ends ? ORC_END_OF_STACK : ORC_UNDEFINED;
    }
    if ((word & ~known) != 0 || !makes_sense(entry))
        entry->meaning = ORC_BROKEN;
    if (entry->meaning == ORC_REGS || entry->meaning == ORC_REGS_PARTIAL || entry->meaning == ORC_CALL)
        entry->signal = format->signal != NO_BIT ? (word & format->signal) != 0 : entry->meaning != ORC_CALL;
    return true;
}

/* --- Rules of an entry --------------------------------------------------------------------------------- */

/* Where the stack of the caller begins, or the saved registers.  A word that is read at SP, plus an offset,
 * is more than a place can say. */
static struct place start_of(const struct orc_entry *entry)
{
    static const uint16_t registers[] = {
        [ORC_AX] = RAX,  [ORC_DX] = RDX,  [ORC_DI] = RDI,          [ORC_BP] = RBP,         [ORC_SP] = RSP,
        [ORC_R10] = R10, [ORC_R13] = R13, [ORC_BP_INDIRECT] = RBP, [ORC_SP_INDIRECT] = RSP};
    if (entry->sp_base == ORC_SP_INDIRECT && entry->sp_offset != 0)
        return place_kind(PLACE_COMPLEX);
    return place_at(registers[entry->sp_base], entry->sp_offset, entry->sp_base >= ORC_BP_INDIRECT);
}

/* The word that is saved OFFSET bytes behind START. */
static struct place saved_at(const struct place *start, int64_t offset)
{
    return start->kind == PLACE_AT && !start->deref ? place_at(start->base, start->offset + offset, true)
                                                    : place_kind(PLACE_COMPLEX);
}

/* The rules that an entry gives.  If it is undefined, broken or the end of the stack, RA is undefined. */
static struct recovery orc_entry_recovery(const struct orc_entry *entry)
{
    if (entry->meaning != ORC_CALL && entry->meaning != ORC_REGS && entry->meaning != ORC_REGS_PARTIAL)
        return (struct recovery){.ra = place_kind(PLACE_UNDEFINED)};
    const struct place start = start_of(entry);
    const bool call = entry->meaning == ORC_CALL, whole = entry->meaning == ORC_REGS;
    struct recovery recovery = {.cfa = call ? start : saved_at(&start, whole ? REGS_SP : PARTIAL_SP),
                                .ra = call ? place_at(BASE_CFA, -WORD_SIZE, true)
                                           : saved_at(&start, whole ? REGS_IP : PARTIAL_IP),
                                .sp = place_at(BASE_CFA, 0, false)};
    if (entry->bp_base == ORC_BP)
        recovery.fp = place_at(RBP, entry->bp_offset, true);
    else if (entry->bp_base == ORC_PREV_SP)
        recovery.fp = call ? place_at(BASE_CFA, entry->bp_offset, true) : saved_at(&start, entry->bp_offset);
    else if (whole)
        recovery.fp = saved_at(&start, REGS_BP);
    return recovery;
}

/* --- Sections ------------------------------------------------------------------------------------------ */

/* Sets SOURCE to the only section of that name, relocations applied.  False: the reason is reported. */
static bool open_section(const struct elf_view *view, const char *name, struct source *source)
{
    size_t found = 0;
    for (size_t i = 1; i < view->section_count; i++) {
        if (strcmp(tool_elf_name(view, i), name) != 0)
            continue;
        if (found != 0)
            return tool_input_fail(view->input, "sections [%zu] and [%zu] are both %s: link them into one",
                                   found, i, name);
        found = i;
    }
    if (found == 0)
        return tool_input_fail(view->input, "no section %s", name);
    if (!cfi_section_readable(view, found))
        return tool_input_fail(
            view->input, "section [%zu] %s has no bytes in this file, or they are compressed", found, name);
    const GElf_Shdr *const header = &view->sections[found].header;
    *source = (struct source){.index = found,
                              .bytes = view->input->bytes + header->sh_offset,
                              .size = (size_t)header->sh_size,
                              .address = view->sections[found].address};
    return view->file.e_type != ET_REL || tool_elf_relocate(view, source, RELOCATE);
}

/* --- Entries by PC ------------------------------------------------------------------------------------- */

/* An entry, and from where on it holds. */
struct placed {
    uint64_t pc;
    size_t index;
    struct orc_entry entry;
};

struct orc {
    struct cfi_table *table;
    struct input *input;
    const struct landmarks *landmarks;
    struct placed *placed; /* by PC */
    size_t count;
    struct cut *cuts; /* by PC */
    size_t cut_count;
    /* Where the walk is */
    size_t section, cut;
    uint64_t open_symbols; /* that hold the PC */
    bool in_function;      /* the one behind the table's last is being written */
};

/* Of two entries at one PC, the one that says nothing comes first: it ends the code of the section before,
 * and the kernel takes the other one. */
static int by_pc(const void *left, const void *right)
{
    const struct placed *const a = left, *const b = right;
    const bool a_speaks = a->entry.meaning != ORC_UNDEFINED, b_speaks = b->entry.meaning != ORC_UNDEFINED;
    if (a->pc != b->pc)
        return a->pc < b->pc ? -1 : 1;
    if (a_speaks != b_speaks)
        return a_speaks ? 1 : -1;
    return a->index < b->index ? -1 : a->index > b->index;
}

static bool place_entries(struct orc *orc, const struct orc_format *format, const struct source *places,
                          const struct source *entries)
{
    orc->count = places->size / PLACE_SIZE;
    if (places->size % PLACE_SIZE != 0 || entries->size % ORC_ENTRY_SIZE != 0 ||
        entries->size / ORC_ENTRY_SIZE != orc->count)
        return tool_input_fail(orc->input,
                               "0x%zx bytes of .orc_unwind_ip, 4 for each entry, and 0x%zx of .orc_unwind, "
                               "6 for each: they do not belong together",
                               places->size, entries->size);
    if (!tool_input_spend_each(orc->input, RESOURCE_MEMORY, orc->count, sizeof *orc->placed) ||
        !tool_input_spend_each(orc->input, RESOURCE_WORK, orc->count, PLACE_WORK))
        return false;
    orc->placed = calloc(orc->count + 1, sizeof *orc->placed);
    if (orc->placed == NULL)
        return tool_input_fail(orc->input, "out of memory");
    for (size_t i = 0; i < orc->count; i++) {
        struct placed *const placed = &orc->placed[i];
        const uint32_t distance = (uint32_t)tool_load(places->bytes + i * PLACE_SIZE, PLACE_SIZE, false);
        placed->pc = places->address + i * PLACE_SIZE + (uint64_t)(int64_t)(int32_t)distance;
        placed->index = i;
        if (!orc_entry_read(format, entries->bytes + i * ORC_ENTRY_SIZE, &placed->entry))
            return tool_input_fail(orc->input,
                                   "entry %zu of .orc_unwind sets bits that only Linux 6.3 sets, whose "
                                   "format is not known here",
                                   i);
    }
    qsort(orc->placed, orc->count, sizeof *orc->placed, by_pc);
    return true;
}

/* --- Cuts ---------------------------------------------------------------------------------------------- */

/* A function symbol's start or end. */
struct cut {
    uint64_t pc;
    bool opens, closes; /* neither: a symbol without a size, of which it is not known how far it reaches */
};

static bool find_cuts(struct orc *orc)
{
    const struct landmark *const symbols = orc->landmarks->symbols;
    const size_t count = orc->landmarks->symbol_count;
    if (!tool_input_spend_each(orc->input, RESOURCE_MEMORY, count, 2 * sizeof *orc->cuts) ||
        !tool_input_spend_each(orc->input, RESOURCE_WORK, count, SYMBOL_WORK))
        return false;
    orc->cuts = calloc(2 * count + 1, sizeof *orc->cuts);
    if (orc->cuts == NULL)
        return tool_input_fail(orc->input, "out of memory");
    for (size_t i = 0; i < count; i++) {
        const bool whole = symbols[i].size != 0 && symbols[i].size <= UINT64_MAX - symbols[i].start;
        orc->cuts[orc->cut_count++] = (struct cut){.pc = symbols[i].start, .opens = whole};
        if (whole)
            orc->cuts[orc->cut_count++] =
                (struct cut){.pc = symbols[i].start + symbols[i].size, .closes = true};
    }
    qsort(orc->cuts, orc->cut_count, sizeof *orc->cuts, sorted_order);
    return true;
}

/* Passes all cuts up to PC, and counts the symbols that are open there.  True: it has passed at least one. */
static bool pass_cuts(struct orc *orc, uint64_t pc)
{
    const size_t before = orc->cut;
    for (; orc->cut < orc->cut_count && orc->cuts[orc->cut].pc <= pc; orc->cut++) {
        orc->open_symbols += orc->cuts[orc->cut].opens;
        orc->open_symbols -= orc->cuts[orc->cut].closes;
    }
    return orc->cut != before;
}

/* --- Functions ----------------------------------------------------------------------------------------- */

static void end_function(struct orc *orc)
{
    orc->table->function_count += orc->in_function;
    orc->in_function = false;
}

static bool begin_function(struct orc *orc, const struct placed *placed, uint64_t start)
{
    struct cfi_table *const table = orc->table;
    end_function(orc);
    const struct cfi_function function = {.start = start,
                                          .end = start,
                                          .offset = placed->index * ORC_ENTRY_SIZE,
                                          .first_row = table->row_count,
                                          .signal = placed->entry.signal,
                                          .unreadable = placed->entry.meaning == ORC_BROKEN};
    orc->in_function = cfi_put_function(table, orc->input, &function) != NULL;
    return orc->in_function;
}

/* Whether PLACED can be a row of the function at hand: that ends at START, and both are signal frames or
 * neither is, and both are broken or neither is. */
static bool goes_on(const struct orc *orc, const struct placed *placed, uint64_t start)
{
    const struct cfi_function *const function = &orc->table->functions[orc->table->function_count];
    return orc->in_function && function->end == start && function->signal == placed->entry.signal &&
           function->unreadable == (placed->entry.meaning == ORC_BROKEN);
}

static bool add_piece(struct orc *orc, const struct placed *placed, const struct cfi_row *piece,
                      const struct recovery *recovery, bool cut)
{
    struct cfi_table *const table = orc->table;
    if (placed->entry.meaning == ORC_UNDEFINED) {
        table->silent_rows += orc->open_symbols != 0;
        table->silent_pcs += orc->open_symbols != 0 ? piece->end - piece->start : 0;
        return true;
    }
    if ((cut || !goes_on(orc, placed, piece->start)) && !begin_function(orc, placed, piece->start))
        return false;
    table->nameless_pcs += orc->open_symbols == 0 ? piece->end - piece->start : 0;
    table->functions[table->function_count].end = piece->end;
    return placed->entry.meaning == ORC_BROKEN || cfi_add_row(table, orc->input, piece, recovery);
}

/* --- Walking ------------------------------------------------------------------------------------------- */

/* The end of the code section that holds PC; PC itself if none does.  PC must not be below that of the last
 * call.  Where PC enters a new section, the function at hand ends. */
static uint64_t end_of_section(struct orc *orc, uint64_t pc)
{
    const struct landmark *const sections = orc->landmarks->sections;
    const size_t count = orc->landmarks->section_count;
    if (count == 0)
        return pc;
    while (orc->section + 1 < count && sections[orc->section + 1].start <= pc) {
        orc->section++;
        end_function(orc);
    }
    const struct landmark *const section = &sections[orc->section];
    const bool holds = pc >= section->start && pc - section->start < section->size;
    return holds ? section->start + section->size : pc;
}

/* The last entry with the PC of entry FIRST.  If several at this PC say something, and not the same, it
 * becomes broken: which one the kernel finds is left open. */
static size_t last_of_pc(struct orc *orc, size_t first)
{
    size_t last = first;
    for (; last + 1 < orc->count && orc->placed[last + 1].pc == orc->placed[first].pc; last++) {
        const struct orc_entry *const one = &orc->placed[last].entry;
        struct orc_entry *const other = &orc->placed[last + 1].entry;
        if (one->meaning != ORC_UNDEFINED && memcmp(one, other, sizeof *one) != 0)
            other->meaning = ORC_BROKEN;
    }
    return last;
}

static bool add_entry(struct orc *orc, const struct placed *placed, uint64_t end)
{
    const struct recovery recovery = orc_entry_recovery(&placed->entry);
    struct cfi_row piece = {.start = placed->pc};
    for (; piece.start < end; piece.start = piece.end) {
        const bool cut = pass_cuts(orc, piece.start);
        const bool inside = orc->cut < orc->cut_count && orc->cuts[orc->cut].pc < end;
        piece.end = inside ? orc->cuts[orc->cut].pc : end;
        if (!add_piece(orc, placed, &piece, &recovery, cut))
            return false;
    }
    return true;
}

static bool walk(struct orc *orc)
{
    for (size_t i = 0; i < orc->count; i++) {
        i = last_of_pc(orc, i);
        const struct placed *const placed = &orc->placed[i];
        const uint64_t end = end_of_section(orc, placed->pc),
                       next = i + 1 < orc->count ? orc->placed[i + 1].pc : end;
        orc->table->odd_count += end == placed->pc && placed->entry.meaning != ORC_UNDEFINED;
        if (!add_entry(orc, placed, next < end ? next : end))
            return false;
    }
    end_function(orc);
    return true;
}

/* --- Opening ------------------------------------------------------------------------------------------- */

static const struct orc_format *find_format(const struct elf_view *view, const char *name)
{
    struct source header = {.bytes = NULL};
    if (name[0] != '\0')
        return orc_format_named(name);
    bool has_header = false;
    for (size_t i = 1; i < view->section_count && !has_header; i++)
        has_header = strcmp(tool_elf_name(view, i), ".orc_header") == 0;
    if (!has_header)
        return orc_format_named("5.12");
    if (!open_section(view, ".orc_header", &header))
        return NULL;
    const struct orc_format *const format = orc_format_of(header.bytes, header.size);
    if (format == NULL)
        (void)tool_input_fail(
            view->input, "its .orc_header is of a format that is not known here; if it is one of those that "
                         "--help lists, --orc=FORMAT reads it");
    free(header.copy);
    return format;
}

static bool read_all(struct orc *orc, const struct elf_view *view, const char *name)
{
    struct source places = {.bytes = NULL}, entries = {.bytes = NULL};
    const struct orc_format *const format = find_format(view, name);
    const bool read = format != NULL && open_section(view, ".orc_unwind_ip", &places) &&
                      open_section(view, ".orc_unwind", &entries) &&
                      place_entries(orc, format, &places, &entries) && find_cuts(orc) && walk(orc);
    free(places.copy);
    free(entries.copy);
    return read;
}

bool orc_read(struct cfi_table *table, const struct elf_view *view, const struct landmarks *landmarks,
              const char *format)
{
    struct orc orc = {.table = table, .input = view->input, .landmarks = landmarks};
    *table = (struct cfi_table){
        .machine = cfi_machine_of(view->file.e_machine, view->file.e_ident[EI_DATA] == ELFDATA2MSB),
        .section = ".orc_unwind"};
    if (table->machine == NULL || view->file.e_machine != EM_X86_64)
        return tool_input_fail(view->input, "machine %u: of ORC only that of AMD64 is known",
                               view->file.e_machine);
    const bool read = read_all(&orc, view, format);
    tool_input_give_back(view->input, RESOURCE_MEMORY,
                         orc.count * (orc.placed != NULL ? sizeof *orc.placed : 0));
    free(orc.placed);
    free(orc.cuts);
    return read;
}

const char orc_must[] = "5.12, 6.4 or 7.2";

bool orc_take(void *to, const char *text)
{
    *(const char **)to = text;
    return text[0] == '\0' || orc_format_named(text) != NULL;
}
