#ifndef SFR_PROOF_INVARIANTS_H
#define SFR_PROOF_INVARIANTS_H
#include "any.h"

/* What sfr_open promises of every section, and each other call keeps. */
static inline bool is_open(const struct sfr_section *section)
{
    if (section->profile >= SFR_PROFILE_COUNT || section->header_read > section->size)
        return false;
    if (section->malformed)
        return section->function_count == 0 && !section->searchable;
    const size_t room = section->fdes_end - section->fdes;
    return sfr_abi_facts(section->abi) != NULL && section->header_read >= 28 &&
           section->fdes >= section->header_read && section->fdes <= section->fdes_end &&
           section->fdes_end <= section->size && section->fres >= section->header_read &&
           section->fres <= section->fres_end && section->fres_end <= section->size &&
           section->fres_end - section->fres == section->fre_len &&
           room == (size_t)section->function_count * text_of(section)->entry_size;
}
#endif
