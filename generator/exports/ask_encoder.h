/* The questions to encoders of a text in the notation. */
#pragma once

#include "encoder_question.h"

/* Gives SINK the questions of the text; if it has none, those that sframe-gen encode has for each section.
 * False: MISTAKE says why. */
bool gen_ask_encoder(struct notation *notation, const char *shape, const struct encoder_sink *sink,
                     struct mistake *mistake);
