/* Of how many inputs what was lost on the way to the model; told at the end where AGREE_SHARES is set. */
#ifndef FUZZ_AGREE_SHARES_H
#define FUZZ_AGREE_SHARES_H

/* What lift() says; once for each input. */
void count_share(unsigned lost);

#endif
