/* The readers' zoo's code for bugs, compiled with the table of this zoo. */
#include "bug.h"

#include "../readers/bug.c" /* NOLINT(bugprone-suspicious-include) */
