
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

#define SFRAME_CORPUS_TEST(reader, is_asked, is_right)					\
	static void reader##_vectors(struct kunit *test)					\
	{										\
		unsigned int i, asked = 0;						\
											\
		for (i = 0; i < SFV_COUNT; i++) {					\
			if (!is_asked(sfv_vectors[i]))					\
				continue;						\
			asked++;							\
			KUNIT_EXPECT_TRUE_MSG(test, is_right(sfv_vectors[i]),		\
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

#include <stdbool.h>
#include <stdio.h>

#define SFRAME_CORPUS_TEST(reader, is_asked, is_right)					\
	int main(void)									\
	{										\
		unsigned int i, asked = 0, wrong = 0;					\
											\
		for (i = 0; i < SFV_COUNT; i++) {					\
			if (!is_asked(sfv_vectors[i]))					\
				continue;						\
			asked++;							\
			if (is_right(sfv_vectors[i])) {					\
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
