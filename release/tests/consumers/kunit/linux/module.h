/* See ../kunit/test.h. */
#ifndef RELEASE_TESTS_CONSUMERS_KUNIT_LINUX_MODULE_H
#define RELEASE_TESTS_CONSUMERS_KUNIT_LINUX_MODULE_H

#define MODULE_LICENSE(name) _Static_assert(sizeof(name) > 1, "a licence")

#endif
