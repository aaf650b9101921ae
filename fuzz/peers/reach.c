/* The implementation decodes the section and looks a PC up in it. */
#include "case.h"
#include "peer.h"

int peer_case(const uint8_t *data, size_t size);

int peer_case(const uint8_t *data, size_t size)
{
    static const char *const profiles[] = {"v1", "v2", "v2e1", "v2e2", "v3"};
    static const char *const abis[] = {"aarch64_be", "aarch64", "amd64", "s390x"};
    static char line[1];
    struct fuzz_case input;
    case_begin(&input, data, size);
    const unsigned abi = input.size > 4 ? input.section[4] - 1u : 0;
    const struct peer_request request = {.profile = profiles[input.profile % 5], .abi = abis[abi % 4],
                                         .address = input.address, .pc = input.pc, .bytes = input.section,
                                         .length = input.size};
    (void)peer_answer("decode", &request, line, sizeof line);
    (void)peer_answer("lookup", &request, line, sizeof line);
    case_end(&input);
    return 0;
}
