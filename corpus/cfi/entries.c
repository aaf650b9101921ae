#include "entries.h"

#include <dwarf.h>

/* --- Entries ------------------------------------------------------------------------------------------- */

static unsigned encoded_width(const struct frame_section *section, uint8_t encoding)
{
    static const uint8_t widths[8] = {[DW_EH_PE_udata2] = 2, [DW_EH_PE_udata4] = 4, [DW_EH_PE_udata8] = 8};
    const unsigned width = widths[encoding & 7];
    return width != 0 ? width : section->ident[EI_CLASS] == ELFCLASS32 ? 4 : 8;
}

uint64_t cfi_frame_address(const struct frame_section *section, uint8_t encoding, struct bytes *bytes)
{
    const uint8_t form = encoding & 0x0f, unsigned_form = encoding & 7, relative = encoding & 0xf0;
    const uint64_t field = section->address + (uint64_t)(bytes->at - (const uint8_t *)section->data.d_buf);
    uint64_t value = 0;
    if (unsigned_form == DW_EH_PE_uleb128)
        value = bytes_take_leb(bytes, form != unsigned_form);
    else if (unsigned_form == DW_EH_PE_udata4) /* the usual form; here the width is a constant */
        value = bytes_take_number(bytes, 4, form != unsigned_form);
    else if (form == DW_EH_PE_absptr ||
             (unsigned_form > DW_EH_PE_uleb128 && unsigned_form <= DW_EH_PE_udata8))
        value = bytes_take_number(bytes, encoded_width(section, encoding), form != unsigned_form);
    else
        bytes->failed = true;
    bytes->failed = bytes->failed || (relative != DW_EH_PE_absptr && relative != DW_EH_PE_pcrel);
    return value + (relative == DW_EH_PE_pcrel ? field : 0);
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
            cie->encoding = (uint8_t)bytes_take(&data, 1);
        else if (*letter == 'L')
            (void)bytes_part(&data, 1);
        else if (*letter == 'P')
            (void)bytes_part(&data, encoded_width(section, (uint8_t)bytes_take(&data, 1)));
        cie->key_b = cie->key_b || *letter == 'B';
        cie->signal = cie->signal || *letter == 'S';
    }
    cie->known = cie->known && !data.failed;
}

/* Reads an FDE: start; size, in the same encoding but never relative; augmentation data; instructions. */
static bool read_fde(const struct frame_section *section, const Dwarf_FDE *entry, const struct frame_cie *cie,
                     struct frame_fde *fde)
{
    struct bytes bytes = {entry->start, entry->end, section->ident[EI_DATA] == ELFDATA2MSB, false};
    fde->start = cfi_frame_address(section, cie->encoding, &bytes);
    fde->size = cfi_frame_address(section, cie->encoding & 0x0f, &bytes);
    if (cie->cie.augmentation[0] == 'z')
        (void)bytes_part(&bytes, bytes_take_leb(&bytes, false));
    fde->instructions = bytes;
    return !bytes.failed && fde->size != 0 && fde->start <= UINT64_MAX - fde->size;
}

/* --- Walking ------------------------------------------------------------------------------------------- */

static int read_entry(const struct frame_section *section, uint64_t offset, Dwarf_Off *next,
                      Dwarf_CFI_Entry *entry)
{
    Elf_Data data = section->data;
    return dwarf_next_cfi(section->ident, &data, section->eh_frame, offset, next, entry);
}

static bool read_cie(const struct frame_section *section, uint64_t offset, struct frame_cie *cie)
{
    Dwarf_CFI_Entry entry;
    Dwarf_Off next;
    cie->fresh = false;
    if (cie->known && cie->offset == offset)
        return true;
    cie->known = read_entry(section, offset, &next, &entry) == 0 && dwarf_cfi_cie_p(&entry);
    if (cie->known) {
        cie->offset = offset;
        cie->cie = entry.cie;
        read_augmentation(section, cie);
        cie->fresh = true;
    }
    return cie->known;
}

int cfi_frame_next(const struct frame_section *section, uint64_t offset, uint64_t *next,
                   struct frame_cie *cie, struct frame_fde *fde, bool *odd)
{
    Dwarf_CFI_Entry entry;
    Dwarf_Off after = (Dwarf_Off)-1;
    const int got = read_entry(section, offset, &after, &entry);
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

struct bytes cfi_frame_initial(const struct frame_section *section, const struct frame_cie *cie)
{
    return (struct bytes){cie->cie.initial_instructions, cie->cie.initial_instructions_end,
                          section->ident[EI_DATA] == ELFDATA2MSB, false};
}
