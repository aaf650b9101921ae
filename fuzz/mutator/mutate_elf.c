/* Mutates whole ELF files, and crosses two. */
#include "edits.h"
#include "elf_file.h"

#include <string.h>

enum { MOST_EDITS = 4, MOST_TRIES = 8, MOST_CROSSED = 64 };
enum { LARGE = 2048, SMALL_ROOM = 256, MIDDLE_ROOM = 1 << 12, LARGE_ROOM = 1 << 16 };

bool is_elf(const uint8_t *data, size_t size)
{
    return size >= SELFMAG && memcmp(data, ELFMAG, SELFMAG) == 0;
}

/* The size that the file may get: small ones are fast and show most, but what is slow shows in large ones. */
static size_t room_of(size_t size, size_t most, struct random *random)
{
    const size_t more = one_in(random, 2048)  ? most
                        : one_in(random, 256) ? LARGE_ROOM
                        : one_in(random, 32)  ? MIDDLE_ROOM
                                              : SMALL_ROOM;
    return most - size < more ? most : size + more;
}

static bool apply(struct mutator *mutator, struct elf_file *file, enum elf_edit edit, struct random *random)
{
    const struct elf_edit_kind *const kind = &elf_edit_kinds[edit];
    if ((kind->breaks && mutator->never_break) || !kind->apply(file, random))
        return false;
    note(mutator, kind->name);
    return true;
}

/* Mutates a file without a header that can be read: a section in it is still edited. */
static size_t mutate_remains(struct mutator *mutator, uint8_t *data, size_t size, size_t most,
                             struct random *random)
{
    if (one_in(random, 2) && edit_in_place(mutator, data, size, random))
        return size;
    note(mutator, "bytes");
    return mutator->plain(data, size, most, random);
}

size_t mutate_elf(struct mutator *mutator, uint8_t *data, size_t size, size_t most, struct random *random)
{
    struct elf_file file;
    unsigned wanted = 1;
    if (!file_begin(&file, mutator, data, size, room_of(size, most, random)))
        return mutate_remains(mutator, data, size, most, random);
    if (size > LARGE && !one_in(random, 8))
        (void)apply(mutator, &file, ELF_EDIT_compact, random);
    while (wanted < MOST_EDITS && one_in(random, 2))
        wanted++;
    for (unsigned tries = 0; wanted > 0 && tries < MOST_TRIES; tries++)
        if (apply(mutator, &file, (enum elf_edit)below(random, ELF_EDITS), random))
            wanted--;
    return file.size;
}

/* Adapts section headers of the other file to ours, from index FIRST on: what they name lies SHIFT bytes
 * further behind, and the sections that they name have other indices. */
static void take_sections(struct elf_file *file, size_t first, const struct elf_file *other, size_t count,
                          size_t shift)
{
    const struct elf_table ours = file_headers(file, ELF_SECTION), theirs = file_headers(other, ELF_SECTION);
    for (size_t i = 1; i < count && first + i - 1 < ours.count; i++) {
        const size_t to = file_at(file, &ours, first + i - 1), from = file_at(other, &theirs, i);
        for (unsigned field = S_TYPE; field < S_FIELDS; field++) {
            const uint64_t value = file_get(other, ELF_SECTION, from, field);
            const bool index = (field == S_LINK || field == S_INFO) && value != 0;
            const uint64_t more = field == S_OFFSET ? shift : index ? first - 1 : 0;
            file_put(file, ELF_SECTION, to, field, value + more);
        }
    }
}

size_t cross_elf(struct mutator *mutator, struct bytes ours, struct bytes others, uint8_t *out, size_t most,
                 struct random *random)
{
    struct elf_file file, other;
    size_t first;
    if (ours.size > most || others.size > MOST_CASE)
        return 0;
    memcpy(mutator->other_input, others.at, others.size);
    memcpy(out, ours.at, ours.size);
    if (!file_begin(&file, mutator, out, ours.size, most) ||
        !file_begin(&other, mutator, mutator->other_input, others.size, others.size))
        return 0;
    if (others.size > LARGE)
        (void)elf_edit_compact(&other, random);
    const size_t sections = file_headers(&other, ELF_SECTION).count;
    const size_t count = smaller_of(sections, MOST_CROSSED);
    const size_t shift = count < 2 ? 0 : file_append(&file, other.bytes, other.size);
    if (shift == 0 || !file_add_headers(&file, ELF_SECTION, count - 1, &first))
        return 0;
    take_sections(&file, first, &other, count, shift);
    if (file.size > LARGE)
        (void)elf_edit_compact(&file, random);
    note(mutator, "sections");
    return file.size;
}
