/* See ../kunit/test.h. */
#pragma once

#include <stddef.h>

int strcmp(const char *one, const char *other);
int strncmp(const char *one, const char *other, size_t size);
size_t strlen(const char *string);
size_t strspn(const char *string, const char *accepted);
char *strchr(const char *string, int c);
int memcmp(const void *one, const void *other, size_t size);
void *memcpy(void *to, const void *from, size_t size);
