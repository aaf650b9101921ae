/* See ../kunit/test.h. */
#ifndef RELEASE_TESTS_CONSUMERS_KUNIT_LINUX_STRING_H
#define RELEASE_TESTS_CONSUMERS_KUNIT_LINUX_STRING_H

int strcmp(const char *one, const char *other);

#endif
