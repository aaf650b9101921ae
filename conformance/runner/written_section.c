#include "written_section.h"

void runner_judge_written_section(const struct vector *vector, const uint8_t *bytes, size_t size,
                                  struct judgement *judgement)
{
    (void)vector, (void)bytes, (void)size;
    runner_judge_as(judgement, UNSUPPORTED, "later");
}
