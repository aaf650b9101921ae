#include "entries.h"

#include <dwarf.h>
#include <string.h>

/* --- Bytes --------------------------------------------------------------------------------------------- */

static uint64_t take(struct bytes *bytes, unsigned width)
{
    uint64_t value = 0;
    if ((size_t)(bytes->end - bytes->at) < width) {
        bytes->failed = true;
        bytes->at = bytes->end;
        return 0;
    }
    for (unsigned i = 0; i < width; i++)
        value |= (uint64_t)bytes->at[i] << 8 * (bytes->big_endian ? width - 1 - i : i);
    bytes->at += width;
    return value;
}

/* Bits beyond 64 fall away. */
static uint64_t take_leb(struct bytes *bytes, bool is_signed)
{
    uint64_t value = 0;
    unsigned shift = 0;
    uint8_t byte;
    do {
        byte = (uint8_t)take(bytes, 1);
        if (shift < 64)
            value |= (uint64_t)(byte & 0x7f) << shift;
        shift += shift < 64 ? 7 : 0;
    } while ((byte & 0x80) != 0 && !bytes->failed);
    if (is_signed && (byte & 0x40) != 0 && shift < 64)
        value |= UINT64_MAX << shift;
    return value;
}

static void skip(struct bytes *bytes, uint64_t count)
{
    if ((uint64_t)(bytes->end - bytes->at) < count) {
        bytes->failed = true;
        bytes->at = bytes->end;
    } else {
        bytes->at += count;
    }
}

/* --- Entries ------------------------------------------------------------------------------------------- */

static uint64_t take_encoded(const struct frame_section *section, struct bytes *bytes, uint8_t encoding)
{
    const bool narrow = section->ident[EI_CLASS] == ELFCLASS32;
    const uint64_t field = section->address + (uint64_t)(bytes->at - (const uint8_t *)section->data->d_buf);
    uint64_t value = 0;
    switch (encoding & 0x0f) {
    case DW_EH_PE_absptr:
        value = take(bytes, narrow ? 4 : 8);
        break;
    case DW_EH_PE_uleb128:
    case DW_EH_PE_sleb128:
        value = take_leb(bytes, (encoding & 0x0f) == DW_EH_PE_sleb128);
        break;
    case DW_EH_PE_udata2:
        value = take(bytes, 2);
        break;
    case DW_EH_PE_sdata2:
        value = (uint64_t)(int16_t)take(bytes, 2);
        break;
    case DW_EH_PE_udata4:
        value = take(bytes, 4);
        break;
    case DW_EH_PE_sdata4:
        value = (uint64_t)(int32_t)take(bytes, 4);
        break;
    case DW_EH_PE_udata8:
    case DW_EH_PE_sdata8:
        value = take(bytes, 8);
        break;
    default:
        bytes->failed = true;
    }
    const uint8_t relative = encoding & 0xf0;
    bytes->failed = bytes->failed || (relative != DW_EH_PE_absptr && relative != DW_EH_PE_pcrel);
    return value + (relative == DW_EH_PE_pcrel ? field : 0);
}

static unsigned encoded_width(const struct frame_section *section, uint8_t encoding)
{
    static const uint8_t widths[] = {0, 0, 2, 4, 8};
    const unsigned width = (encoding & 7) < sizeof widths ? widths[encoding & 7] : 0;
    return width != 0 ? width : section->ident[EI_CLASS] == ELFCLASS32 ? 4 : 8;
}

/* The augmentation's letters that say something of FDEs, as the LSB's .eh_frame has them. */
static void read_augmentation(const struct frame_section *section, struct frame_cie *cie)
{
    const char *letter = cie->cie.augmentation;
    struct bytes data = {cie->cie.augmentation_data, cie->cie.augmentation_data,
                         section->ident[EI_DATA] == ELFDATA2MSB, false};
    if (data.at != NULL)
        data.end += cie->cie.augmentation_data_size;
    cie->encoding = DW_EH_PE_absptr;
    cie->key_b = cie->signal = false;
    if (*letter == '\0')
        return;
    cie->known = *letter++ == 'z';
    for (; cie->known && *letter != '\0' && !data.failed; letter++) {
        if (*letter == 'R')
            cie->encoding = (uint8_t)take(&data, 1);
        else if (*letter == 'L')
            skip(&data, 1);
        else if (*letter == 'P')
            skip(&data, encoded_width(section, (uint8_t)take(&data, 1)));
        cie->key_b = cie->key_b || *letter == 'B';
        cie->signal = cie->signal || *letter == 'S';
    }
    cie->known = cie->known && !data.failed;
}

/* Its start, its size in the same encoding without what it is relative to, augmentation data, instructions.
 */
static bool read_fde(const struct frame_section *section, const Dwarf_FDE *entry, const struct frame_cie *cie,
                     struct frame_fde *fde)
{
    struct bytes bytes = {entry->start, entry->end, section->ident[EI_DATA] == ELFDATA2MSB, false};
    fde->start = take_encoded(section, &bytes, cie->encoding);
    fde->size = take_encoded(section, &bytes, cie->encoding & 0x0f);
    if (cie->cie.augmentation[0] == 'z')
        skip(&bytes, take_leb(&bytes, false));
    fde->instructions = bytes;
    return !bytes.failed && fde->size != 0 && fde->start <= UINT64_MAX - fde->size;
}

/* --- Instructions -------------------------------------------------------------------------------------- */

/* Operands: u a LEB128, r one that is a register, b a block, 1 2 4 8 bytes. */
static const char *const operands[64] = {
    [DW_CFA_nop] = "",
    [DW_CFA_set_loc] = "", /* an address as the CIE encodes it, left to the caller */
    [DW_CFA_advance_loc1] = "1",
    [DW_CFA_advance_loc2] = "2",
    [DW_CFA_advance_loc4] = "4",
    [DW_CFA_offset_extended] = "ru",
    [DW_CFA_restore_extended] = "r",
    [DW_CFA_undefined] = "r",
    [DW_CFA_same_value] = "r",
    [DW_CFA_register] = "ru",
    [DW_CFA_remember_state] = "",
    [DW_CFA_restore_state] = "",
    [DW_CFA_def_cfa] = "uu",
    [DW_CFA_def_cfa_register] = "u",
    [DW_CFA_def_cfa_offset] = "u",
    [DW_CFA_def_cfa_expression] = "b",
    [DW_CFA_expression] = "rb",
    [DW_CFA_offset_extended_sf] = "ru",
    [DW_CFA_def_cfa_sf] = "uu",
    [DW_CFA_def_cfa_offset_sf] = "u",
    [DW_CFA_val_offset] = "ru",
    [DW_CFA_val_offset_sf] = "ru",
    [DW_CFA_val_expression] = "rb",
    [DW_CFA_MIPS_advance_loc8] = "8",
    [DW_CFA_AARCH64_negate_ra_state] = "",
    [DW_CFA_GNU_args_size] = "u",
    [DW_CFA_GNU_negative_offset_extended] = "ru",
};

/* One instruction, read and not run. */
struct instruction {
    uint8_t operation; /* DW_CFA_..., without the operand that shares its byte */
    uint64_t reg;      /* that it has a rule for; 0 if it has none */
    uint64_t value;    /* the last operand's, which is what those that advance need */
    uint64_t block;    /* the length of its expression */
};

static void take_operands(struct bytes *bytes, const char *kinds, struct instruction *instruction)
{
    bytes->failed = bytes->failed || kinds == NULL;
    for (; !bytes->failed && *kinds != '\0'; kinds++) {
        if (*kinds == 'b') {
            instruction->block = take_leb(bytes, false);
            skip(bytes, instruction->block);
        } else {
            instruction->value = *kinds == 'u' || *kinds == 'r' ? take_leb(bytes, false)
                                                                : take(bytes, (unsigned)(*kinds - '0'));
            instruction->reg = *kinds == 'r' ? instruction->value : instruction->reg;
        }
    }
}

static struct instruction take_instruction(struct bytes *bytes)
{
    const uint8_t byte = (uint8_t)take(bytes, 1), low = byte & 0x3f;
    struct instruction instruction = {.operation = byte};
    if ((byte & 0xc0) == 0) {
        take_operands(bytes, operands[low], &instruction);
        return instruction;
    }
    instruction.operation = byte & 0xc0;
    instruction.value = low;
    instruction.reg = instruction.operation == DW_CFA_advance_loc ? 0 : low;
    if (instruction.operation == DW_CFA_offset)
        (void)take_leb(bytes, false);
    return instruction;
}

static bool advances(const struct instruction *instruction)
{
    return instruction->operation == DW_CFA_advance_loc ||
           instruction->operation == DW_CFA_MIPS_advance_loc8 ||
           (instruction->operation >= DW_CFA_advance_loc1 && instruction->operation <= DW_CFA_advance_loc4);
}

/* --- What it costs ------------------------------------------------------------------------------------- */

/* A step is what libdw needs for so many bytes of instructions, operations or registers. */
enum { BYTES_PER_STEP = 4, REGISTERS_PER_STEP = 4, OPERATIONS_PER_STEP = 4 };
enum { REGISTER_MEMORY = 16, STATE_MEMORY = 128, OPERATION_MEMORY = 80 };
enum { MOST_REGISTERS = 1024, SAVED = 4 /* expressions of a row: CFA, RA, FP, SP */ };

static void add_costs(struct frame_cost *cost, const struct frame_section *section, uint8_t encoding,
                      struct bytes bytes)
{
    cost->run += (uint64_t)(bytes.end - bytes.at) / BYTES_PER_STEP;
    while (bytes.at < bytes.end && !bytes.failed) {
        const struct instruction instruction = take_instruction(&bytes);
        cost->strange = cost->strange || instruction.reg >= MOST_REGISTERS;
        cost->registers = instruction.reg >= cost->registers ? instruction.reg + 1 : cost->registers;
        cost->remembered += instruction.operation == DW_CFA_remember_state;
        cost->rows += advances(&instruction) || instruction.operation == DW_CFA_set_loc;
        if (instruction.operation == DW_CFA_set_loc)
            (void)take_encoded(section, &bytes, encoding);
        cost->kept += bytes.failed ? 0 : instruction.block * OPERATION_MEMORY;
        const uint64_t evaluation = SAVED * (instruction.block / OPERATIONS_PER_STEP);
        cost->evaluation = evaluation > cost->evaluation ? evaluation : cost->evaluation;
    }
}

/* libdw runs a CIE's instructions once, and begins each row with a copy of the registers. */
struct frame_cost cfi_frame_cost(const struct frame_section *section, const struct frame_cie *cie,
                                 const struct frame_fde *fde)
{
    struct frame_cost cost = cie->cost;
    cost.run = cost.rows = cost.remembered = cost.kept = 0;
    add_costs(&cost, section, cie->encoding, fde->instructions);
    if (!cost.strange)
        cost.run += (cost.remembered + 1) * (cost.registers / REGISTERS_PER_STEP);
    return cost;
}

uint64_t cfi_frame_memory(const struct frame_cost *cost)
{
    return (cost->remembered + 1) * (cost->registers * REGISTER_MEMORY + STATE_MEMORY);
}

/* Its pointer to a CIE leads nowhere. */
void cfi_frame_strike(const struct frame_section *section, uint64_t offset)
{
    uint8_t *const bytes = (uint8_t *)section->data->d_buf + offset;
    const bool wide = bytes[0] == 0xff && bytes[1] == 0xff && bytes[2] == 0xff && bytes[3] == 0xff;
    memset(bytes + (wide ? 12 : 4), 0xfe, wide ? 8 : 4);
}

/* --- Signing ------------------------------------------------------------------------------------------- */

static void remember(struct signing *signing, bool restore)
{
    if (!restore) {
        signing->remembered = signing->remembered << 1 | signing->state;
        signing->remembered_cfa = signing->remembered_cfa << 1 | signing->has_cfa;
    } else {
        signing->state = (signing->remembered & 1) != 0;
        signing->remembered >>= 1;
        signing->has_cfa = (signing->remembered_cfa & 1) != 0;
        signing->remembered_cfa = signing->remembered_cfa >> 1 | (uint64_t)1
                                                                     << 63; /* of too many, it has one */
    }
}

static bool says_cfa(uint8_t operation)
{
    return operation == DW_CFA_def_cfa || operation == DW_CFA_def_cfa_sf ||
           operation == DW_CFA_def_cfa_expression;
}

/* By how much PC advances. */
static uint64_t run_one(struct signing *signing)
{
    const struct instruction instruction = take_instruction(&signing->instructions);
    const uint8_t operation = instruction.operation;
    if (operation == DW_CFA_AARCH64_negate_ra_state)
        signing->state = !signing->state;
    else if (operation == DW_CFA_remember_state || operation == DW_CFA_restore_state)
        remember(signing, operation == DW_CFA_restore_state);
    else if (operation == DW_CFA_set_loc) /* from here on nothing is known */
        signing->instructions.failed = true;
    signing->has_cfa = signing->has_cfa || says_cfa(operation);
    return advances(&instruction) ? instruction.value * signing->code_unit : 0;
}

bool cfi_signing_at(struct signing *signing, uint64_t pc)
{
    struct bytes *const instructions = &signing->instructions;
    while (signing->location <= pc && instructions->at < instructions->end && !instructions->failed)
        signing->location += run_one(signing);
    return signing->state;
}

bool cfi_cfa_at(const struct signing *signing)
{
    return signing->has_cfa || signing->instructions.failed;
}

void cfi_signing_begin(struct signing *signing, const struct frame_cie *cie, const struct frame_fde *fde)
{
    *signing = (struct signing){.instructions = fde->instructions,
                                .code_unit = cie->cie.code_alignment_factor,
                                .location = fde->start,
                                .state = cie->signing,
                                .has_cfa = cie->has_cfa};
}

/* --- Walking ------------------------------------------------------------------------------------------- */

/* What a CIE's instructions say by themselves. */
static void run_cie(const struct frame_section *section, struct frame_cie *cie)
{
    const struct bytes initial = {cie->cie.initial_instructions, cie->cie.initial_instructions_end,
                                  section->ident[EI_DATA] == ELFDATA2MSB, false};
    struct signing signing = {.instructions = initial, .code_unit = cie->cie.code_alignment_factor};
    cie->signing = cfi_signing_at(&signing, 0);
    cie->has_cfa = signing.has_cfa;
    cie->cost = (struct frame_cost){.run = 0};
    add_costs(&cie->cost, section, cie->encoding, initial);
    cie->passed += (uint64_t)(initial.end - initial.at) + strlen(cie->cie.augmentation);
}

static bool read_cie(const struct frame_section *section, uint64_t offset, struct frame_cie *cie)
{
    Dwarf_CFI_Entry entry;
    Dwarf_Off next;
    if (cie->known && cie->offset == offset)
        return true;
    cie->known =
        dwarf_next_cfi(section->ident, section->data, section->eh_frame, offset, &next, &entry) == 0 &&
        dwarf_cfi_cie_p(&entry);
    if (cie->known) {
        cie->offset = offset;
        cie->cie = entry.cie;
        read_augmentation(section, cie);
        run_cie(section, cie);
    }
    return cie->known;
}

int cfi_frame_next(const struct frame_section *section, uint64_t offset, uint64_t *next,
                   struct frame_cie *cie, struct frame_fde *fde, bool *odd)
{
    Dwarf_CFI_Entry entry;
    Dwarf_Off after = (Dwarf_Off)-1;
    const int got = dwarf_next_cfi(section->ident, section->data, section->eh_frame, offset, &after, &entry);
    *odd = false;
    *next = after;
    fde->offset = offset;
    if (got > 0 || after == (Dwarf_Off)-1 || after <= offset)
        return -1;
    if (got == 0 && dwarf_cfi_cie_p(&entry))
        return 1;
    *odd = got != 0 || !read_cie(section, entry.fde.CIE_pointer, cie) ||
           !read_fde(section, &entry.fde, cie, fde);
    return *odd ? 1 : 0;
}
