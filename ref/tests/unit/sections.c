/* Reads the hand-written sections: hexadecimal digits with comments. */
#include "sections.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char folder[] = "ref/tests/sections";

static struct written all[256];
static size_t count;

static _Noreturn void fail(const char *name, const char *why)
{
    (void)fprintf(stderr, "%s/%s: %s\n", folder, name, why);
    exit(2);
}

uint8_t *exact_copy(const uint8_t *bytes, size_t size)
{
    uint8_t *const copy = malloc(size);
    if (copy == NULL && size != 0)
        fail("copy", "out of memory");
    if (size != 0)
        memcpy(copy, bytes, size);
    return copy;
}

/* `# profile: v2e2` names the profile; what else follows a # is for people; the rest is hex digits. */
static void read_line(struct written *section, const char *name, char *line, uint8_t *bytes, size_t room)
{
    char profile[8], *comment = strchr(line, '#');
    if (comment != NULL && sscanf(comment, "# profile: %7s", profile) == 1)
        section->profile = sfr_profile_named(profile);
    if (comment != NULL)
        *comment = '\0';
    for (const char *at = line; *at != '\0';) {
        unsigned byte;
        if (isspace((unsigned char)*at)) {
            at++;
            continue;
        }
        if (section->size == room || sscanf(at, "%2x", &byte) != 1 || !isxdigit((unsigned char)at[1]))
            fail(name, "not hexadecimal, or too long");
        bytes[section->size++] = (uint8_t)byte;
        at += 2;
    }
}

static void read_section(const char *file)
{
    char path[512], line[512];
    uint8_t bytes[4096];
    struct written *const section = &all[count++];
    (void)snprintf(path, sizeof path, "%s/%s", folder, file);
    (void)snprintf(section->name, sizeof section->name, "%.*s", (int)(strlen(file) - 4), file);
    section->profile = SFR_PROFILE_BY_VERSION;
    FILE *const in = fopen(path, "r");
    if (in == NULL)
        fail(file, "cannot open");
    while (fgets(line, sizeof line, in) != NULL)
        read_line(section, file, line, bytes, sizeof bytes);
    (void)fclose(in);
    section->bytes = exact_copy(bytes, section->size);
}

static int by_name(const void *left, const void *right)
{
    return strcmp(((const struct written *)left)->name, ((const struct written *)right)->name);
}

size_t written_sections(const struct written **sections)
{
    DIR *const directory = count == 0 ? opendir(folder) : NULL;
    if (directory == NULL && count == 0)
        fail("", "cannot open; run the tests from the root of the tree");
    for (struct dirent *entry; directory != NULL && (entry = readdir(directory)) != NULL;) {
        const size_t length = strlen(entry->d_name);
        if (length > 4 && strcmp(entry->d_name + length - 4, ".hex") == 0)
            read_section(entry->d_name);
    }
    if (directory != NULL)
        (void)closedir(directory);
    qsort(all, count, sizeof *all, by_name);
    *sections = all;
    return count;
}

const struct written *written_section(const char *name)
{
    const struct written *sections;
    const size_t total = written_sections(&sections);
    for (size_t i = 0; i < total; i++)
        if (strcmp(sections[i].name, name) == 0)
            return &sections[i];
    fail(name, "no such section");
}
