/* How objects are written: as today's assemblers write them, and in other ways that the texts allow. */
#include "emit/sets.h"
#include "link_emitter.h"

#include <elf.h>

enum { SFRAME_TYPE = 0x6ffffff4 /* SHT_GNU_SFRAME, which many elf.h lack */ };

const struct link_manner gen_link_manners[LINK_MANNERS] = {
    {"gas-2.40", PROFILE_V1, STARTS_FROM_FIELD, SHT_PROGBITS, AMD | ARMS, true, NULL},
    {"gas-2.44", PROFILE_V2, STARTS_FROM_FIELD, SHT_PROGBITS, AMD | ARMS, true, NULL},
    {"llvm-22", PROFILE_V2E2, STARTS_PCREL, SFRAME_TYPE, AMD, true, NULL},
    {"gas-2.47", PROFILE_V3, STARTS_PCREL, SFRAME_TYPE, ANY_ABI, true, NULL},
    {"v3-from-section", PROFILE_V3, STARTS_FROM_SECTION, SFRAME_TYPE, ANY_ABI, false, NULL},
    {"v3-progbits", PROFILE_V3, STARTS_PCREL, SHT_PROGBITS, ANY_ABI, false, "section-type-errata"},
    {"v2e2-other-abis", PROFILE_V2E2, STARTS_PCREL, SFRAME_TYPE, TRACKED, false, NULL},
    {"v2e2-from-section", PROFILE_V2E2, STARTS_FROM_SECTION, SFRAME_TYPE, ANY_ABI, false, NULL},
    {"v2-from-section", PROFILE_V2, STARTS_FROM_SECTION, SHT_PROGBITS, AMD | ARMS, false, NULL},
    {"v1-from-section", PROFILE_V1, STARTS_FROM_SECTION, SHT_PROGBITS, AMD | ARMS, false, NULL},
};
