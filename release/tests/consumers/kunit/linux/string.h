/* See ../kunit/test.h. */
int strcmp(const char *one, const char *other);
