/* lookup.c as it is, for proofs of what it does not show to others. */
#ifndef SFR_PROOF_LOOKUP_H
#define SFR_PROOF_LOOKUP_H

#include "invariants.h"

#define sfr_survey    surveyed
#define sfr_lookup_in looked_up_in
#define sfr_lookup    looked_up
#include "../lib/lookup.c"

/* If the later one starts at or before a PC: so does the earlier one, and where both have a size, it ends there. */
#define is_passed(earlier, later, pc)                                                                        \
    ((later).start > (pc) ||                                                                                 \
     ((earlier).start <= (pc) && ((earlier).size == 0 || (later).size == 0 ||                                \
                                  (earlier).start + (int64_t)(earlier).size <= (pc))))

#endif
