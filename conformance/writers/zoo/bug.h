/* Bugs are switched as in the readers' zoo; the table is bugs.def of this folder (BUG_TABLE, conformance.mk).
 */
#ifndef WRITERS_ZOO_BUG_H
#define WRITERS_ZOO_BUG_H

#include "../../zoo/bug.h"

#endif
