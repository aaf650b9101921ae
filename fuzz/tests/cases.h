/* Reads the files of a folder, for tests of the mutator and for timing it. */
#ifndef FUZZ_TESTS_CASES_H
#define FUZZ_TESTS_CASES_H

#include <stddef.h>
#include <stdint.h>

struct file {
    uint8_t *bytes;
    size_t size;
};

struct files {
    struct file *list;
    size_t count;
};

/* Reads all files.  Ends the program if there are none, or one cannot be read. */
struct files read_files(const char *folder);
void free_files(struct files *files);

#endif
