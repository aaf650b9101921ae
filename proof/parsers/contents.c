/* file_contents of the mutator: safe, they lie in the file. */
#include "fuzz/mutator/draft.c"
#include "fuzz/mutator/elf_file.c"

void proof_contents(void)
{
    struct elf_file file;
    struct bytes contents;
    file.size = any_size();
    file.room = any_size();
    __CPROVER_assume(file.size <= file.room);
    file.bytes = (uint8_t *)any_bytes(file.room);
    const bool there = file_contents(&file, nondet_size(), &contents);
    assert(!there || (__CPROVER_same_object(contents.at, file.bytes) &&
                      __CPROVER_POINTER_OFFSET(contents.at) + contents.size <= file.size));
    REACHES(there && contents.size > 8);
    REACHES(!there);
}
