/* Tests of the mutator of ELF files: whatever it is given, it stays in its bounds and is deterministic;
 * libelf sees its edits; and in most of its files the tool finds SFrame.  Argument: a folder of ELF files. */
#define OWN_MAIN
#include "../../common/unit.h"
#include "elf_file.h"
#include "tool/elf.h"
#include "twins.h"

#include <stdio.h>
#include <string.h>

enum { MOST = 1 << 15, LONGEST = 1 << 20 };
/* Per cent; measured: see README.md. */
enum { CHANGED_FLOOR = 65, OPENED_FLOOR = 99, FOUND_FLOOR = 85, SMALL_FLOOR = 90 };

static struct files seeds, sound; /* all files; small ones in which the tool finds sections */

static struct file any_of(const struct files *files, struct random *random)
{
    return files->list[below(random, files->count)];
}

/* An input: a file, mostly damaged or cut. */
static size_t any_input(uint8_t *out, struct random *random)
{
    const struct file file = any_of(&seeds, random);
    size_t size = file.size < MOST ? file.size : MOST;
    memcpy(out, file.bytes, size);
    if (one_in(random, 4))
        size = below(random, size + 1);
    if (one_in(random, 4))
        size = mutate_case(one, out, size, MOST, random_next(random));
    for (unsigned damage = below(random, 4); damage > 0; damage--)
        size = havoc(out, size, MOST, random);
    return size;
}

/* --- What libelf and the tool see ---------------------------------------------------------------------- */

/* What libelf sees: kinds of sections, also if their bytes are something else. */
enum {
    SECTIONS,
    SEGMENTS,
    SFRAMES,
    RELOCATIONS,
    ENTRIES,
    SYMBOLS,
    WIDE,
    COMPRESSED,
    SEGMENTS_OF_SFRAME,
    SAME_BYTES,
    SEEN
};

/* Counts what libelf sees.  Returns whether it can open the file. */
static bool see(uint8_t *bytes, size_t size, size_t seen[SEEN])
{
    GElf_Ehdr file;
    GElf_Shdr header;
    GElf_Phdr segment;
    uint64_t last = UINT64_MAX;
    (void)elf_version(EV_CURRENT);
    memset(seen, 0, SEEN * sizeof *seen);
    Elf *const elf = elf_memory((char *)bytes, size);
    const bool opened = elf != NULL && gelf_getehdr(elf, &file) != NULL &&
                        elf_getshdrnum(elf, &seen[SECTIONS]) == 0 &&
                        elf_getphdrnum(elf, &seen[SEGMENTS]) == 0;
    for (size_t i = 1; opened && i < seen[SECTIONS]; i++) {
        if (gelf_getshdr(elf_getscn(elf, i), &header) == NULL)
            continue;
        const bool relocations = header.sh_type == SHT_RELA || header.sh_type == SHT_REL;
        seen[SFRAMES] += header.sh_type == SHT_SFRAME;
        seen[RELOCATIONS] += relocations;
        seen[ENTRIES] += relocations && header.sh_entsize != 0 ? header.sh_size / header.sh_entsize : 0;
        seen[SYMBOLS] += header.sh_type == SHT_SYMTAB;
        seen[WIDE] += header.sh_type == SHT_SYMTAB_SHNDX;
        seen[COMPRESSED] += (header.sh_flags & SHF_COMPRESSED) != 0;
        seen[SAME_BYTES] += header.sh_offset == last; /* where the one before lies */
        last = header.sh_offset;
    }
    for (size_t i = 0; opened && i < seen[SEGMENTS]; i++)
        seen[SEGMENTS_OF_SFRAME] +=
            gelf_getphdr(elf, (int)i, &segment) != NULL && segment.p_type == PT_SFRAME;
    (void)elf_end(elf);
    return opened;
}

/* Whether the tool finds SFrame sections in the file. */
static bool tool_finds(const uint8_t *bytes, size_t size)
{
    struct input input = {.path = "input", .bytes = copy_of(bytes, size, size), .size = size};
    const bool found = tool_elf_is(&input) && tool_elf_sources(&input);
    tool_input_close(&input);
    return found;
}

/* --- Any bytes ----------------------------------------------------------------------------------------- */

TEST(any_bytes_any_seed_any_room_stay_in_bounds_and_repeat)
{
    twins_are_alike(any_input, 50000, MOST, 4096);
}

/* Tests the edits one by one, as whole mutations take each one too rarely. */
TEST(each_edit_stays_in_any_file_and_room)
{
    struct random random = random_of(3);
    static uint8_t input[MOST];
    for (unsigned edit = 0; edit < ELF_EDITS; edit++)
        for (unsigned round = 0; round < 2000; round++) {
            const size_t size = any_input(input, &random);
            const size_t room = size + (one_in(&random, 2) ? 0 : below(&random, 2048));
            uint8_t *const exact = copy_of(input, size, room);
            struct elf_file file;
            if (file_begin(&file, one, exact, size, room)) {
                (void)elf_edit_kinds[edit].apply(&file, &random);
                assert_true(file.size <= room);
            }
            free(exact);
        }
}

/* --- What is done -------------------------------------------------------------------------------------- */

/* Makes a seed with some relocations, symbols, segments and a compressed section, so that all edits apply. */
static size_t begin_rich(struct elf_file *file, uint8_t *bytes, struct random *random)
{
    static const enum elf_edit first[] = {ELF_EDIT_sframe_new,      ELF_EDIT_symbols_add,
                                          ELF_EDIT_relocations_add, ELF_EDIT_symbols_wide,
                                          ELF_EDIT_segment_add,     ELF_EDIT_compress};
    const struct file seed = any_of(&sound, random);
    memcpy(bytes, seed.bytes, seed.size);
    if (!file_begin(file, one, bytes, seed.size, MOST))
        return 0;
    for (size_t i = 0; i < sizeof first / sizeof *first; i++)
        if (!one_in(random, 4))
            (void)elf_edit_kinds[first[i]].apply(file, random);
    return file->size;
}

/* What libelf must see more of at least sometimes after an edit, a bit each. */
static const unsigned effects[ELF_EDITS] = {
    [ELF_EDIT_headers_copy] = 1 << SECTIONS | 1 << SEGMENTS | 1 << SAME_BYTES,
    [ELF_EDIT_section_retarget] = 1 << SAME_BYTES,
    [ELF_EDIT_segment_add] = 1 << SEGMENTS_OF_SFRAME,
    [ELF_EDIT_relocations_add] = 1 << RELOCATIONS,
    [ELF_EDIT_relocations_grow] = 1 << ENTRIES,
    [ELF_EDIT_relocations_copy] = 1 << RELOCATIONS,
    [ELF_EDIT_symbols_add] = 1 << SYMBOLS,
    [ELF_EDIT_symbols_wide] = 1 << WIDE,
    [ELF_EDIT_compress] = 1 << COMPRESSED,
    [ELF_EDIT_compress_bomb] = 1 << COMPRESSED,
    [ELF_EDIT_sframe_new] = 1 << SFRAMES,
    [ELF_EDIT_sframe_large] = 1 << SFRAMES,
    [ELF_EDIT_usual] = 1 << SFRAMES,
};

TEST(each_edit_applies_and_libelf_sees_what_it_does)
{
    enum { ROUNDS = 1000 };
    struct random random = random_of(4);
    static uint8_t bytes[MOST], before[MOST];
    size_t seen[SEEN], now[SEEN];
    for (unsigned edit = 0; edit < ELF_EDITS; edit++) {
        const char *const name = elf_edit_kinds[edit].name;
        unsigned applied = 0, changed = 0, more[SEEN] = {0};
        for (unsigned round = 0; round < ROUNDS; round++) {
            struct elf_file file;
            const size_t size = begin_rich(&file, bytes, &random);
            memcpy(before, bytes, size);
            (void)see(before, size, seen);
            if (size == 0 || !elf_edit_kinds[edit].apply(&file, &random))
                continue;
            applied++;
            changed += file.size != size || memcmp(before, bytes, size) != 0;
            const bool opened = see(bytes, file.size, now);
            for (unsigned i = 0; i < SEEN; i++)
                more[i] += opened && now[i] > seen[i];
        }
        if (percent(applied, ROUNDS) < 10 || percent(changed, applied) < CHANGED_FLOOR)
            fail_msg("%s: of %u applied to %u, of which %u changed", name, ROUNDS, applied, changed);
        for (unsigned i = 0; i < SEEN; i++)
            if ((effects[edit] >> i & 1) != 0 && more[i] < ROUNDS / 40)
                fail_msg("%s: libelf sees more of %u only %u times of %u", name, i, more[i], ROUNDS);
    }
}

/* libelf must decompress a compressed section to the same bytes, or a bomb to very many. */
TEST(what_is_compressed_comes_back)
{
    struct random random = random_of(6);
    static uint8_t bytes[MOST], before[MOST];
    unsigned same = 0, bombs = 0;
    for (unsigned round = 0; round < 2000; round++) {
        struct elf_file file;
        GElf_Shdr header;
        const struct file seed = any_of(&sound, &random);
        memcpy(bytes, seed.bytes, seed.size);
        memcpy(before, seed.bytes, seed.size);
        if (!file_begin(&file, one, bytes, seed.size, MOST) ||
            !elf_edit_kinds[round % 2 == 0 ? ELF_EDIT_compress_bomb : ELF_EDIT_compress].apply(&file,
                                                                                               &random))
            continue;
        struct elf_file old = file;
        old.bytes = before;
        old.size = seed.size;
        Elf *const elf = elf_memory((char *)bytes, file.size);
        for (size_t i = 1; i < file_headers(&file, ELF_SECTION).count; i++) {
            Elf_Scn *const section = elf_getscn(elf, i);
            struct bytes contents;
            if (gelf_getshdr(section, &header) == NULL || (header.sh_flags & SHF_COMPRESSED) == 0 ||
                elf_compress(section, 0, 0) < 0)
                continue;
            const Elf_Data *const data = elf_getdata(section, NULL);
            bombs += data->d_size > 2 * file.size;
            same += round % 2 != 0 && file_contents(&old, i, &contents) && data->d_size == contents.size &&
                    memcmp(data->d_buf, contents.at, contents.size) == 0;
        }
        (void)elf_end(elf);
    }
    if (same < 250 || bombs < 50)
        fail_msg("%u came back, %u became large", same, bombs);
}

/* This edit, which takes the most time, keeps files small. */
TEST(a_compact_file_is_smaller_and_its_sections_are_there)
{
    struct random random = random_of(7);
    static uint8_t bytes[MOST];
    size_t seen[SEEN];
    unsigned applied = 0, found = 0, was_found = 0;
    for (unsigned round = 0; round < 3000; round++) {
        struct elf_file file;
        size_t size = begin_rich(&file, bytes, &random);
        if (size == 0)
            continue;
        (void)elf_edit_kinds[ELF_EDIT_headers_copy].apply(&file, &random);
        size = file.size;
        const bool before = tool_finds(bytes, size);
        if (!elf_edit_kinds[ELF_EDIT_compact].apply(&file, &random))
            continue;
        assert_true(file.size < size && see(bytes, file.size, seen));
        applied++;
        was_found += before;
        found += before && tool_finds(bytes, file.size);
    }
    if (applied < 1000 || percent(found, was_found) < 80)
        fail_msg("applied to %u; of %u that were found %u still are", applied, was_found, found);
}

/* --- Whole mutations ----------------------------------------------------------------------------------- */

TEST(most_files_are_files_with_sframe)
{
    struct random random = random_of(8);
    static uint8_t data[MOST];
    size_t seen[SEEN];
    for (unsigned broken = 0; broken < 2; broken++) {
        unsigned opened = 0, found = 0, rounds = 0;
        one->never_break = broken == 0;
        while (rounds < 20000) {
            const struct file seed = any_of(&sound, &random);
            memcpy(data, seed.bytes, seed.size);
            const size_t size = mutate_case(one, data, seed.size, MOST, random_next(&random));
            rounds++;
            opened += see(data, size, seen);
            found += tool_finds(data, size);
        }
        print_message("%s: of %u mutations libelf opens %u, and in %u the tool finds sections\n",
                      broken == 0 ? "nothing broken" : "all", rounds, opened, found);
        if (broken == 0 && (percent(opened, rounds) < OPENED_FLOOR || percent(found, rounds) < FOUND_FLOOR))
            fail_msg("below %d and %d per cent", OPENED_FLOOR, FOUND_FLOOR);
    }
    one->never_break = false;
}

/* Small files are fast, but what is slow in a program shows in large ones, which must come even if all seeds
 * are small. */
TEST(most_files_stay_small_and_some_get_large)
{
    enum { ROUNDS = 400000, HALF = LONGEST / 2 };
    struct random random = random_of(10);
    uint8_t *const data = malloc(LONGEST);
    unsigned small = 0, middle = 0, large = 0;
    for (unsigned round = 0; round < ROUNDS; round++) {
        const struct file seed = any_of(&sound, &random);
        memcpy(data, seed.bytes, seed.size);
        const size_t size = mutate_case(one, data, seed.size, LONGEST, random_next(&random));
        small += size <= seed.size + 512;
        middle += size > 1 << 14;
        large += size > HALF;
    }
    free(data);
    print_message("of %u files %u stay small, %u get larger than 16 KiB, %u than 512 KiB\n", ROUNDS, small,
                  middle, large);
    assert_true(percent(small, ROUNDS) >= SMALL_FLOOR && middle >= 10 && large >= 1);
}

static void choose_sound(void)
{
    sound.list = calloc(seeds.count, sizeof *sound.list);
    assert_non_null(sound.list);
    for (size_t i = 0; i < seeds.count; i++)
        if (seeds.list[i].size <= MOST / 8 && tool_finds(seeds.list[i].bytes, seeds.list[i].size))
            sound.list[sound.count++] = seeds.list[i];
}

int main(int argc, char **argv)
{
    seeds = twins_begin(argc, argv);
    choose_sound();
    if (sound.count == 0)
        return 2;
    const int failures = unit_run();
    free(sound.list);
    twins_end(&seeds);
    return failures;
}
