/* Switches bugs by the code of the readers' zoo; the table is bugs.def in this folder. */
#pragma once

#define BUG_TABLE "../writers/bugs.def" /* from the folder of the readers' zoo */
#include "../readers/bug.h"
