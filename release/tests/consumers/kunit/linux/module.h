/* See ../kunit/test.h. */
#define MODULE_LICENSE(name) _Static_assert(sizeof(name) > 1, "a licence")
