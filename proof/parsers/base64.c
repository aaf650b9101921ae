/* runner_base64_read and runner_hex_read: safe, they end. */
#include "conformance/runner/process/base64.c"
#include "conformance/runner/process/spans.c"

/* As in conformance/runner/process/memory.c: a block of so many bytes, or the program ends. */
void *memory_get(size_t size)
{
    void *const block = malloc(size > 0 ? size : 1);
    __CPROVER_assume(block != NULL);
    return block;
}

void proof_base64(void)
{
    const size_t size = any_size();
    const char *const text = (const char *)any_bytes(size), *fault;
    size_t count;
    uint8_t *const bytes = CALL(text, size, &count, &fault);
    assert((bytes != NULL) == (fault == NULL));
    assert(bytes == NULL || __CPROVER_r_ok(bytes, count));
    REACHES(bytes == NULL);
    REACHES(bytes != NULL && size > 8);
    free(bytes);
}
