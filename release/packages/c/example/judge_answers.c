/* Judges two answers to a lookup: a right one, and one with a wrong offset. */
#include "sframe-corpus.h"
#include "sframe-judge.h"

static void judge(const struct sfv_vector *vector, int offset)
{
	static struct sfv_judgement judgement;
	struct sfv_found found = {
		.what = SFV_FOUND_ROW,
		.cfa = { .kind = SFV_RULE_AT, .base = SFV_SP, .offset = offset },
		.ra = { .kind = SFV_RULE_AT, .base = SFV_CFA, .offset = -8, .deref = 1 },
		.fp = { .kind = SFV_RULE_SAME },
	};
	unsigned int i;

	sfv_judge_found(vector, &found, NULL, &judgement);
	puts(sfv_outcome_names[judgement.outcome]);
	for (i = 0; i < judgement.count && i < SFV_SHOWN; i++)
		printf("%s is %s, not %s\n", judgement.difference[i].path, judgement.difference[i].actual,
		       judgement.difference[i].expected);
}

int main(void)
{
	unsigned int i;

	for (i = 0; i < SFV_COUNT; i++)
		if (strcmp(sfv_vectors[i]->id, "v3/amd64/lookup/settled-inc-single-instruction/in-first-row/pcrel") == 0) {
			judge(sfv_vectors[i], 320);
			judge(sfv_vectors[i], 312);
		}
	return 0;
}
