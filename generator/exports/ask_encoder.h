/* The questions to encoders of a text in the notation. */
#pragma once

#include "encoder_question.h"

/* Those of the text; of one that asks no encoder what `encode` asks of each section.  False: the mistake. */
bool gen_ask_encoder(struct notation *notation, const char *shape, const struct encoder_sink *sink,
                     struct mistake *mistake);
