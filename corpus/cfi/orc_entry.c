/* From Linux's asm/orc_types.h, whose comments say what the fields mean. */
#include "orc_entry.h"

#include "tool/elf.h"

#include <string.h>

enum { HEADER_SIZE = 20, TYPE_SHIFT = 8, NO_BIT = 0 };
enum { WORD_SIZE = 8 };
/* DWARF's numbers. */
enum { RAX = 0, RDX = 1, RDI = 5, RBP = 6, RSP = 7, R10 = 10, R13 = 13 };
/* Offsets of saved registers: in all that the kernel saves of what was interrupted, and in the part that the
 * processor saves. */
enum { REGS_BP = 32, REGS_IP = 128, REGS_SP = 152, PARTIAL_IP = 0, PARTIAL_SP = 24 };

/* --- Formats ------------------------------------------------------------------------------------------- */

struct orc_format {
    const char *release;
    uint8_t header[HEADER_SIZE]; /* the hash of the definitions; 0: it has no .orc_header */
    uint8_t type_bits;           /* from TYPE_SHIFT on */
    uint16_t signal, end;        /* masks; NO_BIT: there is none */
    uint8_t meanings[8];         /* of each type */
    uint8_t bases[16];           /* of each register's number */
};

static const struct orc_format formats[] = {
    {"5.12",
     {0},
     2,
     NO_BIT,
     1 << 10,
     {ORC_CALL, ORC_REGS, ORC_REGS_PARTIAL, ORC_BROKEN},
     {ORC_BASE_UNDEFINED, ORC_PREV_SP, ORC_DX, ORC_DI, ORC_BP, ORC_SP, ORC_R10, ORC_R13, ORC_BP_INDIRECT,
      ORC_SP_INDIRECT}},
    {"6.4",
     {0xfe, 0x5d, 0x32, 0xbf, 0x58, 0x1b, 0xd6, 0x3b, 0x2c, 0xa9,
      0xa5, 0xc6, 0x5b, 0xa5, 0xa6, 0x25, 0xea, 0xb3, 0xfe, 0x24},
     3,
     1 << 11,
     NO_BIT,
     {ORC_UNDEFINED, ORC_END_OF_STACK, ORC_CALL, ORC_REGS, ORC_REGS_PARTIAL, ORC_BROKEN, ORC_BROKEN,
      ORC_BROKEN},
     {ORC_BASE_UNDEFINED, ORC_PREV_SP, ORC_DX, ORC_DI, ORC_BP, ORC_SP, ORC_R10, ORC_R13, ORC_BP_INDIRECT,
      ORC_SP_INDIRECT}},
    {"7.2",
     {0x13, 0x7c, 0x36, 0xad, 0x76, 0x27, 0xc4, 0xdd, 0x55, 0x93,
      0x21, 0x76, 0xbb, 0x0e, 0xcd, 0xbd, 0x50, 0x41, 0xfc, 0x82},
     3,
     1 << 11,
     NO_BIT,
     {ORC_UNDEFINED, ORC_END_OF_STACK, ORC_CALL, ORC_REGS, ORC_REGS_PARTIAL, ORC_BROKEN, ORC_BROKEN,
      ORC_BROKEN},
     {ORC_BASE_UNDEFINED, ORC_AX, ORC_DX, ORC_SP, ORC_BP, ORC_DI, ORC_R10, ORC_R13, ORC_PREV_SP,
      ORC_SP_INDIRECT, ORC_BP_INDIRECT}},
};
enum { FORMATS = sizeof formats / sizeof *formats };

const struct orc_format *orc_format_named(const char *release)
{
    for (size_t i = 0; i < FORMATS; i++)
        if (strcmp(formats[i].release, release) == 0)
            return &formats[i];
    return NULL;
}

static bool has_header(const struct orc_format *format)
{
    return format->header[0] != 0;
}

const struct orc_format *orc_format_of(const uint8_t *header, size_t size)
{
    for (size_t i = 0; i < FORMATS; i++)
        if (has_header(&formats[i]) && size == HEADER_SIZE && memcmp(formats[i].header, header, size) == 0)
            return &formats[i];
    return NULL;
}

/* --- Reading ------------------------------------------------------------------------------------------- */

/* Whether the kernel's unwinder handles this combination of registers and meaning. */
static bool makes_sense(const struct orc_entry *entry)
{
    const bool stack = entry->sp_base >= ORC_AX, frame = entry->bp_base == ORC_BASE_UNDEFINED ||
                                                         entry->bp_base == ORC_PREV_SP ||
                                                         entry->bp_base == ORC_BP;
    return (stack && frame) || entry->meaning == ORC_UNDEFINED || entry->meaning == ORC_END_OF_STACK;
}

bool orc_entry_read(const struct orc_format *format, const uint8_t *bytes, struct orc_entry *entry)
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
    if (!has_header(format)) { /* the undefined register: nothing is known, or the stack ends */
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

bool orc_entry_equal(const struct orc_entry *left, const struct orc_entry *right)
{
    return left->sp_offset == right->sp_offset && left->bp_offset == right->bp_offset &&
           left->sp_base == right->sp_base && left->bp_base == right->bp_base &&
           left->meaning == right->meaning && left->signal == right->signal;
}

/* --- Rules --------------------------------------------------------------------------------------------- */

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

struct recovery orc_entry_recovery(const struct orc_entry *entry)
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
