/* A test in the kernel's style: a reader against every vector of a header that is of its kind.  It is compiled
 * for each part of a header, as -DSFRAME_VECTORS='"vectors-0.h"' says. */
#include <kunit/test.h>

#include "sframe_reader.h"
#include SFRAME_VECTORS

/* Whether the reader is asked: version 3, sorted, starts counted from their own fields, for AMD64. */
static int is_of_its_kind(const struct sfv_vector *vector)
{
	return vector->operation == SFV_LOOKUP && vector->profile == SFV_V3 && vector->bytes && vector->size > 4 &&
	       vector->bytes[3] == 5 && vector->bytes[4] == SFV_AMD64;
}

static int same_rule(const struct sframe_rule *rule, const struct sfv_rule *expected)
{
	if (expected->kind == SFV_RULE_NONE || expected->kind == SFV_RULE_SAME)
		return rule->kind == SFRAME_NOTHING;
	if (expected->kind == SFV_RULE_UNDEFINED)
		return rule->kind == SFRAME_UNDEFINED;
	return rule->kind == SFRAME_PLACE && (u32)rule->base == (u32)expected->base &&
	       rule->reg == expected->reg && rule->offset == expected->offset &&
	       rule->deref == expected->deref;
}

static int same_answer(enum sframe_result result, const struct sframe_rules *rules,
		       const struct sfv_found *found)
{
	static const enum sframe_result results[] = {
		[SFV_FOUND_ROW] = SFRAME_ROW,
		[SFV_FOUND_OUTERMOST] = SFRAME_OUTERMOST,
		[SFV_FOUND_NO_FUNCTION] = SFRAME_NO_FUNCTION,
		[SFV_FOUND_NO_ROW] = SFRAME_NO_ROW,
		[SFV_FOUND_ERROR] = SFRAME_REFUSED,
	};

	if (result != results[found->what])
		return 0;
	if (result != SFRAME_ROW && result != SFRAME_OUTERMOST)
		return 1;
	return rules->signal == found->signal && same_rule(&rules->cfa, &found->cfa) &&
	       same_rule(&rules->ra, &found->ra) && same_rule(&rules->fp, &found->fp);
}

static int is_allowed(u8 may, enum sframe_result result, const struct sframe_rules *rules,
		      const struct sfv_found *found)
{
	if (result == SFRAME_REFUSED && (may & SFV_MAY_REFUSE) != 0)
		return 1;
	if (result == SFRAME_NO_FUNCTION && (may & SFV_MAY_FIND_NONE) != 0)
		return 1;
	return (may & SFV_MAY_ANSWER) != 0 && same_answer(result, rules, found);
}

/* On an open point, the answer of any reading is right. */
static int is_right(const struct sfv_vector *vector)
{
	struct sframe_rules rules;
	enum sframe_result result =
		sframe_find(vector->bytes, vector->size, vector->address, vector->pc, &rules);

	for (u32 i = 0; i < vector->reading_count; i++)
		if (is_allowed(vector->reading[i].may, result, &rules, &vector->reading[i].found))
			return 1;
	if (vector->open)
		return vector->reading_count == 0;
	return is_allowed(vector->may, result, &rules, &vector->found);
}

static void sframe_vectors_test(struct kunit *test)
{
	u32 asked = 0;

	for (u32 i = 0; i < SFV_COUNT; i++) {
		const struct sfv_vector *vector = sfv_vectors[i];

		if (!is_of_its_kind(vector))
			continue;
		asked++;
		KUNIT_EXPECT_TRUE_MSG(test, is_right(vector), "%s\n", vector->id);
	}
	kunit_info(test, "%u vectors\n", asked);
}

static struct kunit_case sframe_cases[] = {
	KUNIT_CASE(sframe_vectors_test),
	{}
};

static struct kunit_suite sframe_suite = {
	.name = "sframe-vectors",
	.test_cases = sframe_cases,
};

kunit_test_suite(sframe_suite);
