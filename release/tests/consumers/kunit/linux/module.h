/* See ../kunit/test.h. */
#pragma once

#define MODULE_LICENSE(name) _Static_assert(sizeof(name) > 1, "a licence")
