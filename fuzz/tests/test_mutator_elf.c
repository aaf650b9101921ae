/* Tests of the mutator of ELF files: whatever it is given, it stays in its bounds and is deterministic;
 * libelf sees its edits; and in most of its files the tool finds SFrame.  Argument: a folder of ELF files. */
#include "cases.h"
#include "elf_file.h"
#include "tool/elf.h"
#include "twins.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

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

struct seen {
    bool opened;
    size_t sections, segments, sframes; /* kinds of sections, also if their bytes are something else */
    size_t relocations, entries, symbols, wide, compressed, sframe_segments;
    size_t same_bytes; /* sections that lie where the one before lies */
};

static void see_section(struct seen *seen, const GElf_Shdr *header, uint64_t *last)
{
    const bool relocations = header->sh_type == SHT_RELA || header->sh_type == SHT_REL;
    seen->sframes += header->sh_type == SHT_SFRAME;
    seen->relocations += relocations;
    seen->entries += relocations && header->sh_entsize != 0 ? header->sh_size / header->sh_entsize : 0;
    seen->symbols += header->sh_type == SHT_SYMTAB;
    seen->wide += header->sh_type == SHT_SYMTAB_SHNDX;
    seen->compressed += (header->sh_flags & SHF_COMPRESSED) != 0;
    seen->same_bytes += header->sh_offset == *last;
    *last = header->sh_offset;
}

static struct seen see(uint8_t *bytes, size_t size)
{
    struct seen seen = {.opened = false};
    GElf_Ehdr file;
    GElf_Shdr header;
    GElf_Phdr segment;
    uint64_t last = UINT64_MAX;
    (void)elf_version(EV_CURRENT);
    Elf *const elf = elf_memory((char *)bytes, size);
    seen.opened = elf != NULL && gelf_getehdr(elf, &file) != NULL &&
                  elf_getshdrnum(elf, &seen.sections) == 0 && elf_getphdrnum(elf, &seen.segments) == 0;
    for (size_t i = 1; seen.opened && i < seen.sections; i++)
        if (gelf_getshdr(elf_getscn(elf, i), &header) != NULL)
            see_section(&seen, &header, &last);
    for (size_t i = 0; seen.opened && i < seen.segments; i++)
        seen.sframe_segments += gelf_getphdr(elf, (int)i, &segment) != NULL && segment.p_type == PT_SFRAME;
    (void)elf_end(elf);
    return seen;
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

static void any_bytes_any_seed_any_room_stay_in_bounds_and_repeat(void **state)
{
    (void)state;
    twins_mutate_alike(&(struct given){any_input, 60000, MOST, 512});
}

static void any_two_files_cross_in_bounds_and_alike(void **state)
{
    (void)state;
    twins_cross_alike(&(struct given){any_input, 30000, MOST, 4096});
}

/* Tests the edits one by one, as whole mutations take each one too rarely. */
static void each_edit_stays_in_any_file_and_room(void **state)
{
    struct random random = random_of(3);
    static uint8_t input[MOST];
    (void)state;
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

static void each_edit_applies_and_changes_something(void **state)
{
    enum { ROUNDS = 1000 };
    struct random random = random_of(4);
    static uint8_t bytes[MOST], before[MOST];
    (void)state;
    for (unsigned edit = 0; edit < ELF_EDITS; edit++) {
        unsigned applied = 0, changed = 0;
        for (unsigned round = 0; round < ROUNDS; round++) {
            struct elf_file file;
            const size_t size = begin_rich(&file, bytes, &random);
            memcpy(before, bytes, size);
            if (size == 0 || !elf_edit_kinds[edit].apply(&file, &random))
                continue;
            applied++;
            changed += file.size != size || memcmp(before, bytes, size) != 0;
        }
        if (percent(applied, ROUNDS) < 10 || percent(changed, applied) < CHANGED_FLOOR)
            fail_msg("%s: of %u applied to %u, of which %u changed", elf_edit_kinds[edit].name, ROUNDS,
                     applied, changed);
    }
}

/* An edit, and what libelf must see more of after it, at least sometimes. */
struct effect {
    enum elf_edit edit;
    size_t place; /* in struct seen */
};
#define EFFECT(edit, member)                                                                                 \
    {                                                                                                        \
        ELF_EDIT_##edit, offsetof(struct seen, member)                                                       \
    }
static const struct effect effects[] = {
    EFFECT(section_copy, sections),
    EFFECT(section_many, same_bytes),
    EFFECT(section_retarget, same_bytes),
    EFFECT(segment_add, sframe_segments),
    EFFECT(segment_many, segments),
    EFFECT(relocations_add, relocations),
    EFFECT(relocations_grow, entries),
    EFFECT(relocations_spread, relocations),
    EFFECT(relocations_many, relocations),
    EFFECT(symbols_add, symbols),
    EFFECT(symbols_wide, wide),
    EFFECT(compress, compressed),
    EFFECT(compress_bomb, compressed),
    EFFECT(sframe_new, sframes),
    EFFECT(sframe_large, sframes),
    EFFECT(section_type, sframes),
};

static size_t member(const struct seen *seen, const struct effect *effect)
{
    return *(const size_t *)(const void *)((const char *)seen + effect->place);
}

static void libelf_sees_what_an_edit_does(void **state)
{
    struct random random = random_of(5);
    static uint8_t bytes[MOST];
    (void)state;
    for (size_t i = 0; i < sizeof effects / sizeof *effects; i++) {
        unsigned more = 0;
        for (unsigned round = 0; round < 500; round++) {
            struct elf_file file;
            const size_t size = begin_rich(&file, bytes, &random);
            const struct seen before = see(bytes, size);
            if (size == 0 || !elf_edit_kinds[effects[i].edit].apply(&file, &random))
                continue;
            const struct seen after = see(bytes, file.size);
            more += after.opened && member(&after, &effects[i]) > member(&before, &effects[i]);
        }
        if (more < 25)
            fail_msg("%s: libelf sees more of it %u times of 500", elf_edit_kinds[effects[i].edit].name,
                     more);
    }
}

/* libelf must decompress it to the same bytes. */
static void what_is_compressed_comes_back(void **state)
{
    struct random random = random_of(6);
    static uint8_t bytes[MOST], before[MOST];
    unsigned same = 0, bombs = 0;
    (void)state;
    for (unsigned round = 0; round < 2000; round++) {
        struct elf_file file;
        GElf_Shdr header;
        const struct file seed = any_of(&sound, &random);
        const bool bomb = one_in(&random, 2);
        memcpy(bytes, seed.bytes, seed.size);
        memcpy(before, seed.bytes, seed.size);
        if (!file_begin(&file, one, bytes, seed.size, MOST) ||
            !elf_edit_kinds[bomb ? ELF_EDIT_compress_bomb : ELF_EDIT_compress].apply(&file, &random))
            continue;
        Elf *const elf = elf_memory((char *)bytes, file.size);
        const size_t count = file_headers(&file, ELF_SECTION).count;
        for (size_t i = 1; i < count; i++) {
            Elf_Scn *const section = elf_getscn(elf, i);
            if (gelf_getshdr(section, &header) == NULL || (header.sh_flags & SHF_COMPRESSED) == 0 ||
                elf_compress(section, 0, 0) < 0)
                continue;
            const Elf_Data *const data = elf_getdata(section, NULL);
            bombs += data->d_size > 2 * file.size;
            struct elf_file old = {before, seed.size, seed.size, file.wide, file.big_endian};
            struct bytes contents;
            same += !bomb && file_contents(&old, i, &contents) && data->d_size == contents.size &&
                    memcmp(data->d_buf, contents.at, contents.size) == 0;
        }
        (void)elf_end(elf);
    }
    if (same < 250 || bombs < 50)
        fail_msg("%u came back, %u became large", same, bombs);
}

/* This edit, which takes the most time, keeps files small. */
static void a_compact_file_is_smaller_and_its_sections_are_there(void **state)
{
    struct random random = random_of(7);
    static uint8_t bytes[MOST];
    unsigned applied = 0, found = 0, was_found = 0;
    (void)state;
    for (unsigned round = 0; round < 3000; round++) {
        struct elf_file file;
        size_t size = begin_rich(&file, bytes, &random);
        if (size == 0)
            continue;
        (void)elf_edit_kinds[ELF_EDIT_section_many].apply(&file, &random);
        size = file.size;
        const bool before = tool_finds(bytes, size);
        if (!elf_edit_kinds[ELF_EDIT_compact].apply(&file, &random))
            continue;
        assert_true(file.size < size && see(bytes, file.size).opened);
        applied++;
        was_found += before;
        found += before && tool_finds(bytes, file.size);
    }
    if (applied < 1000 || percent(found, was_found) < 80)
        fail_msg("applied to %u; of %u that were found %u still are", applied, was_found, found);
}

/* --- Whole mutations ----------------------------------------------------------------------------------- */

static void most_files_are_files_with_sframe(void **state)
{
    struct random random = random_of(8);
    static uint8_t data[MOST];
    (void)state;
    for (unsigned broken = 0; broken < 2; broken++) {
        unsigned opened = 0, found = 0, rounds = 0;
        one->never_break = broken == 0;
        while (rounds < 20000) {
            const struct file seed = any_of(&sound, &random);
            memcpy(data, seed.bytes, seed.size);
            const size_t size = mutate_case(one, data, seed.size, MOST, random_next(&random));
            rounds++;
            opened += see(data, size).opened;
            found += tool_finds(data, size);
        }
        print_message("%s: of %u mutations libelf opens %u, and in %u the tool finds sections\n",
                      broken == 0 ? "nothing broken" : "all", rounds, opened, found);
        if (broken == 0 && (percent(opened, rounds) < OPENED_FLOOR || percent(found, rounds) < FOUND_FLOOR))
            fail_msg("below %d and %d per cent", OPENED_FLOOR, FOUND_FLOOR);
    }
    one->never_break = false;
}

/* Edits are noted by name, so the steps of whole mutations must be those of the table. */
static void every_edit_is_taken(void **state)
{
    struct random random = random_of(9);
    static uint8_t data[MOST];
    unsigned edits[ELF_EDITS] = {0};
    (void)state;
    for (unsigned round = 0; round < 20000; round++) {
        const struct file seed = any_of(&sound, &random);
        memcpy(data, seed.bytes, seed.size);
        size_t size = seed.size;
        for (unsigned times = 0; times < 3; times++) {
            size = mutate_case(one, data, size, MOST, random_next(&random));
            for (unsigned step = 0; step < one->step_count; step++)
                for (unsigned edit = 0; edit < ELF_EDITS; edit++)
                    edits[edit] += strcmp(one->steps[step], elf_edit_kinds[edit].name) == 0;
        }
    }
    for (unsigned edit = 0; edit < ELF_EDITS; edit++)
        if (edits[edit] < 10)
            fail_msg("%s: %u times", elf_edit_kinds[edit].name, edits[edit]);
}

/* Small files are fast, but what is slow in a program shows in large ones, which must come even if all seeds
 * are small. */
static void most_files_stay_small_and_some_get_large(void **state)
{
    enum { ROUNDS = 400000, HALF = LONGEST / 2 };
    struct random random = random_of(10);
    uint8_t *const data = malloc(LONGEST);
    unsigned small = 0, middle = 0, large = 0;
    (void)state;
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
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_bytes_any_seed_any_room_stay_in_bounds_and_repeat),
        cmocka_unit_test(any_two_files_cross_in_bounds_and_alike),
        cmocka_unit_test(each_edit_stays_in_any_file_and_room),
        cmocka_unit_test(each_edit_applies_and_changes_something),
        cmocka_unit_test(libelf_sees_what_an_edit_does),
        cmocka_unit_test(what_is_compressed_comes_back),
        cmocka_unit_test(a_compact_file_is_smaller_and_its_sections_are_there),
        cmocka_unit_test(most_files_are_files_with_sframe),
        cmocka_unit_test(every_edit_is_taken),
        cmocka_unit_test(most_files_stay_small_and_some_get_large),
    };
    if (argc != 2) {
        (void)fputs("usage: test_mutator_elf FOLDER\n", stderr);
        return 2;
    }
    seeds = read_files(argv[1]);
    if (!twins_begin())
        return 2;
    choose_sound();
    if (sound.count == 0)
        return 2;
    const int failures = cmocka_run_group_tests(tests, NULL, NULL);
    free(sound.list);
    twins_end();
    free_files(&seeds);
    return failures;
}
