#include "target.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static struct target *running; /* is stopped when this program fails */

void live_fail(const char *format, ...)
{
    va_list values;
    va_start(values, format);
    (void)fputs("sframe-live: ", stderr);
    (void)vfprintf(stderr, format, values);
    (void)fputc('\n', stderr);
    va_end(values);
    struct target *const target = running;
    running = NULL; /* stopping may fail as well */
    if (target != NULL)
        target->way->stop(target);
    exit(2);
}

void live_report(json_t *report)
{
    if (report == NULL || json_dumpf(report, stdout, JSON_COMPACT) != 0)
        live_fail("the report cannot be written");
    (void)putchar('\n');
    json_decref(report);
}

void *live_zeros(size_t count, size_t size)
{
    void *const items = calloc(count + 1, size);
    if (items == NULL)
        live_fail("out of memory");
    return items;
}

void *live_room(void *items, size_t count, size_t size)
{
    void *const room = reallocarray(items, count + 1, size);
    if (room == NULL)
        live_fail("out of memory");
    return room;
}

void live_target_start(struct target *target, char *const *arguments)
{
    target->stamp = 1;
    target->blocks = live_zeros(BLOCKS, sizeof *target->blocks);
    target->code = live_zeros(CODE_BLOCKS, sizeof *target->code);
    running = target;
    target->way->start(target, arguments);
}

enum event live_target_step(struct target *target)
{
    const enum event event = target->way->step(target);
    target->stamp++;
    if (event == ENDED)
        running = NULL;
    return event;
}

static const struct block *block_at(struct target *target, struct block *blocks, size_t count,
                                    uint64_t address, uint64_t stamp)
{
    const uint64_t start = address - address % BLOCK;
    struct block *const block = &blocks[address / BLOCK % count];
    if (block->stamp != stamp || block->address != start) {
        block->stamp = stamp;
        block->address = start;
        block->size = target->way->read(target, start, block->bytes, BLOCK);
    }
    return block;
}

static size_t copy_from(const struct block *block, uint64_t address, uint8_t *bytes, size_t size)
{
    const size_t at = (size_t)(address - block->address), left = block->size > at ? block->size - at : 0;
    const size_t copied = size < left ? size : left;
    memcpy(bytes, block->bytes + at, copied);
    return copied;
}

bool live_target_bytes(struct target *target, uint64_t address, uint8_t *bytes, size_t size)
{
    size_t done = 0;
    while (done < size) {
        const struct block *const block =
            block_at(target, target->blocks, BLOCKS, address + done, target->stamp);
        const size_t copied = copy_from(block, address + done, bytes + done, size - done);
        if (copied == 0)
            return false;
        done += copied;
    }
    return true;
}

bool live_target_word(struct target *target, uint64_t address, uint64_t *value)
{
    uint8_t bytes[8];
    if (!live_target_bytes(target, address, bytes, sizeof bytes))
        return false;
    *value = live_word_of(target->arch, bytes);
    return true;
}

/* Code that cannot be read is taken for zeros. */
struct instruction live_target_instruction(struct target *target, uint64_t pc)
{
    uint8_t code[INSTRUCTION_MOST] = {0};
    size_t done = 0, copied = 1;
    while (done < sizeof code && copied > 0) {
        const struct block *const block = block_at(target, target->code, CODE_BLOCKS, pc + done, 1);
        copied = copy_from(block, pc + done, code + done, sizeof code - done);
        done += copied;
    }
    return target->arch->decode(code);
}

bool live_target_register(struct target *target, unsigned regnum, uint64_t *value)
{
    if (regnum >= target->arch->first_unlisted)
        return target->way->read_register != NULL && target->way->read_register(target, regnum, value);
    *value = target->registers.by_number[regnum];
    return true;
}
