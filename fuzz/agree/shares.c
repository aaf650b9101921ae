#include "shares.h"

#include "lift.h"

#include <stdio.h>
#include <stdlib.h>

static unsigned long long inputs, whole, by_reason[LOSS_COUNT];

static void print_shares(void)
{
    (void)fprintf(stderr, "%llu inputs, %llu of them written again byte for byte\n", inputs, whole);
    for (unsigned i = 0; i < LOSS_COUNT; i++)
        if (by_reason[i] > 0)
            (void)fprintf(stderr, "%12llu  %s\n", by_reason[i], loss_words((enum loss)i));
}

void count_share(unsigned lost)
{
    if (inputs++ == 0 && getenv("AGREE_SHARES") != NULL)
        (void)atexit(print_shares);
    whole += lost == 0;
    for (unsigned i = 0; i < LOSS_COUNT; i++)
        by_reason[i] += lost >> i & 1;
}
