/* main() of an adapter that is a `struct adapter` in another file: on the pipe, as the runner starts it.  In one
 * process with a fuzz target that other file is linked without this one. */
#include "sframe_adapter.h"

extern const struct adapter adapter;

int main(void)
{
    return adapter_run(&adapter);
}
