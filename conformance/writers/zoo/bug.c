/* The code of the readers' zoo, compiled with the table of this one. */
#include "bug.h"

#include "../../zoo/bug.c" /* NOLINT(bugprone-suspicious-include) */
