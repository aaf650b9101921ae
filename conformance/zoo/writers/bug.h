/* Switches bugs by the code of the readers' zoo; the table is bugs.def in this folder. */
#ifndef CONFORMANCE_ZOO_WRITERS_BUG_H
#define CONFORMANCE_ZOO_WRITERS_BUG_H

#define BUG_TABLE "../writers/bugs.def" /* from the folder of the readers' zoo */
#include "../readers/bug.h"

#endif
