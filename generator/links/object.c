#include "object.h"

#include <elf.h>
#include <string.h>

static void fail(struct link_object *object, const char *fault)
{
    if (object->fault == NULL)
        object->fault = fault;
}

static void copy_name(struct link_object *object, char to[LINK_NAME], const char *name)
{
    const size_t length = strlen(name);
    if (length >= LINK_NAME)
        fail(object, "a name is too long");
    else
        memcpy(to, name, length + 1);
}

void gen_link_object_init(struct link_object *object, enum abi abi)
{
    object->abi = abi;
    object->group_count = object->section_count = object->symbol_count = object->relocation_count =
        object->byte_count = 0;
    object->fault = NULL;
}

static uint32_t group_number(struct link_object *object, const char *group)
{
    uint32_t number = 0;
    while (number < object->group_count && strcmp(object->groups[number], group) != 0)
        number++;
    if (number == object->group_count)
        copy_name(object, object->groups[object->group_count++], group);
    return number + 1;
}

int gen_link_add_section(struct link_object *object, const char *name, uint32_t type, uint64_t flags,
                         uint32_t align, const char *group)
{
    if (object->section_count == MAX_LINK_SECTIONS || object->symbol_count == MAX_LINK_SYMBOLS) {
        fail(object, "too many sections in an object");
        return 0;
    }
    const int number = (int)object->section_count++;
    struct link_section *const section = &object->sections[number];
    *section =
        (struct link_section){.type = type, .flags = flags, .align = align, .offset = object->byte_count};
    copy_name(object, section->name, name);
    section->group = group[0] != '\0' ? group_number(object, group) : 0;
    return number;
}

void gen_link_append(struct link_object *object, int number, const uint8_t *bytes, uint32_t size)
{
    struct link_section *const section = &object->sections[number];
    if (section->offset + section->size != object->byte_count || size > MAX_LINK_BYTES - object->byte_count) {
        fail(object, "an object has no room for these bytes");
        return;
    }
    memcpy(object->bytes + object->byte_count, bytes, size);
    object->byte_count += size;
    section->size += size;
}

uint32_t gen_link_symbol(struct link_object *object, const char *name)
{
    for (uint32_t i = 0; i < object->symbol_count; i++)
        if (strcmp(object->symbols[i].name, name) == 0)
            return i;
    if (object->symbol_count == MAX_LINK_SYMBOLS) {
        fail(object, "too many symbols in an object");
        return 0;
    }
    struct link_symbol *const symbol = &object->symbols[object->symbol_count];
    *symbol = (struct link_symbol){.section = NO_SECTION, .binding = STB_GLOBAL};
    copy_name(object, symbol->name, name);
    return object->symbol_count++;
}

void gen_link_relocate(struct link_object *object, const struct link_relocation *relocation)
{
    if (object->relocation_count == MAX_LINK_RELOCATIONS)
        fail(object, "too many relocations in an object");
    else
        object->relocations[object->relocation_count++] = *relocation;
}
