/* See ../kunit/test.h. */
#pragma once

#define vmalloc(size) malloc(size)
#define vfree(room) free(room)
