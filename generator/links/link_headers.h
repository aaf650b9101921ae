/* What a header may have besides functions: a table, each a name and what it changes. */
#ifndef GENERATOR_LINKS_LINK_HEADERS_H
#define GENERATOR_LINKS_LINK_HEADERS_H

#include "model/model.h"

struct link_header {
    const char *name;
    unsigned profiles, abis;
    void (*change)(struct section *section);
    bool unmixed;       /* what the header says holds for all functions: others cannot be merged with it */
    const char *ledger; /* whether it may be is open */
};

enum { LINK_HEADERS = 10, HEADER_PLAIN = 0 };
extern const struct link_header gen_link_headers[LINK_HEADERS];

#endif
