/* Models that no section says: an encoder refuses them, and cuts nothing silently. */
#pragma once

#include "encoder_question.h"

/* Gives SINK the selected ones, each as a question. */
void gen_unsayable_questions(const struct selection *selection, const struct encoder_sink *sink);
