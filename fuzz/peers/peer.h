/* How a target asks the implementation that is linked with it. */
#ifndef FUZZ_PEER_H
#define FUZZ_PEER_H

#include <stddef.h>
#include <stdint.h>

struct peer_request {
    const char *profile, *abi;
    uint64_t address, pc;
    const uint8_t *bytes;
    size_t length;
};

size_t peer_answer(const char *operation, const struct peer_request *request, char *line, size_t room);

#endif
