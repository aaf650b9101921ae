/* Switches bugs by the code of the readers' zoo; the table is bugs.def in this folder. */
#ifndef CONFORMANCE_WRITERS_ZOO_BUG_H
#define CONFORMANCE_WRITERS_ZOO_BUG_H

#define BUG_TABLE "../writers/zoo/bugs.def" /* from the folder of the readers' zoo */
#include "../../zoo/bug.h"

#endif
