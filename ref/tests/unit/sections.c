/* Reads the hand-written sections: hexadecimal digits with comments. */
#include "sections.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct written *written_section(const char *name)
{
    static struct written section;
    char path[512], line[512];
    unsigned byte;
    (void)snprintf(path, sizeof path, "ref/tests/sections/%s.hex", name);
    FILE *const in = fopen(path, "r");
    if (in == NULL) {
        perror(path);
        exit(2);
    }
    section.size = 0;
    while (fgets(line, sizeof line, in) != NULL) {
        int used;
        line[strcspn(line, "#")] = '\0';
        for (const char *at = line; sscanf(at, "%2x%n", &byte, &used) == 1; at += used)
            section.bytes[section.size++] = (uint8_t)byte;
    }
    (void)fclose(in);
    return &section;
}
