/* Lifts bytes into the generator's model: makes a model of what the oracle reads, from which the generator's
 * encoder makes the same bytes.  If that is not possible, reasons say why. */
#pragma once

#include "model/model.h"
#include "sframe-ref.h"

/* Reasons of the first kind have a model, whose bytes are as long as the section and differ only where the
 * reason says.  Those of the second kind have none.
 *
 *     LOSS(enumerator, whether there is a model, "why")
 */
#define LOSSES(LOSS)                                                                                         \
    LOSS(TOTAL, true, "the header's row count is not the number of rows")                                    \
    LOSS(RESERVED, true, "bits that mean nothing, or padding, are set")                                      \
    LOSS(FILLER, true, "bytes that nobody owns are not all alike")                                           \
    LOSS(UNREADABLE, false, "it is malformed")                                                               \
    LOSS(LARGE, false, "more functions, rows, words or bytes than the model has room for")                   \
    LOSS(BETWEEN, false, "bytes lie between rows and the functions behind them")                             \
    LOSS(EMPTY_FIRST, false, "a row sub-section without bytes comes first")                                  \
    LOSS(OVERLAP, false, "rows are shared, but not whole with an earlier function of their type")            \
    LOSS(FLEX_CFA, false, "a flexible row's first word is padding")                                          \
    LOSS(PAIR_CUT, false, "a flexible row ends within a pair")                                               \
    LOSS(REGISTER_SIGN, false, "a word names a negative register")                                           \
    LOSS(START_WRAPS, false, "a start wraps as it is counted from its field")

enum loss {
#define LOSS(enumerator, has_model, words) LOSS_##enumerator,
    LOSSES(LOSS)
#undef LOSS
        LOSS_COUNT
};

/* Lifts a section that the oracle has opened, and does not call malformed.  Returns false if there is no
 * model. *lost gets a bit for each reason; if it is 0, the encoder writes exactly the section's bytes. */
bool lift(struct section *model, const struct sfr_section *section, unsigned *lost);
