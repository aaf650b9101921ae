/* The implementation decodes the section and looks a PC up in it. */
#include "case.h"
#include "implementation.h"

int peer_case(const uint8_t *data, size_t size);

int peer_case(const uint8_t *data, size_t size)
{
    static const char *const profiles[] = {"v1", "v2", "v2e1", "v2e2", "v3"};
    static const char *const abis[] = {"aarch64_be", "aarch64", "amd64", "s390x"};
    struct fuzz_case input;
    size_t line;
    case_begin(&input, data, size);
    const unsigned abi = input.size > 4 ? input.section[4] - 1u : 0;
    struct implementation_request request = {.operation = "decode", .profile = profiles[input.profile % 5],
                                             .abi = abis[abi % 4], .address = input.address, .pc = input.pc,
                                             .bytes = input.section, .size = input.size};
    (void)implementation_answer(&request, &line);
    request.operation = "lookup";
    (void)implementation_answer(&request, &line);
    case_end(&input);
    return 0;
}
