/* See ../kunit/test.h. */
#ifndef RELEASE_TESTS_CONSUMERS_KUNIT_LINUX_VMALLOC_H
#define RELEASE_TESTS_CONSUMERS_KUNIT_LINUX_VMALLOC_H

#define vmalloc(size) malloc(size)
#define vfree(room) free(room)

#endif
