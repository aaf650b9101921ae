/* Stands for the kernel's KUnit: as much as sframe-corpus.h uses, as a program that runs one suite. */
#pragma once

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

struct kunit {
	int failed;
};

struct kunit_case {
	void (*run_case)(struct kunit *test);
	const char *name;
};

struct kunit_suite {
	const char name[256];
	struct kunit_case *test_cases;
};

#define KUNIT_CASE(test_name) { .run_case = test_name, .name = #test_name }

#define KUNIT_EXPECT_TRUE_MSG(test, condition, ...) do { \
		if (!(condition)) { \
			(test)->failed++; \
			printf("# EXPECTATION FAILED: " __VA_ARGS__); \
			printf("\n"); \
		} \
	} while (0)

#define kunit_test_suite(suite) \
	int main(void) \
	{ \
		struct kunit test = { 0 }; \
		for (struct kunit_case *each = suite.test_cases; each->run_case; each++) { \
			each->run_case(&test); \
			printf("%s %s.%s\n", test.failed ? "not ok" : "ok", suite.name, each->name); \
		} \
		return test.failed != 0; \
	} \
	extern struct kunit_suite *end_of_##suite
