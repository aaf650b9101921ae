/* An implementation in process (implementation.h), held to what the generator says that sections mean.
 *
 * A section that the oracle calls valid, or irregular where readers may still answer, is lifted into the
 * generator's model; the generator's emitter writes what may be answered, with the ledger's open points left
 * open, and the runner's judge decides, by what the implementation declares.  Whatever counts against it is a
 * broken law.  All other bytes are only given to it, and must not crash it; but one that claims to be strict
 * (implementation_is_strict) must refuse what the oracle calls malformed. */
#ifndef FUZZ_AGREE_AGREE_H
#define FUZZ_AGREE_AGREE_H

#include <stddef.h>
#include <stdint.h>

/* A case (common/case.h): its section, at its PC and at edges that its choice picks.  With bit 7 of its
 * options set the section's bytes choose vectors of one of the generator's families: unwindings and contested
 * ones are asked so. */
void agree_with(const uint8_t *data, size_t size);

#endif
