/* Counts the inputs that could not be lifted whole, by reason.  If AGREE_SHARES is set, the counts are
 * printed at the end. */
#ifndef FUZZ_AGREE_SHARES_H
#define FUZZ_AGREE_SHARES_H

/* Counts the reasons that lift() gave; call it once for each input. */
void count_share(unsigned lost);

#endif
