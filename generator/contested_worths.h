/* Contested points on which readings differ in what a section is worth; a part of contested_layout. */
#ifndef GENERATOR_CONTESTED_WORTHS_H
#define GENERATOR_CONTESTED_WORTHS_H

#include "contested.h"

/* The vectors of the point for which a table suffices.  Model and bytes of the last stay for what the caller
 * adds. */
void by_worth(struct matter *matter);

/* Sections that other questions are put to as well. */
void one_function(struct section *section);
void unsorted_unflagged(struct section *section);
void overlap_partly(struct section *section);
void overlap_within(struct section *section);
void overlap_twins(struct section *section);

#endif
