/* Seconds of processor time that this program took, and the middle of many measurements. */
#pragma once

#include <stdlib.h>
#include <time.h>

static inline double seconds_now(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static inline int by_value(const void *left, const void *right)
{
    const double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/* Between LOW and HIGH lies half of the values. */
struct middle {
    double low, median, high;
};

/* Sorts the values. */
static inline struct middle middle_of(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, by_value);
    return (struct middle){values[count / 4], values[count / 2], values[count - 1 - count / 4]};
}
