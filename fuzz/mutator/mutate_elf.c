/* Mutates whole ELF files. */
#include "elf_file.h"

#include <string.h>

enum { MOST_EDITS = 4, MOST_TRIES = 8 };
enum { LARGE = 2048, SMALL_ROOM = 256, MIDDLE_ROOM = 1 << 12, LARGE_ROOM = 1 << 16 };

bool is_elf(const uint8_t *data, size_t size)
{
    return size >= SELFMAG && memcmp(data, ELFMAG, SELFMAG) == 0;
}

/* How large the file may become: small files are fast and find most mistakes, but not what is slow. */
static size_t room_of(size_t size, size_t most, struct random *random)
{
    const size_t more = one_in(random, 2048)  ? most
                        : one_in(random, 256) ? LARGE_ROOM
                        : one_in(random, 32)  ? MIDDLE_ROOM
                                              : SMALL_ROOM;
    return most - size < more ? most : size + more;
}

static bool apply(struct elf_file *file, enum elf_edit edit, struct random *random)
{
    const struct elf_edit_kind *const kind = &elf_edit_kinds[edit];
    return !(kind->breaks && file->mutator->never_break) && kind->apply(file, random);
}

size_t mutate_elf(struct mutator *mutator, uint8_t *data, size_t size, size_t most, struct random *random)
{
    struct elf_file file;
    unsigned wanted = 1;
    if (!file_begin(&file, mutator, data, size, room_of(size, most, random)))
        return edit_in_place(mutator, data, size, random) ? size : mutator->plain(data, size, most, random);
    if (size > LARGE && !one_in(random, 8))
        (void)apply(&file, ELF_EDIT_compact, random);
    while (wanted < MOST_EDITS && one_in(random, 2))
        wanted++;
    for (unsigned tries = 0; wanted > 0 && tries < MOST_TRIES; tries++)
        if (apply(&file, (enum elf_edit)below(random, ELF_EDITS), random))
            wanted--;
    return file.size;
}
