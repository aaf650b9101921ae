
/*
 * A test of a reader by the vectors, in plain C or for KUnit.
 *
 * Write two functions, and name both in a file that includes this header once:
 *
 *	static bool is_asked(const struct sfv_vector *vector);
 *	static bool is_right(const struct sfv_vector *vector);
 *	SFRAME_CORPUS_TEST(my_reader, is_asked, is_right)
 *
 * In the kernel that is a KUnit suite, elsewhere a main() that writes TAP and ends with
 * 0 if all vectors asked were right, and there were some.
 *
 * For other vectors than the core include another header of sframe-gen before this one.
 */
#ifndef SFRAME_CORPUS_H
#define SFRAME_CORPUS_H

#define SFRAME_CORPUS_VERSION "@VERSION@"

#ifdef __KERNEL__
#include <kunit/test.h>
#include <linux/module.h>
#include <linux/vmalloc.h>
#define SFRAME_CORPUS_ROOM(size) vmalloc(size)
#define SFRAME_CORPUS_FREE(room) vfree(room)
#else
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#define SFRAME_CORPUS_ROOM(size) malloc(size)
#define SFRAME_CORPUS_FREE(room) free(room)
#endif

enum sframe_corpus_outcome { SFRAME_CORPUS_NOT_ASKED, SFRAME_CORPUS_RIGHT, SFRAME_CORPUS_WRONG };

/* Asks one vector; a large section is made of its parts before, and taken away after. */
static inline enum sframe_corpus_outcome
sframe_corpus_ask(const struct sfv_vector *vector, bool (*is_asked)(const struct sfv_vector *vector),
		  bool (*is_right)(const struct sfv_vector *vector))
{
	enum sframe_corpus_outcome outcome = SFRAME_CORPUS_NOT_ASKED;
	struct sfv_vector whole = *vector;
	u8 *made = NULL;

	if (vector->parts != 0) {
		made = (u8 *)SFRAME_CORPUS_ROOM(vector->size);
		if (made == NULL)
			return SFRAME_CORPUS_WRONG;
		sfv_make(vector, made);
		whole.bytes = made;
	}
	if (is_asked(&whole))
		outcome = is_right(&whole) ? SFRAME_CORPUS_RIGHT : SFRAME_CORPUS_WRONG;
	SFRAME_CORPUS_FREE(made);
	return outcome;
}

#ifdef __KERNEL__

#define SFRAME_CORPUS_TEST(reader, is_asked, is_right)					\
	static void reader##_vectors(struct kunit *test)					\
	{										\
		unsigned int i, asked = 0;						\
											\
		for (i = 0; i < SFV_COUNT; i++) {					\
			enum sframe_corpus_outcome outcome =				\
				sframe_corpus_ask(sfv_vectors[i], is_asked, is_right);	\
											\
			asked += outcome != SFRAME_CORPUS_NOT_ASKED;			\
			KUNIT_EXPECT_TRUE_MSG(test, outcome != SFRAME_CORPUS_WRONG,	\
					      "%s", sfv_vectors[i]->id);		\
		}									\
		KUNIT_EXPECT_TRUE_MSG(test, asked != 0, "no vector was asked");		\
	}										\
	static struct kunit_case reader##_cases[] = {					\
		KUNIT_CASE(reader##_vectors),						\
		{}									\
	};										\
	static struct kunit_suite reader##_suite = {					\
		.name = #reader,								\
		.test_cases = reader##_cases,						\
	};										\
	kunit_test_suite(reader##_suite);

#else

#define SFRAME_CORPUS_TEST(reader, is_asked, is_right)					\
	int main(void)									\
	{										\
		unsigned int i, asked = 0, wrong = 0;					\
											\
		for (i = 0; i < SFV_COUNT; i++) {					\
			enum sframe_corpus_outcome outcome =				\
				sframe_corpus_ask(sfv_vectors[i], is_asked, is_right);	\
											\
			if (outcome == SFRAME_CORPUS_NOT_ASKED)				\
				continue;						\
			asked++;							\
			if (outcome == SFRAME_CORPUS_RIGHT) {				\
				printf("ok %u - %s\n", asked, sfv_vectors[i]->id);	\
			} else {							\
				printf("not ok %u - %s\n", asked, sfv_vectors[i]->id);	\
				wrong++;						\
			}								\
		}									\
		printf("1..%u\n# " #reader ": %u vectors asked, %u wrong\n", asked, asked, wrong); \
		return asked == 0 || wrong != 0 || fflush(stdout) != 0;			\
	}

#endif
#endif
