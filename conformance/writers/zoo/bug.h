/* Bugs are switched as in the readers' zoo, by its code; the table is bugs.def of this folder. */
#ifndef CONFORMANCE_WRITERS_ZOO_BUG_H
#define CONFORMANCE_WRITERS_ZOO_BUG_H

#define BUG_TABLE "../writers/zoo/bugs.def" /* from the folder of the readers' zoo */
#include "../../zoo/bug.h"

#endif
