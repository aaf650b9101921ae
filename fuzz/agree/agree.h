/* Tests an implementation in process (implementation.h) against what the generator says that sections mean.
 *
 * A section that the oracle calls valid, or irregular if readers may still answer, is lifted into the
 * generator's model.  The generator's emitter writes which answers are right, and leaves the ledger's open
 * points open.  Then the runner's judge decides, by what the implementation declares.  An outcome that counts
 * against it is a broken law.  All other bytes are only given to the implementation, and must not crash it;
 * but an implementation that claims to be strict (implementation_is_strict) must refuse what the oracle calls
 * malformed. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Tests one case (common/case.h): its section, at its PC and at edges that its choice picks.  If bit 7 of its
 * options is set, the section's bytes choose vectors of one of the generator's families instead; so
 * unwindings and contested vectors are asked, too. */
void agree_with(const uint8_t *data, size_t size);
