/* What the example needs of KUnit, with the same names: host.c has the rest. */
#ifndef GENERATOR_EXAMPLES_KERNEL_STAND_IN_KUNIT_TEST_H
#define GENERATOR_EXAMPLES_KERNEL_STAND_IN_KUNIT_TEST_H

#include <linux/types.h>

struct kunit;

struct kunit_case {
	void (*run_case)(struct kunit *test);
	const char *name;
};

struct kunit_suite {
	const char *name;
	struct kunit_case *test_cases;	/* up to one without a name */
};

/* The message has one string in it, or one number. */
void kunit_failed(struct kunit *test, const char *message, const char *string);
void kunit_info(struct kunit *test, const char *message, u32 number);

#define KUNIT_CASE(function) {.run_case = function, .name = #function}
#define KUNIT_EXPECT_TRUE_MSG(test, condition, message, string) \
	((condition) ? (void)0 : kunit_failed(test, message, string))

/* As in the kernel, the linker puts all suites side by side. */
#define kunit_test_suite(suite) \
	static struct kunit_suite *const kunit_the_suite \
		__attribute__((section("kunit_suites"), used)) = &suite

#endif
