/* main() for adapters that are a `struct adapter` in another file: it serves the pipe, as the runner expects.
 * A fuzz target with that other file in its process does not link this one. */
#include "sframe_adapter.h"

extern const struct adapter adapter;

int main(void)
{
    return adapter_run(&adapter);
}
